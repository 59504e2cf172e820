// Citations of datastreams that the tables know, and of those they do not.
import { expect, it } from 'vitest';
import { curatedTables } from '../tables/curated-tables.ts';
import { TABLE_SCHEMAS, type TableFile } from '../tables/schemas.ts';
import { citationText, citedData } from './citation.ts';
import { citationFile } from './citation-file.ts';
import { cslItem } from './csl.ts';
import { bibtexEntry, risEntry } from './exports.ts';

const rows: { [file: string]: Record<string, string>[] } = {
  'people.csv': [
    {
      datastream_class: 'sonde',
      role: 'author',
      family_name: 'Muster & Söhne',
      given_names: 'Carla Maria',
      orcid: '0000-0002-1825-0097',
    },
    { datastream_class: 'sonde', role: 'author', family_name: 'Example', given_names: 'A.' },
    { datastream_class: 'sonde', role: 'mentor', family_name: 'Sample', given_names: 'B.' },
  ],
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
const context = {
  archiveName: 'ARM',
  publisher: 'ARM User Facility',
  url: 'http://archive.example',
  accessed: Date.UTC(2026, 10, 21) / 1000,
};

it('a citation names publisher, product, dates, place, access and DOI', () => {
  expect(citationText(citedData(tables, 'sgpmetE13.b1', dates), context)).toBe(
    'ARM User Facility. 2019. Surface "Met" (MET). 2019-01-01 to 2019-01-03, Southern Great Plains (SGP), Lamont, OK (E13), data level b1. ARM Data Center. Data set accessed 2026-11-21 at https://doi.org/10.5439/1786358.',
  );
});

it('a citation of what no table knows names the datastream', () => {
  expect(citationText(citedData(tables, 'my_station', dates), context)).toBe(
    'ARM User Facility. 2019. my_station. 2019-01-01 to 2019-01-03. ARM Data Center. Data set accessed 2026-11-21.',
  );
});

it('as CSL has the names and the ORCID of each author, and the name of a group as it is', () => {
  const data = citedData(tables, 'sgpsondeC1.b1', dates);
  const group = { familyName: 'Cloud Group', givenNames: '', orcid: '', affiliation: '' };
  const named = cslItem({ ...data, authors: [...data.authors, group] }, context, 'x');
  expect(named.author).toEqual([
    {
      ...{ family: 'Muster & Söhne', given: 'Carla Maria' },
      ORCID: 'https://orcid.org/0000-0002-1825-0097',
    },
    { family: 'Example', given: 'A.' },
    { literal: 'Cloud Group' },
  ]);
  const unnamed = cslItem({ ...data, authors: [] }, context, 'x');
  expect(unnamed.author).toEqual([{ literal: 'ARM User Facility' }]);
  expect(unnamed.accessed).toEqual({ 'date-parts': [[2026, 11, 21]] });
});

it('a citation is a CITATION.cff whose texts are quoted', () => {
  const text = citationFile('Order 1', [citedData(tables, 'sgpmetE13.b1', dates)], context);
  expect(text).toContain('cff-version: 1.2.0\n');
  expect(text).toContain('    title: "Surface \\"Met\\" (sgpmetE13.b1)"\n');
  expect(text).toContain('    doi: "10.5439/1786358"\n');
  expect(text).toContain('    year: 2019\n');
});

it('a citation names the authors of the tables, in order, and no others', () => {
  const data = citedData(tables, 'sgpsondeC1.b1', dates);
  expect(citationText(data, context)).toContain(
    'Compiled by Muster & Söhne, C. M. and Example, A. ARM Data Center.',
  );
  expect(bibtexEntry(data, context, 'k')).toContain(
    '  author = {Muster \\& Söhne, Carla Maria and Example, A.},\n',
  );
  expect(risEntry(data, context)).toContain(
    'AU  - Muster & Söhne, Carla Maria\r\nAU  - Example, A.\r\n',
  );
  expect(citationFile('Order 1', [data], context)).toContain(
    'orcid: "https://orcid.org/0000-0002-1825-0097"',
  );
});

it('a citation tells which part was used: variables, order, checksum', () => {
  const subset = { variables: ['temp_mean', 'rh_mean'], orderId: 100_123, sha256: 'ab12' };
  const data = citedData(tables, 'sgpmetE13.b1', dates, { subset });
  const words = 'variables temp_mean, rh_mean, order 100123, sha-256 ab12';
  expect(citationText(data, context)).toContain(words);
  expect(citationFile('Order 100123', [data], context)).toContain(words);
  expect(bibtexEntry(data, context, 'k')).toContain(words.replaceAll('_', '\\_'));
});

it('a citation keeps hostile texts inside their fields', () => {
  const bad = { ...citedData(tables, 'my_station', dates), product: 'x}\nTY  - JOUR\n,title={y' };
  const bibtex = bibtexEntry(bad, context, 'k');
  expect(bibtex).toContain('x\\} TY - JOUR ,title=\\{y');
  expect(risEntry(bad, context).match(/^TY {2}-/gm)).toHaveLength(1);
});
