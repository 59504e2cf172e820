// Limits calls per person, so that one account cannot ask more by asking from many addresses.

export interface PersonLimit {
  /** Counts a call; false: this person has used up this minute's share. Keys are forgotten after their minute. */
  take(person: string, most: number): boolean;
  /** Until the end of the present minute. */
  secondsLeft(): number;
}

const WINDOW_MS = 60_000;

/** `now`: milliseconds since some beginning; never the time of day, which may be put back by hours. */
export function personLimit(now: () => number = () => performance.now()): PersonLimit {
  let began = now();
  let counts = new Map<string, number>();
  return {
    take(person, most) {
      if (now() - began >= WINDOW_MS) {
        began = now();
        counts = new Map();
      }
      const count = (counts.get(person) ?? 0) + 1;
      counts.set(person, count);
      return count <= most;
    },
    secondsLeft: () => Math.max(1, Math.ceil((began + WINDOW_MS - now()) / 1000)),
  };
}
