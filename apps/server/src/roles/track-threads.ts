// Reads tracks in a thread, so that no reading holds up the loop that answers calls: bounded in number, time and memory.
import { Problem } from '@isobar/contract/problem.ts';
import type { TrackJob, TrackRead, TrackReader } from '../features/places/read-track.ts';
import { AskedThread } from '../platform/asked-thread.ts';
import type { Configuration } from '../platform/config.ts';

const LONGEST_MS = 30_000;

export function openTrackThread(configuration: Configuration, longestMs = LONGEST_MS): TrackReader {
  const thread = new AskedThread<TrackJob, TrackRead>({
    entry: new URL('./track-thread.ts', import.meta.url),
    name: 'tracks',
    data: configuration,
    heapMb: 256,
    mostWaiting: 64,
    longest: { ms: longestMs, from: 'begin' },
    errors: {
      full: () => new Problem('unavailable', 'Many tracks are being read. Try again in a moment.'),
      slow: () => new Problem('timeout', 'The track took too long to read.'),
      ended: (cause) =>
        new Problem('unavailable', 'Tracks cannot be read at the moment.', { cause }),
      failed: (cause) => new Problem('unexpected', 'The track could not be read.', { cause }),
    },
  });
  return { read: (job) => thread.ask(job), close: () => thread.close() };
}
