// Limits calls per person, so that one account cannot ask more by asking from many addresses.
import type { CountExchange } from './count-exchange.ts';

export interface PersonLimit {
  /**
   * Counts a call; false: this person has used up this minute's share. Keys are forgotten after
   * their minute.
   */
  take(person: string, most: number): boolean;
  /** Until the end of the present minute. */
  secondsLeft(): number;
}

const WINDOW_MS = 60_000;

/**
 * `now`: milliseconds since some beginning; never the time of day, which may be put back by hours.
 * `exchange`: with other web processes.
 */
export function personLimit(
  now: () => number = () => performance.now(),
  exchange?: CountExchange,
): PersonLimit {
  let began = now();
  let counts = new Map<string, number>();
  const add = (person: string, calls: number): number => {
    const count = (counts.get(person) ?? 0) + calls;
    counts.set(person, count);
    return count;
  };
  const tell = exchange?.book('person', WINDOW_MS, (person, calls) => {
    if (calls > 0) add(person, calls);
  });
  return {
    take(person, most) {
      if (now() - began >= WINDOW_MS) {
        began = now();
        counts = new Map();
      }
      tell?.(person, 1);
      return add(person, 1) <= most;
    },
    secondsLeft: () => Math.max(1, Math.ceil((began + WINDOW_MS - now()) / 1000)),
  };
}
