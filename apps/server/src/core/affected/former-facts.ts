// Hour facts of a file that is about to be replaced: all that is known of its values once its bytes
// are gone.
import { setImmediate } from 'node:timers/promises';
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Tables } from '../../store/tables.ts';
import { decodeHours, HOUR_SECONDS, type HourColumns } from '../facts/hour-columns.ts';
import { YearDays, yearOf, yearStart } from '../facts/year-days.ts';
import { packedJson, unpackedJson } from './evidence.ts';

type Db = Kysely<Tables>;

const hour = z.object({
  /** Hours since 1970-01-01 UTC. */
  at: z.number(),
  valid: z.number(),
  bad: z.number(),
  missing: z.number(),
  /** Null: no valid value. */
  mean: z.nullable(z.number()),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
});
const formerFacts = z.array(
  z.object({ variable: z.string(), units: z.string(), hours: z.array(hour) }),
);
export type FormerFacts = z.infer<typeof formerFacts>;
export type FactHour = z.infer<typeof hour>;

export const readFormerFacts = (bytes: Uint8Array): FormerFacts =>
  formerFacts.parse(unpackedJson(bytes));

export const packFormerFacts = (facts: FormerFacts): Uint8Array => packedJson(facts);

/** A file over a longer time has no facts kept. */
const MOST_HOURS = 24 * 62;
/** Decoded years that one reader keeps. */
const MOST_YEARS = 20;
const ALL = ['valid', 'bad', 'missing', 'mean', 'min', 'max'] as const;

type Year = {
  /** Days without valid facts. */
  readonly unknown: YearDays;
  readonly blocks: readonly {
    readonly variable: string;
    readonly units: string;
    readonly hours: Pick<HourColumns, (typeof ALL)[number]>;
  }[];
};

/**
 * Reads the hour facts of spans of time as they are stored at this moment; years that were decoded
 * are kept.
 */
export class SpanFacts {
  readonly #db: Db;
  readonly #years = new Map<string, Year | null>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Null: none of these hours has facts, or there are too many hours. */
  async of(datastream: string, start: number, end: number): Promise<FormerFacts | null> {
    const first = Math.floor(start / HOUR_SECONDS);
    const last = Math.floor(end / HOUR_SECONDS);
    if (last - first + 1 > MOST_HOURS) return null;
    const found = new Map<string, { variable: string; units: string; hours: FactHour[] }>();
    for (let year = yearOf(start); year <= yearOf(end); year++) {
      const known = await this.#year(datastream, year);
      if (!known) continue;
      const yearFirst = yearStart(year) / HOUR_SECONDS;
      const from = Math.max(first, yearFirst);
      const to = Math.min(last, yearStart(year + 1) / HOUR_SECONDS - 1);
      for (const { variable, units, hours } of known.blocks) {
        const key = `${variable}\n${units}`;
        const own = found.get(key) ?? { variable, units, hours: [] };
        found.set(key, own);
        for (let at = from; at <= to; at++) {
          const row = at - yearFirst;
          if (known.unknown.has(Math.floor((row * HOUR_SECONDS) / DAY_SECONDS))) continue;
          own.hours.push(hourOf(hours, row, at));
        }
      }
    }
    const some = [...found.values()].filter(({ hours }) =>
      hours.some(({ valid, bad, missing }) => valid + bad + missing > 0),
    );
    return some.length > 0 ? some : null;
  }

  async #year(datastream: string, year: number): Promise<Year | null> {
    const key = `${datastream} ${year}`;
    const kept = this.#years.get(key);
    if (kept !== undefined) return kept;
    if (this.#years.size >= MOST_YEARS) this.#years.clear();
    const read = await this.#read(datastream, year);
    this.#years.set(key, read);
    return read;
  }

  async #read(datastream: string, year: number): Promise<Year | null> {
    const row = await this.#db
      .selectFrom('fact_years')
      .select(['due', 'taken'])
      .where('datastream', '=', datastream)
      .where('year', '=', year)
      .executeTakeFirst();
    if (!row) return null;
    const blocks = await this.#db
      .selectFrom('hour_facts')
      .select(['variable', 'units', 'block'])
      .where('datastream', '=', datastream)
      .where('year', '=', year)
      .execute();
    const decoded: Year['blocks'][number][] = [];
    for (const { variable, units, block } of blocks) {
      decoded.push({ variable, units, hours: decodeHours(block, ALL) });
      await setImmediate(); // a year of some instruments has hundreds of variables
    }
    return { unknown: YearDays.from(row.due).addAll(YearDays.from(row.taken)), blocks: decoded };
  }
}

const hourOf = (hours: Year['blocks'][number]['hours'], row: number, at: number): FactHour => ({
  at,
  valid: hours.valid[row] ?? 0,
  bad: hours.bad[row] ?? 0,
  missing: hours.missing[row] ?? 0,
  mean: finite(hours.mean[row]),
  min: finite(hours.min[row]),
  max: finite(hours.max[row]),
});

const finite = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : value;
