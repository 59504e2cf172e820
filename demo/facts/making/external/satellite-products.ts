// Products of two satellite data centres: kinds that exist, in our own words, from their table.
import { type Row, readTable, textOf } from '../../../csv.ts';

export interface SatelliteProduct {
  readonly repository: string;
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly about: string;
  readonly level: string;
  readonly pixel: string;
  readonly every: string;
  readonly platforms: readonly string[];
  readonly instruments: readonly string[];
  readonly start: string;
  /** '' while it goes on. */
  readonly end: string;
  readonly keywords: readonly string[];
  /** South, west, north, east; null for the whole globe. */
  readonly box: readonly [number, number, number, number] | null;
}

export const SATELLITE_PRODUCTS: readonly SatelliteProduct[] = readTable(
  'facts/satellite-products.csv',
).map(toProduct);

function toProduct(row: Row): SatelliteProduct {
  const list = (column: string): string[] => textOf(row, column).split(';');
  const [south, west, north, east] = textOf(row, 'box').split(' ').filter(Boolean).map(Number);
  return {
    repository: textOf(row, 'repository'),
    id: textOf(row, 'id'),
    version: textOf(row, 'version'),
    title: textOf(row, 'title'),
    about: textOf(row, 'about'),
    level: textOf(row, 'level'),
    pixel: textOf(row, 'pixel'),
    every: textOf(row, 'every'),
    platforms: list('platforms'),
    instruments: list('instruments'),
    start: textOf(row, 'start'),
    end: textOf(row, 'end'),
    keywords: list('keywords'),
    box:
      south === undefined || west === undefined || north === undefined || east === undefined
        ? null
        : [south, west, north, east],
  };
}
