// Which inputs of a delivery were replaced or withdrawn since: the file index as it is now, and
// checksums where it is in doubt.
import { setImmediate } from 'node:timers/promises';
import type { FileChange, FileVersion } from '@isobar/contract/orders/changes.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { DAY_SECONDS, formatInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { Tables } from '../../store/tables.ts';
import { checksumOf } from '../catalogue/checksum.ts';
import type { Evidence, KeptInput } from './evidence.ts';

type Db = Kysely<Tables>;

export interface CompareFiles {
  readonly db: Db;
  readonly archive: ArchiveStore;
  readonly signal: AbortSignal;
  /** Called after each file that was read. */
  readonly onRead?: () => void;
}

/** A file that was delivered so soon after its last sample was probably still being written. */
const FRESH_S = 2 * DAY_SECONDS;
const NAMES_AT_ONCE = 500;
/** Files that are listed in place of a withdrawn one. */
const MOST_INSTEAD = 10;

/**
 * Those of the evidence whose bytes changed, in its order. Throws 'unavailable' when the archive is
 * away.
 */
export async function fileChanges(
  input: CompareFiles,
  evidence: Pick<Evidence, 'madeAt' | 'checkedAt' | 'inputs'>,
): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const [datastream, inputs] of Map.groupBy(evidence.inputs, (one) => one.datastream)) {
    const own = new Set(inputs.map(({ file }) => file));
    for (let at = 0; at < inputs.length; at += NAMES_AT_ONCE) {
      input.signal.throwIfAborted();
      const some = inputs.slice(at, at + NAMES_AT_ONCE);
      const names = some.map(({ file }) => file);
      const present = await presentFiles(input.db, datastream, names);
      const former = await formerDays(input.db, datastream, names);
      for (const one of some) {
        const row = present.get(one.file);
        const noticed = former.get(one.file) ?? null;
        const change = row
          ? await changeOfPresent(input, evidence, { one, row, noticed })
          : await changeOfAbsent(input, { one, noticed, own });
        if (change) changes.push(change);
      }
      await setImmediate();
    }
  }
  return changes;
}

interface PresentFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string | null;
  readonly start: number;
  readonly end: number;
  readonly modifiedMs: number;
}

async function presentFiles(
  db: Db,
  datastream: string,
  names: readonly string[],
): Promise<Map<string, PresentFile>> {
  const rows = await db
    .selectFrom('files')
    .select(['file_name', 'path', 'size', 'sha256', 'start_s', 'end_s', 'modified_ms'])
    .where('datastream', '=', datastream)
    .where('file_name', 'in', names)
    .execute();
  return new Map(
    rows.map((row) => [
      row.file_name,
      {
        path: row.path,
        size: Number(row.size),
        sha256: row.sha256,
        start: Number(row.start_s),
        end: Number(row.end_s),
        modifiedMs: Number(row.modified_ms),
      },
    ]),
  );
}

/**
 * The last day on which a former version of each file was noticed; absent: it was never replaced.
 */
async function formerDays(
  db: Db,
  datastream: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('former_files')
    .select((e) => ['file_name', e.fn.max('day').as('day')])
    .where('datastream', '=', datastream)
    .where('file_name', 'in', names)
    .groupBy('file_name')
    .execute();
  return new Map(rows.map((row) => [row.file_name, row.day]));
}

async function changeOfPresent(
  input: CompareFiles,
  { madeAt, checkedAt }: Pick<Evidence, 'madeAt' | 'checkedAt'>,
  { one, row, noticed }: { one: KeptInput; row: PresentFile; noticed: string | null },
): Promise<FileChange | null> {
  const isDoubtful =
    row.size !== one.bytes ||
    noticed !== null ||
    (checkedAt === null && row.modifiedMs > madeAt * 1000);
  if (row.sha256 === null && !isDoubtful) return null;
  const sha256 = row.sha256 ?? (await learnChecksum(input, one, row));
  if (sha256 === one.sha256 || (sha256 === null && row.size === one.bytes)) return null;
  const grown =
    madeAt - one.end < FRESH_S &&
    row.start === Math.floor(one.start) &&
    row.end > one.end &&
    row.size > one.bytes;
  return changeOf(one, grown ? 'grown' : 'replaced', noticed, [
    { file: one.file, bytes: row.size, sha256 },
  ]);
}

/**
 * Reads a file that may be another one now, and notes its checksum for the next question; null: it
 * cannot be read.
 */
async function learnChecksum(
  { db, archive, signal, onRead }: CompareFiles,
  { datastream, file }: KeptInput,
  row: PresentFile,
): Promise<string | null> {
  const read = await readChecksum(archive, row.path, signal);
  if (read === null) return null;
  onRead?.();
  const { bytes, sha256 } = read;
  if (bytes !== row.size) return null; // it changes at this moment; the harvest will notice
  await db
    .updateTable('files')
    .set({ sha256 })
    .where('datastream', '=', datastream)
    .where('file_name', '=', file)
    .where('size', '=', row.size)
    .where('modified_ms', '=', row.modifiedMs)
    .execute();
  return sha256;
}

/**
 * Null: this file cannot be read. Throws 'unavailable' when the archive is away, and the signal's
 * reason when it is aborted.
 */
async function readChecksum(archive: ArchiveStore, path: string, signal: AbortSignal) {
  try {
    return await checksumOf(archive, path, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Problem && error.code === 'unavailable') throw error;
    return null;
  }
}

async function changeOfAbsent(
  input: CompareFiles,
  { one, noticed, own }: { one: KeptInput; noticed: string | null; own: ReadonlySet<string> },
): Promise<FileChange | null> {
  const { db, archive, signal } = input;
  const unread = await db
    .selectFrom('unreadable_files')
    .select('path')
    .where('path', '=', one.path)
    .executeTakeFirst();
  if (unread) {
    // It is there, and its header cannot be read: only its bytes show whether it is the same file.
    const now = await readChecksum(archive, one.path, signal);
    if (now?.sha256 === one.sha256) return null;
    if (now) return changeOf(one, 'replaced', noticed, [{ file: one.file, ...now }]);
  }
  const instead = await db
    .selectFrom('files')
    .select(['file_name', 'size', 'sha256'])
    .where('datastream', '=', one.datastream)
    .where('start_s', '<=', Math.floor(one.end))
    .where('end_s', '>=', Math.floor(one.start))
    .orderBy('start_s')
    .orderBy('file_name')
    .limit(MOST_INSTEAD + own.size)
    .execute();
  const now = instead
    .filter(({ file_name }) => !own.has(file_name))
    .slice(0, MOST_INSTEAD)
    .map(
      (row): FileVersion => ({
        file: row.file_name,
        bytes: Number(row.size),
        sha256: row.sha256,
      }),
    );
  return changeOf(one, 'withdrawn', noticed, now);
}

const changeOf = (
  one: KeptInput,
  kind: FileChange['kind'],
  noticed: string | null,
  now: FileVersion[],
): FileChange => ({
  kind,
  datastream: one.datastream,
  file: one.file,
  start: formatInstant(one.start),
  end: formatInstant(one.end),
  before: { file: one.file, bytes: one.bytes, sha256: one.sha256 },
  now,
  noticed,
  delivered: [...one.delivered],
});
