// What can be wrong in words.csv and standard-names.csv beyond its form: a word in two rows, a code
// that no other table knows.
import { keyOf } from '@isobar/contract/words/fold.ts';
import { TableError } from './read-table.ts';
import type { TableRows } from './schemas.ts';

type RowOfCodes = TableRows['words.csv'][number] | TableRows['standard-names.csv'][number];

/** A row with a code that no other table has, and what is wrong, for the operator. */
export interface UnknownCode {
  readonly file: 'words.csv' | 'standard-names.csv';
  readonly row: RowOfCodes;
  readonly message: string;
}

/** Codes are not checked against a table that is empty. */
export function unknownCodes(rows: TableRows): readonly UnknownCode[] {
  const known = {
    measurements: new Set(rows['measurements.csv'].map((row) => row.primary_meas_type_code)),
    classes: new Set(rows['instrument-classes.csv'].map((row) => row.instrument_class_code)),
    places: new Set([
      ...rows['sites.csv'].map((row) => row.site_code),
      ...rows['facilities.csv'].map((row) => `${row.site_code}.${row.facility_code}`),
    ]),
    campaigns: new Set(rows['campaigns.csv'].map((row) => row.iop_short_name)),
  };
  const isUnknown = (column: keyof typeof known, code: string): boolean =>
    known[column].size > 0 && !known[column].has(code);
  const ofNames = rows['standard-names.csv'].flatMap((row): readonly UnknownCode[] => {
    const { standard_name, primary_meas_type_code: code } = row;
    const message = `standard-names.csv, the row of '${standard_name}': there is no ${code}.`;
    return isUnknown('measurements', code) ? [{ file: 'standard-names.csv', row, message }] : [];
  });
  const ofWords = rows['words.csv'].flatMap((row) =>
    (['measurements', 'classes', 'places', 'campaigns'] as const).flatMap((column) =>
      row[column]
        .filter((code) => isUnknown(column, code))
        .map((code): UnknownCode => {
          const message = `words.csv, the row of '${row.meaning}', column ${column}: there is no ${code}.`;
          return { file: 'words.csv', row, message };
        }),
    ),
  );
  return [...ofNames, ...ofWords];
}

/** Throws TableError that names the row by its meaning, and what is wrong. */
export function lintWords(rows: TableRows): void {
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
