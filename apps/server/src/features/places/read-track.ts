// Where a platform went: positions out of the latitudes and longitudes of some of its files,
// thinned to what a map shows.
import {
  type Dataset,
  missingValues,
  openDataset,
  unpacked,
  unpackingOf,
  type Variable,
} from '@isobar/netcdf';
import type { ArchiveStore } from '../../ports/archive.ts';

/** [longitude, latitude] in degrees east and north. */
export type Position = readonly [lon: number, lat: number];

export interface TrackRead {
  readonly positions: readonly Position[];
  /** Were all files read before the time was up? */
  readonly isWhole: boolean;
}

export interface TrackJob {
  /** Paths in the order of time. */
  readonly files: readonly string[];
}

/** Reads tracks away from the loop that answers calls. Throws Problem. */
export interface TrackReader {
  read(job: TrackJob): Promise<TrackRead>;
}

/** Positions of one file, and of a whole track. */
const PER_FILE = 12;
const MOST_POSITIONS = 600;
/** A longer variable is read at single samples, not as a whole. */
const WHOLE_UP_TO = 200;
/** Nearer than a kilometre is the same place on this map. */
const SAME_DEGREES = 0.01;

/**
 * After this time the track consists of what has been read so far: no user should wait longer for a
 * map.
 */
const MOST_MS = 10_000;

/**
 * A file that cannot be read or has no positions is left out. Files are read from coarse to fine,
 * so that a track that runs out of time has fewer points but covers the whole way.
 */
export async function readTrack(
  archive: Pick<ArchiveStore, 'open' | 'localPath'>,
  job: TrackJob,
  now: () => number = () => performance.now(),
): Promise<TrackRead> {
  const began = now();
  const byFile = new Map<number, readonly Position[]>();
  for (const at of coarseToFine(job.files.length)) {
    if (now() - began > MOST_MS) break;
    const path = job.files[at];
    if (path !== undefined)
      byFile.set(at, await positionsOf(archive, path).catch((): Position[] => []));
  }
  const inOrder = [...byFile].sort(([a], [b]) => a - b);
  return {
    positions: thinned(inOrder.flatMap(([, positions]) => positions)),
    isWhole: byFile.size === job.files.length,
  };
}

/** First and last, then always the middle of each gap: 0 8 4 2 6 1 3 5 7. */
export function coarseToFine(length: number): readonly number[] {
  const order = new Set<number>(length > 0 ? [0, length - 1] : []);
  for (let step = 2 ** Math.ceil(Math.log2(Math.max(2, length))); step >= 1; step /= 2)
    for (let at = 0; at < length; at += step) order.add(at);
  return [...order];
}

async function positionsOf(
  archive: Pick<ArchiveStore, 'open' | 'localPath'>,
  path: string,
): Promise<Position[]> {
  const dataset = await openDataset(archive.localPath?.(path) ?? (await archive.open(path)));
  try {
    const pair = placeVariables(dataset.variables);
    const samples = pair?.lat.shape[0] ?? 0;
    if (!pair || samples === 0) return [];
    const [lats, lons] = [await valuesOf(dataset, pair.lat), await valuesOf(dataset, pair.lon)];
    return lats.flatMap((lat, i): Position[] => {
      const position = asPosition(lons[i] ?? Number.NaN, lat);
      return position ? [position] : [];
    });
  } finally {
    await dataset.close();
  }
}

type Told = Pick<Variable, 'name'> & { readonly dimensions: readonly unknown[] };

/** Latitude and longitude that change along one and the same axis. */
export function placeVariables<V extends Told>(
  variables: readonly V[],
): { readonly lat: V; readonly lon: V } | null {
  const along = (names: readonly string[]): V | undefined =>
    variables.find(
      ({ name, dimensions }) => names.includes(name.toLowerCase()) && dimensions.length === 1,
    );
  const [lat, lon] = [along(['lat', 'latitude']), along(['lon', 'longitude'])];
  return lat && lon && nameOf(lat.dimensions[0]) === nameOf(lon.dimensions[0])
    ? { lat, lon }
    : null;
}

/** A header names its dimensions, a dataset describes them. */
const nameOf = (dimension: unknown): unknown =>
  typeof dimension === 'object' && dimension !== null && 'name' in dimension
    ? dimension.name
    : dimension;

/** Evenly spaced values; NaN for what is missing. */
async function valuesOf(dataset: Dataset, variable: Variable): Promise<number[]> {
  const samples = variable.shape[0] ?? 0;
  const indices = evenly(samples, PER_FILE);
  const raw: number[] = [];
  if (samples <= WHOLE_UP_TO) {
    const whole = await dataset.read(variable.name);
    for (const i of indices) raw.push(Number(whole[i]));
  } else {
    for (const i of indices) {
      const [value] = await dataset.read(variable.name, i, i + 1);
      raw.push(Number(value));
    }
  }
  const missing = missingValues(variable);
  const measured = await unpacked(unpackingOf(variable), Float64Array.from(raw));
  return raw.map((value, i) => (missing.includes(value) ? Number.NaN : Number(measured[i])));
}

/** At most `most` indices below `length`, first and last among them. */
export function evenly(length: number, most: number): readonly number[] {
  if (length <= most) return Array.from({ length }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (length - 1)) / (most - 1)));
}

function asPosition(lon: number, lat: number): Position | null {
  if (!Number.isFinite(lon) || !Number.isFinite(lat)) return null;
  // 0, 0 is a receiver without a fix
  if (Math.abs(lat) > 90 || Math.abs(lon) > 360 || (lat === 0 && lon === 0)) return null;
  const east = lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon;
  return [rounded(east), rounded(lat)];
}

const rounded = (degrees: number): number => Math.round(degrees * 1000) / 1000;

/**
 * Leaves out steps too short to be seen on a map, and spreads what is left over at most as many
 * positions as a map can use.
 */
export function thinned(all: readonly Position[]): readonly Position[] {
  const moved = all.filter(
    ([lon, lat], i) =>
      i === 0 ||
      i === all.length - 1 ||
      Math.hypot(lon - (all[i - 1]?.[0] ?? 0), lat - (all[i - 1]?.[1] ?? 0)) > SAME_DEGREES,
  );
  return evenly(moved.length, MOST_POSITIONS).flatMap((i) => {
    const position = moved[i];
    return position ? [position] : [];
  });
}
