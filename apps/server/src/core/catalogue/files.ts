// Which files of a datastream a selection means: dates, names or scans -> files in the order of
// time.
import { setImmediate } from 'node:timers/promises';
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../store/tables.ts';

/** One file of the archive. start and end are its first and last sample, seconds since 1970 UTC. */
export interface FileRecord {
  readonly datastream: string;
  readonly fileName: string;
  /** Inside the archive. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly start: number;
  readonly end: number;
  readonly scanName: string | null;
  /** Hex, when the harvest was asked for checksums. */
  readonly sha256: string | null;
  /**
   * Files of one design have the same variables and attributes, dates aside; null: no readable
   * header.
   */
  readonly design: string | null;
}

/** Seconds since 1970 UTC, both ends included. */
export interface SecondsRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The files of one datastream that a part of an order selects. Named files are those files and no
 * others, whatever the ranges. Otherwise a file is selected when it overlaps any of the ranges (no
 * range: the whole period) and is one of the scans (no scan name: every scan).
 */
export interface FileSelection {
  readonly datastream: string;
  readonly ranges: readonly SecondsRange[];
  readonly fileNames: readonly string[];
  readonly scanNames: readonly string[];
}

/** The files of a selection, each once, by start and then by name. */
export async function filesOf(db: Kysely<Tables>, selection: FileSelection): Promise<FileRecord[]> {
  const found: FileRecord[] = [];
  for (const piece of await pieces(db, selection)) {
    const rows = await db
      .selectFrom('files')
      .select(['datastream', 'file_name', 'path', 'size', 'start_s', 'end_s'])
      .select(['scan_name', 'sha256', 'design'])
      .where('datastream', '=', selection.datastream)
      .where(piece)
      .orderBy('start_s')
      .orderBy('file_name')
      .execute();
    for (const row of rows) found.push(fileRecord(row));
    await setImmediate();
  }
  // Named files come in pieces of names; pieces of time are in order already, and sorting them is
  // cheap.
  return found.sort((a, b) => a.start - b.start || (a.fileName < b.fileName ? -1 : 1));
}

/** How many files a selection means and how many bytes they have, without fetching them. */
export async function countFiles(
  db: Kysely<Tables>,
  selection: FileSelection,
): Promise<{ files: number; bytes: number }> {
  let files = 0;
  let bytes = 0;
  for (const piece of await pieces(db, selection)) {
    const row = await db
      .selectFrom('files')
      .select((e) => [e.fn.countAll<number>().as('files'), e.fn.sum<number>('size').as('bytes')])
      .where('datastream', '=', selection.datastream)
      .where(piece)
      .executeTakeFirstOrThrow();
    files += Number(row.files);
    bytes += Number(row.bytes ?? 0);
    await setImmediate();
  }
  return { files, bytes };
}

/**
 * Ranges in order, none touching another: overlapping and adjoining ones become one, reversed ones
 * are dropped.
 */
export function mergeRanges(ranges: readonly SecondsRange[]): SecondsRange[] {
  const merged: { start: number; end: number }[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    if (range.end < range.start) continue;
    const last = merged.at(-1);
    if (last && range.start <= last.end + 1) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

export function fileRecord(row: {
  datastream: string;
  file_name: string;
  path: string;
  size: number;
  start_s: number;
  end_s: number;
  scan_name: string | null;
  sha256: string | null;
  design: string | null;
}): FileRecord {
  return {
    datastream: row.datastream,
    fileName: row.file_name,
    path: row.path,
    size: Number(row.size),
    start: Number(row.start_s),
    end: Number(row.end_s),
    scanName: row.scan_name,
    sha256: row.sha256,
    design: row.design,
  };
}

/** About how many rows one statement may touch, so that none holds the event loop for long. */
const ROWS_AT_ONCE = 4000;
const NAMES_AT_ONCE = 500;
const RANGES_AT_ONCE = 50;

/** Conditions that together select exactly the files of the selection, no file by two of them. */
async function pieces(
  db: Kysely<Tables>,
  selection: FileSelection,
): Promise<Expression<SqlBool>[]> {
  const { datastream, fileNames, scanNames } = selection;
  if (fileNames.length > 0)
    return chunks([...new Set(fileNames)], NAMES_AT_ONCE).map(
      (names) => sql<SqlBool>`file_name in (${sql.join(names)})`,
    );
  const life = await db
    .selectFrom('datastreams')
    .select(['start_s', 'end_s', 'longest_s', 'file_count'])
    .where('datastream', '=', datastream)
    .executeTakeFirst();
  if (!life) return [];
  const whole = { start: Number(life.start_s), end: Number(life.end_s) };
  const wanted = selection.ranges.length > 0 ? mergeRanges(selection.ranges) : [whole];
  const scans = scanNames.length > 0 ? sql`and scan_name in (${sql.join(scanNames)})` : sql``;
  const longest = Number(life.longest_s);
  let before: number | undefined;
  return slices(wanted, whole, Number(life.file_count)).map((slice) => {
    const first = (slice[0]?.start ?? 0) - longest;
    const last = slice.at(-1)?.end ?? 0;
    // A file that begins in an earlier slice and reaches into this one was selected there: it
    // overlaps that slice's last range.
    const from = before === undefined ? first : Math.max(first, before + 1);
    const any = slice.map((r) => sql`(start_s <= ${r.end} and end_s >= ${r.start})`);
    before = last;
    return sql<SqlBool>`start_s between ${from} and ${last} and (${sql.join(any, sql` or `)}) ${scans}`;
  });
}

/**
 * The ranges in order, limited to `whole` and cut into slices of which each matches about as many
 * files as one statement may.
 */
function slices(
  ranges: readonly SecondsRange[],
  whole: SecondsRange,
  fileCount: number,
): SecondsRange[][] {
  const statements = Math.max(1, Math.ceil(fileCount / ROWS_AT_ONCE));
  const step = Math.ceil((whole.end - whole.start + 1) / statements);
  const sliced: SecondsRange[][] = [];
  let room = 0;
  for (const range of ranges) {
    const end = Math.min(range.end, whole.end);
    for (let start = Math.max(range.start, whole.start); start <= end; ) {
      if (room <= 0 || (sliced.at(-1)?.length ?? 0) >= RANGES_AT_ONCE) {
        sliced.push([]);
        room = step;
      }
      const stop = Math.min(end, start + room - 1);
      sliced.at(-1)?.push({ start, end: stop });
      room -= stop - start + 1;
      start = stop + 1;
    }
  }
  return sliced;
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size));
  return parts;
}
