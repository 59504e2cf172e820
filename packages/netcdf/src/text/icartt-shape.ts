// Decides how a file becomes ICARTT: format index 1001, or 2110 where variables have a second
// dimension; pure.

import type { MergedVariable, Schema } from '../job/schema.ts';
import type { InnerDimension } from '../job/survey.ts';

/** Attributes of time that the first column or the comments hold. */
const TOLD_BY_TIME = ['base_time', 'time_offset'];

/**
 * The second dimension of format index 2110, whose values are in the first column of each of its
 * lines.
 */
export interface Bounded {
  readonly dimension: InnerDimension;
  /** The variable that holds its values; absent: they are counted from 0. */
  readonly coordinate: MergedVariable | undefined;
}

export interface IcarttShape {
  /** One value per time. */
  readonly columns: readonly MergedVariable[];
  /** One value per time and place along the second dimension; empty in format index 1001. */
  readonly profiles: readonly MergedVariable[];
  readonly bounded: Bounded | undefined;
  /**
   * Short names by the names of variables and of the second dimension: as the format wants them, no
   * two alike.
   */
  readonly names: ReadonlyMap<string, string>;
  /** What is left out or renamed, and why. */
  readonly notes: readonly string[];
}

export function icarttShape(schema: Schema): IcarttShape {
  const dimension = secondDimension(schema);
  const found = dimension && schema.variables.get(dimension.name);
  const coordinate = found && isAlong(found, dimension) && isNumber(found) ? found : undefined;
  const columns: MergedVariable[] = [];
  const profiles: MergedVariable[] = [];
  const notes: string[] = [];
  for (const variable of schema.variables.values()) {
    const { name, inner, perRecord } = variable;
    if (isTime(variable, schema) || variable === coordinate) continue;
    if (!perRecord && inner.length === 0) continue; // scalars are listed in the comments
    const reason = reasonAgainst(variable, dimension);
    if (reason) notes.push(`${name} is left out: ${reason}`);
    else if (inner.length === 0) columns.push(variable);
    else profiles.push(variable);
  }
  const bounded = dimension && { dimension, coordinate };
  const named = [...(dimension ? [dimension] : []), ...profiles, ...columns];
  const names = shortNames(named.map(({ name }) => name));
  for (const [name, short] of names) if (short !== name) notes.push(`${name} is called ${short}`);
  return { columns, profiles, bounded, names, notes };
}

/** The format's own limit. */
const LONGEST_NAME = 31;

/** A letter, then letters, digits and underscores. */
function shortNames(names: readonly string[]): Map<string, string> {
  const short = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of names) {
    const allowed = name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?![A-Za-z])/, 'v');
    let free = allowed.slice(0, LONGEST_NAME);
    for (let n = 2; taken.has(free); n++) {
      free = `${allowed.slice(0, LONGEST_NAME - 1 - String(n).length)}_${n}`;
    }
    taken.add(free);
    short.set(name, free);
  }
  return short;
}

export const isTime = ({ name }: MergedVariable, schema: Schema): boolean =>
  TOLD_BY_TIME.includes(name) || name === schema.timeVariable;

/** The one along which most variables lie; the first of equals. */
function secondDimension(schema: Schema): InnerDimension | undefined {
  const counts = new Map<string, { dimension: InnerDimension; variables: number }>();
  for (const variable of schema.variables.values()) {
    const [dimension] = variable.inner;
    const isProfile = variable.perRecord && variable.inner.length === 1 && isNumber(variable);
    if (!isProfile || !dimension || isTime(variable, schema)) continue;
    const before = counts.get(dimension.name)?.variables ?? 0;
    counts.set(dimension.name, { dimension, variables: before + 1 });
  }
  const [most] = [...counts.values()].sort((a, b) => b.variables - a.variables);
  return most?.dimension;
}

function reasonAgainst(
  variable: MergedVariable,
  dimension: InnerDimension | undefined,
): string | undefined {
  const { inner, perRecord } = variable;
  if (!isNumber(variable)) return 'it is text, and ICARTT holds numbers';
  if (!perRecord) return 'it has no time, and ICARTT is by time';
  if (inner.length === 0) return undefined;
  const names = inner.map(({ name }) => name).join(' and ');
  if (inner.length > 1)
    return `ICARTT holds at most one dimension beside time, and it has ${names}; NetCDF holds it`;
  if (dimension && isAlong(variable, dimension)) return undefined;
  return `ICARTT 2110 holds one dimension beside time, here ${dimension?.name ?? 'none'}, and it has ${names}; NetCDF holds it`;
}

const isAlong = ({ inner }: MergedVariable, dimension: InnerDimension): boolean =>
  inner.length === 1 && inner[0]?.name === dimension.name;

const isNumber = ({ type }: MergedVariable): boolean => type !== 'char' && type !== 'string';
