// Which variables of a file are data: no coordinates, bounds or quality, and nothing that only says
// how to read the rest.
import type { HeaderVariable } from './header.ts';

/**
 * True for what a person orders by name: no time, coordinate, bounds, quality or container
 * variable.
 */
export function isDataVariable(variable: HeaderVariable, all: readonly HeaderVariable[]): boolean {
  const roles = rolesIn(all);
  const { name, dimensions } = variable;
  if (roles.servants.has(name) || roles.dimensions.has(name)) return false;
  if (isCoordinate(variable) || isQuality(variable) || isContainer(variable, roles)) return false;
  if (BOUNDS.test(name)) return false;
  // single values are data where no variable has more than one
  return dimensions.length > 0 || !roles.anyAlong;
}

const BOUNDS = /_(bounds|bnds)$/i;

interface Roles {
  /** Variables that others name as their coordinates, bounds, quality, grid … */
  readonly servants: ReadonlySet<string>;
  readonly dimensions: ReadonlySet<string>;
  /** Dimensions of numbers. A dimension that only texts run along is their length. */
  readonly numeric: ReadonlySet<string>;
  /** Whether anything that is no coordinate runs along a dimension. */
  readonly anyAlong: boolean;
}

/**
 * Roles by header: a header may have thousands of variables, and `isDataVariable` is called for
 * each.
 */
const known = new WeakMap<readonly HeaderVariable[], Roles>();

function rolesIn(all: readonly HeaderVariable[]): Roles {
  const before = known.get(all);
  if (before) return before;
  const roles = {
    servants: new Set(
      all.flatMap(({ attributes }) => SERVING.flatMap((n) => wordsOf(attributes[n]))),
    ),
    dimensions: new Set(all.flatMap(({ dimensions }) => dimensions)),
    numeric: new Set(all.flatMap((one) => (isText(one) ? [] : one.dimensions))),
    anyAlong: all.some((one) => one.dimensions.length > 0 && !isText(one) && !isCoordinate(one)),
  };
  known.set(all, roles);
  return roles;
}

/** Attributes of CF by which a variable names those that serve it. */
const SERVING = [
  ...['coordinates', 'bounds', 'climatology', 'ancillary_variables', 'grid_mapping'],
  ...['cell_measures', 'formula_terms', 'node_coordinates', 'node_count', 'part_node_count'],
];

const wordsOf = (text: string | undefined): string[] =>
  text === undefined ? [] : text.split(/[\s,]+/).filter((word) => !word.endsWith(':'));

const COORDINATES = new Set([
  ...['base_time', 'time_offset', 'time', 'lat', 'lon', 'alt', 'datetime'],
  ...['latitude', 'longitude', 'altitude', 'elevation'],
  ...['times', 'date_time', 'timestamp', 'time_utc', 'utc_time', 'iso_time'], // often written out
]);
/** Parts of a date that files repeat beside their time axis. */
const CLOCK = new Set([
  ...['year', 'month', 'day', 'hour', 'minute', 'second', 'day_of_year', 'doy', 'julian_day'],
]);
const COORDINATE_NAMES = new Set([
  ...['latitude', 'longitude', 'altitude', 'time', 'grid_latitude', 'grid_longitude', 'height'],
  ...['projection_x_coordinate', 'projection_y_coordinate', 'depth', 'forecast_reference_time'],
  ...[
    'forecast_period',
    'atmosphere_sigma_coordinate',
    'atmosphere_hybrid_sigma_pressure_coordinate',
  ],
  ...['platform_name', 'platform_id', 'region', 'height_above_mean_sea_level'],
]);
const PLACE_UNITS = /^degrees?_?(north|east|south|west|n|e)$/i;
/** station_lat, lat_station, instrument_longitude, site_altitude. */
const PLACE_NAME =
  /(^|[_.])(lat|lon|latitude|longitude)$|^(latitude|longitude)([_.]|$)|^(station|site|instrument|platform|sensor|ground)[_.](alt|altitude|elevation|height|asl)$|^(lat|lon|altitude|elevation)[_.](station|site|instrument|platform|sensor)$/i;

/** What tells where and when, by its name or attributes. */
function isCoordinate({ name, attributes }: HeaderVariable): boolean {
  const standard = attributes.standard_name ?? '';
  if (COORDINATES.has(name.toLowerCase()) || COORDINATE_NAMES.has(standard)) return true;
  if (attributes.axis || attributes.cf_role || attributes._CoordinateAxisType) return true;
  const units = attributes.units?.trim() ?? '';
  if (PLACE_UNITS.test(units) || /\bsince\b/i.test(units)) return true;
  if (standard !== '') return false;
  return CLOCK.has(name.toLowerCase()) || PLACE_NAME.test(name);
}

const QUALITY_NAME = /^a?qc_|[_.]qc$|^qc$|^flags?$|[_.]flags?$|^flags?[_.]|quality_(flags?|bits)$/i;
const QUALITY_STANDARD =
  /(status_flag|quality_flag|standard_error|detection_minimum|number_of_observations)$/;

/** Variables that say how good the values of other variables are. */
function isQuality({ name, attributes }: HeaderVariable): boolean {
  if (/^a?qc_/.test(name) || QUALITY_STANDARD.test(attributes.standard_name ?? '')) return true;
  const hasFlags = attributes.flag_values !== undefined || attributes.flag_masks !== undefined;
  return (
    QUALITY_NAME.test(name) &&
    (hasFlags || attributes.units === undefined || UNITLESS.test(attributes.units))
  );
}

const UNITLESS = /^(1|unitless|none|-|)$/i;

/** What describes a grid, a station or an instrument in words or attributes alone. */
function isContainer(variable: HeaderVariable, roles: Roles): boolean {
  const { attributes, dimensions } = variable;
  if (CONTAINING.some((name) => attributes[name] !== undefined)) return true;
  if (isText(variable)) return !dimensions.some((name) => roles.numeric.has(name));
  // ACDD has a variable without values for each platform and instrument.
  return dimensions.length === 0 && !attributes.units && CONTAINER.test(variable.name);
}

/**
 * Attributes of containers in CF: grid mappings, geometries, and the counts and indices that put
 * profiles or tracks of different lengths into one file.
 */
const CONTAINING = [
  'grid_mapping_name',
  'geometry_type',
  'sample_dimension',
  'instance_dimension',
] as const;
const CONTAINER = /^(platform|instrument|station|crs|spatial_ref|grid_mapping|projection)\d*$/i;

const isText = ({ type }: HeaderVariable): boolean => type === 'char' || type === 'string';
