// What a state of arrays says of itself: variables with their attributes, chunks and sources, notes and changes. Pure but for compression.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  type Attribute,
  type MergedVariable,
  numbersAttribute,
  type Series,
  type SeriesChange,
  type SeriesVariable,
} from '@isobar/netcdf';
import { elementOf } from './elements.ts';

const zipped = promisify(gzip);
const unzipped = promisify(gunzip);

/** An attribute as JSON can hold it: text, texts, or numbers; what is not finite is written as text. */
export interface PlainAttribute {
  readonly name: string;
  readonly type: string;
  readonly value: string | readonly (number | string)[];
}

export interface DescribedVariable {
  readonly name: string;
  /** As NetCDF calls it; never 'string'. */
  readonly type: string;
  /** Has a value for every row. */
  readonly perRecord: boolean;
  /** Dimensions besides time. */
  readonly inner: readonly { readonly name: string; readonly length: number }[];
  readonly attributes: readonly PlainAttribute[];
  /** Rows of a chunk; 0 for a variable without rows. */
  readonly chunkRows: number;
  /** First and last time of the files that have it, seconds since 1970 UTC. */
  readonly from: number;
  readonly to: number;
  readonly sources: readonly string[];
  /** On a time grid: bytes of samples that a chunk is made of, and the variable that is put on the grid. */
  readonly readBytes?: number;
  readonly of?: string;
}

/** The time grid of a description, and what is known of the files for it. */
export interface GridOf {
  /** Seconds. */
  readonly step: number;
  /** Start of the first cell, seconds since 1970 UTC. */
  readonly first: number;
  /** How far from a cell samples may be that have a part in it, besides the ones next to it; seconds. */
  readonly reach: number;
  /** The earliest and latest time of each file whose times go back, by its index. */
  readonly extents: readonly (readonly [index: number, first: number, last: number])[];
}

export interface Description {
  readonly rows: number;
  /** First and last time, seconds since 1970 UTC. */
  readonly start: number;
  readonly end: number;
  readonly variables: readonly DescribedVariable[];
  /** Global attributes of the newest file. */
  readonly globals: readonly PlainAttribute[];
  readonly notes: readonly string[];
  readonly changes: readonly SeriesChange[];
  /** Of every file, an index into `keys`: files with the same key are shown alike. */
  readonly shown: readonly number[];
  readonly keys: readonly string[];
  /** Rows are the cells of a time grid. */
  readonly grid?: GridOf;
}

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
    start: series.files[0]?.first ?? 0,
    end: series.files.reduce((last, file) => Math.max(last, file.last), Number.NEGATIVE_INFINITY),
    variables: variables.map(describedVariable),
    globals: (await series.attributes()).flatMap(plainAttribute).filter(isTold),
    notes: series.notes,
    changes: series.changes,
    shown,
    keys: [...keys.keys()],
  };
}

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

/** Values of a chunk; rows of a chunk of times; a chunk has at least so many rows unless it would have too many bytes. */
const CHUNK_VALUES = 16_384;
const TIME_ROWS = 262_144;
const LEAST_ROWS = 64;
const MOST_BYTES = 8e6;

/** The largest power of two with at most 16,384 values, at least 64 rows where these have at most 8 MB. */
export function chunkRows({ name, inner, type }: Pick<MergedVariable, 'name' | 'inner' | 'type'>) {
  if (name === 'time') return TIME_ROWS;
  const perRow = valuesOf(inner);
  const most = Math.max(LEAST_ROWS, CHUNK_VALUES / Math.max(1, perRow));
  const allowed = Math.max(1, MOST_BYTES / Math.max(1, perRow * elementOf(type).bytes));
  return 2 ** Math.floor(Math.log2(Math.min(most, allowed)));
}

export const valuesOf = (inner: readonly { readonly length: number }[]): number =>
  inner.reduce((product, { length }) => product * length, 1);

/** Bytes of a chunk without compression, and of the samples that it is made of where these are more. */
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

function attributesOf(variable: MergedVariable): PlainAttribute[] {
  const isText = variable.type === 'char';
  const kept = variable.attributes.filter(
    ({ name }) => !STORAGE.has(name) && !(isText && name === '_FillValue'),
  );
  const plain = kept.flatMap((attribute) => plainAttribute(asNumber(attribute, variable)));
  return isText ? [...plain, { name: 'isobar_text', type: 'char', value: 'ASCII' }] : plain;
}

/** Scales are written as text by some makers of files, and as numbers here, as readers expect. */
function asNumber(attribute: Attribute, variable: MergedVariable): Attribute {
  const { name, value } = attribute;
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

/** What stands for missing values; undefined: none is stated. */
export function fillOf({ attributes, type }: DescribedVariable): number | undefined {
  if (type === 'char') return undefined;
  for (const name of ['_FillValue', 'missing_value']) {
    const value = attributes.find((each) => each.name === name)?.value;
    const first = typeof value === 'string' ? undefined : value?.[0];
    if (first !== undefined) return Number(first);
  }
  return undefined;
}

export const packDescription = async (description: Description): Promise<Uint8Array> =>
  await zipped(JSON.stringify(description));

export async function unpackDescription(packed: Uint8Array): Promise<Description> {
  return JSON.parse((await unzipped(Uint8Array.from(packed))).toString()); // by packDescription of this version
}
