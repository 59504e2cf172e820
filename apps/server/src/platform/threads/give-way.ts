// Threads that work for others give way to the one that answers: on a busy machine "is it well?"
// must not wait for searches.
import { getPriority, setPriority } from 'node:os';

/** The lowest priority that systems have is 19. */
const LAST = 19;

/**
 * Lowers the priority of the calling thread below that of the process. Only Linux has priorities
 * for single threads.
 */
export function giveWay(steps: number): void {
  if (process.platform !== 'linux') return;
  try {
    // 0 is the calling thread there
    setPriority(0, Math.min(LAST, getPriority(process.pid) + steps));
  } catch {
    // not allowed here, which only makes answers slower
  }
}
