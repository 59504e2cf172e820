// What the archive keeps of files that are replaced or removed: name, size, checksum and hour facts
// of the former version.
import { formatDay } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { heldDatastreams, markAffected } from './due.ts';
import { packFormerFacts, SpanFacts } from './former-facts.ts';

type Db = Kysely<Tables>;

/** A file that was filed now; its former row may be among those that are removed. */
export interface FiledNow {
  readonly datastream: string;
  readonly fileName: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/**
 * Notes former versions and marks their datastreams, in the transaction that changes the file index
 * and before it does. Only of datastreams that orders hold; of each file the first version of a
 * day, because a file that grows is replaced every few minutes.
 */
export async function noteFormer(
  db: Db,
  removedIds: readonly number[],
  filed: readonly FiledNow[],
  nowMs = Date.now(),
): Promise<void> {
  const removed = await removedRows(db, removedIds);
  const held = await heldDatastreams(db, [
    ...removed.map((row) => row.datastream),
    ...filed.map((file) => file.datastream),
  ]);
  if (held.size === 0) return;
  const now = new Map(filed.map((file) => [`${file.datastream}/${file.fileName}`, file]));
  const facts = new SpanFacts(db);
  const touched = new Set<string>();
  for (const row of removed) {
    if (!held.has(row.datastream)) continue;
    const next = now.get(`${row.datastream}/${row.file_name}`);
    const isSame = next?.size === Number(row.size) && next.modifiedMs === Number(row.modified_ms);
    if (isSame) continue; // it was only read again
    touched.add(row.datastream);
    await insertFormer(db, row, next === undefined, facts, nowMs);
  }
  for (const datastream of await returned(db, filed, held)) touched.add(datastream);
  await markAffected(db, touched);
}

const removedRows = async (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : await db
        .selectFrom('files')
        .select(['datastream', 'file_name', 'path', 'size', 'sha256', 'start_s', 'end_s'])
        .select('modified_ms')
        .where('file_id', 'in', [...ids])
        .execute();

type RemovedRow = Awaited<ReturnType<typeof removedRows>>[number];

async function insertFormer(
  db: Db,
  row: RemovedRow,
  isGone: boolean,
  facts: SpanFacts,
  nowMs: number,
): Promise<void> {
  const { datastream, file_name, path, size, sha256, start_s, end_s } = row;
  const known = await facts.of(datastream, Number(start_s), Number(end_s));
  const noticed_at = Math.floor(nowMs / 1000);
  const gone = isGone ? 1 : 0;
  await db
    .insertInto('former_files')
    .values({
      ...{ datastream, file_name, path, size, sha256, start_s, end_s, gone },
      ...{ noticed_at, replaced_at: noticed_at },
      day: formatDay(noticed_at),
      facts: known && packFormerFacts(known),
    })
    .onConflict((c) =>
      c.columns(['datastream', 'file_name', 'day']).doUpdateSet({ gone, noticed_at }),
    )
    .execute();
}

const NAMES_AT_ONCE = 500;

/** Datastreams of files that are there again after they had been removed. */
async function returned(
  db: Db,
  filed: readonly FiledNow[],
  held: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const again = new Set<string>();
  for (const [datastream, files] of Map.groupBy(filed, (file) => file.datastream)) {
    if (!held.has(datastream)) continue;
    for (let at = 0; at < files.length; at += NAMES_AT_ONCE) {
      const names = files.slice(at, at + NAMES_AT_ONCE).map(({ fileName }) => fileName);
      const { numUpdatedRows } = await db
        .updateTable('former_files')
        .set({ gone: 0, noticed_at: Math.floor(Date.now() / 1000) })
        .where('datastream', '=', datastream)
        .where('file_name', 'in', names)
        .where('gone', '=', 1)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) again.add(datastream);
    }
  }
  return again;
}

/**
 * When a file of each datastream that these orders hold was last replaced or removed, or came back;
 * seconds UTC. Absent: never.
 */
export async function filesLastChanged(
  db: Db,
  orderIds: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('former_files')
    .select((e) => ['datastream', e.fn.max('noticed_at').as('last')])
    .where('datastream', 'in', (e) =>
      e
        .selectFrom('order_holds')
        .select('datastream')
        .where('order_id', 'in', [...orderIds]),
    )
    .groupBy('datastream')
    .execute();
  return new Map(rows.map((row) => [row.datastream, Number(row.last)]));
}
