// Searches for days that find some in this very archive: common quantities, with limits that their
// values of the latest year exceed at times.
import type { DaysExamples, EventSearch } from '@isobar/contract/calls/facts.ts';
import { EMPTY_DAYS, formatDays } from '@isobar/contract/facts/days-address.ts';
import type { Kysely } from 'kysely';
import { yearStart } from '../../core/facts/year-days.ts';
import type { Tables } from '../../store/tables.ts';
import type { FactSources, ListedVariable } from './variable-hours.ts';

type Example = DaysExamples['examples'][number];

interface Quantity {
  /** Of the name or long name of a variable. */
  readonly name: RegExp;
  readonly units: RegExp;
  readonly comparison: '>' | '<';
  /** Part of the hours whose values are below the limit. */
  readonly quantile: number;
  readonly hours: number;
}

/** In the order in which they are offered. */
const QUANTITIES: readonly Quantity[] = [
  {
    name: /temp/i,
    units: /^(deg ?)?[CK]$|celsius|kelvin/i,
    comparison: '>',
    quantile: 0.95,
    hours: 3,
  },
  { name: /wind|wspd/i, units: /^m(\/| ?)s/i, comparison: '>', quantile: 0.95, hours: 3 },
  { name: /precip|rain/i, units: /^mm/i, comparison: '>', quantile: 0.98, hours: 1 },
  { name: /liquid water|lwp/i, units: /g|kg/, comparison: '>', quantile: 0.95, hours: 2 },
  { name: /short|irradiance|radiation/i, units: /^W/, comparison: '>', quantile: 0.95, hours: 3 },
  { name: /humid|^rh/i, units: /^%/, comparison: '<', quantile: 0.05, hours: 3 },
  { name: /press/i, units: /pa$/i, comparison: '<', quantile: 0.05, hours: 6 },
];

/** Datastreams that are looked at, and examples of one answer. */
const MOST_DATASTREAMS = 12;
const MOST_EXAMPLES = 4;
/** Hours with a value that a variable needs. */
const FEWEST_HOURS = 100;

/** Empty while no hour facts have been computed. */
export async function daysExamples(
  sources: FactSources,
  /** Variables of a datastream, what it is known to measure first. */
  variablesOf: (datastream: string) => Promise<readonly ListedVariable[]>,
): Promise<Example[]> {
  const examples: Example[] = [];
  const open = new Set(QUANTITIES);
  for (const datastream of await datastreamsWithFacts(sources.db)) {
    if (examples.length >= MOST_EXAMPLES) break;
    if (sources.limits(datastream).limited.length > 0) continue;
    const variables = await variablesOf(datastream);
    for (const quantity of open) {
      if (examples.length >= MOST_EXAMPLES) break;
      const variable = variables.find((one) => isOf(quantity, one));
      const example = variable && (await exampleOf(sources, datastream, quantity, variable));
      if (!example) continue;
      open.delete(quantity);
      examples.push(example);
    }
  }
  return examples;
}

/** Those that users asked for last, then those with the newest data. */
async function datastreamsWithFacts(db: Kysely<Tables>): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('fact_years')
    .select('datastream')
    .where('version', '>', 0) // something of it has been computed
    .orderBy('wanted_ms', 'desc')
    .orderBy('year', 'desc')
    .limit(MOST_DATASTREAMS * 20)
    .execute();
  return [...new Set(rows.map((row) => row.datastream))].slice(0, MOST_DATASTREAMS);
}

const isOf = ({ name, units }: Quantity, variable: ListedVariable): boolean =>
  variable.lastYear > 0 &&
  variable.dimensions === 1 &&
  units.test(variable.units) &&
  (name.test(variable.variable) || name.test(variable.longName));

async function exampleOf(
  { reader }: FactSources,
  datastream: string,
  { comparison, quantile, hours }: Quantity,
  { variable, units, longName, lastYear }: ListedVariable,
): Promise<Example | null> {
  const range = { from: yearStart(lastYear), to: yearStart(lastYear + 1) };
  const values = await reader.values({ datastream, variable, units }, 'mean', range);
  const there = values.filter((value) => Number.isFinite(value)).sort();
  const [least, most] = [there[0] ?? 0, there.at(-1) ?? 0];
  const value = rounded(there[Math.floor(there.length * quantile)] ?? 0, comparison);
  const isWithin = comparison === '>' ? value < most : value > least;
  if (there.length < FEWEST_HOURS || !isWithin || !lasts(values, { comparison, value, hours }))
    return null;
  const search: EventSearch = {
    ...EMPTY_DAYS,
    clauses: [{ datastream, variable, statistic: 'mean', comparison, value }],
    ...{ hours, start: `${lastYear}-01-01`, end: `${lastYear}-12-31` },
  };
  const limit = `${comparison === '>' ? 'above' : 'below'} ${value} ${units}`;
  const lasting = hours > 1 ? ` for ${hours} hours` : '';
  return {
    text: `${longName || variable} ${limit}${lasting}`,
    datastream,
    search: formatDays(search),
  };
}

/** To two figures, away from the values that are searched, so that there are more of them. */
function rounded(value: number, comparison: Quantity['comparison']): number {
  if (value === 0) return 0;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  const steps = comparison === '>' ? Math.floor(value / step) : Math.ceil(value / step);
  return Number((steps * step).toPrecision(3));
}

/** Whether the condition holds for so many hours in a row. */
function lasts(
  values: Float32Array,
  { comparison, value, hours }: Pick<Quantity, 'comparison' | 'hours'> & { readonly value: number },
): boolean {
  let run = 0;
  for (const hourly of values) {
    const holds = comparison === '>' ? hourly > value : hourly < value;
    run = holds ? run + 1 : 0;
    if (run >= hours) return true;
  }
  return false;
}
