// What the status call answers: where an order stands, how long it may take, and where its delivery lies.
import type { OrderStatusReply } from '@isobar/contract/calls/orders.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { queuePlace } from '../../core/jobs/queue.ts';
import {
  COMPLETE,
  isUnderWay,
  ORDER_JOB,
  ownerActs,
  PLACED,
  shareDone,
} from '../../core/orders/machine.ts';
import { deliveryFolder } from './delivery/serve.ts';
import { averageSeconds, estimate, knownPace } from './estimate.ts';
import type { Db, Order } from './order.ts';

export async function statusOf(db: Db, order: Order): Promise<OrderStatusReply> {
  const { orderId, progress } = order;
  const waiting = isUnderWay(order);
  const place = waiting ? await queuePlace(db, ORDER_JOB, String(orderId)) : null;
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
    waiting: waiting ? progress.waiting : null,
    secondsLeft:
      waiting && progress.waiting === null ? await secondsLeft(db, order, place ?? 0) : null,
    actions: [...ownerActs(order)],
    missing: [...progress.missing, ...unlisted(order)],
    delivery: deliveryOf(order),
  };
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
  if (order.step !== COMPLETE || !delivered || order.expiresAt === null) return null;
  if (order.expiresAt <= Date.now() / 1000) return null;
  const url = deliveryFolder(order.orderId);
  return {
    url,
    zipUrl: `${url}all.zip`,
    fileCount: delivered.files,
    bytes: delivered.bytes,
    expires: formatInstant(order.expiresAt),
  };
}

const instant = (seconds: number | null): string | null =>
  seconds === null ? null : formatInstant(seconds);
