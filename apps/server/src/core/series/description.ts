// What a state of an array says of itself, as the store keeps it.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type SeriesChange, typeBytes } from '@isobar/netcdf';

const zipped = promisify(gzip);
const unzipped = promisify(gunzip);

/**
 * An attribute as JSON can hold it: text, texts, or numbers; what is not finite, and integers of
 * more than 53 bits, are written as text.
 */
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
  /**
   * On a time grid: bytes of samples that a chunk is made of, and the variable that is put on the
   * grid.
   */
  readonly readBytes?: number;
  readonly of?: string;
}

export const dimensionsOf = ({
  perRecord,
  inner,
}: Pick<DescribedVariable, 'perRecord' | 'inner'>) => [
  ...(perRecord ? ['time'] : []),
  ...inner.map(({ name }) => name),
];

/** Bytes of all values, without compression. */
export const describedBytes = ({
  rows,
  variables,
}: Pick<Description, 'rows' | 'variables'>): number =>
  variables.reduce((sum, { perRecord, inner, type }) => {
    const values = inner.reduce((product, { length }) => product * length, perRecord ? rows : 1);
    return sum + values * (type === 'char' ? 1 : typeBytes(type));
  }, 0);

/** The time grid of a description, and what is known of the files for it. */
export interface GridOf {
  /** Seconds. */
  readonly step: number;
  /** Start of the first cell, seconds since 1970 UTC. */
  readonly first: number;
  /**
   * How far from a cell samples may be that have a part in it, besides the ones next to it;
   * seconds.
   */
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

export const packDescription = async (description: Description): Promise<Uint8Array> =>
  await zipped(JSON.stringify(description));

export async function unpackDescription(packed: Uint8Array): Promise<Description> {
  // by packDescription of this version
  return JSON.parse((await unzipped(Uint8Array.from(packed))).toString());
}
