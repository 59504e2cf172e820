// Where a file was measured, if it gives one place for all of it.
import { type Dataset, missingValues, textAttribute } from '@isobar/netcdf';
import type { Place } from '../../core/catalogue/header.ts';

/**
 * From scalar latitude, longitude and altitude; null when they are missing or change along the
 * file.
 */
export async function readPlace(dataset: Dataset): Promise<Place | null> {
  const latitude = await readScalar(dataset, namesOf('lat', 'latitude'), 'latitude');
  const longitude = await readScalar(dataset, namesOf('lon', 'longitude'), 'longitude');
  if (latitude === null || longitude === null) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 360) return null;
  return {
    latitude,
    longitude: longitude > 180 ? rounded(longitude - 360) : longitude,
    altitude: await readScalar(
      dataset,
      [...namesOf('alt', 'altitude'), 'elevation', 'station_elevation'],
      'altitude',
    ),
  };
}

/** As in most files; as networks write it for the place of a station; as GEOMS writes it. */
const namesOf = (short: string, long: string): string[] => [
  ...[short, long, `station_${long}`, `station_${short}`, `site_${long}`, `instrument_${long}`],
  `${long}.instrument`,
];

async function readScalar(
  dataset: Dataset,
  names: readonly string[],
  standardName: string,
): Promise<number | null> {
  const single = dataset.variables.filter(
    ({ type, shape }) =>
      type !== 'char' && type !== 'string' && shape.every((length) => length === 1),
  );
  const variable =
    names.map((name) => single.find((one) => one.name.toLowerCase() === name)).find(Boolean) ??
    single.find((one) => textAttribute(one, 'standard_name') === standardName);
  if (!variable) return null;
  const [value] = await dataset.read(variable.name);
  const number = Number(value);
  return Number.isFinite(number) && !missingValues(variable).includes(number)
    ? rounded(number)
    : null;
}

/** Stored as float32, -97.485 reads -97.4850006; five decimals are about a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
