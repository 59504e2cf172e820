// How much of the server the making of pages may take: a burst for readers, then a tenth of a core,
// shared by addresses in turn. An address that asks for further pages before it has received the
// last gets a quarter of that, and delays no others.
import { LRUCache } from 'lru-cache';
import { Lane, type Leave } from '../../platform/admission/fair-queue.ts';
import { ownRound } from '../../platform/admission/own-round.ts';

/**
 * The part of a core that making pages may take when demand is high, for all addresses together and
 * for each one; the second is for an address that already waits for further pages.
 */
const SHARE = 0.1;
const CROWDING_SHARE = 0.025;
/**
 * Milliseconds of making that may be had at once after a quiet time: by all, and by one address.
 */
const SAVED_MS = 3000;
const OWN_SAVED_MS = 750;
/**
 * The longest pause after one page, so that those who wait hear soon, even of a refusal; and the
 * longest for an address that already waits for further pages.
 */
const LONGEST_REST_MS = 400;
const CROWDING_REST_MS = 900;
/** Addresses whose making is remembered. */
const REMEMBERED = 10_000;

export interface MakingShare {
  /** Throws 'overloaded' for an address that asks for more than its share. */
  make<T>(address: string, work: () => Promise<T>): Promise<T>;
}

export interface MakingClock {
  /** Milliseconds since some beginning. */
  now(): number;
  rest(done: () => void, milliseconds: number): void;
  /** Yields to all other work before a page is made, because making one runs without a pause. */
  round(): Promise<void>;
}

const CLOCK: MakingClock = {
  now: () => performance.now(),
  rest: (done, milliseconds) => void setTimeout(done, milliseconds).unref(),
  round: ownRound,
};

export function openMakingShare({ now, rest, round }: MakingClock = CLOCK): MakingShare {
  const all = openPart(SAVED_MS);
  const own = new LRUCache<string, Part>({ max: REMEMBERED });

  function openPart(savedMs: number, isOne = false): Part {
    const lane = new Lane({ active: 1, first: 20, now });
    const saved = savings(savedMs, now());
    return {
      enter: (address) => lane.enter(address),
      leave(leave, began, ended) {
        const crowds = isOne && lane.length > 0;
        const share = crowds ? CROWDING_SHARE : SHARE;
        const debt = saved.take(share, began, ended);
        if (debt <= 0) leave();
        else rest(leave, Math.min(crowds ? CROWDING_REST_MS : LONGEST_REST_MS, debt / share));
      },
    };
  }

  return {
    async make(address, work) {
      const part = own.get(address) ?? openPart(OWN_SAVED_MS, true);
      own.set(address, part);
      const leaveOwn = await part.enter(address);
      const leaveAll = await all.enter(address).catch((error: unknown) => {
        leaveOwn();
        throw error;
      });
      await round();
      const began = now();
      try {
        return await work();
      } finally {
        const ended = now();
        all.leave(leaveAll, began, ended);
        part.leave(leaveOwn, began, ended);
      }
    },
  };
}

/** Makes one page at a time; when the savings are spent, each page is followed by a pause. */
interface Part {
  /** Throws 'overloaded' for a caller who would wait too long. */
  enter(address: string): Promise<Leave>;
  leave(leave: Leave, began: number, ended: number): void;
}

interface Savings {
  /**
   * Subtracts the time spent and returns the debt in milliseconds of making; there is none unless
   * it is positive.
   */
  take(share: number, began: number, ended: number): number;
}

/** `most`: the most that quiet times save up, which is also there at the beginning. */
function savings(most: number, from: number): Savings {
  let saved = most;
  let looked = from;
  return {
    take(share, began, ended) {
      saved = Math.min(most, saved + (began - looked) * share) - (ended - began);
      looked = ended;
      return -saved;
    },
  };
}
