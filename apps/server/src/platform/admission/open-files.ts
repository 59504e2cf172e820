// How many connections this process can hold, given how many files it may have open: each takes
// one, as does whatever is read or written.
import { readFileSync } from 'node:fs';

/** For the store, the search, deliveries, threads and the sockets at which it listens. */
const KEPT_FOR_FILES = 300;
/** However few files there are, this many connections are allowed: silent ones make room. */
const LEAST = 20;

/**
 * At most `most`. `limits`: the limits of this process as Linux lists them; on other systems they
 * are unknown, and `most` stays as it is.
 */
export function connectionsWithin(most: number, limits = limitsOfProcess()): number {
  const [, told] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  if (told === undefined) return most;
  return Math.max(LEAST, Math.min(most, Number(told) - KEPT_FOR_FILES));
}

function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
