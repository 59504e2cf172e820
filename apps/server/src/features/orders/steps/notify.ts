// Notify: takes the delivery to further destinations, then says that the order is complete and has the mail sent.
import type { Outcome } from '../../../core/jobs/job.ts';
import { enqueueCleanup, enqueueMail } from '../after-work.ts';
import { readManifest } from '../delivery/manifest.ts';
import { learnPace } from '../estimate.ts';
import { type Db, MISSING_SHOWN } from '../order.ts';
import { deliverElsewhere } from './destinations.ts';
import type { StepInput } from './step.ts';

export async function notify(input: StepInput): Promise<Outcome> {
  const { line, order, round } = input;
  const manifest = await readManifest(line.blobs, order.orderId);
  if (!manifest) return { end: 'step', step: 'finalise' };
  const problems = await deliverElsewhere(input, manifest);
  const data = manifest.files.filter((file) => file.kind === 'data');
  const bytes = data.reduce((sum, file) => sum + file.bytes, 0);
  const { progress } = order;
  const record = async (trx: Db) => {
    await trx
      .updateTable('orders')
      .set({
        step: 'complete',
        completed_at: Math.floor(Date.now() / 1000),
        expires_at: manifest.expires,
        file_count: data.length,
        bytes,
        progress: JSON.stringify({
          ...progress,
          missing: [...progress.missing, ...problems].slice(0, MISSING_SHOWN + problems.length),
          missingCount: progress.missingCount + problems.length,
        }),
      })
      .where('order_id', '=', order.orderId)
      .execute();
    await learnPace(trx, {
      files: order.fileCount,
      bytes: order.bytes,
      seconds: progress.workedSeconds,
    });
    if (order.request.sendConfEmail) await enqueueMail(trx, order.orderId, 'complete', round);
    await enqueueCleanup(trx, order.orderId, round);
  };
  return { end: 'done', record };
}
