// Which primary measurements a datastream has: by the curated tables, else by standard name, else by long name.
import type { CuratedTables } from '../tables/curated-tables.ts';
import type { HeaderVariable } from './header.ts';

/** A primary measurement of a datastream, and the variable that shows it best. */
export interface Measured {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly category: string | null;
  readonly subcategory: string | null;
  /** The first variable with this measurement; null where files have no readable header. */
  readonly variable: HeaderVariable | null;
  /** Every variable with this measurement. */
  readonly variableNames: readonly string[];
}

export interface MeasuredInput {
  readonly instrumentClass: string;
  readonly datastreamClass: string;
  readonly dataLevel: string;
  readonly variables: readonly HeaderVariable[];
}

/**
 * Documents come in the order of the variables. Without any variable (raw files, images) the measurements that the
 * tables name for the class stand in; a class that no table knows then has none.
 */
export function measurementsOf(input: MeasuredInput, tables: CuratedTables): readonly Measured[] {
  const data = input.variables.filter((v) => isDataVariable(v, input.variables));
  if (data.length === 0) return measurementsOfClass(input, tables);
  const byCode = new Map<string, HeaderVariable[]>();
  const add = (code: string | undefined, variable: HeaderVariable): void => {
    if (code) byCode.set(code, [...(byCode.get(code) ?? []), variable]);
  };
  for (const variable of data) add(tabledMeasurement(variable, input, tables), variable);
  const ofClass = measurementsOfClass(input, tables);
  if (byCode.size === 0)
    for (const variable of data) add(namedMeasurement(variable, ofClass), variable);
  // A known class measures what its table says; only a class that no table knows makes measurements of its own.
  if (byCode.size === 0 && ofClass.length > 0) return ofClass;
  if (byCode.size === 0) for (const variable of data) add(ownMeasurement(variable), variable);
  return [...byCode].map(([code, variables]) => describe(code, variables, tables));
}

const COORDINATES = new Set([
  ...['base_time', 'time_offset', 'time', 'lat', 'lon', 'alt'],
  ...['latitude', 'longitude', 'altitude', 'elevation'],
]);
const COORDINATE_NAMES = new Set([
  ...['latitude', 'longitude', 'altitude', 'time', 'grid_latitude', 'grid_longitude'],
  ...['projection_x_coordinate', 'projection_y_coordinate'],
]);
const PLACE_UNITS = /^degrees?_?(north|east|n|e)$/i;

/** What tells where and when, by its name or attributes, or because another variable says so. */
function isCoordinate(variable: HeaderVariable, all: readonly HeaderVariable[]): boolean {
  const { name, attributes } = variable;
  if (COORDINATES.has(name.toLowerCase())) return true;
  if (COORDINATE_NAMES.has(attributes.standard_name ?? '') || attributes.axis) return true;
  if (PLACE_UNITS.test(attributes.units?.trim() ?? '')) return true;
  return namedAsCoordinates(all).has(name);
}

/** A header may have thousands of variables, and each is asked about. */
const namedIn = new WeakMap<readonly HeaderVariable[], ReadonlySet<string>>();

function namedAsCoordinates(all: readonly HeaderVariable[]): ReadonlySet<string> {
  const known = namedIn.get(all);
  if (known) return known;
  const names = new Set(all.flatMap((v) => (v.attributes.coordinates ?? '').split(/[\s,]+/)));
  namedIn.set(all, names);
  return names;
}

/** True for what a person orders by name: no time, coordinate, bounds or quality variable. */
export function isDataVariable(variable: HeaderVariable, all: readonly HeaderVariable[]): boolean {
  const { name, dimensions } = variable;
  if (name.startsWith('qc_') || name.startsWith('aqc_') || isCoordinate(variable, all))
    return false;
  if (/_(bounds|bnds)$/.test(name)) return false;
  const isDimension = all.some((other) => other.dimensions.includes(name));
  return !isDimension && (dimensions.length > 0 || all.length < 10);
}

function tabledMeasurement(
  variable: HeaderVariable,
  input: MeasuredInput,
  tables: CuratedTables,
): string | undefined {
  const rows = tables
    .measurementsOf(input.instrumentClass)
    .filter((row) => row.var_name === variable.name);
  const fitting = rows
    .filter((row) => row.datastream_class === '' || row.datastream_class === input.datastreamClass)
    .filter((row) => row.data_level === '' || row.data_level === input.dataLevel);
  const row = fitting[0] ?? rows[0];
  if (row) return row.primary_meas_type_code;
  const standardName = variable.attributes.standard_name;
  return standardName && tables.measurementOfStandardName(standardName);
}

/** The measurement of the class whose every word the long name holds: 'Surface air temperature' is an air temperature. */
function namedMeasurement(
  variable: HeaderVariable,
  ofClass: readonly Measured[],
): string | undefined {
  const words = new Set(wordsOf(variable.attributes.long_name ?? ''));
  const fitting = ofClass.filter(({ name }) => wordsOf(name).every((word) => words.has(word)));
  return fitting.sort((a, b) => b.name.length - a.name.length)[0]?.code;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** For files that no table knows: the standard name or the long name is a measurement of its own. */
function ownMeasurement(variable: HeaderVariable): string | undefined {
  const named = variable.attributes.standard_name ?? variable.attributes.long_name;
  return named && slug(named);
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);

function describe(
  code: string,
  variables: readonly HeaderVariable[],
  tables: CuratedTables,
): Measured {
  const row = tables.measurement(code);
  const [variable = null] = variables;
  const longName = variable ? variable.attributes.long_name : undefined;
  return {
    code,
    name: row?.name ?? longName ?? code.replaceAll('_', ' '),
    description: row?.description ?? '',
    category: row?.category_code || null,
    subcategory: row?.subcategory_code || null,
    variable,
    variableNames: variables.map((v) => v.name),
  };
}

function measurementsOfClass(input: MeasuredInput, tables: CuratedTables): readonly Measured[] {
  const codes = new Set(
    tables.measurementsOf(input.instrumentClass).map((row) => row.primary_meas_type_code),
  );
  return [...codes].map((code) => describe(code, [], tables));
}
