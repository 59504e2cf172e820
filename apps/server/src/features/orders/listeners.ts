// How many listen to the progress of orders: each keeps a connection, and is looked at every
// second.
import { Problem } from '@isobar/contract/problem.ts';

/** Of one person: a few windows on a few devices. */
const MOST_OF_ONE = 20;
const MOST = 500;

export interface Listeners {
  /**
   * Counts one more; call what it returns when it has gone. Throws 'too-many-requests' and
   * 'overloaded'.
   */
  add(personId: string): () => void;
}

export function openListeners(mostOfOne = MOST_OF_ONE, most = MOST): Listeners {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    add(personId) {
      const own = counts.get(personId) ?? 0;
      if (own >= mostOfOne)
        throw new Problem(
          'too-many-requests',
          `You are following ${mostOfOne} orders at once, the maximum. Close some windows, or request the status instead.`,
        );
      if (all >= most)
        throw new Problem(
          'overloaded',
          'Too many users are following their orders at the moment. Try again soon.',
        );
      counts.set(personId, own + 1);
      all++;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        all--;
        const rest = (counts.get(personId) ?? 1) - 1;
        if (rest > 0) counts.set(personId, rest);
        else counts.delete(personId);
      };
    },
  };
}
