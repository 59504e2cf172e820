// What is noted while somebody reads, such as the use of a session or a token. If it cannot be written, they can still read.
import { Problem } from '@isobar/contract/problem.ts';
import { knownProblem } from './problem-reply.ts';

/** A full disk, a store that takes nothing: the next use is noted. Anything else is thrown. */
export async function inPassing(noting: Promise<unknown>): Promise<void> {
  try {
    await noting;
  } catch (error) {
    const told = error instanceof Problem ? error : knownProblem(error);
    if (told?.code !== 'unavailable') throw error;
  }
}
