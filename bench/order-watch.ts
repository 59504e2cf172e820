// Loaded before a worker (node --import): writes down how long each of its threads was held up, and
// by what.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

export interface Watched {
  /** Longest time between two turns of the event loop, milliseconds: a busy machine is in it. */
  readonly longest: number;
  /**
   * Most processor time of the thread itself between two turns, milliseconds: what it held itself
   * up with.
   */
  readonly busiest: number;
  /** Turns that took the thread more than LIMIT_MS of its own. */
  readonly over: number;
}

export const LIMIT_MS = 50;

/** A file of this name in the folder: count from now on. */
export const BEGIN = 'begin';

const TICK_MS = 5;
const WRITE_MS = 500;
const folder = process.env.ISOBAR_WATCH_FOLDER;
if (folder) watch(folder);

function watch(into: string): void {
  const file = join(into, `${process.pid}-${threadId}.json`);
  const seen = { longest: 0, busiest: 0, over: 0 };
  let at = performance.now();
  let used = ownMilliseconds();
  let written = at;
  let counting = false; // once the bench begins: starting a process is no part of it
  const timer = setInterval(() => {
    const now = performance.now();
    const usedNow = ownMilliseconds();
    if (counting) {
      const busy = Math.min(usedNow - used, now - at);
      seen.longest = Math.max(seen.longest, now - at);
      seen.busiest = Math.max(seen.busiest, busy);
      if (busy > LIMIT_MS) seen.over += 1;
    }
    at = now;
    used = usedNow;
    if (now - written < WRITE_MS) return;
    written = now;
    counting ||= existsSync(join(into, BEGIN));
    writeFileSync(file, JSON.stringify(seen));
    at = performance.now(); // what this took is not the worker's
    used = ownMilliseconds();
  }, TICK_MS);
  timer.unref();
}

function ownMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
