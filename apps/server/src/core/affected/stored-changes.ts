// What is known to have changed since an order was delivered, as the store keeps it and as every
// reader gets it.
import {
  changeCounts,
  countChanges,
  fileChange,
  fileChangeMatters,
  type OrderChanges,
  reportChange,
  reportChangeMatters,
} from '@isobar/contract/orders/changes.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Kysely, Selectable } from 'kysely';
import * as z from 'zod';
import type { Tables } from '../../store/tables.ts';
import { packedJson, unpackedJson } from './evidence.ts';

type Db = Kysely<Tables>;

const storedContent = z.object({
  counts: changeCounts,
  files: z.array(fileChange),
  /** Files that changed and are not in the list. */
  filesLeftOut: z.number(),
  reports: z.array(reportChange),
  /**
   * Keys of all changes that matter, also of files that are not in the list: what was found is
   * never found again.
   */
  keys: z.array(z.string()),
  onlyChanged: z.nullable(z.object({ files: z.number(), bytes: z.number() })),
});
export type StoredContent = z.infer<typeof storedContent>;

export interface StoredChanges {
  readonly revision: number;
  /** Seconds UTC. */
  readonly changedAt: number;
  readonly content: StoredContent;
}

/** Whatever the order of their members. */
export const isSameContent = (a: StoredContent, b: StoredContent): boolean =>
  JSON.stringify(storedContent.parse(a)) === JSON.stringify(storedContent.parse(b));

export const packContent = (content: StoredContent): Uint8Array => packedJson(content);

export async function findChanges(db: Db, orderId: number): Promise<StoredChanges | null> {
  const row = (await changeRows(db, [orderId])).get(orderId);
  return row ? readChanges(row) : null;
}

export type ChangeRow = Selectable<Tables['order_changes']>;

/** Of each of these orders what is stored, still compressed. */
export async function changeRows(
  db: Db,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, ChangeRow>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_changes')
    .selectAll()
    .where('order_id', 'in', [...orderIds])
    .execute();
  return new Map(rows.map((row) => [Number(row.order_id), row]));
}

export const readChanges = (row: ChangeRow): StoredChanges => ({
  revision: Number(row.revision),
  changedAt: Number(row.changed_at),
  content: storedContent.parse(unpackedJson(row.content)),
});

/** How many changes of each of these orders have to be known; orders without any are left out. */
export async function changesMattering(
  db: Db,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  for (let at = 0; at < orderIds.length; at += 500) {
    const rows = await db
      .selectFrom('order_changes')
      .select(['order_id', 'matters'])
      .where('order_id', 'in', orderIds.slice(at, at + 500))
      .where('matters', '>', 0)
      .execute();
    for (const row of rows) found.set(Number(row.order_id), Number(row.matters));
  }
  return found;
}

/**
 * Of a delivery of which nothing was kept: it is not known whether anything changed. `delivered` in
 * seconds UTC.
 */
export const unknownChanges = (orderId: number, delivered: number): OrderChanges => ({
  ...{ orderId, known: false, delivered: formatInstant(delivered), checked: null, changed: null },
  counts: countChanges({ files: [], reports: [] }),
  ...{ files: [], reports: [], filesLeftOut: 0, onlyChanged: null },
});

/** As calls and pages answer it; null: nothing was kept of a delivery of this order. */
export async function changesOf(db: Db, orderId: number): Promise<OrderChanges | null> {
  const evidence = await db
    .selectFrom('order_evidence')
    .select(['made_at', 'checked_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!evidence) return null;
  const stored = await findChanges(db, orderId);
  const content = stored?.content;
  const checked = evidence.checked_at;
  return {
    orderId,
    known: true,
    delivered: formatInstant(Number(evidence.made_at)),
    checked: checked === null ? null : formatInstant(Number(checked)),
    changed: stored ? formatInstant(stored.changedAt) : null,
    counts: content?.counts ?? countChanges({ files: [], reports: [] }),
    files: content?.files ?? [],
    reports: content?.reports ?? [],
    filesLeftOut: content?.filesLeftOut ?? 0,
    onlyChanged: content?.onlyChanged ?? null,
  };
}

export const matteringFirst = {
  files: <T extends Parameters<typeof fileChangeMatters>[0]>(all: readonly T[]): T[] => [
    ...all.filter(fileChangeMatters),
    ...all.filter((one) => !fileChangeMatters(one)),
  ],
  reports: <T extends Parameters<typeof reportChangeMatters>[0]>(all: readonly T[]): T[] => [
    ...all.filter(reportChangeMatters),
    ...all.filter((one) => !reportChangeMatters(one)),
  ],
} as const;
