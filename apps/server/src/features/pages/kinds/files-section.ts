// The files of a datastream month by month: as a section of its page, and what of them anybody may fetch.
import { formatBytes } from '@isobar/contract/size.ts';
import { DAY_SECONDS, formatDay } from '@isobar/contract/time.ts';
import { sql } from 'kysely';
import { html } from '../../../platform/html.ts';
import { fitsOneCsv, isLimited } from '../month-data.ts';
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
  /** True where its values come as one table. */
  readonly isTable: boolean;
}

/** More files than this are counted, not listed by month. */
const MOST_LISTED = 300_000;

/** The last one first; none where there are too many files to count them so. */
export async function monthsHeld(
  { db, tables }: PageSources,
  row: StreamRow,
): Promise<readonly HeldMonth[]> {
  if (row.file_count === 0 || row.file_count > MOST_LISTED) return [];
  const days = await db
    .selectFrom('files')
    .select((e) => [
      sql<number>`start_s / 86400`.as('day'),
      e.fn.countAll<number>().as('files'),
      e.fn.sum<number>('size').as('bytes'),
      e.fn.count<number>('design').as('readable'),
    ])
    .where('datastream', '=', row.datastream)
    .groupBy(sql`start_s / 86400`)
    .execute();
  const months = new Map<
    string,
    { files: number; bytes: number; readable: number; days: number }
  >();
  for (const one of days) {
    const month = formatDay(Math.floor(Number(one.day)) * DAY_SECONDS).slice(0, 7);
    const sum = months.get(month) ?? { files: 0, bytes: 0, readable: 0, days: 0 };
    sum.files += Number(one.files);
    sum.bytes += Number(one.bytes);
    sum.readable += Number(one.readable);
    sum.days += 1;
    months.set(month, sum);
  }
  const open = !isLimited(tables, row.datastream);
  return [...months]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([month, { readable, ...sum }]) => ({
      month,
      ...sum,
      // One file more may reach into the month from the one before it.
      isTable: open && readable > 0 && fitsOneCsv(sum.files + 1, sum.bytes),
    }));
}

export function filesSection(row: StreamRow, months: readonly HeldMonth[]): readonly Section[] {
  if (months.length === 0) return [];
  const rows = months.map((one) => [
    html`<a href="${listPath(row, one)}">${one.month}</a>`,
    one.files,
    formatBytes(one.bytes),
    Math.max(0, daysIn(one.month) - one.days),
    one.isTable ? html`<a href="${tablePath(row, one)}" rel="nofollow">CSV</a>` : 'by order',
  ]);
  const head = ['Month', 'Files', 'Size', 'Days on which none begins', 'Values'];
  return [
    section('files', 'Files', longTable(head, rows, 12), 'by month; each as a list with checksums'),
  ];
}

/** The list of files of the last month, and its values. */
export function downloadsOf(row: StreamRow, [last]: readonly HeldMonth[]): readonly Download[] {
  if (!last) return [];
  const { month } = last;
  return [
    ...(last.isTable
      ? [{ name: `Values of ${month}`, path: tablePath(row, last), type: 'text/csv' }]
      : []),
    { name: `Files of ${month} with checksums`, path: listPath(row, last), type: 'text/csv' },
  ];
}

const listPath = ({ datastream }: StreamRow, { month }: HeldMonth): string =>
  `${pathOf('datastream', datastream)}/files/${month}.csv`;

const tablePath = ({ datastream }: StreamRow, { month }: HeldMonth): string =>
  `${pathOf('datastream', datastream)}/data/${month}.csv`;

const daysIn = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
