// Open as one array: the addresses of the present state, and code that opens it.
import {
  describeArrays,
  readArrayByDap,
  readArrayKey,
} from '@isobar/contract/calls/array-calls.ts';
import { onGrid } from '@isobar/contract/calls/arrays.ts';
import { addressOf } from '@isobar/contract/calls/call.ts';
import { ARRAY_LANGUAGES } from '@isobar/contract/code/array-code.ts';
import { formatCount } from '@isobar/contract/count.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { typeBytes } from '@isobar/netcdf';
import { type Html, html } from '../../../platform/text/html.ts';
import { limitedAccess } from '../../quality/limited-access.ts';
import { unpackDescription } from '../../series/description.ts';
import { code, longTable, section, spanText } from '../parts.ts';
import type { PageSources, Section } from '../thing.ts';
import type { StreamRow } from './holdings.ts';

const TITLE = 'Open as one array';

/** The state that was last asked for, which may have been replaced since: then its address leads to the present one. */
export async function arraySection(
  {
    db,
    tables,
    publisher: { url },
  }: Pick<PageSources, 'db' | 'tables'> & {
    readonly publisher: Pick<PageSources['publisher'], 'url'>;
  },
  { datastream, start_s, end_s }: Pick<StreamRow, 'datastream' | 'start_s' | 'end_s'>,
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
    .select(['state', 'description'])
    .where('datastream', '=', datastream)
    .where('replaced_ms', 'is', null)
    .executeTakeFirst();
  const about = html`<p>All files of this datastream are one array along time, as stored, with bad data left out, or with doubtful data left out too. <a href="${present}">${present}</a> answers the address of its present state, its variables, and what changed over the years.</p>`;
  if (!row) return section('array', TITLE, about);
  const { state } = row;
  const zarr = `${url}${addressOf(readArrayKey, { datastream, state, store: 'clean.zarr', '*': '' })}`;
  const dap = `${url}${addressOf(readArrayByDap, { datastream, state, answer: 'clean.dap' })}`;
  const address = { zarr: zarr.replace(/\/$/, ''), dap, variable: 'time', rows: 100 };
  const pieces = ARRAY_LANGUAGES.map(
    ({ label, needs, write }) =>
      html`<details><summary>${label}</summary><p>${needs}</p><pre tabindex="0" aria-label="Array in ${label}"><code>${write(address)}</code></pre></details>`,
  );
  return section(
    'array',
    TITLE,
    html`${about}${row.description ? await factsOf(state, row.description) : ''}<p>MATLAB, R, IDL, Panoply: <code>${dap}</code></p>
<p>Hourly means: <code>${onGrid(zarr.replace(/\/$/, ''), 3600)}</code>, with any step in seconds that divides a day.</p>${pieces}`,
  );
}

/** Rows of the table that the page shows; the others are behind a disclosure. */
const SHOWN = 12;

/** How large the array is, and what changed over the years. */
async function factsOf(state: string, packed: Uint8Array): Promise<Html> {
  const { rows, start, end, variables, changes } = await unpackDescription(packed);
  const bytes = variables.reduce(
    (sum, { perRecord, inner, type }) =>
      sum +
      inner.reduce((product, { length }) => product * length, perRecord ? rows : 1) *
        (type === 'char' ? 1 : typeBytes(type)),
    0,
  );
  const facts = html`<p>${formatCount(rows)} rows from ${spanText(Math.floor(start), Math.floor(end))}, ${formatBytes(bytes)} without compression; state <code>${state}</code>.</p>`;
  const cells = changes.map(({ subject, aspect, value, variable, from, to }) => [
    subject === '' ? 'All files' : code(subject),
    ...[aspect, value === '' ? 'not stated' : value],
    spanText(Math.floor(from), Math.floor(to)),
    variable === '' ? '' : code(variable),
  ]);
  return html`${facts}<h3>What changed over the years</h3>${
    cells.length === 0
      ? html`<p>Nothing: units, levels, packing and types are the same in all files.</p>`
      : longTable(
          ['Name in the files', 'What', 'Value', 'Dates', 'Variable of the array'],
          cells,
          SHOWN,
        )
  }`;
}
