// Open as one array: the addresses of the present state, and code that opens it.
import {
  describeArrays,
  readArrayByDap,
  readArrayKey,
} from '@isobar/contract/calls/array-calls.ts';
import { addressOf } from '@isobar/contract/calls/call.ts';
import { ARRAY_LANGUAGES } from '@isobar/contract/code/array-code.ts';
import { html } from '../../../platform/text/html.ts';
import { limitedAccess } from '../../quality/limited-access.ts';
import { section } from '../parts.ts';
import type { PageSources, Section } from '../thing.ts';
import type { StreamRow } from './holdings.ts';

const TITLE = 'Open as one array';

/** The state that was last asked for, which may have been replaced since: then its address leads to the present one. */
export async function arraySection(
  { db, tables, publisher: { url } }: PageSources,
  { datastream, start_s, end_s }: StreamRow,
): Promise<Section> {
  const present = `${url}${addressOf(describeArrays, { datastream })}`;
  if (limitedAccess(tables, datastream, [{ start: Number(start_s), end: Number(end_s) }]))
    return section(
      'array',
      TITLE,
      html`<p>Access to some of these data is limited: they are ordered in the portal, and each order is reviewed. <a href="${present}">What is open</a> is described as one array.</p>`,
    );
  const row = await db
    .selectFrom('array_states')
    .select('state')
    .where('datastream', '=', datastream)
    .where('replaced_ms', 'is', null)
    .executeTakeFirst();
  const about = html`<p>All files of this datastream are one array along time, as stored, with bad data left out, or with doubtful data left out too. <a href="${present}">${present}</a> answers the address of its present state, its variables, and what changed over the years.</p>`;
  if (!row) return section('array', TITLE, about);
  const { state } = row;
  const zarr = `${url}${addressOf(readArrayKey, { datastream, state, store: 'clean.zarr', '*': '' })}`;
  const dap = `${url}${addressOf(readArrayByDap, { datastream, state, answer: 'clean.dap' })}`;
  const code = { zarr: zarr.replace(/\/$/, ''), dap, variable: 'time', rows: 100 };
  const pieces = ARRAY_LANGUAGES.map(
    ({ label, needs, write }) =>
      html`<details><summary>${label}</summary><p>${needs}</p><pre tabindex="0" aria-label="Array in ${label}"><code>${write(code)}</code></pre></details>`,
  );
  return section(
    'array',
    TITLE,
    html`${about}<p>MATLAB, R, IDL, Panoply: <code>${dap}</code></p>${pieces}`,
  );
}
