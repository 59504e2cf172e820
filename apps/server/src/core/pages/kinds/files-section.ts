// The files of a datastream month by month: as a section of its page, and as the downloads that
// need no account.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { DAY_SECONDS, formatDay } from '@isobar/contract/time.ts';
import { sql } from 'kysely';
import { type Html, html } from '../../../platform/text/html.ts';
import { hasNotice } from '../../../store/has-notice.ts';
import { headersOf } from '../../catalogue/designs.ts';
import { timeDimension } from '../../catalogue/drawable.ts';
import type { Header } from '../../catalogue/header.ts';
import { fitsOneCsv, isLimited } from '../month-data.ts';
import { mostCsvBytes } from '../month-size.ts';
import { fitOneTable } from '../one-table.ts';
import { longTable, section } from '../parts.ts';
import { type Download, type PageSources, pathOf, type Section } from '../thing.ts';
import type { StreamRow } from './holdings.ts';

export interface HeldMonth {
  /** 'YYYY-MM' */
  readonly month: string;
  readonly files: number;
  readonly bytes: number;
  /** Days on which a file begins. */
  readonly days: number;
  /** Why its values do not come as one table; null: they do. */
  readonly onlyOrdered: string | null;
}

/** More files than this are counted, not listed by month. */
const MOST_LISTED = 300_000;

/** 0 for files that hold no row with a date, which are in no table. */
const HAS_TIMES = sql<number>`case when ${sql.join(
  ['no-time', 'no-axis', 'no-records'].map(hasNotice),
  sql` or `,
)} then 0 else 1 end`;

/**
 * The months with files, the last one first; empty where there are too many files to count by
 * month.
 */
export async function monthsHeld(
  { db, tables }: PageSources,
  row: StreamRow,
): Promise<readonly HeldMonth[]> {
  if (row.file_count === 0 || row.file_count > MOST_LISTED) return [];
  const groups = await db
    .selectFrom('files')
    .select((e) => [
      'design',
      HAS_TIMES.as('timed'),
      sql<number>`start_s / 86400`.as('day'),
      e.fn.countAll<number>().as('files'),
      e.fn.sum<number>('size').as('bytes'),
    ])
    .where('datastream', '=', row.datastream)
    .groupBy(['design', 'timed', sql`start_s / 86400`])
    .execute();
  const months = Map.groupBy(groups, ({ day }) =>
    formatDay(Math.floor(Number(day)) * DAY_SECONDS).slice(0, 7),
  );
  const headers = new Map(
    (await headersOf(db, row.datastream)).map(({ design, header }) => [design, header]),
  );
  const limited = isLimited(tables, row.datastream);
  return [...months]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([month, held]) => ({
      month,
      ...sumOf(held),
      days: new Set(held.map(({ day }) => Number(day))).size,
      onlyOrdered: limited ? 'access is limited' : whyNoTable(held, headers),
    }));
}

type Group = {
  readonly design: string | null;
  readonly timed: number;
  readonly files: number;
  readonly bytes: number;
};

function sumOf(groups: readonly Group[]): { readonly files: number; readonly bytes: number } {
  let [files, bytes] = [0, 0];
  for (const group of groups) {
    files += Number(group.files);
    bytes += Number(group.bytes);
  }
  return { files, bytes };
}

function whyNoTable(
  held: readonly Group[],
  headers: ReadonlyMap<string, Header>,
): HeldMonth['onlyOrdered'] {
  const designs = [...Map.groupBy(held, ({ design }) => design)].flatMap(([design, groups]) => {
    const header = headers.get(design ?? '');
    return header ? [{ design, header, ...sumOf(groups) }] : [];
  });
  if (designs.length === 0) return 'no table';
  const timed = new Set(held.filter((one) => Number(one.timed) === 1).map(({ design }) => design));
  const tables = designs.filter(
    ({ design, header }) => timed.has(design) && timeDimension(header.variables) !== null,
  );
  if (tables.length === 0) return 'no time axis in dates';
  if (!fitOneTable(tables.map(({ header }) => header)))
    return 'its files differ too much for one CSV';
  const { files, bytes } = sumOf(held);
  const csv = designs.reduce((sum, one) => sum + mostCsvBytes(one.header, one.files, one.bytes), 0);
  // A file that begins before the month may reach into it, so one more file is allowed for.
  const most = csv * (1 + 1 / files);
  return fitsOneCsv(files + 1, bytes, most) ? null : 'too much for one CSV';
}

/** What dates of files without times are. */
export const LAST_CHANGE = 'Last change';

export function filesSection(row: StreamRow, months: readonly HeldMonth[]): readonly Section[] {
  if (months.length === 0) return [];
  const rows = months.map((one) => [
    html`<a href="${listPath(row, one)}">${one.month}</a>`,
    one.files,
    formatBytes(one.bytes),
    ...(row.undated ? [] : [Math.max(0, daysIn(one.month) - one.days)]),
    one.onlyOrdered === null
      ? html`<a href="${tablePath(row, one)}" rel="nofollow">CSV</a>`
      : html`${byOrder(row)}<br><small>${one.onlyOrdered}</small>`,
  ]);
  const head = [
    row.undated ? LAST_CHANGE : 'Month',
    ...['Files', 'Size', ...(row.undated ? [] : ['Days without a new file']), 'Values'],
  ];
  return [
    section('files', 'Files', longTable(head, rows, 4), 'by month; each as a list with checksums'),
  ];
}

/** The list of files of the last month, and its values. */
export function downloadsOf(row: StreamRow, [last]: readonly HeldMonth[]): readonly Download[] {
  if (!last) return [];
  const month = row.undated ? `files changed in ${last.month}` : last.month;
  return [
    ...(last.onlyOrdered === null
      ? [{ name: `Values of ${month}`, path: tablePath(row, last), type: 'text/csv' }]
      : []),
    {
      name: row.undated ? `List of ${month}` : `Files of ${month} with checksums`,
      path: listPath(row, last),
      type: 'text/csv',
    },
  ];
}

/**
 * Why the values of the last month cannot be fetched as a table without an account; empty: they
 * can.
 */
export const onlyOrderedOf = ([last]: readonly HeldMonth[]): string =>
  last ? (last.onlyOrdered ?? '') : 'no table';

const byOrder = ({ datastream }: StreamRow): Html =>
  html`<a href="${SERVICE_PATHS.portal}#/results/datastream::${datastream}">by order</a>`;

const listPath = ({ datastream }: StreamRow, { month }: HeldMonth): string =>
  `${pathOf('datastream', datastream)}/files/${month}.csv`;

const tablePath = ({ datastream }: StreamRow, { month }: HeldMonth): string =>
  `${pathOf('datastream', datastream)}/data/${month}.csv`;

const daysIn = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
