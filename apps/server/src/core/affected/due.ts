// Which orders are to be compared with the archive: datastreams whose files or reports changed, and
// deliveries not compared yet.
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { cellsOf, knowsReports } from '../reports/written.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';

type Db = Kysely<Tables>;

/** Of these datastreams those that some order holds. */
export async function heldDatastreams(
  db: Db,
  datastreams: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  for (const some of chunks([...new Set(datastreams)], AT_ONCE)) {
    const rows = await db
      .selectFrom('order_holds')
      .select('datastream')
      .distinct()
      .where('datastream', 'in', some)
      .execute();
    for (const { datastream } of rows) held.add(datastream);
  }
  return held;
}

/** To be called in the transaction that changes files or reports of these datastreams. */
export async function markAffected(db: Db, datastreams: Iterable<string>): Promise<void> {
  for (const some of chunks([...(await heldDatastreams(db, datastreams))], AT_ONCE))
    await db
      .insertInto('affected_due')
      .values(some.map((datastream) => ({ datastream, taken: 0 })))
      .onConflict((c) => c.column('datastream').doUpdateSet({ taken: 0 }))
      .execute();
}

/** The tables whose reports were marked last, by this process. */
const marked = new WeakMap<Db, CuratedTables>();

/**
 * Marks the datastreams whose reports in force are not those of the last time: an operator
 * published one, or there is an edited table. Cheap while nothing changes. False: there is no table
 * of reports, so nothing is known.
 */
export async function markReports(db: Db, tables: CuratedTables): Promise<boolean> {
  if (!knowsReports(tables)) return false;
  if (marked.get(db) === tables) return true;
  const now = new Map(
    [...Map.groupBy(tables.rows['quality-reports.csv'], (row) => row.datastream)].map(
      ([datastream, rows]) => [datastream, hashOf(rows)],
    ),
  );
  await db.transaction().execute(async (trx) => {
    const rows = await trx.selectFrom('report_marks').select(['datastream', 'hash']).execute();
    const before = new Map(rows.map(({ datastream, hash }) => [datastream, hash]));
    const changed = [...now].filter(([datastream, hash]) => before.get(datastream) !== hash);
    const gone = [...before.keys()].filter((datastream) => !now.has(datastream));
    for (const some of chunks(changed, AT_ONCE))
      await trx
        .insertInto('report_marks')
        .values(some.map(([datastream, hash]) => ({ datastream, hash })))
        .onConflict((c) =>
          c.column('datastream').doUpdateSet((e) => ({ hash: e.ref('excluded.hash') })),
        )
        .execute();
    for (const some of chunks(gone, AT_ONCE))
      await trx.deleteFrom('report_marks').where('datastream', 'in', some).execute();
    await markAffected(trx, [...changed.map(([datastream]) => datastream), ...gone]);
  });
  marked.set(db, tables);
  return true;
}

/** What a row says of data; its texts may be edited without telling anyone. */
function hashOf(rows: readonly Parameters<typeof cellsOf>[0][]): string {
  const hash = createHash('sha256');
  const lines = rows.map((row) => {
    const { dqr_id, quality_code, start_time, end_time, variables } = cellsOf(row);
    return JSON.stringify([dqr_id, quality_code, start_time, end_time, variables]);
  });
  for (const line of lines.sort()) hash.update(`${line}\n`);
  return hash.digest('hex').slice(0, 32);
}

/** Whether an order is to be compared. */
export async function isDue(db: Db): Promise<boolean> {
  const due = await db.selectFrom('affected_due').select('datastream').limit(1).executeTakeFirst();
  if (due) return true;
  const unchecked = await db
    .selectFrom('order_evidence')
    .select('order_id')
    .where('checked_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return unchecked !== undefined;
}

/** Begins a comparison: what is due now belongs to it. */
export const takeDue = (db: Db): Promise<unknown> =>
  db.updateTable('affected_due').set({ taken: 1 }).execute();

/** Ends a comparison: what changed since it began stays due. */
export const settleDue = (db: Db): Promise<unknown> =>
  db.deleteFrom('affected_due').where('taken', '=', 1).execute();

/** The next orders after this one that are to be compared, by number. */
export async function dueOrders(db: Db, after: number, most: number): Promise<readonly number[]> {
  const changed = await db
    .selectFrom('order_holds')
    .innerJoin('affected_due', 'affected_due.datastream', 'order_holds.datastream')
    .select('order_holds.order_id')
    .distinct()
    .where('affected_due.taken', '=', 1)
    .where('order_holds.order_id', '>', after)
    .orderBy('order_holds.order_id')
    .limit(most)
    .execute();
  const unchecked = await db
    .selectFrom('order_evidence')
    .select('order_id')
    .where('checked_at', 'is', null)
    .where('order_id', '>', after)
    .orderBy('order_id')
    .limit(most)
    .execute();
  const numbers = [...changed, ...unchecked].map((row) => Number(row.order_id));
  return [...new Set(numbers)].sort((a, b) => a - b).slice(0, most);
}

const AT_ONCE = 500;

function* chunks<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
