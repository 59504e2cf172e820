// What tracking says in words. Pure.

import type { OrderStatusReply } from '@isobar/contract/calls/orders.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import {
  endOf,
  isQueued,
  isSuspended,
  type OrderStatus,
  stepNumber,
  suspensionMessage,
  TRACKING_STEPS,
} from '@isobar/contract/orders/status.ts';

/** 40 -> 'less than a minute left', 400 -> 'about 7 minutes left', 9000 -> 'about 3 hours left'. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return 'less than a minute left';
  if (seconds < 90 * 60) return `about ${plural(Math.round(seconds / 60), 'minute')} left`;
  if (seconds < 36 * 3600) return `about ${plural(Math.round(seconds / 3600), 'hour')} left`;
  return `about ${plural(Math.round(seconds / 86_400), 'day')} left`;
}

/** 0 -> 'Next in the queue' */
export const queueWords = (before: number): string =>
  before === 0 ? 'Next in the queue' : `${plural(before, 'order')} before yours in the queue`;

/** 0.25 of bytes where their number is known, else of files; null while nothing is known. */
export function fractionDone(progress: OrderStatusReply['progress']): number | null {
  if (!progress) return null;
  const { filesDone, filesTotal, bytesDone, bytesTotal } = progress;
  if (bytesTotal > 0) return Math.min(1, bytesDone / bytesTotal);
  return filesTotal > 0 ? Math.min(1, filesDone / filesTotal) : null;
}

export type Standing = 'done' | 'expired' | 'working' | 'queued' | 'held' | 'error';

/** A status; `waiting` is what an order under way waits for, where that is known. */
export type Stood = OrderStatus & Partial<Pick<OrderStatusReply, 'waiting'>>;

/**
 * The last day on which the files of an order are kept, or were: '2026-12-20'; '' where it is not
 * known.
 */
export const keptDay = ({ expires }: Pick<OrderStatus, 'expires'>): string =>
  expires ? expires.slice(0, 10) : '';

/**
 * How an order stands: the list, the current step and the message all show this. `words` are a word
 * or two; `why` explains an error or a wait, null where there is nothing to explain. A suspended
 * order is in error, as its step is (O036).
 */
export function standing(status: Stood): {
  readonly kind: Standing;
  readonly words: string;
  readonly why: string | null;
} {
  const end = endOf(status);
  if (end === 'Failed') return { kind: 'error', words: end, why: status.failure ?? '' };
  if (isSuspended(status)) {
    const reason = status.suspendReas ?? '';
    const words = end ?? (reason === 'Oversize' ? 'Held for review' : 'On hold');
    return { kind: 'error', words, why: suspensionMessage(reason) };
  }
  if (isQueued(status)) return { kind: 'queued', words: 'Waiting to start', why: null };
  if (status.expired)
    return { kind: 'expired', words: ['Expired', keptDay(status)].join(' ').trim(), why: null };
  const step = stepNumber(status.curStep);
  if (step === TRACKING_STEPS.length) return { kind: 'done', words: TRACKING_STEPS[4], why: null };
  if (status.waiting) return { kind: 'held', words: 'Waiting', why: status.waiting };
  return { kind: 'working', words: TRACKING_STEPS[step - 1] ?? TRACKING_STEPS[0], why: null };
}

export const fileProgressWords = (progress: NonNullable<OrderStatusReply['progress']>): string =>
  `${formatCount(progress.filesDone)} of ${plural(progress.filesTotal, 'file')}`;
