// Everything that ever had a page: when it changed last, and what was withdrawn. Harvesters and
// tombstones rely on it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { keepSetting, readSetting } from '../../store/settings.ts';
import type { Tables } from '../../store/tables.ts';
import { catalogueState } from '../catalogue/freshness.ts';
import { knowsReports } from '../reports/written.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { present } from './present.ts';
import type { Kind } from './thing.ts';

export interface PageRecord {
  /** Counts up as things appear; never given again. */
  readonly seq: number;
  readonly kind: Kind;
  readonly id: string;
  /** Seconds UTC. */
  readonly changedAt: number;
  readonly deleted: boolean;
}

type Db = Kysely<Tables>;
type Known = { readonly fingerprint: string; readonly deleted: number };

const RECORDS_PER_WRITE = 300;
const STATE = 'pages.state';

/**
 * Notes what is new, changed or gone since the last time; nothing when neither files nor tables nor
 * citable orders changed. One process writes at a time; any other finds what that one has noted.
 * Returns how many records changed.
 */
export async function syncRecords(
  db: Db,
  tables: CuratedTables,
  now: () => number,
): Promise<number> {
  const state = `${await catalogueState(db)} ${fingerprintOf(tables.rows)} ${await ordersState(db)}`;
  if ((await readSetting(db, STATE)) === state) return 0;
  const known = new Map<string, Known>();
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('page_records')
      .select(['seq', 'kind', 'id', 'fingerprint', 'deleted'])
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(5000)
      .execute();
    for (const row of rows)
      known.set(`${row.kind} ${row.id}`, { fingerprint: row.fingerprint, deleted: row.deleted });
    const last = rows.at(-1);
    if (!last) break;
    after = Number(last.seq);
    await nextTurn();
  }
  let changed = 0;
  const met = new Set<string>();
  let batch: {
    kind: string;
    id: string;
    fingerprint: string;
    deleted: 0 | 1;
  }[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    // The time of writing, not of the start: a harvester who came in between will ask for changes
    // after that harvest.
    const changed_at = now();
    await db
      .insertInto('page_records')
      .values(batch.map((one) => ({ ...one, changed_at })))
      .onConflict((c) =>
        c.columns(['kind', 'id']).doUpdateSet((e) => ({
          fingerprint: e.ref('excluded.fingerprint'),
          changed_at: e.ref('excluded.changed_at'),
          deleted: e.ref('excluded.deleted'),
        })),
      )
      .execute();
    changed += batch.length;
    batch = [];
    await nextTurn();
  };
  const hasReports = knowsReports(tables);
  for await (const { kind, id, told, reports } of present(db, tables)) {
    const key = `${kind} ${id}`;
    if (met.has(key)) continue;
    met.add(key);
    const old = known.get(key);
    // While the reports are not known, their absence does not count as a change of the record.
    const fingerprint = `${told}.${hasReports ? reports : reportsIn(old)}`;
    if (old?.fingerprint === fingerprint && old.deleted === 0) continue;
    batch.push({ kind, id, fingerprint, deleted: 0 });
    if (batch.length >= RECORDS_PER_WRITE) await flush();
  }
  for (const [key, { deleted, fingerprint }] of known) {
    if (deleted === 1 || met.has(key)) continue;
    const at = key.indexOf(' ');
    if (!hasReports && key.startsWith('report ')) continue; // whether it is gone is unknown
    batch.push({
      kind: key.slice(0, at),
      id: key.slice(at + 1),
      fingerprint,
      deleted: 1,
    });
    if (batch.length >= RECORDS_PER_WRITE) await flush();
  }
  await flush();
  await keepSetting(db, STATE, state);
  return changed;
}

/** The second half of a fingerprint. */
const reportsIn = (known: Known | undefined): string => known?.fingerprint.split('.')[1] ?? '';

/** Changes as orders are made citable, get their DOI, or are made again. */
async function ordersState(db: Db): Promise<string> {
  const cited = await db
    .selectFrom('cited_orders')
    .select((e) => [e.fn.countAll<number>().as('all'), e.fn.count<number>('doi').as('named')])
    .executeTakeFirst();
  const made = await db
    .selectFrom('order_remakes')
    .select((e) => [
      e.fn.max<number>('asked_at').as('asked'),
      e.fn.max<number>('done_at').as('done'),
    ])
    .executeTakeFirst();
  return [cited?.all, cited?.named, made?.asked, made?.done].map((part) => part ?? 0).join('/');
}

/**
 * Tables are parsed again only when a file has changed, so the same object means the same content.
 */
const seen = new WeakMap<object, string>();
let states = 0;
function fingerprintOf(rows: CuratedTables['rows']): string {
  const known = seen.get(rows);
  if (known) return known;
  const made = `${process.pid}.${Date.now()}.${++states}`;
  seen.set(rows, made);
  return made;
}

export async function recordOf(db: Db, kind: Kind, id: string): Promise<PageRecord | null> {
  const row = await db
    .selectFrom('page_records')
    .select(['seq', 'kind', 'id', 'changed_at', 'deleted'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toRecord(row) : null;
}

/** Kinds whose names are often written in a different case. */
const LOOSE: readonly Kind[] = ['datastream', 'product', 'site', 'facility', 'report'];

/** The present name that differs from `id` only in case; null: there is none, or several. */
export async function nameOf(db: Db, kind: Kind, id: string): Promise<string | null> {
  if (!LOOSE.includes(kind)) return null;
  const rows = await db
    .selectFrom('page_records')
    .select('id')
    .where('kind', '=', kind)
    .where('deleted', '=', 0)
    .where(sql`lower(id)`, '=', id.toLowerCase())
    .limit(2)
    .execute();
  const [row] = rows;
  return row && rows.length === 1 && row.id !== id ? row.id : null;
}

export interface RecordQuery {
  /** Only records after this sequence number are listed. */
  readonly after: number;
  readonly limit: number;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly kind?: Kind | undefined;
  /** False: without what was withdrawn. */
  readonly deleted: boolean;
}

/** Name -> when its record changed last, seconds UTC; of some names of a kind. */
export async function changedAt(
  db: Db,
  kind: Kind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (let at = 0; at < ids.length; at += NAMES_PER_READ) {
    const rows = await db
      .selectFrom('page_records')
      .select(['id', 'changed_at'])
      .where('kind', '=', kind)
      .where('id', 'in', ids.slice(at, at + NAMES_PER_READ))
      .execute();
    for (const row of rows) found.set(row.id, Number(row.changed_at));
    await nextTurn();
  }
  return found;
}

const NAMES_PER_READ = 500;

/** When anything of a kind changed last, seconds UTC; null: there never was any. */
export async function lastChange(db: Db, kind: Kind): Promise<number | null> {
  const row = await db
    .selectFrom('page_records')
    .select('changed_at')
    .where('kind', '=', kind)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? Number(row.changed_at) : null;
}

/** In the order in which things appeared, which no harvest changes. */
export async function recordsAfter(db: Db, query: RecordQuery): Promise<readonly PageRecord[]> {
  const rows = await filtered(db, query)
    .select(['seq', 'kind', 'id', 'changed_at', 'deleted'])
    .where('seq', '>', query.after)
    .orderBy('seq')
    .limit(query.limit)
    .execute();
  return rows.map(toRecord);
}

export async function countRecords(
  db: Db,
  query: Omit<RecordQuery, 'after' | 'limit'>,
): Promise<number> {
  const row = await filtered(db, query)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

function filtered(db: Db, { from, until, kind, deleted }: Omit<RecordQuery, 'after' | 'limit'>) {
  let query = db.selectFrom('page_records');
  if (from !== undefined) query = query.where('changed_at', '>=', from);
  if (until !== undefined) query = query.where('changed_at', '<=', until);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (!deleted) query = query.where('deleted', '=', 0);
  return query;
}

const toRecord = (row: {
  seq: number;
  kind: string;
  id: string;
  changed_at: number;
  deleted: number;
}): PageRecord => ({
  seq: Number(row.seq),
  kind: row.kind as Kind, // written by us only
  id: row.id,
  changedAt: Number(row.changed_at),
  deleted: row.deleted === 1,
});
