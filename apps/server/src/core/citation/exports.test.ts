// Entries for reference managers, each as a whole: with and without DOI, authors and version.
import { expect, it } from 'vitest';
import { citationText } from './citation.ts';
import { asSimulated, type CitedData, citedTitle, shortName } from './cited.ts';
import { dataciteRecord } from './datacite.ts';
import { bibtexEntry, citationKey, risEntry } from './exports.ts';

const context = {
  ...{ archiveName: 'ARM', publisher: 'ARM & Co', url: 'http://archive.example' },
  accessed: Date.UTC(2026, 10, 21) / 1000,
};
const day = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date) / 1000;
const place = { siteCode: 'sgp', siteName: '', facilityCode: 'E13', facilityName: 'Lamont' };
const plain: CitedData = {
  ...{ datastream: 'sgpmetE13.b1', product: 'Surface', productCode: 'met', ...place },
  ...{ dataLevel: 'b1', start: day(2019, 1, 1), end: day(2019, 1, 3) },
  ...{ doi: null, authors: [], version: '' },
};
const person = (familyName: string, givenNames: string) => ({
  ...{ familyName, givenNames, orcid: '', affiliation: '' },
});
const full: CitedData = {
  ...plain,
  ...{ doi: '10.5439/1786_358', version: 'vap-1.2_3' },
  authors: [person('Muster', 'Carla-Maria'), person('Cloud #1 Group', '')],
};
const TITLE = 'Surface (MET), 2019-01-01 to 2019-01-03, SGP, Lamont (E13), data level b1';

it('a BibTeX entry has everything that is known', () => {
  expect(bibtexEntry(full, context, 'key').split('\n')).toEqual([
    '@misc{key,',
    '  author = {Muster, Carla-Maria and {Cloud \\#1 Group}},',
    `  title = {{${TITLE}}},`,
    '  year = {2019},',
    '  publisher = {ARM \\& Co},',
    '  version = {vap-1.2\\_3},',
    '  doi = {10.5439/1786_358},',
    '  url = {https://doi.org/10.5439/1786_358},',
    '  urldate = {2026-11-21},',
    '  note = {[Data set]. Accessed 2026-11-21}',
    '}',
    '',
  ]);
});

it('a BibTeX entry has the publisher as its author and the page of the datastream where no more is known', () => {
  expect(bibtexEntry(plain, context, 'key').split('\n')).toEqual([
    '@misc{key,',
    '  author = {{ARM \\& Co}},',
    `  title = {{${TITLE}}},`,
    '  year = {2019},',
    '  publisher = {ARM \\& Co},',
    '  url = {http://archive.example/datastream/sgpmetE13.b1},',
    '  urldate = {2026-11-21},',
    '  note = {[Data set]. Accessed 2026-11-21}',
    '}',
    '',
  ]);
});

it('a BibTeX entry shows the signs of TeX as they are, and none of them ends the field of an address', () => {
  const odd = { ...plain, product: '\\a{b}~c^d$e%f', path: '/p{q}\\r_s' };
  const entry = bibtexEntry(odd, context, 'key');
  expect(entry).toContain(
    '{{\\textbackslash{}a\\{b\\}\\textasciitilde{}c\\textasciicircum{}d\\$e\\%f (MET)',
  );
  expect(entry).toContain('  url = {http://archive.example/p%7Bq%7D%5Cr_s},\n');
});

it('a BibTeX entry has a key of the datastream, or else of the product, and its dates', () => {
  expect(citationKey(plain)).toBe('sgpmetE13.b1_2019-01-01_2019-01-03');
  const product = { ...plain, datastream: '', productCode: 'a, {b}' };
  expect(citationKey(product)).toBe('a-b-_2019-01-01_2019-01-03');
});

it('an RIS entry has everything that is known', () => {
  expect(risEntry(full, context).split('\r\n')).toEqual([
    'TY  - DATA',
    'AU  - Muster, Carla-Maria',
    'AU  - Cloud #1 Group',
    `TI  - ${TITLE}`,
    'PY  - 2019',
    'PB  - ARM & Co',
    'ET  - vap-1.2_3',
    'DO  - 10.5439/1786_358',
    'UR  - https://doi.org/10.5439/1786_358',
    'Y2  - 2026/11/21',
    'ER  - ',
    '',
  ]);
});

it('an RIS entry has the publisher as its author and the page of a product where no more is known', () => {
  const product = { ...plain, datastream: '', issued: day(2025, 5, 5) };
  expect(risEntry(product, context).split('\r\n')).toEqual([
    'TY  - DATA',
    'AU  - ARM & Co',
    `TI  - ${TITLE}`,
    'PY  - 2025',
    'PB  - ARM & Co',
    'UR  - http://archive.example/product/met',
    'Y2  - 2026/11/21',
    'ER  - ',
    '',
  ]);
});

it('what is cited states that data are simulated, without the DOI of the measured ones', () => {
  const simulated = asSimulated(full);
  expect(citedTitle(simulated)).toBe(TITLE.replace('Surface', 'Surface (simulated)'));
  expect(simulated).toEqual({ ...full, product: 'Surface (simulated)', doi: null });
});

it('what is cited names of the part that was used what is known of it', () => {
  const variables = ['temp', 'rh'];
  expect(citedTitle({ ...plain, subset: { variables } })).toBe(`${TITLE}, variables temp, rh`);
  const order = { variables: [], orderId: 7 };
  expect(citedTitle({ ...plain, subset: order })).toBe(`${TITLE}, order 7`);
  const unplaced = { ...plain, siteCode: '', facilityCode: '', facilityName: '', dataLevel: '' };
  expect(citedTitle(unplaced)).toBe('Surface (MET), 2019-01-01 to 2019-01-03');
});

it('what is cited has authors by their initials, and a group by its name', () => {
  expect(shortName(person('Muster', ' Carla-Maria  Ébène '))).toBe('Muster, C. M. É.');
  expect(shortName(person('Cloud Group', ''))).toBe('Cloud Group');
});

it('the title of what is cited names no place that the files do not state', () => {
  const at = (siteCode: string, facilityCode: string, facilityName = '') =>
    citedTitle({ ...plain, siteCode, facilityCode, facilityName });
  expect(at('other', 'X1')).toBe('Surface (MET), 2019-01-01 to 2019-01-03, data level b1');
  expect(at('debilt', 'X1')).toContain(', DEBILT, data level');
  expect(at('sgp', 'X1', 'Around SGP')).toContain(', SGP, Around SGP (X1), data level');
});

it('the title of what is cited has no dates where the files state no time, as no form of a citation has', async () => {
  const undated = { ...plain, undated: true };
  expect(citedTitle(undated)).toBe('Surface (MET), SGP, Lamont (E13), data level b1');
  const bare = { ...undated, siteCode: 'other', facilityCode: 'X1', facilityName: '' };
  const text = citationText({ ...bare, dataLevel: '' }, context);
  expect(text).toBe(
    'ARM & Co. 2019. Surface (MET). ARM Data Center. Data set accessed 2026-11-21.',
  );
  expect(citationKey(undated)).toBe('sgpmetE13.b1');
  expect(bibtexEntry(undated, context, 'key')).not.toContain('2019-01-01');
  expect(risEntry(undated, context)).not.toContain('2019-01-01');
  expect(JSON.stringify(dataciteRecord(undated, context))).not.toContain('Collected');
});
