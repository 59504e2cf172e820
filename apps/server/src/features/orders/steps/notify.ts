// Notify: takes the delivery to further destinations; when it ends, the order is complete and the
// mail is sent.
import { enqueueCleanup, enqueueMail } from '../after-work.ts';
import { readManifest } from '../delivery/manifest.ts';
import { deliverElsewhere, notifyDestinations } from '../destinations/destinations.ts';
import { learnPace } from '../estimate.ts';
import { type Db, MISSING_SHOWN } from '../order.ts';
import type { StepInput, StepOutcome } from './step.ts';

export async function notify(input: StepInput): Promise<StepOutcome<'notify'>> {
  const { line, order, round } = input;
  const manifest = await readManifest(line.blobs, order.orderId);
  if (!manifest) return { end: 'back', to: 'finalise' };
  const problems = await deliverElsewhere(input, manifest);
  const data = manifest.files.filter((file) => file.kind === 'data');
  const { progress } = order;
  return {
    end: 'made',
    progress: {
      ...progress,
      missing: [...progress.missing, ...problems].slice(0, MISSING_SHOWN + problems.length),
      missingCount: progress.missingCount + problems.length,
    },
    delivered: {
      file_count: data.length,
      bytes: data.reduce((sum, file) => sum + file.bytes, 0),
      completed_at: Math.floor(Date.now() / 1000),
      expires_at: manifest.expires,
    },
    async record(trx: Db) {
      await learnPace(trx, {
        files: order.fileCount,
        bytes: order.bytes,
        seconds: progress.workedSeconds,
      });
      if (order.request.sendConfEmail) await enqueueMail(trx, order.orderId, 'complete', round);
      await notifyDestinations(trx, order, 'complete', round);
      await enqueueCleanup(trx, order.orderId, round);
    },
  };
}
