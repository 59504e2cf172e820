// The hours that a search for days is about: dates read from a request, and which months and times
// of day count.
import type { EventSearch } from '@isobar/contract/calls/facts.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { DAY_SECONDS, parseDay, parseInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { HOUR_SECONDS } from '../../core/facts/hour-columns.ts';
import type { HourRange } from '../../core/facts/read-facts.ts';
import type { Tables } from '../../store/tables.ts';

/**
 * A century, which no instrument exceeds; models do, whose data may be asked for from their first
 * to their last day.
 */
const MOST_DAYS = 36_525;

/**
 * The longest range of a datastream that is answered, in seconds: what it has, to whole days, or a
 * century.
 */
export const mostSeconds = ({ start, end }: Life): number =>
  Math.max(MOST_DAYS * DAY_SECONDS, end - start + 2 * DAY_SECONDS);

/** First and last second (UTC) of the data of a datastream. */
export interface Life {
  readonly start: number;
  readonly end: number;
}

/**
 * Whole hours from `from` to `to`; a bare day as an end counts with that day. Throws Problem
 * 'bad-request' that names the field.
 */
export function readRange(
  given: { readonly from?: string | undefined; readonly to?: string | undefined },
  life: Life,
  names = { from: 'query.from', to: 'query.to' },
): HourRange {
  const first = given.from === undefined ? life.start : instantOf(given.from, names.from);
  const last =
    given.to === undefined
      ? life.end + 1
      : parseDay(given.to) === null
        ? instantOf(given.to, names.to)
        : (parseDay(given.to) ?? 0) + DAY_SECONDS;
  const from = Math.floor(first / HOUR_SECONDS) * HOUR_SECONDS;
  const to = Math.ceil(last / HOUR_SECONDS) * HOUR_SECONDS;
  if (to <= from) throw new Problem('bad-request', `${names.to}: is not after the start`);
  const most = mostSeconds(life);
  if (to - from > most)
    throw new Problem(
      'bad-request',
      `${names.to}: at most ${Math.floor(most / DAY_SECONDS)} days after the start`,
    );
  return { from, to };
}

function instantOf(text: string, field: string): number {
  const seconds = parseInstant(text);
  if (seconds === null) throw new Problem('bad-request', `${field}: is no date (YYYY-MM-DD)`);
  return seconds;
}

/** The range widened to whole days UTC. */
export const wholeDays = ({ from, to }: HourRange): HourRange => ({
  from: Math.floor(from / DAY_SECONDS) * DAY_SECONDS,
  to: Math.ceil(to / DAY_SECONDS) * DAY_SECONDS,
});

/**
 * 1 for each hour of `days` that is within `range`, one of the months and the hours of the day;
 * months and times by a clock that is `offset` hours ahead of UTC.
 */
export function countingHours(
  days: HourRange,
  range: HourRange,
  { months, hoursOfDay }: Pick<EventSearch, 'months' | 'hoursOfDay'>,
  offset: number,
): Uint8Array {
  const counts = new Uint8Array((days.to - days.from) / HOUR_SECONDS);
  const wantedMonths = months && new Set(months);
  let seen = Number.NaN;
  let isMonth = true;
  for (let hour = 0; hour < counts.length; hour++) {
    const at = days.from + hour * HOUR_SECONDS;
    if (at < range.from || at >= range.to) continue;
    const local = at + offset * HOUR_SECONDS;
    if (wantedMonths) {
      const day = Math.floor(local / DAY_SECONDS);
      if (day !== seen) {
        seen = day;
        isMonth = wantedMonths.has(new Date(day * DAY_SECONDS * 1000).getUTCMonth() + 1);
      }
      if (!isMonth) continue;
    }
    if (hoursOfDay && !isWithin(Math.floor(local / HOUR_SECONDS) % 24, hoursOfDay)) continue;
    counts[hour] = 1;
  }
  return counts;
}

/** From 22 to 4 runs over midnight; from 0 to 24, or from an hour to the same, is the whole day. */
function isWithin(hour: number, { from, to }: { from: number; to: number }): boolean {
  const of = ((hour % 24) + 24) % 24;
  return from < to ? of >= from && of < to : of >= from || of < to;
}

/** Hours that the sun's clock at a longitude is ahead of UTC, -12 to 12. */
export const sunOffset = (longitude: number): number => Math.round(longitude / 15) || 0;

/** Throws Problem 'not-found'. */
export async function lifeOf(db: Kysely<Tables>, datastream: string): Promise<Life> {
  const row = await db
    .selectFrom('datastreams')
    .select(['start_s', 'end_s'])
    .where('datastream', '=', datastream)
    .executeTakeFirst();
  if (!row) throw new Problem('not-found', `There is no datastream ${datastream}.`);
  return { start: Number(row.start_s), end: Number(row.end_s) };
}
