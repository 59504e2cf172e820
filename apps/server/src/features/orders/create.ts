// Places an order: assessed, stored and queued in one transaction before its number is returned.
import { isDeepStrictEqual } from 'node:util';
import type { OrderRequest } from '@isobar/contract/orders/request.ts';
import type { HookRules } from '@isobar/contract/orders/web-hook.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { findChanges } from '../../core/affected/stored-changes.ts';
import { enqueue } from '../../core/jobs/queue.ts';
import { FIRST_STEP, ORDER_JOB, PLACED } from '../../core/orders/machine.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { enqueueHeldMails } from './after-work.ts';
import { type Assessment, assess, type OrderLimits, reviewOf } from './assess.ts';
import { refusalOf } from './destinations/destinations.ts';
import type { DropBoxDelivery } from './drop-box/links.ts';
import { type Db, type KeptRequest, keptRequest, NO_PROGRESS } from './order.ts';

export interface PlaceOrder extends OrderLimits {
  readonly db: Db;
  readonly tables: CuratedTables;
  /**
   * Writes a number down outside the store before a user sees it, so that it is never given out
   * twice (decision 1039).
   */
  readonly note: (orderId: number) => Promise<void>;
  /** Absent: not set up here. */
  readonly dropBox?: DropBoxDelivery | undefined;
  readonly hooks: HookRules;
}

export interface Placed extends Pick<Assessment, 'suspension'> {
  readonly orderId: number;
}

/**
 * A repeated submit with the same idempotency key returns the first order. `changedSince`: only
 * what changed since this order. Throws 'key-reused' when it differs from the first,
 * 'invalid-order', and 'conflict' when nothing changed.
 */
export async function placeOrder(
  limits: PlaceOrder,
  personId: string,
  asked: OrderRequest,
  changedSince?: number,
): Promise<Placed> {
  const request: KeptRequest = changedSince === undefined ? asked : { ...asked, changedSince };
  const { db, tables, dropBox, hooks, note } = limits;
  const { idempotencyKey } = request;
  const earlier = idempotencyKey && (await placedBefore(db, personId, request, idempotencyKey));
  if (earlier) return earlier;
  const refusal = await refusalOf({ db, personId, request, dropBox, hooks });
  if (refusal !== null) throw new Problem('invalid-order', refusal);
  const assessed =
    request.changedSince === undefined
      ? await assess(db, tables, request, limits)
      : await assessChanged(limits, request, request.changedSince);
  return await db.transaction().execute(async (trx) => {
    const placed = await trx
      .insertInto('orders')
      .values({
        person_id: personId,
        order_date: Math.floor(Date.now() / 1000),
        request: JSON.stringify(request),
        idempotency_key: idempotencyKey ?? null,
        step: PLACED,
        suspend_reason: assessed.suspension,
        approved_at: null,
        failure: null,
        file_count: assessed.files,
        bytes: assessed.bytes,
        progress: JSON.stringify({
          ...NO_PROGRESS,
          filesTotal: assessed.files,
          bytesTotal: assessed.bytes,
          takes: assessed.takes,
        }),
        started_at: null,
        completed_at: null,
        expires_at: null,
      })
      .onConflict((c) => c.columns(['person_id', 'idempotency_key']).doNothing())
      .returning('order_id')
      .executeTakeFirst();
    if (!placed) {
      const other = idempotencyKey && (await placedBefore(trx, personId, request, idempotencyKey));
      if (other) return other;
      throw new Error('The order was neither stored nor found.');
    }
    const orderId = Number(placed.order_id);
    await note(orderId);
    if (assessed.suspension === null) await queueOrder(trx, orderId, personId, assessed.bytes);
    else await enqueueHeldMails(trx, orderId);
    return { orderId, suspension: assessed.suspension };
  });
}

/**
 * What is known of the changes counts: files that were withdrawn must not refuse an order of those
 * that hold their times now.
 */
async function assessChanged(
  { db, tables, maximumBytes }: PlaceOrder,
  request: OrderRequest,
  changedSince: number,
): Promise<Assessment> {
  const changed = (await findChanges(db, changedSince))?.content.onlyChanged ?? null;
  if (changed === null)
    throw new Problem(
      'conflict',
      `Nothing in order ${changedSince} needs to be ordered again: its files and masked values have not changed.`,
    );
  const { files, bytes } = changed;
  return { files, bytes, takes: 0, suspension: reviewOf(tables, request, bytes, maximumBytes) };
}

/**
 * Queues the work of an order. Among one person's orders smaller ones go first; sizes are compared
 * by their powers of two.
 */
export const queueOrder = (trx: Db, orderId: number, personId: string, bytes: number) =>
  enqueue(trx, {
    kind: ORDER_JOB,
    subject: String(orderId),
    personId,
    step: FIRST_STEP,
    priority: priorityOf(bytes),
  });

/** 0 for nothing, 30 for about 1 GB, 40 for about 1 TB. */
export const priorityOf = (bytes: number): number => Math.ceil(Math.log2(bytes + 1));

async function placedBefore(
  db: Db,
  personId: string,
  request: OrderRequest,
  key: string,
): Promise<Placed | null> {
  const row = await db
    .selectFrom('orders')
    .select(['order_id', 'suspend_reason', 'request'])
    .where('person_id', '=', personId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  if (!isDeepStrictEqual(asStored(JSON.parse(row.request)), asStored(request)))
    throw new Problem(
      'key-reused',
      `The idempotency key ${key} belongs to order ${row.order_id}, which asked for something else. Send a new key for a new order.`,
    );
  return { orderId: Number(row.order_id), suspension: row.suspend_reason as Placed['suspension'] };
}

/**
 * A request as the store gives it back, with what this version assumes where an earlier one stored
 * nothing.
 */
const asStored = (request: unknown): unknown =>
  JSON.parse(JSON.stringify(keptRequest.parse(request)));
