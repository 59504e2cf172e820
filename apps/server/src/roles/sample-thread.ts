// Entry of the thread that makes samples of orders: opens the archive for itself, makes one after the other.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { makeSample } from '../features/orders/make-sample.ts';
import { openArchive } from '../main.ts';
import type { Configuration } from '../platform/config.ts';
import type { SampleAnswer, SampleRequest } from './sample-threads.ts';

const port = parentPort as MessagePort; // this file only ever runs as a thread
const configuration = workerData as Configuration; // given by sample-threads.ts
const opening = openArchive(configuration.archive);

let last: Promise<void> = Promise.resolve();
port.on('message', (request: SampleRequest) => {
  last = last.then(() => answer(request));
});

async function answer({ id, job }: SampleRequest): Promise<void> {
  try {
    const output = join(tmpdir(), `isobar-sample-${randomUUID()}`);
    const sampled = await makeSample(await opening, job, output);
    port.postMessage({ id, sampled } satisfies SampleAnswer);
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    port.postMessage({ id, failed } satisfies SampleAnswer);
  }
}
