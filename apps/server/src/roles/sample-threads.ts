// Makes samples of orders in a thread, so that none holds up the loop that answers calls: bounded in number and time.
import { Problem } from '@isobar/contract/problem.ts';
import type { Sampled } from '../features/orders/forecast.ts';
import type { SampleJob, Sampler } from '../features/orders/sample-job.ts';
import { AskedThread } from '../platform/asked-thread.ts';
import type { Configuration } from '../platform/config.ts';

export function openSampleThread(configuration: Configuration): Sampler {
  const thread = new AskedThread<SampleJob, Sampled>({
    entry: new URL('./sample-thread.ts', import.meta.url),
    name: 'samples',
    data: configuration,
    heapMb: 256,
    mostWaiting: 120,
    longest: { ms: 20_000, from: 'question' },
    errors: {
      full: () => new Problem('unavailable', 'Many sizes are being estimated.'),
      slow: () => new Problem('timeout', 'The sample took too long to make.'),
      ended: (cause) => new Problem('unavailable', 'Sizes cannot be estimated.', { cause }),
      failed: (why) => new Problem('unexpected', `No sample can be made. ${why.message}`),
    },
  });
  return { sample: (job) => thread.ask(job), close: () => thread.close() };
}
