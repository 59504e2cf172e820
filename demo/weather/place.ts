// A place of the demo archive: where it is, what its climate is like, and how it moves when it
// does.

import { numberOf, readTable, textOf } from '../csv.ts';
import { hashText } from '../hash.ts';
import { type Front, frontsOf } from './front.ts';

export type Surface = 'grass' | 'forest' | 'desert' | 'sea' | 'snow' | 'tropics';

/** The climate of a site: what the weather function varies around. */
export interface Climate {
  readonly site: string;
  /** Seeds everything that instruments of the same site share. */
  readonly seed: number;
  /** Reference position: degrees north and east, metres above sea level. */
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  /**
   * Mean, half the yearly and half the daily range of air temperature; mean gap to the dewpoint.
   * All degrees C.
   */
  readonly mean: number;
  readonly season: number;
  readonly diurnal: number;
  readonly depression: number;
  /** Shares 0 to 1: mean cloud cover, extra afternoon cloud, readiness to rain. */
  readonly cloud: number;
  readonly convection: number;
  readonly rain: number;
  /** Mean wind speed in m/s and the direction it mostly comes from in degrees. */
  readonly wind: number;
  readonly direction: number;
  /** Size of the changes from day to day: degrees C and hPa. */
  readonly variability: number;
  readonly pressure: number;
  /** Mean aerosol optical depth at 500 nm and particles per cm^3. */
  readonly aod: number;
  readonly particles: number;
  readonly surface: Surface;
  readonly fronts: readonly Front[];
}

/** Degrees north and east, metres above mean sea level. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
}

/** How a platform moves. `height` is metres above the ground or sea below. */
export type Track = (t: number) => Position & { readonly height: number };

export interface Place {
  readonly site: string;
  readonly facility: string;
  readonly climate: Climate;
  /** As stated by the files; null where unknown or where the platform moves. */
  readonly position: Position | null;
  readonly track: Track | null;
}

export const CLIMATES: ReadonlyMap<string, Climate> = new Map(
  readTable('facts/climates.csv').map((row) => {
    const number = (column: string): number => numberOf(row, column) ?? Number.NaN;
    const site = textOf(row, 'site');
    const climate: Climate = {
      site,
      seed: hashText(site),
      latitude: number('latitude'),
      longitude: number('longitude'),
      altitude: number('altitude'),
      mean: number('mean'),
      season: number('season'),
      diurnal: number('diurnal'),
      depression: number('depression'),
      cloud: number('cloud'),
      convection: number('convection'),
      rain: number('rain'),
      wind: number('wind'),
      direction: number('direction'),
      variability: number('variability'),
      pressure: number('pressure'),
      aod: number('aod'),
      particles: number('particles'),
      surface: textOf(row, 'surface') as Surface, // checked by the test of the table
      fronts: frontsOf(site),
    };
    return [site, climate] as const;
  }),
);

export function climateOf(site: string): Climate {
  const climate = CLIMATES.get(site);
  if (!climate) throw new Error(`The site ${site} has no climate in facts/climates.csv`);
  return climate;
}
