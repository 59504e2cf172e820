// What a state of arrays says of itself: variables with their attributes, chunks and sources, notes
// and changes. Pure.
import {
  type Attribute,
  type MergedVariable,
  numbersAttribute,
  type Series,
  type SeriesVariable,
  textAttribute,
} from '@isobar/netcdf';
import type {
  DescribedVariable,
  Description,
  PlainAttribute,
} from '../../core/series/description.ts';
import { elementOf } from './elements.ts';

export async function describeSeries(series: Series): Promise<Description> {
  const keys = new Map<string, number>();
  const shown = series.fileKeys().map((key) => {
    const known = keys.get(key) ?? keys.size;
    keys.set(key, known);
    return known;
  });
  const variables = [...series.variables.values()].filter(({ type }) => type !== 'string');
  return {
    rows: series.rows,
    start: edgeOf(series, Math.min),
    end: edgeOf(series, Math.max),
    variables: variables.map(describedVariable),
    globals: (await series.attributes()).flatMap(plainAttribute).filter(isTold),
    notes: series.notes,
    changes: series.changes,
    shown,
    keys: [...keys.keys()],
  };
}

/** The earliest or latest time at which a file begins or ends: times may go back. */
const edgeOf = ({ files }: Series, choose: (...times: number[]) => number): number =>
  files.map(({ first, last }) => choose(first, last)).reduce((one, other) => choose(one, other));

const describedVariable = (variable: SeriesVariable): DescribedVariable => ({
  ...plainVariable(variable),
  chunkRows: variable.perRecord ? chunkRows(variable) : 0,
  from: variable.from,
  to: variable.to,
  sources: variable.sources,
});

export const plainVariable = (variable: MergedVariable) => ({
  name: variable.name,
  type: variable.type,
  perRecord: variable.perRecord,
  inner: variable.inner,
  attributes: attributesOf(variable),
});

/**
 * Values of a chunk; rows of a chunk of times; a chunk has at least so many rows unless it would
 * have too many bytes.
 */
const CHUNK_VALUES = 16_384;
const TIME_ROWS = 262_144;
const LEAST_ROWS = 64;
const MOST_BYTES = 8e6;

/**
 * The largest power of two with at most 16,384 values, at least 64 rows where these have at most 8
 * MB.
 */
export function chunkRows({ name, inner, type }: Pick<MergedVariable, 'name' | 'inner' | 'type'>) {
  if (name === 'time') return TIME_ROWS;
  const perRow = valuesOf(inner);
  const most = Math.max(LEAST_ROWS, CHUNK_VALUES / Math.max(1, perRow));
  const allowed = Math.max(1, MOST_BYTES / Math.max(1, perRow * elementOf(type).bytes));
  return 2 ** Math.floor(Math.log2(Math.min(most, allowed)));
}

export const valuesOf = (inner: readonly { readonly length: number }[]): number =>
  inner.reduce((product, { length }) => product * length, 1);

/**
 * Bytes of a chunk without compression, and of the samples that it is made of where these are more.
 */
export const bytesOfChunk = ({
  type,
  inner,
  perRecord,
  chunkRows,
  readBytes = 0,
}: DescribedVariable): number =>
  Math.max(readBytes, valuesOf(inner) * (perRecord ? chunkRows : 1) * elementOf(type).bytes);

/** Attributes that only describe how a file is stored. */
const STORAGE = new Set([
  'DIMENSION_LABELS',
  '_Netcdf4Dimid',
  '_Netcdf4Coordinates',
  '_ChunkSizes',
]);

/** Attributes by which readers take text for something else than bytes, which it is in an array. */
const OF_TEXT = new Set(['_FillValue', '_Encoding']);

function attributesOf(variable: MergedVariable): PlainAttribute[] {
  const isText = variable.type === 'char';
  const kept = variable.attributes.filter(
    ({ name }) => !STORAGE.has(name) && !(isText && OF_TEXT.has(name)),
  );
  const plain = kept.flatMap((attribute) => plainAttribute(asRead(attribute, variable)));
  if (!isText) return plain;
  return [...plain, plainText('isobar_text', textAttribute(variable, '_Encoding') ?? 'ASCII')];
}

/**
 * Scales are written as text by some makers of files, and as numbers here, as readers expect; they
 * also know `_Unsigned` in small letters alone.
 */
function asRead(attribute: Attribute, variable: MergedVariable): Attribute {
  const { name, value } = attribute;
  if (name === '_Unsigned' && typeof value === 'string')
    return { ...attribute, value: value.trim().toLowerCase() };
  if ((name !== 'scale_factor' && name !== 'add_offset') || typeof value !== 'string')
    return attribute;
  const [number] = numbersAttribute(variable, name) ?? [];
  return number === undefined
    ? attribute
    : { name, type: 'double', value: Float64Array.of(number) };
}

function plainAttribute({ name, type, value }: Attribute): PlainAttribute[] {
  if (typeof value === 'string') return [{ name, type: 'char', value }];
  const list: (number | string)[] = [];
  for (const each of value) list.push(plainNumber(each));
  return list.length === 0 ? [] : [{ name, type, value: list }];
}

const plainNumber = (value: number | bigint | string): number | string => {
  if (typeof value === 'string') return value;
  const number = Number(value);
  if (typeof value === 'bigint' && !Number.isSafeInteger(number)) return String(value);
  return Number.isFinite(number) ? number : String(number);
};

/** What is true of one file alone is no attribute of all of them. */
const OF_ONE_FILE =
  /^(history|command_line|input_(datastreams|files?)|created|date_created|id|uuid|_NCProperties)$/i;
const isTold = ({ name }: PlainAttribute): boolean => !OF_ONE_FILE.test(name);

export const plainText = (name: string, value: string): PlainAttribute => ({
  name,
  type: 'char',
  value,
});

export const textOf = ({ attributes }: DescribedVariable, name: string): string => {
  const value = attributes.find((each) => each.name === name)?.value;
  return typeof value === 'string' ? value : '';
};

/** What stands for missing values, as attributes have it; undefined: none is stated. */
export function statedFill({ attributes, type }: DescribedVariable): number | string | undefined {
  if (type === 'char') return undefined;
  for (const name of ['_FillValue', 'missing_value']) {
    const value = attributes.find((each) => each.name === name)?.value;
    const first = typeof value === 'string' ? undefined : value?.[0];
    if (first !== undefined) return first;
  }
  return undefined;
}

/** The nearest number to it. */
export function fillOf(variable: DescribedVariable): number | undefined {
  const stated = statedFill(variable);
  return stated === undefined ? undefined : Number(stated);
}
