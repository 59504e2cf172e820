// How much of the server the making of pages may take: a burst for people, then a tenth of a core, with turns by address.
import { Lane } from '../../platform/lane.ts';

/** Part of one core while more is asked for than that. */
const SHARE = 0.1;
/** Milliseconds of making that may be had at once after a quiet time. */
const SAVED_MS = 3000;
/** Longest rest after one page, so that whoever waits is told soon. */
const LONGEST_REST_MS = 400;

export interface MakingShare {
  /** Throws 'overloaded' to whom asks for more than its part. */
  make<T>(address: string, work: () => Promise<T>): Promise<T>;
}

/** `now` in milliseconds since some beginning. */
export function openMakingShare(
  now: () => number = () => performance.now(),
  rest: (done: () => void, milliseconds: number) => void = (done, milliseconds) =>
    void setTimeout(done, milliseconds).unref(),
): MakingShare {
  const lane = new Lane({ active: 1, first: 20, now });
  let saved = SAVED_MS;
  let looked = now();
  return {
    async make(address, work) {
      const leave = await lane.enter(address);
      const began = now();
      saved = Math.min(SAVED_MS, saved + (began - looked) * SHARE);
      try {
        return await work();
      } finally {
        looked = now();
        saved -= looked - began;
        if (saved >= 0) leave();
        else rest(leave, Math.min(LONGEST_REST_MS, -saved / SHARE));
      }
    },
  };
}
