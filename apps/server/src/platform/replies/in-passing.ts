// What is noted while a user reads, such as the use of a session or a token. If it cannot be
// written, they can still read.
import { Problem } from '@isobar/contract/problem.ts';
import { knownProblem } from './problem-reply.ts';

/**
 * Ignores a full disk and a store that accepts no writes: the next use will be noted instead. Other
 * errors are thrown.
 */
export async function inPassing(noting: Promise<unknown>): Promise<void> {
  try {
    await noting;
  } catch (error) {
    const told = error instanceof Problem ? error : knownProblem(error);
    if (told?.code !== 'unavailable') throw error;
  }
}
