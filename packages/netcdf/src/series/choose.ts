// What of a series goes into a file: which variables, which levels, how values are written. Pure
// but for reading coordinates.
import type { Attribute, NcType, NumericArray, Values } from '../dataset.ts';
import { arrayOf, isFixedType, isNumeric } from '../element.ts';
import { item } from '../held.ts';
import { MISSING, missingTest, STATING_MISSING } from '../job/missing.ts';
import type { MergedVariable } from '../job/schema.ts';
import { isBig, putNumber, typeOf } from '../numeric-array.ts';
import { unpackedNow, unpackingOf } from '../packing.ts';
import type { Series, SeriesVariable } from './series.ts';
import { LIMITS, PACKING } from './shape.ts';

/** Values of a coordinate from `from` to `to`, both included. */
export interface LevelBox {
  /** As the files call it. */
  readonly dimension: string;
  readonly from: number;
  readonly to: number;
}

export interface SeriesChoice {
  /** Names in the files; with what says where and when. */
  readonly variables: readonly string[] | 'all';
  readonly levels?: readonly LevelBox[] | undefined;
  /** Variables with no dimension besides time and these. */
  readonly dimensions?: readonly string[] | undefined;
  /** Packed values become measured ones. */
  readonly unpacked?: boolean | undefined;
}

/** A variable as it is written. */
export interface ChosenVariable {
  readonly source: SeriesVariable;
  readonly written: MergedVariable;
  /** Places of a row's values that are written, in order; undefined: all. */
  readonly places: Uint32Array | undefined;
  /** Packed values are written as measured ones. */
  readonly isMeasured: boolean;
}

export interface Chosen {
  readonly variables: readonly ChosenVariable[];
  readonly notes: readonly string[];
}

const ALWAYS = ['time', 'lat', 'lon', 'alt'];

/** Throws NetcdfError when a coordinate cannot be read. */
export async function chooseOf(series: Series, choice: SeriesChoice): Promise<Chosen> {
  const notes: string[] = [];
  const named = namedVariables(series, choice);
  const kept = named.filter((variable) => isWithin(variable, choice.dimensions));
  const dropped = named.length - kept.length;
  if (dropped > 0)
    notes.push(
      `${dropped} ${dropped === 1 ? 'variable has' : 'variables have'} other dimensions than ${['time', ...(choice.dimensions ?? [])].join(', ')} and ${dropped === 1 ? 'is' : 'are'} left out`,
    );
  const places = await placesOf(series, choice.levels ?? [], notes);
  const used = new Set(
    kept.filter((one) => !isCoordinate(one)).flatMap(({ inner }) => inner.map(({ name }) => name)),
  );
  const variables: ChosenVariable[] = [];
  for (const source of kept) {
    const isEmpty = source.inner.some(({ name }) => places.get(name)?.length === 0);
    const isUnused =
      choice.dimensions !== undefined && isCoordinate(source) && !used.has(source.name);
    if (isEmpty || isUnused) continue;
    variables.push({
      source,
      places: rowPlaces(source, places),
      written: writtenAs(source, places, choice.unpacked === true),
      isMeasured: choice.unpacked === true && unpackingOf(source) !== undefined,
    });
  }
  return { variables, notes };
}

/** Has the values of the dimension of its name, which stay the same. */
const isCoordinate = ({ name, perRecord, inner }: SeriesVariable): boolean =>
  !perRecord && inner.length === 1 && inner[0]?.name === name;

function namedVariables(series: Series, { variables: names }: SeriesChoice): SeriesVariable[] {
  const all = [...series.variables.values()].filter(({ type }) => type !== 'string');
  if (names === 'all') return all;
  const chosen = new Set<SeriesVariable>();
  for (const variable of all) {
    const isNamed = names.includes(variable.name);
    if (isNamed || variable.sources.some((source) => names.includes(source))) chosen.add(variable);
    else if (ALWAYS.includes(variable.name)) chosen.add(variable);
  }
  const dimensions = new Set([...chosen].flatMap(({ inner }) => inner.map(({ name }) => name)));
  const quality = new Set([...chosen].map(({ name }) => `qc_${name}`));
  return all.filter(
    (each) => chosen.has(each) || dimensions.has(each.name) || quality.has(each.name),
  );
}

const isWithin = (
  { name, inner }: SeriesVariable,
  dimensions: readonly string[] | undefined,
): boolean =>
  dimensions === undefined ||
  inner.every((each) => dimensions.includes(each.name) || each.name === name);

/**
 * The places along each dimension that a box leaves, by the name of the dimension in the series.
 */
async function placesOf(
  series: Series,
  boxes: readonly LevelBox[],
  notes: string[],
): Promise<Map<string, Uint32Array>> {
  const places = new Map<string, Uint32Array>();
  for (const { dimension, from, to } of boxes) {
    let isFound = false;
    for (const variable of series.variables.values()) {
      const { name, sources } = variable;
      if (!isCoordinate(variable) || !(name === dimension || sources.includes(dimension))) continue;
      isFound = true;
      const values = measured(variable, await series.readFixed(name));
      const inside = Uint32Array.from(values.keys()).filter(
        (at) => item(values, at) >= from && item(values, at) <= to,
      );
      places.set(name, inside);
      if (inside.length === 0)
        notes.push(
          `no value of ${name} is from ${from} to ${to}: what has this dimension is left out`,
        );
    }
    if (!isFound)
      notes.push(`${dimension} is no coordinate whose values stay the same: it is not cut`);
  }
  return places;
}

function measured(variable: SeriesVariable, values: Values): Float64Array {
  if (!isNumeric(values)) return new Float64Array(0);
  const numbers = unpackedNow(unpackingOf(variable), values);
  return isNumeric(numbers) ? Float64Array.from(numbers, Number) : new Float64Array(0);
}

/** undefined where no dimension is cut. */
function rowPlaces(
  { inner }: SeriesVariable,
  places: ReadonlyMap<string, Uint32Array>,
): Uint32Array | undefined {
  if (!inner.some(({ name }) => places.has(name))) return undefined;
  let offsets: number[] = [0];
  for (const { name, length } of inner) {
    const along = places.get(name) ?? Uint32Array.from({ length }, (_, at) => at);
    offsets = offsets.flatMap((offset) => Array.from(along, (at) => offset * length + at));
  }
  return Uint32Array.from(offsets);
}

function writtenAs(
  source: SeriesVariable,
  places: ReadonlyMap<string, Uint32Array>,
  isUnpacked: boolean,
): MergedVariable {
  const { name, type, perRecord, digest, attributes } = source;
  const inner = source.inner.map((each) => ({
    name: each.name,
    length: places.get(each.name)?.length ?? each.length,
  }));
  const unpacking = isUnpacked ? unpackingOf(source) : undefined;
  if (!unpacking) return { name, type, perRecord, digest, attributes, inner };
  const measuredType = unpacking.isSingle ? 'float' : 'double';
  const dropped = [...PACKING, ...STATING_MISSING, ...LIMITS];
  return {
    ...{ name, type: measuredType, perRecord, digest, inner },
    attributes: [
      ...attributes.filter((each) => !dropped.includes(each.name)),
      ...STATING_MISSING.map(
        (each): Attribute => ({
          ...{ name: each, type: measuredType },
          value: numbersOf(measuredType, [MISSING]),
        }),
      ),
    ],
  };
}

function numbersOf(type: NcType, numbers: readonly number[]): NumericArray {
  if (!isFixedType(type)) throw new TypeError(`${type} is no type of numbers`);
  const made = new (arrayOf(type))(numbers.length);
  for (const [at, number] of numbers.entries()) putNumber(made, at, number);
  return made;
}

/** Of whole rows as they were read, those at `rows` (all when undefined) as they are written. */
export function writtenValues(
  { source, written, places, isMeasured }: ChosenVariable,
  values: NumericArray,
  rows?: Uint32Array,
): NumericArray {
  const perRow = source.inner.reduce((product, { length }) => product * length, 1);
  const cut = places || rows ? gathered(values, perRow, places, rows) : values;
  const unpacking = isMeasured ? unpackingOf(source) : undefined;
  if (!unpacking || !isFixedType(written.type)) return cut;
  const isMissing = missingTest(source);
  const numbers = unpackedNow(unpacking, cut);
  const made = new (arrayOf(written.type))(cut.length);
  for (let at = 0; at < cut.length; at++) {
    const isThere = !isMissing(cut[at] ?? Number.NaN);
    const value = isThere && isNumeric(numbers) && !isBig(numbers) ? numbers[at] : undefined;
    putNumber(made, at, value === undefined || Number.isNaN(value) ? MISSING : value);
  }
  return made;
}

function gathered(
  values: NumericArray,
  perRow: number,
  places: Uint32Array | undefined,
  rows: Uint32Array | undefined,
): NumericArray {
  const count = rows?.length ?? values.length / Math.max(1, perRow);
  const width = places?.length ?? perRow;
  const made = new (typeOf(values))(count * width);
  for (let row = 0; row < count; row++) {
    const from = (rows ? item(rows, row) : row) * perRow;
    for (let at = 0; at < width; at++) {
      const place = places ? item(places, at) : at;
      putNumber(made, row * width + at, values[from + place] ?? Number.NaN);
    }
  }
  return made;
}
