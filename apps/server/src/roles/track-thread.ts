// Entry of the thread that reads tracks: opens the archive for itself, reads one after the other.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { readTrack } from '../features/places/read-track.ts';
import { openArchive } from '../main.ts';
import type { Configuration } from '../platform/config.ts';
import type { TrackAnswer, TrackRequest } from './track-threads.ts';

const port = parentPort as MessagePort; // this file only ever runs as a thread
const configuration = workerData as Configuration; // given by track-threads.ts
const opening = openArchive(configuration.archive);

let last: Promise<void> = Promise.resolve();
port.on('message', (request: TrackRequest) => {
  last = last.then(() => answer(request));
});

async function answer({ id, job }: TrackRequest): Promise<void> {
  try {
    port.postMessage({ id, begun: true } satisfies TrackAnswer);
    const track = await readTrack(await opening, job);
    port.postMessage({ id, track } satisfies TrackAnswer);
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage({ id, failed } satisfies TrackAnswer);
  }
}
