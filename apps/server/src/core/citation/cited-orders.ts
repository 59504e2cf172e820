// Orders that their owners made citable: what is kept of them, for as long as the archive lasts.
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Tables } from '../../store/tables.ts';

/** What a citable order holds, as at the moment when it was made citable. */
const citedOrderRecord = z.object({
  orderDate: z.number(),
  made: z.number(),
  archiveName: z.string(),
  simulated: z.boolean(),
  datastreams: z.array(
    z.object({
      datastream: z.string(),
      variables: z.array(z.string()),
      dates: z.array(z.object({ startDate: z.string(), endDate: z.string() })),
    }),
  ),
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      kind: z.enum(['data', 'document']),
    }),
  ),
  missing: z.array(z.object({ file: z.string(), reason: z.string() })),
  /** SHA-256 of recipe.json, hex. */
  recipeSha256: z.string(),
});
export type CitedOrderRecord = z.infer<typeof citedOrderRecord>;

export interface CitedOrder {
  readonly orderId: number;
  readonly personId: string;
  /** Seconds UTC. */
  readonly citedAt: number;
  /** Null: there is none (yet); its page is its lasting address. */
  readonly doi: string | null;
  readonly record: CitedOrderRecord;
}

/** When it was last made again, and with what result. */
export interface Remake {
  readonly state: 'waiting' | 'done' | 'failed';
  /** Seconds UTC. */
  readonly askedAt: number;
  readonly doneAt: number | null;
  /** One sentence for each difference; empty: the files had the same bytes. */
  readonly differences: readonly string[];
}

export async function findCitedOrder(
  db: Kysely<Tables>,
  orderId: number,
): Promise<CitedOrder | null> {
  const row = await db
    .selectFrom('cited_orders')
    .select(['order_id', 'person_id', 'cited_at', 'doi', 'record'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    orderId: Number(row.order_id),
    personId: row.person_id,
    citedAt: Number(row.cited_at),
    doi: row.doi,
    record: citedOrderRecord.parse(JSON.parse(row.record)),
  };
}

/**
 * A document that was kept whole: its recipe, or the reports of that time. Null: no such order is
 * citable.
 */
export async function keptDocument(
  db: Kysely<Tables>,
  orderId: number,
  which: 'recipe' | 'reports',
): Promise<string | null> {
  const row = await db
    .selectFrom('cited_orders')
    .select(which)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row?.[which] ?? null;
}

export async function findRemake(db: Kysely<Tables>, orderId: number): Promise<Remake | null> {
  const row = await db
    .selectFrom('order_remakes')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    state: row.state,
    askedAt: Number(row.asked_at),
    doneAt: row.done_at === null ? null : Number(row.done_at),
    differences: z.array(z.string()).parse(JSON.parse(row.differences)),
  };
}
