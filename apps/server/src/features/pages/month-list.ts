// The files of a datastream that begin in one month, as CSV: with checksums, so that a copy can be
// compared with them.
import { formatInstant, parseDay } from '@isobar/contract/time.ts';
import type { Kysely, Selectable } from 'kysely';
import { textCell } from '../../platform/text/csv-cell.ts';
import type { Tables } from '../../store/tables.ts';

/** Rows that are in memory at once. A radar may have a file every few seconds. */
const AT_ONCE = 5_000;
const HEAD = 'file,bytes,first_sample,last_sample,sha256\r\n';

type Row = Pick<Selectable<Tables['files']>, 'file_name' | 'size' | 'start_s' | 'end_s' | 'sha256'>;

/**
 * `month` is YYYY-MM. Null: there are none. All files are listed, in the order of their first
 * samples; rows are read as the pieces of the text are taken.
 */
export async function monthList(
  db: Kysely<Tables>,
  datastream: string,
  month: string,
): Promise<AsyncIterable<string> | null> {
  const start = parseDay(`${month}-01`);
  if (start === null) return null;
  const end = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1) / 1000;
  const following = (last: Row | undefined): Promise<Row[]> => {
    const query = db
      .selectFrom('files')
      .select(['file_name', 'size', 'start_s', 'end_s', 'sha256'])
      .where('datastream', '=', datastream)
      .where('start_s', '>=', Number(last?.start_s ?? start))
      .where('start_s', '<', end)
      .orderBy('start_s')
      .orderBy('file_name')
      .limit(AT_ONCE);
    return (
      last
        ? query.where((is) =>
            is.or([is('start_s', '>', Number(last.start_s)), is('file_name', '>', last.file_name)]),
          )
        : query
    ).execute();
  };
  const first = await following(undefined);
  return first.length === 0 ? null : textOf(first, following);
}

async function* textOf(
  first: readonly Row[],
  following: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<string> {
  yield HEAD;
  for (let rows = first; rows.length > 0; rows = await following(rows.at(-1)))
    yield rows.map(lineOf).join('');
}

const lineOf = (row: Row): string =>
  `${[
    textCell(row.file_name),
    Number(row.size),
    formatInstant(Number(row.start_s)),
    formatInstant(Number(row.end_s)),
    row.sha256 ?? '',
  ].join(',')}\r\n`;
