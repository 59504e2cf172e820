// The values of a datastream in one month as plain CSV: which files go in, and a few finished ones
// that are kept.
import { createHash } from 'node:crypto';
import { Problem, type ProblemCode } from '@isobar/contract/problem.ts';
import { formatDay, parseDay } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from '../../store/tables.ts';
import { headersOf } from '../catalogue/designs.ts';
import { type FileRecord, filesOf } from '../catalogue/files.ts';
import { unreadFiles, unreadInWords } from '../catalogue/unread-files.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { mostCsvBytes } from './month-size.ts';

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

/**
 * Whether one CSV can hold the values of so many files; `csv`: the most bytes that they make, where
 * that is known.
 */
export const fitsOneCsv = (files: number, bytes: number, csv = 0): boolean =>
  files <= MOST_FILES && bytes <= MOST_BYTES && csv <= MOST_CSV_BYTES;

/** Values of a datastream whose access is limited come with an order only. */
export const isLimited = (tables: CuratedTables, datastream: string): boolean =>
  tables.notesOn(datastream).some((note) => note.access !== '');

export interface Months {
  /**
   * Null: no such datastream, or none of its files is of that month. `month` is YYYY-MM; absent:
   * the last one.
   */
  of(datastream: string, month?: string): Promise<MonthData | null>;
}

/**
 * Months that were refused for what is in them, and are not tried again while their files are the
 * same.
 */
const REFUSALS_KEPT = 10_000;

export function openMonths(
  db: Kysely<Tables>,
  tables: () => Promise<CuratedTables>,
  writer: MonthWriter,
): Months {
  const kept = new LRUCache<string, MonthData>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (made) => made.csv.length + 1000,
  });
  const refused = new LRUCache<string, Problem>({ max: REFUSALS_KEPT });
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
      const refusal = refused.get(key);
      if (refusal) throw new Problem(refusal.code, refusal.message);
      const running =
        making.get(key) ??
        make(writer, month, job).finally(() => {
          making.delete(key);
        });
      making.set(key, running);
      try {
        const made = await running;
        kept.set(key, made);
        return made;
      } catch (error) {
        if (error instanceof Problem && LASTING.has(error.code))
          refused.set(key, error, error.code === 'timeout' ? { ttl: RETRY_MS } : {});
        throw error;
      }
    },
  };
}

/** Codes of refusals that the same files give each time. */
const LASTING: ReadonlySet<ProblemCode> = new Set(['too-large', 'bad-request', 'timeout']);

/** A table that took too long is tried again later: the machine may have been busy. */
const RETRY_MS = 600_000;

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
  if (!fitsOneCsv(readable.length, bytes, await mostOf(db, datastream, readable)))
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

/** The most bytes of CSV that files make, as their headers tell before any of them is opened. */
async function mostOf(
  db: Kysely<Tables>,
  datastream: string,
  files: readonly FileRecord[],
): Promise<number> {
  const byDesign = Map.groupBy(files, ({ design }) => design);
  let most = 0;
  for (const { design, header } of await headersOf(db, datastream)) {
    const same = byDesign.get(design) ?? [];
    const bytes = same.reduce((sum, { size }) => sum + size, 0);
    if (same.length > 0) most += mostCsvBytes(header, same.length, bytes);
  }
  return most;
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
    columns: (head.match(/"(?:[^"]|"")*"|[^,]+/g) ?? []).map((name) =>
      name.replace(/^"|"$/g, '').replaceAll('""', '"'),
    ),
  };
}
