// What a series has to be given of each of its files.
import type { Dataset } from '../dataset.ts';
import type { KnownVariables } from '../hdf5/hdf5-dataset.ts';
import type { Constants, FileShape } from './shape.ts';

/** A file of a series, as describeFile or an index knows it. */
export interface SeriesFile {
  readonly name: string;
  readonly rows: number;
  /** Of the first and the last row that has a time, seconds since 1970 UTC. */
  readonly first: number;
  readonly last: number;
  /** Files of the same shape may share the object, which makes opening quicker. */
  readonly shape: FileShape;
  readonly constants: Constants;
  /**
   * Rows without a time, or whose time is not later than that of the row before, where that is
   * known.
   */
  readonly unordered?: number;
  /** `known`: what openDataset may take instead of reading the header of the file. */
  open(known?: KnownVariables): Promise<Dataset>;
  /** Times of all rows, where they are known without opening the file; undefined: they are not. */
  readonly times?: () => Promise<Float64Array | undefined>;
}

export interface PlacedFile extends SeriesFile {
  /** The row of the series that is its first. */
  readonly start: number;
}

/** The earlier and the later of the times of the first and the last row: times may go back. */
export const extentOf = ({ first, last }: SeriesFile): readonly [from: number, to: number] =>
  first <= last ? [first, last] : [last, first];
