// Citations of datastreams that the tables know, and of those they do not.
import { describe, expect, it } from 'vitest';
import { curatedTables } from '../tables/curated-tables.ts';
import { TABLE_SCHEMAS, type TableFile } from '../tables/schemas.ts';
import { citationFile, citationText, citedData } from './citation.ts';

const rows: { [file: string]: Record<string, string>[] } = {
  'dois.csv': [{ doi: '10.5439/1786358', datastream_class: 'met' }],
  'instrument-classes.csv': [
    { instrument_class_code: 'met', instrument_class_name: 'Surface "Met"' },
  ],
  'sites.csv': [{ site_code: 'sgp', site_name: 'Southern Great Plains' }],
  'facilities.csv': [{ site_code: 'sgp', facility_code: 'E13', facility_name: 'Lamont, OK' }],
};
const tables = curatedTables(
  Object.fromEntries(
    (Object.keys(TABLE_SCHEMAS) as TableFile[]).map((file) => {
      const empty = Object.fromEntries(Object.keys(TABLE_SCHEMAS[file].shape).map((c) => [c, '']));
      return [
        file,
        (rows[file] ?? []).map((row) => TABLE_SCHEMAS[file].parse({ ...empty, ...row })),
      ];
    }),
  ) as unknown as Parameters<typeof curatedTables>[0], // each parsed by its own schema
);
const dates = { start: Date.UTC(2019, 0, 1) / 1000, end: Date.UTC(2019, 0, 3) / 1000 };
const context = { archiveName: 'ARM', accessed: Date.UTC(2026, 10, 21) / 1000 };

describe('a citation', () => {
  it('names publisher, product, dates, place, access and DOI', () => {
    expect(citationText(citedData(tables, 'sgpmetE13.b1', dates), context)).toBe(
      'ARM Data Center. 2019. Surface "Met" (MET). 2019-01-01 to 2019-01-03, Southern Great Plains (SGP), Lamont, OK (E13), data level b1. Data set accessed 2026-11-21 at https://doi.org/10.5439/1786358.',
    );
  });

  it('of what no table knows names the datastream', () => {
    expect(citationText(citedData(tables, 'my_station', dates), context)).toBe(
      'ARM Data Center. 2019. my_station. 2019-01-01 to 2019-01-03. Data set accessed 2026-11-21.',
    );
  });

  it('is a CITATION.cff whose texts are quoted', () => {
    const text = citationFile('Order 1', [citedData(tables, 'sgpmetE13.b1', dates)], context);
    expect(text).toContain('cff-version: 1.2.0\n');
    expect(text).toContain('    title: "Surface \\"Met\\" (sgpmetE13.b1)"\n');
    expect(text).toContain('    doi: "10.5439/1786358"\n');
    expect(text).toContain('    year: 2019\n');
  });
});
