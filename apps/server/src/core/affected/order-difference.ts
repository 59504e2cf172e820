// By how much the replaced files of an order differ from what was delivered: its files one by one,
// summed up by variable.
import { setImmediate } from 'node:timers/promises';
import type { OrderDifference, VariableDifference } from '@isobar/contract/calls/verify-calls.ts';
import type { Span } from '@isobar/contract/orders/span.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { HOUR_SECONDS } from '../facts/hour-columns.ts';
import { findEvidence, type KeptHolding } from './evidence.ts';
import { type FormerFacts, SpanFacts } from './former-facts.ts';
import { findChanges } from './stored-changes.ts';
import { compareFacts, versionDifferenceOf } from './version-difference.ts';

type Db = Kysely<Tables>;

/** Files that one call compares. */
const MOST_COMPARED = 300;

/** Null: nothing was kept of a delivery of this order. */
export async function orderDifferenceOf(db: Db, orderId: number): Promise<OrderDifference | null> {
  const evidence = await findEvidence(db, orderId);
  if (!evidence) return null;
  const content = (await findChanges(db, orderId))?.content;
  const replaced = (content?.files ?? []).filter(({ kind }) => kind === 'replaced');
  const counts = content?.counts;
  const some = replaced.slice(0, MOST_COMPARED);
  const sums = new DifferenceSums();
  const reader = new SpanFacts(db);
  const notKnown: OrderDifference['notKnown'][number][] = [];
  let compared = 0;
  for (const { datastream, file, before } of some) {
    const holdings = evidence.kept.holdings.filter((one) => one.datastream === datastream);
    const had = { sha256: before.sha256, bytes: before.bytes, since: evidence.madeAt };
    const difference = await versionDifferenceOf(
      db,
      { datastream, file },
      had,
      (then, now) => compareFacts(ordered(then, holdings), ordered(now, holdings)),
      reader,
    );
    if (difference?.variables) {
      compared++;
      sums.add(datastream, difference.variables, difference.unchanged);
    } else {
      const reason = difference?.reason ?? 'The archive knows no file of this name.';
      notKnown.push({ datastream, file, reason });
    }
    await setImmediate();
  }
  return {
    ...{ orderId, delivered: formatInstant(evidence.madeAt), compared, notKnown },
    leftOut: Math.max(0, (counts?.replaced ?? 0) - some.length),
    withdrawn: counts?.withdrawn ?? 0,
    ...sums.totals(),
  };
}

/** The facts of the variables and hours that were ordered. Pure. */
export function ordered(facts: FormerFacts, holdings: readonly KeptHolding[]): FormerFacts {
  return facts.flatMap(({ variable, units, hours }) => {
    const own = holdings.filter(
      ({ variables }) => variables.length === 0 || variables.includes(variable),
    );
    const ranges = own.flatMap((one) => one.ranges);
    if (own.length === 0) return [];
    const inside = hours.filter(({ at }) => ranges.some((range) => touchesHour(range, at)));
    return inside.length > 0 ? [{ variable, units, hours: inside }] : [];
  });
}

const touchesHour = ({ start, end }: Span, hour: number): boolean =>
  start < (hour + 1) * HOUR_SECONDS && end >= hour * HOUR_SECONDS;

type Total = OrderDifference['variables'][number];

/** Adds up how the variables of several files differ. */
export class DifferenceSums {
  readonly #totals = new Map<string, Total>();
  readonly #seen = new Map<string, Set<string>>();

  add(
    datastream: string,
    differing: readonly VariableDifference[],
    unchanged: readonly string[],
  ): void {
    const seen = this.#seen.get(datastream) ?? new Set<string>();
    this.#seen.set(datastream, seen);
    for (const name of unchanged) seen.add(name);
    for (const one of differing) {
      seen.add(one.variable);
      const key = `${datastream}\n${one.variable}\n${one.units}`;
      const known = this.#totals.get(key);
      this.#totals.set(key, known ? summed(known, one) : { datastream, ...one, files: 1 });
    }
  }

  totals(): Pick<OrderDifference, 'variables' | 'unchanged'> {
    const variables = [...this.#totals.values()].sort(
      (a, b) =>
        b.hoursDiffering - a.hoursDiffering ||
        (`${a.datastream} ${a.variable}` < `${b.datastream} ${b.variable}` ? -1 : 1),
    );
    const unchanged = [...this.#seen].flatMap(([datastream, names]) => {
      const same = [...names].filter(
        (name) => !variables.some((one) => one.datastream === datastream && one.variable === name),
      );
      return same.length > 0 ? [{ datastream, variables: same.sort() }] : [];
    });
    return { variables, unchanged };
  }
}

const summed = (a: Total, b: VariableDifference): Total => ({
  ...{ datastream: a.datastream, variable: a.variable, units: a.units, files: a.files + 1 },
  hours: a.hours + b.hours,
  hoursDiffering: a.hoursDiffering + b.hoursDiffering,
  valuesBefore: a.valuesBefore + b.valuesBefore,
  valuesNow: a.valuesNow + b.valuesNow,
  atLeast: a.atLeast + b.atLeast,
  atMost: a.atMost + b.atMost,
  largestMeanChange: largest(a.largestMeanChange, b.largestMeanChange),
  largestChange: largest(a.largestChange, b.largestChange),
});

const largest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
