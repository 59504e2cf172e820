// The files of a datastream that begin in one month, as CSV.
import { formatInstant, parseDay } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';

const MOST = 50_000;

/** `month` is YYYY-MM. Null: there are none. */
export async function monthList(
  db: Kysely<Tables>,
  datastream: string,
  month: string,
): Promise<string | null> {
  const start = parseDay(`${month}-01`);
  if (start === null) return null;
  const end = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1) / 1000;
  const rows = await db
    .selectFrom('files')
    .select(['file_name', 'size', 'start_s', 'end_s', 'sha256'])
    .where('datastream', '=', datastream)
    .where('start_s', '>=', start)
    .where('start_s', '<', end)
    .orderBy('start_s')
    .orderBy('file_name')
    .limit(MOST)
    .execute();
  if (rows.length === 0) return null;
  const lines = rows.map((row) =>
    [
      cell(row.file_name),
      Number(row.size),
      formatInstant(Number(row.start_s)),
      formatInstant(Number(row.end_s)),
      row.sha256 ?? '',
    ].join(','),
  );
  return `file,bytes,first_sample,last_sample,sha256\r\n${lines.join('\r\n')}\r\n`;
}

/** A CSV cell that no spreadsheet evaluates as a formula: names of other archives may contain anything. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
