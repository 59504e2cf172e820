// What the index keeps of the rows of one file: how many, their times, and the shape in which they
// are stored.
import {
  type Constants,
  type Dataset,
  describeFile,
  evenTimes,
  type FileShape,
  NetcdfError,
  packTimes,
  shapeText,
} from '@isobar/netcdf';

export interface DescribedRows {
  readonly rows: number;
  /** Time of the first and of the last row, seconds since 1970 UTC; 0 without rows. */
  readonly first: number;
  readonly last: number;
  readonly unordered: number;
  readonly shape: string;
  readonly constants: Constants;
  /**
   * Seconds between rows, or the packed times of rows that are not evenly spaced; neither in a file
   * without rows.
   */
  readonly step: number | null;
  readonly times: Uint8Array | null;
}

/** Why a file is in no array. */
export interface NoRows {
  readonly reason: string;
}

/** Throws what reading throws when it is not the content of the file that fails, and `endless`. */
export async function describeRows(dataset: Dataset): Promise<DescribedRows | NoRows> {
  try {
    const { rows, first, last, unordered, shape, constants, times } = await describeFile(dataset);
    const even = evenTimes(times);
    return {
      rows,
      first: rows === 0 ? 0 : first,
      last: rows === 0 ? 0 : last,
      unordered,
      shape: textOf(shape),
      constants,
      step: even?.step ?? null,
      times: even || rows === 0 ? null : await packTimes(times),
    };
  } catch (error) {
    if (!(error instanceof NetcdfError) || PASSING.has(error.code)) throw error;
    return { reason: error.message.slice(0, 500) };
  }
}

/** Most files share the shape of one before. */
const texts = new WeakMap<FileShape, string>();

function textOf(shape: FileShape): string {
  const text = texts.get(shape) ?? shapeText(shape);
  texts.set(shape, text);
  return text;
}

/**
 * Failures of the machine and not of the content; files that never end are remembered elsewhere.
 */
const PASSING: ReadonlySet<string> = new Set(['unreadable', 'endless']);
