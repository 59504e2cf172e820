// The vertical axis: the levels of an image, and the heights of what rises through the air.
import { type Dataset, textAttribute, type Variable } from '@isobar/netcdf';
import { measured, type Rows, readMeasured } from './measured-values.ts';

export type Axis = { readonly name: string; readonly units: string };
export type Levels = Axis & { readonly at: Float64Array };

/** Levels beyond this are no axis of a plot. */
const MOST_LEVELS = 200_000;

const HEIGHT_NAME =
  /^(alt|altitude|height|heights|range|ranges|z|geopotential_height|gps_?alt|alt_gps)$/i;
const HEIGHT_STANDARD =
  /^(altitude|height|geopotential_height|height_above_(mean_sea_level|reference_ellipsoid|geopotential_datum))$/;
const METRES = /^(m|metre|meter|metres|meters)( ?(agl|asl|msl|amsl)| above .+)?$/i;
const KILOMETRES = /^(km|kilomet(re|er)s?)( ?(agl|asl|msl|amsl)| above .+)?$/i;
/** Heights are given in kilometres where they reach this many metres. */
const HIGH = 3000;

const isNumeric = ({ type }: Variable): boolean => type !== 'char' && type !== 'string';
const unitsOf = (variable: Variable): string => textAttribute(variable, 'units')?.trim() ?? '';
const isHeight = (variable: Variable): boolean =>
  HEIGHT_STANDARD.test(textAttribute(variable, 'standard_name') ?? '') ||
  HEIGHT_NAME.test(variable.name);
const isLength = (variable: Variable): boolean =>
  METRES.test(unitsOf(variable)) || KILOMETRES.test(unitsOf(variable));

/** Metres of the upper air as kilometres. */
function inReach({ name, units, at }: Levels): Levels {
  const isHigh = METRES.test(units) && at.some((one) => Math.abs(one) >= HIGH);
  if (!isHigh) return { name, units, at };
  return { name, units: units.replace(/^\w+/, 'km'), at: at.map((one) => one / 1000) };
}

/** The values of an image's second axis; their numbers where the file names none. */
export async function levelsOf(dataset: Dataset, variable: Variable): Promise<Levels> {
  const name = variable.dimensions[1] ?? '';
  const count = variable.shape[1] ?? 0;
  const numbers = Float64Array.from({ length: count }, (_, i) => i + 1);
  if (count > MOST_LEVELS) return { name, units: '', at: numbers };
  const along = dataset.variables.filter(
    (one) => one.shape.length === 1 && one.dimensions[0] === name && isNumeric(one),
  );
  const axis =
    along.find((one) => one.name === name) ??
    along.find((one) => isHeight(one) && isLength(one)) ??
    along.find(isLength);
  if (!axis) return { name, units: '', at: numbers };
  const at = await measured(axis, await dataset.read(axis.name));
  const usable = at.length === count && at.every(Number.isFinite) && isMonotonic(at);
  return usable
    ? inReach({ name: axis.name, units: unitsOf(axis), at })
    : { name, units: '', at: numbers };
}

const isMonotonic = (at: Float64Array): boolean =>
  at.every((value, i) => i === 0 || value > (at[i - 1] ?? Number.NaN)) ||
  at.every((value, i) => i === 0 || value < (at[i - 1] ?? Number.NaN));

/** Only an instrument that climbs or falls at least this many metres is drawn against height. */
const LEAST_CLIMB = 500;
/** At least this share of a balloon's steps go up, and of a dropped sonde's down. */
const MOSTLY = 0.85;

/**
 * The heights at some rows of a variable along time, where the instrument mostly rises or mostly
 * falls through the air. Null where it stays, or goes up and down as aircraft do: such values are
 * drawn against time.
 */
export async function climbOf(
  dataset: Dataset,
  variable: Variable,
  rows: Rows,
): Promise<Levels | null> {
  const [time] = variable.dimensions;
  const heights = dataset.variables.find(
    (one) =>
      one.name !== variable.name &&
      one.shape.length === 1 &&
      one.dimensions[0] === time &&
      isNumeric(one) &&
      isHeight(one) &&
      isLength(one),
  );
  if (!heights || isHeight(variable)) return null;
  const at = await readMeasured(dataset, heights, rows);
  const scale = KILOMETRES.test(unitsOf(heights)) ? 1000 : 1;
  if (!mostlyOneWay(at, LEAST_CLIMB / scale)) return null;
  return inReach({ name: heights.name, units: unitsOf(heights), at });
}

function mostlyOneWay(at: Float64Array, least: number): boolean {
  let [up, down, low, high] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let before = Number.NaN;
  // Over several samples: a balloon swings, and sinks for a moment now and then.
  const every = Math.max(1, Math.floor(at.length / 200));
  for (let i = 0; i < at.length; i += every) {
    const height = at[i] ?? Number.NaN; // within the list
    if (Number.isNaN(height)) continue;
    if (height > before) up++;
    else if (height < before) down++;
    low = Math.min(low, height);
    high = Math.max(high, height);
    before = height;
  }
  return high - low >= least && Math.max(up, down) >= MOSTLY * (up + down);
}

/** The level that each row of a picture shows, from the highest: the nearest to its middle. */
export function levelsShown(at: Float64Array, rows: number): Int32Array {
  const count = Math.min(rows, at.length);
  if (count === at.length && isEven(at)) {
    const down = (at[0] ?? Number.NaN) > (at.at(-1) ?? Number.NaN); // there is one
    return Int32Array.from({ length: count }, (_, row) => (down ? row : count - 1 - row));
  }
  return levelsBetween(at, rows, edgesOf(at));
}

/** As levelsShown, for a picture whose edges are given; -1 where the levels do not reach. */
export function levelsBetween(
  at: Float64Array,
  rows: number,
  [bottom, top]: readonly [bottom: number, top: number],
): Int32Array {
  const [lowest, highest] = edgesOf(at);
  return Int32Array.from({ length: rows }, (_, row) => {
    const height = top - ((row + 0.5) / rows) * (top - bottom);
    return height < lowest || height > highest ? -1 : nearest(at, height);
  });
}

function isEven(at: Float64Array): boolean {
  if (at.length < 3) return true;
  const usual = ((at.at(-1) ?? Number.NaN) - (at[0] ?? Number.NaN)) / (at.length - 1);
  return at.every(
    (value, i) => Math.abs(value - ((at[0] ?? Number.NaN) + i * usual)) <= Math.abs(usual) / 4,
  );
}

/** Of levels in order: halves what is left until there is one. */
function nearest(at: Float64Array, value: number): number {
  const down = (at[0] ?? Number.NaN) > (at.at(-1) ?? Number.NaN); // there is one
  let [low, high] = [0, at.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? Number.NaN) < value !== down) low = middle;
    else high = middle;
  }
  const [one, other] = [at[low] ?? Number.NaN, at[high] ?? Number.NaN];
  return Math.abs(one - value) <= Math.abs(other - value) ? low : high;
}

/** The outer edges of the levels: half a spacing beyond the first and last. */
export function edgesOf(at: Float64Array): readonly [bottom: number, top: number] {
  const [first, last] = [at[0] ?? 0, at.at(-1) ?? 1];
  const half = at.length > 1 ? Math.abs(last - first) / (at.length - 1) / 2 : 0.5;
  return [Math.min(first, last) - half, Math.max(first, last) + half];
}
