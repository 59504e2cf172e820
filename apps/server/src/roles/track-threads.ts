// Reads tracks in a thread, so that no reading holds up the loop that answers calls: bounded in number, time and memory.
import { Worker as Thread } from 'node:worker_threads';
import { Problem } from '@isobar/contract/problem.ts';
import type { TrackJob, TrackRead, TrackReader } from '../features/places/read-track.ts';
import type { Configuration } from '../platform/config.ts';

export type TrackRequest = { readonly id: number; readonly job: TrackJob };

export type TrackAnswer =
  | { readonly id: number; readonly begun: true }
  | { readonly id: number; readonly track: TrackRead }
  | { readonly id: number; readonly failed: string };

type Pending = {
  readonly resolve: (track: TrackRead) => void;
  readonly reject: (error: Error) => void;
  timer?: NodeJS.Timeout;
};

/** Whoever comes then is told to come again. */
const MOST_WAITING = 64;
const LONGEST_MS = 30_000;
/** Megabytes of heap; what is read lies outside of it. */
const HEAP_MB = 256;

/** The thread is begun with the first track, and again when it died or took too long. */
export function openTrackThread(configuration: Configuration, longestMs = LONGEST_MS): TrackReader {
  const pending = new Map<number, Pending>();
  let thread: Thread | undefined;
  let next = 1;

  function fail(of: Thread | undefined, problem: Problem): void {
    if (thread !== of) return; // a later one has taken over
    thread = undefined;
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer);
      reject(problem);
    }
    pending.clear();
  }

  function take(of: Thread, answer: TrackAnswer): void {
    const waiting = pending.get(answer.id);
    if (!waiting) return;
    if ('begun' in answer) {
      waiting.timer = setTimeout(() => {
        fail(of, new Problem('timeout', 'The track took too long to read.'));
        void of.terminate();
      }, longestMs);
      return;
    }
    clearTimeout(waiting.timer);
    pending.delete(answer.id);
    if (pending.size === 0) of.unref();
    if ('track' in answer) waiting.resolve(answer.track);
    else {
      const cause = new Error(answer.failed);
      waiting.reject(new Problem('unexpected', 'The track could not be read.', { cause }));
    }
  }

  function running(): Thread {
    if (thread) return thread;
    const begun = new Thread(new URL('./track-thread.ts', import.meta.url), {
      name: 'tracks',
      workerData: configuration,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const ended = (cause: unknown): void =>
      fail(begun, new Problem('unavailable', 'Tracks cannot be read at the moment.', { cause }));
    begun.unref();
    begun.on('message', (answer: TrackAnswer) => take(begun, answer));
    begun.on('error', ended);
    begun.on('exit', ended);
    thread = begun;
    return begun;
  }

  return {
    read(job) {
      if (pending.size >= MOST_WAITING) {
        const full = 'Many tracks are being read. Try again in a moment.';
        return Promise.reject(new Problem('unavailable', full));
      }
      const at = running();
      return new Promise((resolve, reject) => {
        const id = next++;
        pending.set(id, { resolve, reject });
        at.ref(); // an answer that is waited for keeps the process alive
        at.postMessage({ id, job } satisfies TrackRequest);
      });
    },
    async close() {
      const at = thread;
      fail(at, new Problem('unavailable', 'The server is stopping.'));
      await at?.terminate();
    },
  };
}
