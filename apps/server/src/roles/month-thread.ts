// Entry of the thread that writes months of values as CSV: one after the other.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { writeMonth } from '../features/pages/write-month.ts';
import { openAdapters } from '../main.ts';
import type { Configuration } from '../platform/config.ts';
import { giveWay } from '../platform/give-way.ts';
import { createLog } from '../platform/log.ts';
import { failureOf, type MonthAnswer, type MonthRequest } from './month-threads.ts';

const port = parentPort as MessagePort; // this file only ever runs as a thread
giveWay(5);
const configuration = workerData as Configuration; // given by month-threads.ts
const opening = openAdapters(configuration, createLog(configuration.logLevel));

let last: Promise<void> = Promise.resolve();
port.on('message', (request: MonthRequest) => {
  last = last.then(() => answer(request));
});

async function answer({ id, job }: MonthRequest): Promise<void> {
  const output = join(tmpdir(), `isobar-month-${randomUUID()}.csv`);
  try {
    const { archive } = await opening;
    const csv = await writeMonth(archive, job, output);
    port.postMessage({ id, csv } satisfies MonthAnswer, [csv.buffer as ArrayBuffer]); // made here, whole
  } catch (error) {
    port.postMessage({ id, failed: failureOf(error) } satisfies MonthAnswer);
  }
}
