// Entry of the thread that draws plots: opens the archive for itself, draws one after the other.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { drawDay } from '../features/quicklooks/draw-day.ts';
import { openArchive } from '../main.ts';
import type { Configuration } from '../platform/config.ts';
import { giveWay } from '../platform/give-way.ts';
import type { PlotAnswer, PlotRequest } from './plot-threads.ts';

const port = parentPort as MessagePort; // this file only ever runs as a thread
giveWay(5);
const configuration = workerData as Configuration; // given by plot-threads.ts
const opening = openArchive(configuration.archive);

let last: Promise<void> = Promise.resolve();
port.on('message', (request: PlotRequest) => {
  last = last.then(() => answer(request));
});

async function answer({ id, job }: PlotRequest): Promise<void> {
  try {
    port.postMessage({ id, begun: true } satisfies PlotAnswer);
    const archive = await opening;
    port.postMessage({ id, svg: await drawDay(archive, job) } satisfies PlotAnswer);
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage({ id, failed } satisfies PlotAnswer);
  }
}
