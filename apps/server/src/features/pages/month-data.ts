// The values of a datastream in one month as plain CSV: which files go in, and a few finished ones that are kept.
import { createHash } from 'node:crypto';
import { Problem } from '@isobar/contract/problem.ts';
import { formatDay, parseDay } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { filesOf } from '../../core/catalogue/files.ts';
import { unreadFiles, unreadInWords } from '../../core/catalogue/unread-files.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Tables } from '../../store/tables.ts';

/** What is to be written; the same job always gives the same bytes. */
export interface MonthJob {
  readonly datastream: string;
  readonly files: readonly { readonly name: string; readonly path: string }[];
  /** [start, end) in seconds UTC. */
  readonly start: number;
  readonly end: number;
}

export interface MonthTable {
  /** A line of names, then values alone. */
  readonly csv: Uint8Array;
  /** What its reader should know: files that could not be read, variables that are left out. */
  readonly notes: readonly string[];
}

/** Writes CSV away from the loop that answers calls. Throws Problem. */
export interface MonthWriter {
  write(job: MonthJob): Promise<MonthTable>;
  close(): Promise<void>;
}

export interface MonthData extends MonthTable {
  readonly month: string;
  readonly sha256: string;
  /** Names of the columns. */
  readonly columns: readonly string[];
}

const MOST_FILES = 200;
const MOST_BYTES = 1e9;
const KEPT_BYTES = 128 << 20;

/** A month with more makes no CSV. */
export const MOST_CSV_BYTES = 48 << 20;

/** Whether one CSV can hold the values of so many files; `csv`: the most bytes that they make, where that is known. */
export const fitsOneCsv = (files: number, bytes: number, csv = 0): boolean =>
  files <= MOST_FILES && bytes <= MOST_BYTES && csv <= MOST_CSV_BYTES;

/** Values of a datastream whose access is limited come with an order only. */
export const isLimited = (tables: CuratedTables, datastream: string): boolean =>
  tables.notesOn(datastream).some((note) => note.access !== '');

export interface Months {
  /** Null: no such datastream, or none of its files is of that month. `month` is YYYY-MM; absent: the last one. */
  of(datastream: string, month?: string): Promise<MonthData | null>;
}

export function openMonths(
  db: Kysely<Tables>,
  tables: () => Promise<CuratedTables>,
  writer: MonthWriter,
): Months {
  const kept = new LRUCache<string, MonthData>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (made) => made.csv.length + 1000,
  });
  const making = new Map<string, Promise<MonthData>>();
  return {
    async of(datastream, wanted) {
      const row = await db
        .selectFrom('datastreams')
        .select(['end_s'])
        .where('datastream', '=', datastream)
        .executeTakeFirst();
      if (!row) return null;
      if (isLimited(await tables(), datastream))
        throw new Problem(
          'forbidden',
          `Access to data of ${datastream} is limited: place an order for them.`,
        );
      const month = wanted ?? formatDay(Number(row.end_s)).slice(0, 7);
      const job = await jobOf(db, datastream, month);
      if (!job) return null;
      const key = createHash('sha256').update(JSON.stringify(job)).digest('hex');
      const known = kept.get(key);
      if (known) return known;
      const running =
        making.get(key) ??
        make(writer, month, job).finally(() => {
          making.delete(key);
        });
      making.set(key, running);
      const made = await running;
      kept.set(key, made);
      return made;
    },
  };
}

/** With the sizes of its files, which tell when one was exchanged. */
async function jobOf(db: Kysely<Tables>, datastream: string, month: string) {
  const start = parseDay(`${month}-01`);
  if (start === null) return null;
  const end = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1) / 1000;
  const ranges = [{ start, end: end - 1 }];
  const files = await filesOf(db, { datastream, ranges, fileNames: [], scanNames: [] });
  const readable = files.filter((file) => file.design !== null);
  if (readable.length === 0) return null;
  const bytes = readable.reduce((sum, file) => sum + file.size, 0);
  if (!fitsOneCsv(readable.length, bytes))
    throw new Problem(
      'too-large',
      `${datastream} has too much data in ${month} for one CSV: order them.`,
    );
  const job: MonthJob = {
    datastream,
    files: readable.map(({ fileName, path }) => ({ name: fileName, path })),
    start,
    end,
  };
  const unread = await unreadFiles(db, datastream, { start, end: end - 1 }, readable);
  const notes = unreadInWords(unread);
  return { job, notes, sizes: readable.map((file) => file.size) };
}

async function make(
  writer: MonthWriter,
  month: string,
  { job, notes }: { readonly job: MonthJob; readonly notes: readonly string[] },
): Promise<MonthData> {
  const { csv, notes: own } = await writer.write(job);
  const lineEnd = csv.indexOf(0x0d);
  const head = new TextDecoder().decode(csv.subarray(0, Math.max(0, lineEnd)));
  return {
    month,
    csv,
    notes: [...notes, ...own],
    sha256: createHash('sha256').update(csv).digest('hex'),
    columns: head.split(',').map((name) => name.replace(/^"|"$/g, '').replaceAll('""', '"')),
  };
}
