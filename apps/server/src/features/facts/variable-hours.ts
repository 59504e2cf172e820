// What is known of a variable in each hour: its facts, and why an hour is unknown (no value,
// report, units, access, not computed).
import type { ReportClass, Statistic } from '@isobar/contract/calls/facts.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import { isDataVariable } from '../../core/catalogue/data-variable.ts';
import { headersOf, variablesOf } from '../../core/catalogue/designs.ts';
import { timeDimension } from '../../core/catalogue/drawable.ts';
import { longNameOf } from '../../core/catalogue/header.ts';
import type { FactVariable, HourRange } from '../../core/facts/read-facts.ts';
import { type FactReader, factVariables, unknownHours } from '../../core/facts/read-facts.ts';
import type { Tables } from '../../store/tables.ts';
import { type Limits, limitedHours, touchedHours } from './limits.ts';

export interface FactSources {
  readonly db: Kysely<Tables>;
  readonly limits: (datastream: string) => Limits;
  readonly reader: FactReader;
}

/**
 * The variable in its present units, and the units that it had before. A variable that files have
 * and whose facts are not computed yet has no years. Throws Problem 'not-found' for any other name,
 * with the names that there are.
 */
export async function variableNamed(
  db: Kysely<Tables>,
  datastream: string,
  variable: string,
  field: string,
): Promise<{ readonly now: FactVariable; readonly others: readonly FactVariable[] }> {
  const [now, ...others] = await factVariables(db, datastream, variable);
  if (now) return { now, others };
  const all = await listedVariables(db, datastream);
  const coming = all.find((one) => one.variable === variable);
  if (coming) return { now: coming, others: [] };
  const names = [...new Set(all.map((one) => one.variable))];
  const known = `${names.slice(0, 20).join(', ')}${names.length > 20 ? ' …' : ''}`;
  throw new Problem(
    'not-found',
    `${field}: ${datastream} has no hour facts of a variable ${variable}; it has ${known || 'none'}.`,
  );
}

export interface ListedVariable extends FactVariable {
  readonly longName: string;
}

/**
 * Variables with facts, and those that will have some once their files have been read; in the order
 * of the names.
 */
export async function listedVariables(
  db: Kysely<Tables>,
  datastream: string,
): Promise<readonly ListedVariable[]> {
  const headers = await headersOf(db, datastream);
  const variables = variablesOf(headers.map(({ header }) => header));
  const names = new Map(variables.map((one) => [one.name, longNameOf(one)]));
  const known = await factVariables(db, datastream);
  const isKnown = new Set(known.map((one) => one.variable));
  const time = timeDimension(variables);
  const coming = variables.flatMap((one): FactVariable[] => {
    const { name, type, dimensions, attributes } = one;
    const isNumber = type !== 'char' && type !== 'string';
    if (isKnown.has(name) || !isNumber || time === null || dimensions[0] !== time) return [];
    if (dimensions.length > 2 || !isDataVariable(one, variables)) return [];
    const units = (attributes.units ?? '').trim();
    return [
      {
        variable: name,
        units,
        dimensions: dimensions.length === 1 ? 1 : 2,
        firstYear: 0,
        lastYear: 0,
      },
    ];
  });
  return [...known, ...coming]
    .map((one) => ({ ...one, longName: names.get(one.variable) ?? '' }))
    .sort((a, b) =>
      a.variable < b.variable ? -1 : a.variable > b.variable ? 1 : b.lastYear - a.lastYear,
    );
}

/** Why an hour is unknown, one byte an hour for each reason. */
export interface Reasons {
  readonly missing: Uint8Array;
  readonly report: Uint8Array;
  readonly units: Uint8Array;
  readonly limited: Uint8Array;
  readonly computing: Uint8Array;
}

export interface KnownHours {
  readonly units: string;
  /** The statistic in the present units; NaN where there is none. */
  readonly values: Float32Array;
  /** 1: there is a valid sample in the present units. */
  readonly hasValue: Uint8Array;
  readonly reasons: Reasons;
}

export async function knownHours(
  { db, limits, reader }: FactSources,
  of: { readonly datastream: string; readonly variable: string },
  { statistic, reports }: { statistic: Statistic; reports: readonly ReportClass[] },
  range: HourRange,
  field: string,
): Promise<KnownHours> {
  const { datastream, variable } = of;
  const { now, others } = await variableNamed(db, datastream, variable, field);
  if (now.dimensions === 2 && statistic === 'min')
    throw new Problem(
      'bad-request',
      `${field}.statistic: ${variable} has columns, of which mean and max are kept`,
    );
  const values = await reader.values({ ...of, units: now.units }, statistic, range);
  const valid = await reader.counts({ ...of, units: now.units }, 'valid', range);
  const units = new Uint8Array(valid.length);
  for (const other of others) {
    const before = await reader.counts({ ...of, units: other.units }, 'valid', range);
    for (let hour = 0; hour < units.length; hour++) if (before[hour]) units[hour] = 1;
  }
  const computing = await unknownHours(db, datastream, range);
  const report = touchedHours(limits(datastream), of, reports, range);
  const limited = limitedHours(limits(datastream), range);
  const [missing, hasValue] = [new Uint8Array(valid.length), new Uint8Array(valid.length)];
  for (let hour = 0; hour < valid.length; hour++) {
    if (computing[hour] || limited[hour]) values[hour] = Number.NaN;
    else if (valid[hour]) hasValue[hour] = 1;
    else if (!units[hour]) missing[hour] = 1;
  }
  return {
    units: now.units,
    values,
    hasValue,
    reasons: { missing, report, units, limited, computing },
  };
}
