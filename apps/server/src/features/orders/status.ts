// What the status call answers: where an order stands, how long it may take, and where its delivery
// lies.
import { stat } from 'node:fs/promises';
import type { OrderStatusReply } from '@isobar/contract/calls/orders.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { queuePlace } from '../../core/jobs/queue.ts';
import { expiryOf, keptUntil } from '../../core/orders/expiry.ts';
import {
  COMPLETE,
  isUnderWay,
  ORDER_JOB,
  ownerActs,
  PLACED,
  shareDone,
} from '../../core/orders/machine.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { deliveryFolder } from './delivery/serve.ts';
import { averageSeconds, estimate, knownPace } from './estimate.ts';
import type { Db, Order } from './order.ts';
import type { OrderSettings } from './settings.ts';
import { lacksRoom, waitingFor } from './steps/passing.ts';
import { checkBothDisks } from './steps/room.ts';
import { workFolder } from './steps/workspace.ts';

/** Where orders stand, and where they are made and delivered. */
export interface StatusPlaces {
  readonly db: Db;
  readonly blobs: Blobs;
  readonly settings: Pick<OrderSettings, 'home'>;
}

export async function statusOf(places: StatusPlaces, order: Order): Promise<OrderStatusReply> {
  const { db } = places;
  const { orderId, progress } = order;
  const waiting = isUnderWay(order);
  const place = waiting ? await queuePlace(db, ORDER_JOB, String(orderId)) : null;
  const waitsFor = waiting ? (progress.waiting ?? (await waitsForRoom(places, order))) : null;
  return {
    orderId,
    curStep: order.step,
    suspendReas: order.suspension,
    approveTime: instant(order.approvedAt),
    failure: order.failure,
    orderDate: formatInstant(order.orderDate),
    progress: {
      filesDone: progress.filesDone,
      filesTotal: progress.filesTotal,
      bytesDone: progress.bytesDone,
      bytesTotal: progress.bytesTotal,
      currentFile: progress.currentFile,
    },
    queuePlace: order.step === PLACED ? place : null,
    waiting: waitsFor,
    secondsLeft: waiting && waitsFor === null ? await secondsLeft(db, order, place ?? 0) : null,
    actions: [...ownerActs(order)],
    missing: [...progress.missing, ...unlisted(order)],
    quality: order.step === COMPLETE ? progress.quality : null,
    delivery: deliveryOf(order),
    ...expiryOf(order),
  };
}

/** In words for its owner; null: there is room for the order, or it is being worked on. */
export async function waitsForRoom(
  { blobs, settings }: StatusPlaces,
  { step, progress }: Order,
): Promise<string | null> {
  if (step !== PLACED) return null;
  try {
    await checkBothDisks(await scratchOf(settings.home), blobs, progress.takes);
    return null;
  } catch (error) {
    // that a disk is away is for the worker to report
    return lacksRoom(error) ? waitingFor(error) : null;
  }
}

/**
 * The very first order creates its folder, on the disk of the home unless another one is mounted
 * there.
 */
async function scratchOf(home: string): Promise<string> {
  const folder = workFolder(home);
  return (await stat(folder).catch(() => null)) ? folder : home;
}

async function secondsLeft(db: Db, order: Order, ahead: number): Promise<number | null> {
  const pace = await knownPace(db);
  const whole = estimate(pace, order.fileCount, order.bytes);
  if (whole === null) return null;
  const { filesDone, filesTotal, bytesDone, bytesTotal } = order.progress;
  const part =
    bytesTotal > 0 ? bytesDone / bytesTotal : filesTotal > 0 ? filesDone / filesTotal : 0;
  const left = whole * (1 - shareDone(order.step, part));
  return Math.ceil(left + ahead * averageSeconds(pace));
}

function unlisted({ progress }: Order): { file: string; reason: string }[] {
  const more = progress.missingCount - progress.missing.length;
  if (more <= 0) return [];
  return [{ file: `and ${more} more`, reason: 'README.txt of the delivery lists all of them.' }];
}

function deliveryOf(order: Order): OrderStatusReply['delivery'] {
  const { delivered } = order.progress;
  const until = keptUntil(order);
  if (!delivered || until === null) return null;
  const url = deliveryFolder(order.orderId);
  return {
    url,
    zipUrl: `${url}all.zip`,
    fileCount: delivered.files,
    bytes: delivered.bytes,
    expires: formatInstant(until),
  };
}

const instant = (seconds: number | null): string | null =>
  seconds === null ? null : formatInstant(seconds);
