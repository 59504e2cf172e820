// Writes the file index: what changed between two listings, in transactions that leave it whole at
// every moment.
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { noteFormer } from '../../core/affected/former-files.ts';
import { markFilesChanged } from '../../core/catalogue/freshness.ts';
import { storedHeader } from '../../core/catalogue/header.ts';
import { type Changed, forgetFacts, markDue } from '../../core/facts/due-days.ts';
import { keepRows, pruneRows, type RowsOf } from '../../core/series/file-rows.ts';
import { hasNotice } from '../../store/has-notice.ts';
import { insertRows } from '../../store/insert-rows.ts';
import type { Store } from '../../store/open.ts';
import type { Flag, Tables } from '../../store/tables.ts';
import { isDescriptiveName, titleOf } from '../../store/titles.ts';
import { type DescribedFile, designId, type UnfiledFile } from './describe-file.ts';
import { fileUndated, undatedAmong } from './undated-files.ts';

export interface Batch {
  /** New and changed files; whatever was filed under the same path or name is replaced. */
  readonly filed: readonly DescribedFile[];
  readonly unfiled: readonly UnfiledFile[];
  /** Rows to remove: of changed files, and of files that are gone or can no longer be read. */
  readonly removed: readonly { readonly fileId: number; readonly datastream: string }[];
  /** Paths that no longer count as not filed. */
  readonly cleared: readonly string[];
}

/**
 * Files, headers, datastreams and what was not filed: all of it or nothing. Resolves the
 * datastreams that changed.
 */
export async function writeBatch(store: Store, batch: Batch): Promise<Set<string>> {
  const shrunk = new Set(batch.removed.map((row) => row.datastream));
  const touched = new Set([...shrunk, ...batch.filed.map((file) => file.identity.datastream)]);
  if (touched.size + batch.unfiled.length + batch.cleared.length === 0) return touched;
  await store.db.transaction().execute(async (db) => {
    const gone: Changed[] = [];
    const filedNow = batch.filed.map(({ identity, fileName, entry }) => ({
      datastream: identity.datastream,
      fileName,
      size: entry.size,
      modifiedMs: Math.floor(entry.modified),
    }));
    for (const rows of chunks(batch.removed, 500)) {
      const ids = rows.map((row) => row.fileId);
      await noteFormer(db, ids, filedNow);
      gone.push(...(await spansOf(db, ids)));
      await db.deleteFrom('files').where('file_id', 'in', ids).execute();
    }
    if (batch.removed.length === 0) await noteFormer(db, [], filedNow);
    const added = batch.filed.map(({ identity, start, end }) => ({ ...identity, start, end }));
    await markDue(db, store.kind, [...gone, ...added]);
    const wereUndated = touched.size > 0 ? await undatedAmong(db, touched) : [];
    await insertRows(db, store.kind, FILES, batch.filed.map(valuesOf));
    await keepRows(db, store.kind, batch.filed.flatMap(rowsIn));
    await insertHeaders(db, batch.filed);
    await growDatastreams(
      db,
      batch.filed.filter((file) => !shrunk.has(file.identity.datastream)),
    );
    for (const datastream of shrunk) await recountDatastream(db, datastream, batch.filed);
    for (const datastream of new Set([...wereUndated, ...shrunk, ...withoutTimes(batch)]))
      await fileUndated(db, datastream);
    await titleDatastreams(db, touched);
    await replaceUnfiled(db, batch);
    if (touched.size > 0) await markFilesChanged(db, touched);
  });
  return touched;
}

const withoutTimes = ({ filed }: Batch): readonly string[] =>
  filed
    .filter(({ notices }) => notices.includes('no-time'))
    .map(({ identity }) => identity.datastream);

const rowsIn = ({ identity, fileName, entry, rows }: DescribedFile): RowsOf[] => {
  const { datastream } = identity;
  const { size, modified } = entry;
  return rows ? [{ datastream, fileName, size, modified: Math.floor(modified), found: rows }] : [];
};

const spansOf = (db: Transaction<Tables>, ids: readonly number[]): Promise<Changed[]> =>
  db
    .selectFrom('files')
    .select(['datastream', 'start_s as start', 'end_s as end'])
    .where('file_id', 'in', ids)
    .execute();

const FILES = {
  table: 'files',
  columns: [
    ...['datastream', 'file_name', 'path', 'named', 'size', 'start_s', 'end_s', 'scan_name'],
    ...['sha256', 'modified_ms', 'design', 'notices'],
  ],
} as const;

const valuesOf = (file: DescribedFile) => [
  file.identity.datastream,
  file.fileName,
  file.entry.path,
  file.identity.from === 'name' ? 1 : 0,
  file.entry.size,
  file.start,
  file.end,
  file.scanName,
  file.sha256,
  Math.floor(file.entry.modified),
  file.design,
  file.notices.length > 0 ? file.notices.join(',') : null,
];

async function insertHeaders(
  db: Transaction<Tables>,
  files: readonly DescribedFile[],
): Promise<void> {
  for (const { identity, design, header } of uniqueDesigns(files))
    await db
      .insertInto('designs')
      .values({ datastream: identity.datastream, design, header: storedHeader(header) })
      .onConflict((c) => c.columns(['datastream', 'design']).doNothing())
      .execute();
}

function uniqueDesigns(files: readonly DescribedFile[]) {
  const unique = new Map<
    string,
    Pick<DescribedFile, 'identity'> & {
      design: string;
      header: NonNullable<DescribedFile['header']>;
    }
  >();
  for (const { identity, design, header } of files)
    if (design !== null && header !== null)
      unique.set(designId(identity.datastream, design), { identity, design, header });
  return unique.values();
}

/**
 * Adds files to the records of their datastreams; the first file of a datastream says where it
 * belongs.
 */
async function growDatastreams(
  db: Transaction<Tables>,
  files: readonly DescribedFile[],
): Promise<void> {
  for (const [datastream, group] of Map.groupBy(files, (file) => file.identity.datastream)) {
    const [first] = group;
    if (!first) continue; // a group is never empty
    const { identity } = first;
    const row = {
      start_s: group.reduce((least, file) => Math.min(least, file.start), Infinity),
      end_s: group.reduce((most, file) => Math.max(most, file.end), -Infinity),
      longest_s: group.reduce((most, file) => Math.max(most, file.end - file.start), 0),
      file_count: group.length,
      bytes: group.reduce((sum, file) => sum + file.entry.size, 0),
      undated: group.every((file) => file.notices.includes('no-time'))
        ? (1 as const)
        : (0 as const),
    };
    await db
      .insertInto('datastreams')
      .values({
        datastream,
        site_code: identity.siteCode,
        facility_code: identity.facilityCode,
        datastream_class: identity.classCode,
        data_level: identity.dataLevel,
        ...row,
      })
      .onConflict((c) =>
        c.column('datastream').doUpdateSet((e) => ({
          start_s: lesser('start_s'),
          end_s: greater('end_s'),
          longest_s: greater('longest_s'),
          undated: lesser('undated'),
          file_count: e('datastreams.file_count', '+', row.file_count),
          bytes: e('datastreams.bytes', '+', row.bytes),
        })),
      )
      .execute();
  }
}

type Extent = 'start_s' | 'end_s' | 'longest_s' | 'undated';
const lesser = <C extends Extent>(column: C) => pick(column, sql`<`);
const greater = <C extends Extent>(column: C) => pick(column, sql`>`);
const pick = <C extends Extent>(column: C, than: ReturnType<typeof sql>) => {
  const [kept, given] = [sql.ref(`datastreams.${column}`), sql.ref(`excluded.${column}`)];
  return sql<
    Selectable<Tables['datastreams']>[C]
  >`case when ${given} ${than} ${kept} then ${given} else ${kept} end`;
};

/**
 * Counts a datastream again after files were removed; a datastream without files is removed too.
 */
async function recountDatastream(
  db: Transaction<Tables>,
  datastream: string,
  filed: readonly DescribedFile[],
): Promise<void> {
  const counted = await db
    .selectFrom('files')
    .select((e) => [
      e.fn.min('start_s').as('start_s'),
      e.fn.max('end_s').as('end_s'),
      e.fn.max(sql<number>`end_s - start_s`).as('longest_s'),
      e.fn.countAll<number>().as('file_count'),
      e.fn.sum<number>('size').as('bytes'),
      e.fn.min(sql<Flag>`case when ${hasNotice('no-time')} then 1 else 0 end`).as('undated'),
    ])
    .where('datastream', '=', datastream)
    .executeTakeFirstOrThrow();
  if (Number(counted.file_count) === 0) {
    await db.deleteFrom('datastreams').where('datastream', '=', datastream).execute();
    return;
  }
  const row = {
    start_s: Number(counted.start_s),
    end_s: Number(counted.end_s),
    longest_s: Number(counted.longest_s),
    file_count: Number(counted.file_count),
    bytes: Number(counted.bytes),
    undated: counted.undated,
  };
  const known = filed.find((file) => file.identity.datastream === datastream);
  if (known) await growDatastreams(db, [known]); // makes the record if there was none
  await db.updateTable('datastreams').set(row).where('datastream', '=', datastream).execute();
}

/** After the files changed. */
async function titleDatastreams(
  db: Transaction<Tables>,
  datastreams: Iterable<string>,
): Promise<void> {
  for (const datastream of datastreams) {
    if (isDescriptiveName(datastream)) continue;
    const title = await titleOf(db, datastream);
    await db
      .updateTable('datastreams')
      .set({ title })
      .where('datastream', '=', datastream)
      .where('title', '!=', title)
      .execute();
  }
}

async function replaceUnfiled(db: Transaction<Tables>, batch: Batch): Promise<void> {
  const paths = [...batch.cleared, ...batch.unfiled.map((file) => file.entry.path)];
  for (const some of chunks(paths, 500))
    await db.deleteFrom('unreadable_files').where('path', 'in', some).execute();
  for (const some of chunks(batch.unfiled, 100))
    await db
      .insertInto('unreadable_files')
      .values(
        some.map(({ entry, code, reason }) => ({
          path: entry.path,
          code,
          reason,
          size: entry.size,
          modified_ms: Math.floor(entry.modified),
        })),
      )
      .execute();
}

/**
 * Removes headers and rows that no file has any more. Not while files are being described, when a
 * header may be about to be stored.
 */
export async function pruneDesigns(db: Kysely<Tables>): Promise<void> {
  await pruneRows(db);
  await db
    .deleteFrom('designs')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('files')
            .select(sql<number>`1`.as('one'))
            .whereRef('files.datastream', '=', 'designs.datastream')
            .whereRef('files.design', '=', 'designs.design'),
        ),
      ),
    )
    .execute();
}

const FILE_TABLES = [
  'files',
  'designs',
  'datastreams',
  'unreadable_files',
  'file_rows',
  'file_times',
  'file_shapes',
] as const;

/** Empties the file index when the archive is a different one; then there is nothing to compare. */
export async function forgetArchive(store: Store): Promise<void> {
  await store.db.transaction().execute(async (db) => {
    for (const table of FILE_TABLES) await db.deleteFrom(table).execute();
    await forgetFacts(db);
    await markFilesChanged(db, null);
  });
}

/** The designs that the store has, as `designId` writes them. */
export async function knownDesigns(db: Kysely<Tables>): Promise<Set<string>> {
  const rows = await db.selectFrom('designs').select(['datastream', 'design']).execute();
  return new Set(rows.map((row) => designId(row.datastream, row.design)));
}

export function chunks<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size));
  return parts;
}
