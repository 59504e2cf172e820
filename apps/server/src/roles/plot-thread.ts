// Entry of a thread that reads days for plots: opens the archive for itself, does one after the other.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { readDay } from '../features/quicklooks/read-day.ts';
import { openArchive } from '../main.ts';
import type { Configuration } from '../platform/config.ts';
import { giveWay } from '../platform/give-way.ts';
import type { PlotAnswer, PlotRequest } from './plot-threads.ts';

const port = parentPort as MessagePort; // this file only ever runs as a thread
giveWay(5);
const configuration = workerData as Configuration; // given by plot-threads.ts
const opening = openArchive(configuration.archive);

port.on('message', (request: PlotRequest) => void answer(request));

async function answer({ job }: PlotRequest): Promise<void> {
  try {
    const archive = await opening;
    port.postMessage('begun');
    const day = JSON.stringify(await readDay(archive, job));
    port.postMessage({ day } satisfies PlotAnswer);
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage({ failed } satisfies PlotAnswer);
  }
}
