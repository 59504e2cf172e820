// Which variables of files of different shapes mean the same, and what each meaning is called in a
// series; pure.
import { textAttribute } from '../attribute.ts';
import { besides, flatNames, lastOf } from '../job/group-names.ts';
import type { InnerDimension } from '../job/survey.ts';
import type { FileShape, ShapeVariable } from './shape.ts';

/** A shape, and when files had it. */
export interface ShapeSpan {
  readonly shape: FileShape;
  /** The first and the last time of its files, seconds since 1970 UTC. */
  readonly first: number;
  readonly last: number;
}

/** A variable of one shape as the series has it. */
export interface Meaning {
  readonly variable: ShapeVariable;
  /** The name in the series. */
  readonly name: string;
  readonly inner: readonly InnerDimension[];
}

/** The name of the axis, and of its dimension, in every series. */
export const TIME = 'time';

/**
 * For each shape its meanings, by the name in the file. Same units, same inner dimensions with the
 * same coordinates, and both numbers or both text: one meaning. The newest meaning has the plain
 * name, an older one `NAME__to_YYYYMMDD` with the last day (UTC) on which it held; so have
 * dimensions, and `qc_X` goes with its X.
 */
export function meaningsOf(spans: readonly ShapeSpan[]): Map<FileShape, Map<string, Meaning>> {
  const names = new Names(spans);
  const dimensions = namesOfDimensions(spans, names);
  const variables = namesOfVariables(spans, names, dimensions);
  const found = new Map<FileShape, Map<string, Meaning>>();
  for (const { shape } of spans) {
    const own = new Map<string, Meaning>();
    for (const variable of shape.variables) {
      if (variable.type === 'string') continue;
      const isAxis = variable.name === shape.timeVariable;
      const name = isAxis ? TIME : variables.get(keyOf(shape, variable));
      if (name === undefined) continue;
      own.set(variable.name, { variable, name, inner: renamed(shape, variable, dimensions) });
    }
    found.set(shape, own);
  }
  return withPlainNames(found);
}

const LONGEST_NAME = 100;

/**
 * Arrays and their readers have no groups: "radar/power" becomes "radar_power". Many readers of
 * DAP2 take letters, digits, "_" and "-" alone, and a name with others keeps them from opening the
 * array; R ends at one of more than about 128.
 */
export function plainName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w-]+/g, '_')
    .slice(0, LONGEST_NAME);
  return /^_*$/.test(plain) ? 'unnamed' : plain;
}

/** Attributes of the file are called so in DAP2. */
export const RESERVED = ['NC_GLOBAL'];

function withPlainNames(
  meanings: ReadonlyMap<FileShape, ReadonlyMap<string, Meaning>>,
): Map<FileShape, Map<string, Meaning>> {
  const names = new Set<string>();
  for (const own of meanings.values())
    for (const { name, inner } of own.values()) {
      names.add(name);
      for (const dimension of inner) names.add(dimension.name);
    }
  const flat = flatNames(names, plainName, RESERVED);
  const flattened = (name: string): string => flat.get(name) ?? name;
  const flatMeaning = ({ variable, name, inner }: Meaning): Meaning => ({
    variable,
    name: flattened(name),
    inner: inner.map((each) => ({ ...each, name: flattened(each.name) })),
  });
  return new Map(
    [...meanings].map(([shape, own]) => [
      shape,
      new Map([...own].map(([source, meaning]) => [source, flatMeaning(meaning)])),
    ]),
  );
}

/** Gives out names, each once. */
class Names {
  private readonly taken: Set<string>;

  /** Every name that a file has is the name of its newest meaning. */
  constructor(spans: readonly ShapeSpan[]) {
    this.taken = new Set([TIME]);
    for (const { shape } of spans)
      for (const { name, inner } of shape.variables) {
        this.taken.add(name);
        for (const dimension of inner) this.taken.add(dimension.name);
      }
  }

  older(name: string, last: number): string {
    return this.free(`${name}__to_${dayOf(last)}`);
  }

  free(name: string): string {
    let free = name;
    for (let n = 2; this.taken.has(free); n++) free = `${name}_${n}`;
    this.taken.add(free);
    return free;
  }
}

/** YYYYMMDD of a time, UTC. */
export const dayOf = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 10).replaceAll('-', '');

/** The meanings that a name had, each with the last time at which it held. */
type History = Map<string, number>;

function seen(histories: Map<string, History>, stem: string, key: string, last: number): void {
  const history = histories.get(stem) ?? new Map<string, number>();
  histories.set(
    stem,
    history.set(key, Math.max(last, history.get(key) ?? Number.NEGATIVE_INFINITY)),
  );
}

/** The one that held last; of equal ones the one that was seen last. */
function newestOf(history: History): string | undefined {
  let newest: string | undefined;
  let last = Number.NEGATIVE_INFINITY;
  for (const [key, time] of history) {
    if (time < last) continue;
    newest = key;
    last = time;
  }
  return newest;
}

/** Name by key of the meaning: the newest of a stem has the stem, the others that of `older`. */
function given(
  histories: ReadonlyMap<string, History>,
  names: Names,
  older: (stem: string) => string = (stem) => stem,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const [stem, history] of histories) {
    const newest = newestOf(history);
    for (const [key, last] of history)
      found.set(key, key === newest ? stem : names.older(older(stem), last));
  }
  return found;
}

/** The names of dimensions in the series, by their keys. */
function namesOfDimensions(spans: readonly ShapeSpan[], names: Names): Map<string, string> {
  const histories = new Map<string, History>();
  for (const { shape, last } of spans)
    for (const { inner } of shape.variables)
      for (const dimension of inner)
        seen(histories, dimension.name, keyOfDimension(shape, dimension), last);
  const found = given(histories, names);
  // The axis may run along a dimension that is not called so.
  for (const [key, name] of found) if (name === TIME) found.set(key, names.free(`${TIME}_2`));
  return found;
}

function keyOfDimension(shape: FileShape, { name, length }: InnerDimension): string {
  const coordinate = shape.variables.find((variable) => variable.name === name);
  const isCoordinate = coordinate?.inner.length === 1 && coordinate.inner[0]?.name === name;
  return JSON.stringify([name, length, (isCoordinate && coordinate.digest) || '']);
}

const renamed = (
  shape: FileShape,
  { inner }: ShapeVariable,
  dimensions: ReadonlyMap<string, string>,
): InnerDimension[] =>
  inner.map((dimension) => ({
    name: dimensions.get(keyOfDimension(shape, dimension)) ?? dimension.name,
    length: dimension.length,
  }));

/** By key of the meaning. Flags come last, since their names follow those of their data. */
function namesOfVariables(
  spans: readonly ShapeSpan[],
  names: Names,
  dimensions: ReadonlyMap<string, string>,
): Map<string, string> {
  const data = new Map<string, History>();
  for (const [shape, variable, last] of each(spans)) {
    if (flaggedBy(shape, variable)) continue;
    const [own] = renamed(shape, variable, dimensions);
    const isCoordinate = variable.inner.length === 1 && variable.inner[0]?.name === variable.name;
    const stem = isCoordinate && !variable.hasTime ? (own?.name ?? variable.name) : variable.name;
    const free = stem === TIME ? `${TIME}_2` : stem;
    seen(data, free, keyOf(shape, variable), last);
  }
  const found = given(data, names, withoutDay);
  const flags = new Map<string, History>();
  for (const [shape, variable, last] of each(spans)) {
    const of = flaggedBy(shape, variable);
    const name = of && found.get(keyOf(shape, of));
    if (name === undefined) continue;
    seen(flags, besides(variable.name, `qc_${lastOf(name)}`), keyOf(shape, variable), last);
  }
  return new Map([...found, ...given(flags, names, withoutDay)]);
}

/** A name without the day to which an older meaning of the variable held. */
export const withoutDay = (stem: string): string => stem.replace(/__to_\d{8}(_\d+)?$/, '');

function* each(
  spans: readonly ShapeSpan[],
): Generator<readonly [FileShape, ShapeVariable, number]> {
  for (const { shape, last } of spans)
    for (const variable of shape.variables)
      if (variable.type !== 'string' && variable.name !== shape.timeVariable)
        yield [shape, variable, last];
}

/** The data variable whose quality a variable `qc_X` tells by its name. */
function flaggedBy(shape: FileShape, { name }: ShapeVariable): ShapeVariable | undefined {
  const own = lastOf(name);
  if (!own.startsWith('qc_')) return undefined;
  const of = besides(name, own.slice(3));
  return shape.variables.find(
    (variable) => variable.name === of && of !== shape.timeVariable && variable.type !== 'string',
  );
}

function keyOf(shape: FileShape, variable: ShapeVariable): string {
  const { name, type, inner, countsTime, digest } = variable;
  const kind = type === 'char' ? 'text' : type === 'uint64' ? 'uint64' : 'number';
  const isCoordinate = inner.length === 1 && inner[0]?.name === name;
  const of = flaggedBy(shape, variable);
  return JSON.stringify([
    name,
    countsTime ? 'time' : kind,
    countsTime ? '' : (textAttribute(variable, 'units') ?? ''),
    inner.map((dimension) => keyOfDimension(shape, dimension)),
    isCoordinate ? '' : (digest ?? ''),
    of ? keyOf(shape, of) : '',
  ]);
}
