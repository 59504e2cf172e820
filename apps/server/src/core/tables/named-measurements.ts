// What is measured by a variable of a given name: through the table of CF standard names and the
// words of the users.
import { keyOf } from '@isobar/contract/words/fold.ts';
import type { TableRows } from './schemas.ts';

/** Undefined for what no table knows. */
export interface NamedMeasurements {
  /** By standard-names.csv, else the measurement that most rows with this CF standard name have. */
  measurementOfStandardName(standardName: string): string | undefined;
  /**
   * The first measurement of the row of words.csv that lists this very text, or the measurement of
   * that name.
   */
  measurementOfText(text: string): string | undefined;
}

export function namedMeasurements(rows: TableRows): NamedMeasurements {
  const listed = rows['standard-names.csv'];
  const exact = new Map(listed.map((row) => [row.standard_name, row.primary_meas_type_code]));
  const patterns = listed.filter((row) => row.standard_name.includes('*'));
  const inFiles = measurementsByStandardName(rows['instrument-measurements.csv']);
  // made when it is first needed: thousands of words
  let byText: ReadonlyMap<string, string> | undefined;
  return {
    measurementOfStandardName: (name) =>
      exact.get(name) ??
      inFiles.get(name) ??
      patterns.find((row) => fitsName(row.standard_name, name))?.primary_meas_type_code,
    measurementOfText: (text) => {
      byText ??= new Map(measurementTexts(rows));
      return byText.get(keyOf(text));
    },
  };
}

/** Without a regular expression, which a long name could keep busy. */
function fitsName(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (!name.startsWith(first) || name.length < first.length + last.length) return false;
  if (!name.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > name.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}

/**
 * Where two texts have the same key, the later one counts, so the users' own words override the
 * names of measurements.
 */
function* measurementTexts(rows: TableRows): Generator<[string, string]> {
  for (const row of rows['measurements.csv']) yield [keyOf(row.name), row.primary_meas_type_code];
  for (const row of rows['words.csv']) {
    const [code] = row.measurements;
    if (code) for (const word of [row.meaning, ...row.words]) yield [keyOf(word), code];
  }
}

function measurementsByStandardName(
  rows: TableRows['instrument-measurements.csv'],
): Map<string, string> {
  const named = rows.filter((row) => row.standard_name !== '');
  return new Map(
    [...Map.groupBy(named, (row) => row.standard_name)].map(([name, group]) => {
      const codes = [...Map.groupBy(group, (row) => row.primary_meas_type_code)];
      codes.sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
      return [name, codes[0]?.[0] ?? ''] as const;
    }),
  );
}
