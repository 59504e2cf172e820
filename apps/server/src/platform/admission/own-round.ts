// One piece of heavy work per round of the event loop, so that twenty bodies of a megabyte that
// arrive together are not parsed in one go.
import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a round of its own, so that other callers' work is done between two pieces of heavy
 * work.
 */
export function ownRound(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
