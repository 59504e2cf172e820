// Values of a variable as numbers: missing ones are NaN, packed ones unpacked; and what its quality
// variable says of them.
import {
  type Dataset,
  type FlagPlaces,
  failing,
  failingFlags,
  missingValues,
  type NumericArray,
  placesInFile,
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
 * Reads what the variable's quality variable says of each value; where it has another shape, all
 * values count as good.
 */
export function qualityReader(dataset: Dataset, variable: Variable) {
  const byName = new Map(dataset.variables.map((one) => [one.name, one]));
  const quality = qualityOf(variable, byName);
  const places = quality && placesInFile(variable, quality);
  const bad = quality && failingFlags(quality, dataset, ['Bad']);
  const doubtful = quality && failingFlags(quality, dataset, ['Indeterminate']);
  return async ({ start, stop, every }: Rows): Promise<(index: number) => Quality> => {
    if (!quality || !places || (!bad && !doubtful)) return () => 'good';
    const read = places.perTime
      ? await dataset.readEvery(quality.name, start, stop, every)
      : await dataset.read(quality.name);
    const flags = numbersIn(read);
    const isBad = bad && flags && failing(flags, bad);
    const isDoubtful = doubtful && flags && failing(flags, doubtful);
    return (index) => {
      const flag = flagAt(places, index);
      return isBad?.[flag] ? 'bad' : isDoubtful?.[flag] ? 'indeterminate' : 'good';
    };
  };
}

/**
 * The place of the flag of a value among those of some rows; `index` counts the values of these.
 */
function flagAt({ perTime, count, places }: FlagPlaces, index: number): number {
  const row = Math.floor(index / places.length);
  return (perTime ? row * count : 0) + (places[index - row * places.length] ?? 0);
}
