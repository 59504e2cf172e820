// An order as the store holds it, and the few ways of finding one.

import { orderRequest } from '@isobar/contract/orders/request.ts';
import type { OrderStepCode } from '@isobar/contract/orders/status.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { dataQuality } from '@isobar/contract/quality/data-quality.ts';
import type { Kysely, Selectable } from 'kysely';
import * as z from 'zod';
import * as mini from 'zod/mini';
import type { Tables } from '../../store/tables.ts';

export type Db = Kysely<Tables>;
export type OrderRow = Selectable<Tables['orders']>;

/** Kinds of jobs that follow an order. */
export const MAIL_JOB = 'order-mail';
export const HOOK_JOB = 'order-hook';
export const CLEANUP_JOB = 'order-cleanup';

export const SUSPENSIONS = ['Restricted', 'Oversize', 'Denied', 'Cancelled'] as const;
export type Suspension = (typeof SUSPENSIONS)[number];

export type Missing = { readonly file: string; readonly reason: string };

/** What the step line writes down for the tracking page. */
const progress = z.object({
  filesDone: z.number().default(0),
  filesTotal: z.number().default(0),
  bytesDone: z.number().default(0),
  bytesTotal: z.number().default(0),
  currentFile: z.string().nullable().default(null),
  /** The first of them; the README of the delivery has all. */
  missing: z.array(z.object({ file: z.string(), reason: z.string() })).default([]),
  missingCount: z.number().default(0),
  /** Bytes that its delivery takes at least, as far as that is known before it is begun. */
  takes: z.number().default(0),
  /**
   * What it is waiting for, in words for its owner; null: it is being worked on or is in the queue.
   */
  waiting: z.string().nullable().default(null),
  /** Seconds that workers spent on it, without waiting. */
  workedSeconds: z.number().default(0),
  /** What the delivery holds; null before it is complete. */
  delivered: z.object({ files: z.number(), bytes: z.number() }).nullable().default(null),
  /**
   * What reports say about the delivery, the first of them; null: not delivered yet, or by a
   * version before 1.9.6.
   */
  quality: z.array(dataQuality).nullable().default(null),
});
export type OrderProgress = z.infer<typeof progress>;

export const NO_PROGRESS: OrderProgress = progress.parse({});
/** Most missing files that the order page lists. */
export const MISSING_SHOWN = 100;
/**
 * Most reports of a selection, and variables and days of a report, that pages and mails of an order
 * list.
 */
export const REPORTS_SHOWN = 20;

/** A request as it is kept: `changedSince` is the order of which only what changed was ordered. */
export const keptRequest = mini.extend(orderRequest, { changedSince: mini.optional(mini.int()) });
export type KeptRequest = mini.output<typeof keptRequest>;

export interface Order {
  readonly orderId: number;
  readonly personId: string;
  /** Seconds UTC, as every instant here. */
  readonly orderDate: number;
  readonly request: KeptRequest;
  readonly step: OrderStepCode;
  readonly suspension: string | null;
  readonly approvedAt: number | null;
  readonly failure: string | null;
  readonly fileCount: number;
  readonly bytes: number;
  readonly progress: OrderProgress;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly expiresAt: number | null;
}

export function toOrder(row: OrderRow): Order {
  let request: KeptRequest | undefined;
  return {
    orderId: Number(row.order_id),
    personId: row.person_id,
    orderDate: Number(row.order_date),
    // The request may hold a megabyte of file names, which those who ask for the status do not
    // need.
    get request() {
      request ??= keptRequest.parse(JSON.parse(row.request));
      return request;
    },
    step: row.step,
    suspension: row.suspend_reason,
    approvedAt: whole(row.approved_at),
    failure: row.failure,
    fileCount: Number(row.file_count),
    bytes: Number(row.bytes),
    progress: progress.parse(JSON.parse(row.progress)),
    startedAt: whole(row.started_at),
    completedAt: whole(row.completed_at),
    expiresAt: whole(row.expires_at),
  };
}

export async function findOrder(db: Db, orderId: number): Promise<Order | null> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

/**
 * An order of this user. That of a different user is reported like one that never existed: throws
 * 'not-found'.
 */
export async function ownOrder(db: Db, orderId: number, personId: string): Promise<Order> {
  const order = await findOrder(db, orderId);
  if (order?.personId !== personId) throw noSuchOrder(orderId);
  return order;
}

export const noSuchOrder = (orderId: number): Problem =>
  new Problem('not-found', `There is no order ${orderId} of yours.`);

const whole = (value: number | null): number | null => (value === null ? null : Number(value));
