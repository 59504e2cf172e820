// The days of a year as a set of bits that a text column of the store holds.
import { DAY_SECONDS } from '@isobar/contract/time.ts';

/** Every year has so many days here; the last of an ordinary year is never in a set that counts. */
export const YEAR_DAYS = 366;

export const yearStart = (year: number): number => Date.UTC(year, 0, 1) / 1000;
export const yearOf = (seconds: number): number => new Date(seconds * 1000).getUTCFullYear();
/** 365 or 366. */
export const daysIn = (year: number): number =>
  Math.round((yearStart(year + 1) - yearStart(year)) / DAY_SECONDS);

/** Days 0 to 365, counted from 1 January. */
export class YearDays {
  readonly #bits = new Uint8Array(Math.ceil(YEAR_DAYS / 8));

  /** Hexadecimal digits, as `text` writes them. */
  static from(text: string): YearDays {
    const days = new YearDays();
    days.#bits.set(Buffer.from(text, 'hex').subarray(0, days.#bits.length));
    return days;
  }

  /** All days of this year. */
  static all(year: number): YearDays {
    const days = new YearDays();
    for (let day = 0; day < daysIn(year); day++) days.add(day);
    return days;
  }

  get text(): string {
    return Buffer.from(this.#bits).toString('hex');
  }

  get size(): number {
    let size = 0;
    for (let day = 0; day < YEAR_DAYS; day++) if (this.has(day)) size++;
    return size;
  }

  has(day: number): boolean {
    return ((this.#bits[day >> 3] ?? 0) & (1 << (day & 7))) !== 0;
  }

  add(day: number): void {
    if (day >= 0 && day < YEAR_DAYS)
      this.#bits[day >> 3] = (this.#bits[day >> 3] ?? 0) | (1 << (day & 7));
  }

  delete(day: number): void {
    if (day >= 0 && day < YEAR_DAYS)
      this.#bits[day >> 3] = (this.#bits[day >> 3] ?? 0) & ~(1 << (day & 7));
  }

  addAll(other: YearDays): this {
    for (let at = 0; at < this.#bits.length; at++)
      this.#bits[at] = (this.#bits[at] ?? 0) | (other.#bits[at] ?? 0);
    return this;
  }

  /** Leaves the days that the other set has, too. */
  keepAll(other: YearDays): this {
    for (let at = 0; at < this.#bits.length; at++)
      this.#bits[at] = (this.#bits[at] ?? 0) & (other.#bits[at] ?? 0);
    return this;
  }

  deleteAll(other: YearDays): this {
    for (let at = 0; at < this.#bits.length; at++)
      this.#bits[at] = (this.#bits[at] ?? 0) & ~(other.#bits[at] ?? 0);
    return this;
  }
}

/**
 * The days of `year` that [from, to] touches, seconds UTC with both ends, as [first, last];
 * undefined: none.
 */
export function daysTouched(
  year: number,
  from: number,
  to: number,
): readonly [first: number, last: number] | undefined {
  const start = yearStart(year);
  const first = Math.max(0, Math.floor((from - start) / DAY_SECONDS));
  const last = Math.min(daysIn(year) - 1, Math.floor((to - start) / DAY_SECONDS));
  return first <= last ? [first, last] : undefined;
}
