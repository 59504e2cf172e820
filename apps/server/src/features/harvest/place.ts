// Where a file was measured, when it tells one place for all of it.
import { type Dataset, numbersAttribute, textAttribute, type Variable } from '@isobar/netcdf';
import type { Place } from '../../core/catalogue/header.ts';

/** From scalar latitude, longitude and altitude; null when they are missing or change along the file. */
export async function readPlace(dataset: Dataset): Promise<Place | null> {
  const latitude = await readScalar(dataset, ['lat', 'latitude'], 'latitude');
  const longitude = await readScalar(dataset, ['lon', 'longitude'], 'longitude');
  if (latitude === null || longitude === null) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 360) return null;
  return {
    latitude,
    longitude: longitude > 180 ? longitude - 360 : longitude,
    altitude: await readScalar(dataset, ['alt', 'altitude', 'elevation'], 'altitude'),
  };
}

async function readScalar(
  dataset: Dataset,
  names: readonly string[],
  standardName: string,
): Promise<number | null> {
  const variable = dataset.variables.find(
    (candidate) =>
      (names.includes(candidate.name.toLowerCase()) ||
        textAttribute(candidate, 'standard_name') === standardName) &&
      candidate.shape.every((length) => length === 1),
  );
  if (!variable) return null;
  const [value] = await dataset.read(variable.name);
  const number = Number(value);
  return Number.isFinite(number) && !missingOf(variable).includes(number) ? rounded(number) : null;
}

const missingOf = (variable: Variable): number[] => [
  -9999,
  ...(numbersAttribute(variable, 'missing_value') ?? []),
  ...(numbersAttribute(variable, '_FillValue') ?? []),
];

/** Stored as float32, -97.485 reads -97.4850006; five decimals are a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
