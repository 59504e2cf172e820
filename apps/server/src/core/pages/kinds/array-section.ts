// Open as one array: the addresses of the present state, and code that opens it.
import { arrayAddresses, describeArrays } from '@isobar/contract/calls/array-calls.ts';
import {
  ARRAY_VARIANT_LABELS,
  ARRAY_VARIANTS,
  changedValue,
  onGrid,
} from '@isobar/contract/calls/arrays.ts';
import { addressOf } from '@isobar/contract/calls/call.ts';
import { ARRAY_LANGUAGES, exampleVariable } from '@isobar/contract/code/array-code.ts';
import { formatCount } from '@isobar/contract/count.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { type Html, html } from '../../../platform/text/html.ts';
import { timeDimension } from '../../catalogue/drawable.ts';
import type { Header } from '../../catalogue/header.ts';
import { limitedAccess } from '../../quality/limited-access.ts';
import {
  type Description,
  describedBytes,
  dimensionsOf,
  unpackDescription,
} from '../../series/description.ts';
import { code, languages, section, spanText, table } from '../parts.ts';
import type { PageSources, Section } from '../thing.ts';
import type { StreamRow } from './holdings.ts';

const TITLE = 'Open as one array';

/**
 * The state that was last asked for, which may have been replaced since: then its address leads to
 * the present one.
 */
export async function arraySection(
  {
    db,
    tables,
    publisher: { url },
  }: Pick<PageSources, 'db' | 'tables'> & {
    readonly publisher: Pick<PageSources['publisher'], 'url'>;
  },
  { datastream, start_s, end_s }: Pick<StreamRow, 'datastream' | 'start_s' | 'end_s'>,
  headers: readonly { readonly header: Header }[],
): Promise<Section> {
  const present = `${url}${addressOf(describeArrays, { datastream })}`;
  if (limitedAccess(tables, datastream, [{ start: Number(start_s), end: Number(end_s) }]))
    return section(
      'array',
      TITLE,
      html`<p>Access to some of these data is limited: they are ordered in the portal, and each order is reviewed. <a href="${present}">What is open</a> is described as one array.</p>`,
    );
  if (headers.length > 0 && headers.every(({ header }) => timeDimension(header.variables) === null))
    return section(
      'array',
      TITLE,
      html`<p>These files have no time axis in dates, so that they are not one array along time. <a href="${present}">Why</a>.</p>`,
    );
  const row = await db
    .selectFrom('array_states')
    .select(['state', 'description'])
    .where('datastream', '=', datastream)
    .where('replaced_ms', 'is', null)
    .executeTakeFirst();
  const about = html`<p>All files of this datastream are one array along time, as stored, with bad data left out, or with doubtful data left out too. <a href="${present}">${present}</a> answers the address of its present state, its variables, and what changed over the years.</p>`;
  if (!row?.description) return section('array', TITLE, about);
  const { state } = row;
  const described = await unpackDescription(row.description);
  const addresses = ARRAY_VARIANTS.map((variant) => ({
    label: ARRAY_VARIANT_LABELS[variant],
    ...arrayAddresses(url, { datastream, state }, variant),
  }));
  const { zarr, dap } = arrayAddresses(url, { datastream, state }, 'clean');
  const shown = described.variables.map((each) => ({ ...each, dimensions: dimensionsOf(each) }));
  const example = { zarr, dap, variable: exampleVariable(shown), rows: described.rows };
  const pieces = languages(
    'Array',
    ARRAY_LANGUAGES.map(({ write, ...about }) => ({ ...about, text: write(example) })),
  );
  return section(
    'array',
    TITLE,
    html`${about}${factsOf(state, described)}<ul>${addresses.map(
      (each) =>
        html`<li>${each.label}: <code>${each.zarr}</code> (Python, by Zarr); MATLAB, R, IDL, Panoply: <code>${each.dap}</code> (by DAP2)</li>`,
    )}</ul>
<p>Hourly means: <code>${onGrid(zarr, 3600)}</code>, with any step in seconds that divides a day.</p>${pieces}${changesOf(described)}`,
  );
}

function factsOf(state: string, described: Description): Html {
  const { rows, start, end } = described;
  const bytes = formatBytes(describedBytes(described));
  return html`<p>${formatCount(rows)} rows from ${spanText(Math.floor(start), Math.floor(end))}, ${bytes} without compression; state <code>${state}</code>.</p>`;
}

function changesOf({ changes }: Description): Html {
  const cells = changes.map(({ subject, aspect, value, variable, from, to }) => [
    subject === '' ? 'All files' : code(subject),
    ...[aspect, changedValue({ aspect, value })],
    html`<span class="nowrap">${spanText(Math.floor(from), Math.floor(to))}</span>`,
    variable === '' ? '' : code(variable),
  ]);
  if (cells.length === 0)
    return html`<p>Nothing changed over the years: units, levels, packing and types are the same in all files.</p>`;
  return html`<details><summary>What changed over the years (${formatCount(cells.length)})</summary>${table(
    ['Name in the files', 'What', 'Value', 'Dates', 'Variable of the array'],
    cells,
  )}</details>`;
}
