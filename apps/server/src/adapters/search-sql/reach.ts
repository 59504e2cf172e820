// What part of the file index a condition can possibly reach, so that a search looks there only.
import type { PatternPart } from '@isobar/query-language/query-tokens.ts';
import { allOf, anyOf, type Condition } from './condition.ts';

/** Both ends belong to it; null: open. */
export type Interval<T> = { readonly from: T | null; readonly to: T | null };

/**
 * Every file that fulfils a condition lies within its reach. A column that is null does not limit
 * the reach.
 */
export type Reach = {
  readonly datastreams: readonly string[] | null;
  /** Spans of file names, compared byte by byte. */
  readonly names: readonly Interval<string>[] | null;
  /** The times of the first sample, in seconds since 1970 UTC. */
  readonly starts: Interval<number> | null;
  readonly scans: readonly string[] | null;
  /**
   * Alternatives that limit no column in common: each file lies within at least one of these, too.
   */
  readonly either: readonly Reach[] | null;
};

export const ANYWHERE: Reach = {
  ...{ datastreams: null, names: null, starts: null, scans: null, either: null },
};
const NOWHERE: Reach = { ...ANYWHERE, datastreams: [], names: [] };

/**
 * With more datastreams than this it is as quick to look everywhere; with more names, to look from
 * the first to the last.
 */
const MOST_DATASTREAMS = 1000;
const MOST_NAMES = 200;
/** With more alternatives over different columns than this it is as quick to look everywhere. */
const MOST_EITHER = 8;
/** Whole names are looked up one by one, so there may be many more of them. */
const MOST_WHOLE_NAMES = 20_000;

export function reachOf(condition: Condition): Reach {
  switch (condition.kind) {
    case 'none':
      return NOWHERE;
    case 'and':
      return condition.of.map(reachOf).reduce(both, ANYWHERE);
    case 'or':
      return either(condition.of.map(reachOf).filter((reach) => reach !== NOWHERE));
    case 'in': {
      const texts = [...new Set(condition.values.map(String))];
      if (condition.column === 'datastream') return limited({ ...ANYWHERE, datastreams: texts });
      if (condition.column === 'scan_name') return { ...ANYWHERE, scans: texts };
      if (condition.column !== 'file_name') return ANYWHERE;
      return limited({ ...ANYWHERE, names: texts.map((text) => ({ from: text, to: text })) });
    }
    case 'between': {
      const { column, from, to } = condition;
      if (column === 'start_s')
        return { ...ANYWHERE, starts: { from: numberOf(from), to: numberOf(to) } };
      const names = [{ from: textOf(from), to: textOf(to) }];
      return column === 'file_name' ? { ...ANYWHERE, names } : ANYWHERE;
    }
    case 'like': {
      const prefix = condition.ignoreCase ? '' : beginning(condition.pattern);
      if (prefix === '' || condition.column !== 'file_name') return ANYWHERE;
      return { ...ANYWHERE, names: [{ from: prefix, to: prefix + LAST }] };
    }
    default:
      return ANYWHERE;
  }
}

/**
 * Conditions that an index answers and that hold for every file of the reach. `foreign`: there are
 * files whose names do not begin with their datastream; those can be found by datastream and start,
 * but not by name.
 */
export function reachCondition(reach: Reach, foreign: boolean): Condition {
  const { datastreams, names, starts, scans } = reach;
  const parts: Condition[] = [];
  if (scans) parts.push({ kind: 'in', column: 'scan_name', values: scans });
  if (datastreams) parts.push({ kind: 'in', column: 'datastream', values: datastreams });
  if (names) {
    const one = datastreams?.length === 1;
    const whole = names.filter(isWhole).map(({ from }) => from ?? '');
    const isFar = datastreams === null || (!one && whole.length > 0);
    const places = names
      .filter((interval) => !isWhole(interval))
      .map((interval) => placeOf(interval, datastreams === null));
    if (one && whole.length > 0) places.push({ kind: 'in', column: 'file_name', values: whole });
    else if (whole.length > 0) places.push({ kind: 'keys', keys: whole.flatMap(keyOf) });
    if (foreign && isFar) places.push({ kind: 'in', column: 'named', values: [0] });
    parts.push(anyOf(places));
  }
  if (starts) parts.push({ kind: 'between', column: 'start_s', ...starts });
  return allOf(parts);
}

/**
 * True when only few files of a large archive can match: those of some datastreams, or with names
 * that agree up to a dot.
 */
export const isNarrow = ({ datastreams, names }: Reach): boolean =>
  datastreams !== null || (names?.every((interval) => common(interval).includes('.')) ?? false);

/** Whether all files of the reach are of one datastream. */
export const isOneDatastream = ({ datastreams }: Reach): boolean => datastreams?.length === 1;

const numberOf = (bound: string | number | null): number | null =>
  typeof bound === 'number' ? bound : null;
const textOf = (bound: string | number | null): string | null =>
  typeof bound === 'string' ? bound : null;

/** Added to a prefix, gives a text that sorts after every text with that prefix. */
const LAST = '\u{10ffff}';

/**
 * Finds the names of a span through the key (datastream, name). The name of a file that is not
 * foreign begins with its datastream, up to the second dot. No datastream is the beginning of
 * another, so such names sort as their datastreams do.
 */
function placeOf(interval: Interval<string>, byDatastream: boolean): Condition {
  const { from, to } = interval;
  const between: Condition = { kind: 'between', column: 'file_name', from, to };
  if (!byDatastream) return between;
  const [, datastream] = /^([^.]*\.[^.]*)\./.exec(common(interval)) ?? [];
  if (datastream !== undefined)
    return allOf([{ kind: 'in', column: 'datastream', values: [datastream] }, between]);
  const least = from === null ? null : from.slice(0, from.indexOf('.') + 1 || from.length);
  const outer: Condition = { kind: 'between', column: 'datastream', from: least, to };
  return allOf([outer, between]);
}

const isWhole = ({ from, to }: Interval<string>): boolean => from !== null && from === to;

/**
 * The key of a file name. A name without two dots cannot begin with its datastream, so it has no
 * key.
 */
function keyOf(name: string): readonly (readonly [string, string])[] {
  const [, datastream] = /^([^.]*\.[^.]*)\./.exec(name) ?? [];
  return datastream === undefined ? [] : [[datastream, name]];
}

/** What all names of a span begin with. */
function common({ from, to }: Interval<string>): string {
  if (from === null || to === null) return '';
  let length = 0;
  while (length < from.length && from[length] === to[length]) length++;
  return from.slice(0, length);
}

/** The text that every fitting value begins with. */
function beginning(pattern: readonly PatternPart[]): string {
  const [first] = pattern;
  return typeof first === 'object' ? first.text : '';
}

function both(a: Reach, b: Reach): Reach {
  const datastreams =
    a.datastreams && b.datastreams
      ? a.datastreams.filter((name) => b.datastreams?.includes(name))
      : (a.datastreams ?? b.datastreams);
  const names = a.names && b.names ? crossed(a.names, b.names) : (a.names ?? b.names);
  const starts = a.starts && b.starts ? overlap(a.starts, b.starts) : (a.starts ?? b.starts);
  // If both have scans, or both have alternatives, either of the two is a wide enough limit.
  const scans = a.scans ?? b.scans;
  return limited({ datastreams, names, starts, scans, either: a.either ?? b.either });
}

function either(reaches: readonly Reach[]): Reach {
  const [first, second] = reaches;
  if (!first) return NOWHERE;
  if (!second) return first;
  /** Null as soon as one alternative has null here, since its files may lie anywhere. */
  const all = <T>(of: (reach: Reach) => T | null): readonly T[] | null => {
    const found = reaches.map(of).filter((each) => each !== null);
    return found.length === reaches.length ? found : null;
  };
  const datastreams = all((reach) => reach.datastreams)?.flat() ?? null;
  const names = all((reach) => reach.names)?.flat() ?? null;
  const starts = all((reach) => reach.starts);
  const scans = all((reach) => reach.scans)?.flat() ?? null;
  const isFound = datastreams ?? names ?? scans;
  const isApart = !isFound && reaches.length <= MOST_EITHER && reaches.every(isLookedUp);
  return limited({
    datastreams: datastreams && [...new Set(datastreams)],
    names: names && merged(names),
    starts: starts && hull(starts),
    scans: scans && [...new Set(scans)],
    either: isApart ? reaches : null,
  });
}

/** Whether an index leads to the files of a reach. */
const isLookedUp = ({ datastreams, names, scans, either: some }: Reach): boolean =>
  (datastreams ?? names ?? scans ?? some) !== null;

function limited(reach: Reach): Reach {
  const { datastreams, names } = reach;
  const most = names?.every(isWhole) ? MOST_WHOLE_NAMES : MOST_NAMES;
  return {
    ...reach,
    datastreams: datastreams && datastreams.length > MOST_DATASTREAMS ? null : datastreams,
    names: names && names.length > most ? [hull(names)] : names,
  };
}

/** The intervals in ascending order; those that overlap are joined into one. */
function merged(intervals: readonly Interval<string>[]): Interval<string>[] {
  const sorted = intervals.filter((i) => !isEmpty(i));
  sorted.sort((a, b) => (a.from === b.from ? 0 : a.from === null ? -1 : later(a.from, b.from)));
  const result: Interval<string>[] = [];
  for (const next of sorted) {
    const last = result.at(-1);
    const apart = !last || (last.to !== null && next.from !== null && before(last.to, next.from));
    if (apart) result.push(next);
    else result[result.length - 1] = hull([last, next]);
  }
  return result;
}

const later = (a: string, b: string | null): number => (b === null || before(b, a) ? 1 : -1);

/**
 * The overlaps of two lists of intervals. If the lists are long, returns the shorter one, which
 * covers all overlaps.
 */
function crossed(
  a: readonly Interval<string>[],
  b: readonly Interval<string>[],
): readonly Interval<string>[] {
  if (a.length * b.length > MOST_NAMES) return a.length < b.length ? a : b;
  return a.flatMap((x) => b.map((y) => overlap(x, y))).filter((i) => !isEmpty(i));
}

function overlap<T extends string | number>(a: Interval<T>, b: Interval<T>): Interval<T> {
  const from = a.from === null || (b.from !== null && before(a.from, b.from)) ? b.from : a.from;
  const to = a.to === null || (b.to !== null && before(b.to, a.to)) ? b.to : a.to;
  return { from, to };
}

function hull<T extends string | number>(intervals: readonly Interval<T>[]): Interval<T> {
  let { from, to } = intervals[0] ?? { from: null, to: null };
  for (const next of intervals) {
    from = from === null || next.from === null ? null : before(next.from, from) ? next.from : from;
    to = to === null || next.to === null ? null : before(to, next.to) ? next.to : to;
  }
  return { from, to };
}

const isEmpty = ({ from, to }: Interval<string>): boolean =>
  from !== null && to !== null && before(to, from);

/** As the databases compare: numbers by value, texts byte by byte. */
function before<T extends string | number>(a: T, b: T): boolean {
  if (typeof a === 'number' || typeof b === 'number') return a < b;
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at < b.length && (at === a.length || place(a.charCodeAt(at)) < place(b.charCodeAt(at)));
}

/** Surrogates sort after all other UTF-16 units, as the characters that they stand for do. */
const place = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);
