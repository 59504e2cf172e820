// Random numbers that repeat for a seed: ISOBAR_FUZZ_SEED, else one made from today's date, which
// is printed.

export interface Dice {
  readonly seed: number;
  below(n: number): number;
  pick<T>(list: readonly T[]): T;
}

export function dice(seed = Number(process.env.ISOBAR_FUZZ_SEED ?? Date.now() % 1_000_000)): Dice {
  let state = seed >>> 0 || 1;
  const below = (n: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
  return { seed, below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}

/** How many inputs: ISOBAR_FUZZ_INPUTS, else the part's own number. */
export const inputs = (most: number): number => Number(process.env.ISOBAR_FUZZ_INPUTS ?? most);
