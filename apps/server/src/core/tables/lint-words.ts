// What can be wrong in words.csv and standard-names.csv beyond its form: a word in two rows, a code that no other table knows.
import { keyOf } from '@isobar/contract/words/fold.ts';
import { TableError } from './read-table.ts';
import type { TableRows } from './schemas.ts';

/** Throws TableError that names the row by its meaning, and what is wrong. Codes are not checked against a table that is empty. */
export function lintWords(rows: TableRows): void {
  const known = {
    measurements: new Set(rows['measurements.csv'].map((row) => row.primary_meas_type_code)),
    classes: new Set(rows['instrument-classes.csv'].map((row) => row.instrument_class_code)),
    places: new Set([
      ...rows['sites.csv'].map((row) => row.site_code),
      ...rows['facilities.csv'].map((row) => `${row.site_code}.${row.facility_code}`),
    ]),
    campaigns: new Set(rows['campaigns.csv'].map((row) => row.iop_short_name)),
  };
  for (const { standard_name, primary_meas_type_code: code } of rows['standard-names.csv'])
    if (known.measurements.size > 0 && !known.measurements.has(code))
      throw new TableError(
        `standard-names.csv, the row of '${standard_name}': there is no ${code}.`,
      );
  const rowOf = new Map<string, string>();
  for (const row of rows['words.csv']) {
    const where = `words.csv, the row of '${row.meaning}'`;
    for (const word of row.words) {
      const key = keyOf(word);
      if (key === '') throw new TableError(`${where}: '${word}' has no letter and no figure.`);
      const before = rowOf.get(key);
      if (before !== undefined && before !== row.meaning)
        throw new TableError(`${where}: '${word}' is already listed for '${before}'.`);
      rowOf.set(key, row.meaning);
    }
    for (const column of ['measurements', 'classes', 'places', 'campaigns'] as const) {
      const unknown = row[column].find(
        (code) => known[column].size > 0 && !known[column].has(code),
      );
      if (unknown !== undefined)
        throw new TableError(`${where}, column ${column}: there is no ${unknown}.`);
    }
    const codes =
      row.measurements.length + row.classes.length + row.places.length + row.campaigns.length;
    if (codes + row.near.length === 0)
      throw new TableError(`${where}: it says nothing of what the words stand for.`);
  }
  for (const { meaning, near } of rows['words.csv']) {
    const unknown = near.find((word) => !rowOf.has(keyOf(word)));
    if (unknown !== undefined)
      throw new TableError(
        `words.csv, the row of '${meaning}', column near: no row has the word '${unknown}'.`,
      );
  }
}
