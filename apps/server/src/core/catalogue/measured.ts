// Which primary measurements a datastream has: by the curated tables, else by standard name, else
// by long name.
import type { CuratedTables } from '../tables/curated-tables.ts';
import { isDataVariable } from './data-variable.ts';
import { type HeaderVariable, longNameOf, standardNameOf } from './header.ts';

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
  /**
   * What else these variables are found by: their names, long names and standard names, without
   * those of `variable`.
   */
  readonly otherNames: readonly string[];
}

export interface MeasuredInput {
  /**
   * Only names of this archive's own form have a dot; their classes measure what the table says,
   * and nothing else.
   */
  readonly datastream: string;
  readonly instrumentClass: string;
  readonly datastreamClass: string;
  readonly dataLevel: string;
  readonly variables: readonly HeaderVariable[];
}

/**
 * A datastream gets at most this many measurements of its own; the harvest report says when there
 * were more.
 */
export const MOST_OWN = 1000;

/**
 * Documents are sorted in the order of the variables. Without any variable (raw files, images) the
 * measurements are those that the tables name for the class; a class that no table knows then has
 * none.
 */
export function measurementsOf(input: MeasuredInput, tables: CuratedTables): readonly Measured[] {
  const data = input.variables.filter((v) => isDataVariable(v, input.variables));
  const ofClass = measurementsOfClass(input, tables);
  if (data.length === 0) return ofClass;
  const isTold = input.datastream.includes('.') && ofClass.length > 0;
  const found = isTold ? toldMeasurements(data, input, ofClass, tables) : new Map();
  // A known class measures what its table says; only a class that no table knows makes measurements
  // of its own.
  if (isTold && found.size === 0) return ofClass;
  if (!isTold)
    for (const variable of data)
      add(
        found,
        tabledMeasurement(variable, input, tables) ?? textMeasurement(variable, tables),
        variable,
      );
  return [...found]
    .slice(0, MOST_OWN)
    .map(([code, variables]) => describe(code, variables, tables));
}

type ByCode = Map<string, HeaderVariable[]>;

function add(to: ByCode, code: string | undefined, variable: HeaderVariable): void {
  if (!code) return;
  const before = to.get(code);
  if (before) before.push(variable);
  else to.set(code, [variable]);
}

function toldMeasurements(
  data: readonly HeaderVariable[],
  input: MeasuredInput,
  ofClass: readonly Measured[],
  tables: CuratedTables,
): ByCode {
  const byCode: ByCode = new Map();
  for (const variable of data) add(byCode, tabledMeasurement(variable, input, tables), variable);
  if (byCode.size === 0)
    for (const variable of data) add(byCode, namedMeasurement(variable, ofClass), variable);
  return byCode;
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
  const standardName = standardNameOf(variable);
  return standardName ? tables.measurementOfStandardName(standardName) : undefined;
}

/**
 * A measurement of the class all of whose words occur in the long name: 'Surface air temperature'
 * is an air temperature.
 */
function namedMeasurement(
  variable: HeaderVariable,
  ofClass: readonly Measured[],
): string | undefined {
  const words = new Set(wordsOf(longNameOf(variable)));
  const fitting = ofClass.filter(({ name }) => wordsOf(name).every((word) => words.has(word)));
  return fitting.sort((a, b) => b.name.length - a.name.length)[0]?.code;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/**
 * What a variable of an unknown class measures: the measurement that its ICARTT standard name, its
 * own name or its long name stands for in the tables, else a measurement named after the variable
 * itself.
 */
function textMeasurement(variable: HeaderVariable, tables: CuratedTables): string {
  const { name } = variable;
  const icartt = variable.attributes.icartt_standard_name;
  const long = longNameOf(variable);
  return (
    (icartt && tables.measurementOfStandardName(icartt)) ||
    tables.measurementOfStandardName(name) ||
    (long && tables.measurementOfText(plainName(long))) ||
    slug(standardNameOf(variable)) ||
    slug(long) ||
    slug(name) ||
    'variable'
  );
}

/** 'Air temperature (dry bulb) at 2 m', '2 metre air temperature' -> 'Air temperature'. */
const plainName = (text: string): string =>
  text
    .slice(0, LONGEST_NAME)
    .replace(/[([][^)\]]*[)\]]/g, ' ')
    .replace(/\s(at|above)\s+[\d.]+\s*k?m\b.*$/i, ' ')
    .replace(/^\s*[\d.]+[\s-]*(m|met(er|re)s?)\b/i, ' ');

const LONGEST_NAME = 200;

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
  const longName = variable
    ? longNameOf(variable) || standardNameOf(variable).replaceAll('_', ' ') || variable.name
    : undefined;
  return {
    code,
    name: row?.name ?? longName?.slice(0, LONGEST_NAME) ?? code.replaceAll('_', ' '),
    description: row?.description ?? '',
    category: row?.category_code || null,
    subcategory: row?.subcategory_code || null,
    variable,
    variableNames: variables.map((v) => v.name),
    otherNames: otherNamesOf(variables),
  };
}

/** A spectrum may come as a thousand variables: each document is kept small. */
const MOST_NAMES = 100;

function otherNamesOf(variables: readonly HeaderVariable[]): readonly string[] {
  const [first] = variables;
  const names = new Set(
    variables.flatMap((one) => [
      one.name,
      longNameOf(one).slice(0, LONGEST_NAME),
      standardNameOf(one),
    ]),
  );
  for (const known of ['', first?.name ?? '', first ? longNameOf(first) : '']) names.delete(known);
  return [...names].slice(0, MOST_NAMES);
}

function measurementsOfClass(input: MeasuredInput, tables: CuratedTables): readonly Measured[] {
  const codes = new Set(
    tables.measurementsOf(input.instrumentClass).map((row) => row.primary_meas_type_code),
  );
  return [...codes].map((code) => describe(code, [], tables));
}
