// Values of a variable as numbers: missing ones are NaN, packed ones unpacked; and what its quality
// variable says of them.
import {
  type Dataset,
  failing,
  failingFlags,
  missingValues,
  type NumericArray,
  qualityOf,
  unpacked,
  unpackingOf,
  type Values,
  type Variable,
} from '@isobar/netcdf';

/** What an automatic check says of a value. */
export type Quality = 'good' | 'indeterminate' | 'bad';

/** Rows [start, stop), each `every`th of them. */
export type Rows = { readonly start: number; readonly stop: number; readonly every: number };

export const countOf = ({ start, stop, every }: Rows): number => Math.ceil((stop - start) / every);

/** Missing and infinite values become NaN; packed values are unpacked. */
export async function measured(variable: Variable, values: Values): Promise<Float64Array> {
  const unpacking = unpackingOf(variable);
  const missing = new Set(unpacking ? [unpacking.missing] : missingValues(variable));
  const plain = await unpacked(unpacking, values);
  const result = new Float64Array(plain.length);
  for (let i = 0; i < plain.length; i++) {
    const value = Number(plain[i]);
    result[i] = missing.has(value) || !Number.isFinite(value) ? Number.NaN : value;
  }
  return result;
}

/** The values if they are numbers; text has no flags. */
export const numbersIn = (values: Values | undefined): NumericArray | undefined =>
  ArrayBuffer.isView(values) ? values : undefined;

export const readMeasured = async (
  dataset: Dataset,
  variable: Variable,
  { start, stop, every }: Rows,
): Promise<Float64Array> =>
  measured(variable, await dataset.readEvery(variable.name, start, stop, every));

/**
 * How many values a flag of the quality variable holds for: one, or all of a time where there is a
 * flag for each time only. null: its dimensions are others.
 */
export function valuesOfFlag(variable: Variable, quality: Variable): number | null {
  const [time, ...inner] = variable.dimensions;
  const isAlike = quality.shape.join() === variable.shape.join();
  if (isAlike && quality.dimensions.join() === variable.dimensions.join()) return 1;
  const isOfTimes = quality.dimensions.length === 1 && quality.dimensions[0] === time;
  return isOfTimes
    ? variable.shape.slice(1, inner.length + 1).reduce((all, n) => all * n, 1)
    : null;
}

/**
 * Reads what the variable's quality variable says of each value; where it has other dimensions, all
 * values count as good.
 */
export function qualityReader(dataset: Dataset, variable: Variable) {
  const byName = new Map(dataset.variables.map((one) => [one.name, one]));
  const quality = qualityOf(variable, byName);
  const values = quality ? valuesOfFlag(variable, quality) : null;
  const bad = quality && failingFlags(quality, dataset, ['Bad']);
  const doubtful = quality && failingFlags(quality, dataset, ['Indeterminate']);
  return async ({ start, stop, every }: Rows): Promise<(index: number) => Quality> => {
    if (!quality || !values || (!bad && !doubtful)) return () => 'good';
    const flags = numbersIn(await dataset.readEvery(quality.name, start, stop, every));
    const isBad = bad && flags && failing(flags, bad);
    const isDoubtful = doubtful && flags && failing(flags, doubtful);
    return (index) => {
      const flag = Math.floor(index / values);
      return isBad?.[flag] ? 'bad' : isDoubtful?.[flag] ? 'indeterminate' : 'good';
    };
  };
}
