// Datastreams of the store, as pages need them: by product, site, facility or name.
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../store/tables.ts';
import { titleAmong } from '../../catalogue/titles.ts';
import { spanText } from '../parts.ts';

export type StreamRow = Selectable<Tables['datastreams']>;
type Column = 'datastream' | 'datastream_class' | 'site_code';

/** Matching datastreams in the order of their names, at most MOST. */
export async function streamsWhere(
  db: Kysely<Tables>,
  conditions: Readonly<Partial<Record<Column | 'facility_code', string | readonly string[]>>>,
): Promise<readonly StreamRow[]> {
  let query = db.selectFrom('datastreams').selectAll().orderBy('datastream').limit(MOST);
  for (const [column, value] of Object.entries(conditions)) {
    const name = column as Column; // a key of the conditions
    query =
      typeof value === 'string'
        ? query.where(name, '=', value)
        : query.where(name, 'in', value.length > 0 ? [...value] : ['']);
  }
  return (await query.execute()).map((row) => ({
    ...row,
    start_s: Number(row.start_s),
    end_s: Number(row.end_s),
    longest_s: Number(row.longest_s),
    file_count: Number(row.file_count),
    bytes: Number(row.bytes),
  }));
}

const MOST = 20_000;

export interface Totals {
  /** Seconds UTC; null: no file states a time. */
  readonly start: number | null;
  readonly end: number | null;
  readonly files: number;
  readonly bytes: number;
}

export function totalsOf(rows: readonly StreamRow[]): Totals {
  let start: number | null = null;
  let end: number | null = null;
  let files = 0;
  let bytes = 0;
  for (const row of rows) {
    if (!row.undated) {
      start = start === null ? row.start_s : Math.min(start, row.start_s);
      end = end === null ? row.end_s : Math.max(end, row.end_s);
    }
    files += row.file_count;
    bytes += row.bytes;
  }
  return { start, end, files, bytes };
}

/** When there are data, in words. */
export const heldText = (rows: readonly StreamRow[]): string => {
  if (rows.length === 0) return 'none in this archive';
  const { start, end } = totalsOf(rows);
  return start === null ? 'dates unknown' : spanText(start, end);
};

/**
 * What a citation of them needs: the dates of the data, or, where no file states a time, of the
 * files' last changes; and their title.
 */
export function citedOf(rows: readonly StreamRow[]) {
  const { start, end } = totalsOf(rows);
  const title = titleAmong(rows);
  if (start !== null && end !== null) return { dates: { start, end }, stated: { title } };
  const filed = totalsOf(rows.map((row) => ({ ...row, undated: 0 })));
  return {
    dates: { start: filed.start ?? 0, end: filed.end ?? 0 },
    stated: { title, undated: true as const },
  };
}
