// Pieces that several kinds of pages share: links, tables, contributors, spans.
import { formatCount } from '@isobar/contract/count.ts';
import type { Span } from '@isobar/contract/orders/span.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { formatDay, parseInstant } from '@isobar/contract/time.ts';
import { type Html, html, type Piece, safeAddress } from '../../platform/text/html.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import type { Kind, Paper, Person, Section, ThingPlace } from './thing.ts';
import { pathOf } from './thing.ts';

export const link = (kind: Kind, id: string, text: string = id): Html =>
  html`<a href="${pathOf(kind, id)}">${text}</a>`;

export const outside = (address: string, text: string): Html =>
  html`<a href="${safeAddress(address)}" rel="noopener">${text}</a>`;

export const code = (text: string): Html => html`<code>${text}</code>`;

/**
 * A table with a head; a cell that is a number stands to the right. `label`: what it is called,
 * else by its heads.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly Piece[])[],
  label = head.join(', '),
): Html {
  const isNumber = (n: number): boolean => rows.some((cells) => isQuantity(cells[n]));
  return html`<div class="wide" tabindex="0" role="group" aria-label="${label}"><table>
<thead><tr>${head.map((name, n) => html`<th scope="col"${isNumber(n) && NUMBER}>${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    (cells) =>
      html`<tr>${cells.map((cell, n) =>
        n === 0
          ? html`<th scope="row">${cell}</th>`
          : isQuantity(cell)
            ? html`<td${NUMBER}>${typeof cell === 'number' ? formatCount(cell) : cell}</td>`
            : html`<td${typeof cell === 'string' && DAYS.test(cell) && html` class="days"`}>${cell}</td>`,
      )}</tr>`,
  )}</tbody></table></div>`;
}

const NUMBER = html` class="number"`;
/** '85.8 kB': aligned as numbers are. */
const SIZE = /^[\d,.]+ (bytes?|[kMGTP]B)$/;
const isQuantity = (cell: Piece | undefined): boolean =>
  typeof cell === 'number' || (typeof cell === 'string' && SIZE.test(cell));
/** One or two days, which are read in one line. */
const DAYS = /^(\d{4}-\d\d-\d\d|…)( – (\d{4}-\d\d-\d\d|now))?$/;

/** Code in several languages: their names in one line, and one of them open at a time. */
export const languages = (
  id: string,
  pieces: readonly { readonly label: string; readonly needs: string; readonly text: string }[],
): Html =>
  html`<div class="languages">${pieces.map(
    ({ label, needs, text }) =>
      html`<details name="${id}"><summary>${label}</summary><p>${needs}</p><pre tabindex="0" aria-label="${id} in ${label}"><code>${text}</code></pre></details>`,
  )}</div>`;

export const list = (items: readonly Piece[]): Html =>
  html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

/** Of a long list the rest stands behind a disclosure, which works without a script. */
export function longTable(
  head: readonly string[],
  rows: readonly (readonly Piece[])[],
  shown: number,
): Html {
  if (rows.length <= shown) return table(head, rows);
  const more = rows.length - shown;
  return html`${table(head, rows.slice(0, shown))}
<details><summary>${formatCount(more)} more</summary>${table(head, rows.slice(shown))}</details>`;
}

export const section = (id: string, title: string, body: Html, note?: string): Section => ({
  id,
  title,
  body,
  ...(note === undefined ? {} : { note }),
});

/** Days of a span; 'now' for what is going on. */
export const spanText = (start: number | null, end: number | null): string =>
  `${start === null ? '…' : formatDay(start)} – ${end === null ? 'now' : formatDay(end)}`;

/** The same for a span of a report, whose end may be infinite. */
export const reportedDays = ({ start, end }: Span): string =>
  spanText(knownSecond(start), knownSecond(end));

/** Null for an infinite side of a span, which is open. */
export const knownSecond = (seconds: number): number | null =>
  Number.isFinite(seconds) ? seconds : null;

export const sizeText = (files: number, bytes: number): string =>
  `${formatCount(files)} ${files === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}`;

export const dayOf = (cell: string): number | null => (cell === '' ? null : parseInstant(cell));

export const peopleOf = (
  tables: CuratedTables,
  product: string,
  instrumentClass: string | undefined,
): readonly Person[] =>
  tables.peopleOf(product, instrumentClass).map((row) => ({
    role: row.role,
    familyName: row.family_name,
    givenNames: row.given_names,
    orcid: row.orcid,
    affiliation: row.affiliation,
  }));

export const papersOf = (
  tables: CuratedTables,
  fits: (about: {
    readonly products: readonly string[];
    readonly classes: readonly string[];
  }) => boolean,
): readonly Paper[] =>
  tables.rows['papers.csv']
    .filter((row) =>
      fits({ products: row.datastream_classes, classes: row.instrument_class_codes }),
    )
    .map(({ doi, title, authors, year, journal, looked_up }) => ({
      doi,
      title: title || doi,
      authors,
      year,
      journal,
      lookedUp: looked_up,
    }));

/** Handbooks, tutorials and notebooks. */
export function documentsSection(
  tables: CuratedTables,
  product: string,
  instrumentClass: string | undefined,
): readonly Section[] {
  const rows = tables.rows['documents.csv'].filter(
    (row) =>
      (product !== '' && row.datastream_class === product) ||
      (row.datastream_class === '' && row.instrument_class_code === instrumentClass),
  );
  if (rows.length === 0) return [];
  const items = rows.map(
    (row) => html`${outside(row.url, row.title)} <span class="quiet">${row.kind}</span>`,
  );
  return [{ ...section('documents', 'Documents', list(items)), isBeside: true }];
}

export const placeOf = (
  tables: CuratedTables,
  site: string,
  facility: string,
): readonly ThingPlace[] => {
  const row = tables.facility(site, facility);
  if (!row || row.latitude === null || row.longitude === null) return [];
  return [
    {
      name: `${row.facility_name || facility} (${site.toUpperCase()} ${facility})`,
      latitude: row.latitude,
      longitude: row.longitude,
      elevation: row.elevation_m,
    },
  ];
};
