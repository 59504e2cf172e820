// Repeatable noise: every random-looking number of the demo archive is a hash of what it belongs
// to.

/** 32 well mixed bits of two integers (numbers beyond 32 bits are taken modulo 2^32). */
export function hash(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b ^ 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

/** 32 bits of a text. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return hash(h, text.length);
}

/** A number in [0, 1) from two integers. */
export const unit = (a: number, b: number): number => hash(a, b) / 4_294_967_296;

/** A number in (-1, 1), more often near 0 than near the ends, from two integers. */
export function spread(a: number, b: number): number {
  const h = hash(a, b);
  return ((h & 0xffff) + (h >>> 16)) / 65_536 - 1;
}

/**
 * Smooth noise in [-1, 1]: random at every multiple of `period`, eased in between. `t` and `period`
 * in the same unit.
 */
export function wave(seed: number, t: number, period: number): number {
  const x = t / period;
  const i = Math.floor(x);
  const f = x - i;
  const a = hash(seed, i);
  const b = hash(seed, i + 1);
  return (a + (b - a) * f * f * (3 - 2 * f)) / 2_147_483_648 - 1;
}

/**
 * The same noise for callers that move on in small steps: remembers the two random numbers around
 * the present place of each of its waves.
 */
export class Waves {
  readonly #seed: number;
  readonly #at: Float64Array;
  readonly #from: Float64Array;
  readonly #to: Float64Array;

  constructor(seed: number, count: number) {
    this.#seed = seed;
    this.#at = new Float64Array(count).fill(Number.NaN);
    this.#from = new Float64Array(count);
    this.#to = new Float64Array(count);
  }

  /**
   * Same as `wave(seed + number, t, period)`; each number must always be used with the same period.
   */
  get(number: number, t: number, period: number): number {
    const x = t / period;
    const i = Math.floor(x);
    if (this.#at[number] !== i) {
      this.#at[number] = i;
      this.#from[number] = hash(this.#seed + number, i);
      this.#to[number] = hash(this.#seed + number, i + 1);
    }
    const f = x - i;
    const a = this.#from[number] ?? Number.NaN;
    const b = this.#to[number] ?? Number.NaN;
    return (a + (b - a) * f * f * (3 - 2 * f)) / 2_147_483_648 - 1;
  }
}
