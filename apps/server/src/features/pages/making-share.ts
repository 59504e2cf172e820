// How much of the server the making of pages may take: a burst for people, then a tenth of a core, with turns by address.
import { LRUCache } from 'lru-cache';
import { Lane } from '../../platform/lane.ts';
import { ownRound } from '../../platform/own-round.ts';

/** Part of one core while more is asked for than that. */
const SHARE = 0.1;
/** Milliseconds of making that may be had at once after a quiet time: by all, and by one address. */
const SAVED_MS = 3000;
const OWN_SAVED_MS = 750;
/** Longest rest after one page, so that whoever waits is told soon. */
const LONGEST_REST_MS = 400;
/** Addresses whose making is remembered. */
const REMEMBERED = 10_000;

export interface MakingShare {
  /** Throws 'overloaded' to whom asks for more than its part. */
  make<T>(address: string, work: () => Promise<T>): Promise<T>;
}

export interface MakingClock {
  /** Milliseconds since some beginning. */
  now(): number;
  rest(done: () => void, milliseconds: number): void;
  /** Making is one piece of work without a pause: between two pages everything else has its turn. */
  round(): Promise<void>;
}

const CLOCK: MakingClock = {
  now: () => performance.now(),
  rest: (done, milliseconds) => void setTimeout(done, milliseconds).unref(),
  round: ownRound,
};

export function openMakingShare({ now, rest, round }: MakingClock = CLOCK): MakingShare {
  const lane = new Lane({ active: 1, first: 20, now });
  const ofAll = savings(SAVED_MS, now());
  const own = new LRUCache<string, Savings>({ max: REMEMBERED });
  return {
    async make(address, work) {
      const leave = await lane.enter(address);
      await round();
      const began = now();
      const ofOne = own.get(address) ?? savings(OWN_SAVED_MS, began);
      own.set(address, ofOne);
      try {
        return await work();
      } finally {
        const debt = Math.max(ofAll.take(began, now()), ofOne.take(began, now()));
        if (debt <= 0) leave();
        else rest(leave, Math.min(LONGEST_REST_MS, debt / SHARE));
      }
    },
  };
}

interface Savings {
  /** Takes what was spent; the debt in milliseconds of making, none when it is not positive. */
  take(began: number, ended: number): number;
}

/** `most`: what a quiet time saves up, and what is there at first. */
function savings(most: number, from: number): Savings {
  let saved = most;
  let looked = from;
  return {
    take(began, ended) {
      saved = Math.min(most, saved + (began - looked) * SHARE) - (ended - began);
      looked = ended;
      return -saved;
    },
  };
}
