// How many connections this process can hold, given how many files it may have open: each is one, and so is whatever is read or written.
import { readFileSync } from 'node:fs';

/** For the store, the search, deliveries, threads and the sockets at which it listens. */
const KEPT_FOR_FILES = 300;
/** However few there may be, somebody gets in: silent connections make room. */
const LEAST = 20;

/** At most `most`. `limits`: as Linux tells those of a process; elsewhere nothing is known, and nothing is changed. */
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
