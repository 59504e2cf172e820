// What tracking says in words. Pure.

import type { OrderStatusReply } from '@isobar/contract/calls/orders.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import {
  endOf,
  isQueued,
  isSuspended,
  type OrderStatus,
  stepNumber,
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

export type Standing = 'done' | 'expired' | 'working' | 'queued' | 'held' | 'failed';

/** The last day on which the files of an order are kept, or were: '2026-12-20'; '' where it is not known. */
export const keptDay = ({ expires }: Pick<OrderStatus, 'expires'>): string =>
  expires ? expires.slice(0, 10) : '';

/** The state of an order in a word or two, for the list. */
export function standing(status: OrderStatus): { readonly kind: Standing; readonly words: string } {
  const end = endOf(status);
  if (end !== null) return { kind: 'failed', words: end };
  if (isSuspended(status))
    return {
      kind: 'held',
      words: status.suspendReas === 'Oversize' ? 'Held for review' : 'On hold',
    };
  if (isQueued(status)) return { kind: 'queued', words: 'Waiting to start' };
  if (status.expired)
    return { kind: 'expired', words: ['Expired', keptDay(status)].join(' ').trim() };
  const step = stepNumber(status.curStep);
  const words = TRACKING_STEPS[step - 1] ?? TRACKING_STEPS[0];
  return { kind: step === TRACKING_STEPS.length ? 'done' : 'working', words };
}

export const fileProgressWords = (progress: NonNullable<OrderStatusReply['progress']>): string =>
  `${formatCount(progress.filesDone)} of ${plural(progress.filesTotal, 'file')}`;
