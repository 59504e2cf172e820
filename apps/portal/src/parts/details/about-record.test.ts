// What a published record tells: who is credited, how much there is, and what it was made from.

import type { AboutRecord } from '@isobar/contract/calls/record-calls.ts';
import { expect, it } from 'vitest';
import { extentOf, madeFrom, papersOf, peopleOf } from './about-record.ts';

const record = (more: Partial<AboutRecord>): AboutRecord => ({
  ...{ creators: [], rightsList: [] },
  ...more,
});

it('people are credited once each, with all of their roles; an archive is no person', () => {
  const orcid = (nameIdentifier: string) => [{ nameIdentifier }];
  const ada = { name: 'Lovelace, Ada', givenName: 'Ada', familyName: 'Lovelace' };
  const people = peopleOf(
    record({
      creators: [
        { ...ada, nameIdentifiers: orcid('https://orcid.org/0000-0001') },
        { name: 'The Archive' },
        { name: 'Curie', familyName: 'Curie', affiliation: [{ name: 'Sorbonne' }] },
      ],
      contributors: [
        { ...ada, contributorType: 'ProjectLeader', affiliation: [{ name: 'London' }] },
        { name: 'Curie', familyName: 'Curie', nameIdentifiers: orcid('https://isni.org/1') },
      ],
    }),
  );
  expect(people).toEqual([
    {
      ...{ name: 'Ada Lovelace', role: 'Author, project leader', affiliation: 'London' },
      orcid: 'https://orcid.org/0000-0001',
    },
    { name: 'Curie', role: 'Author', affiliation: 'Sorbonne', orcid: null },
  ]);
});

it('the extent counts files and bytes where they are stated', () => {
  const formats = ['application/x-netcdf'];
  expect(extentOf(record({ sizes: ['3650 files', '1200000000 bytes'], formats }))).toBe(
    '3,650 files, 1.20 GB, NetCDF',
  );
  expect(extentOf(record({ sizes: ['1 files'] }))).toBe('1 file');
  expect(extentOf(record({}))).toBe('');
});

it('sources are datastreams that it is derived from, and papers are DOIs that cite it', () => {
  const related = (
    relationType: string,
    relatedIdentifierType: string,
    relatedIdentifier: string,
  ) => ({
    ...{ relationType, relatedIdentifierType, relatedIdentifier },
  });
  const of = record({
    relatedIdentifiers: [
      related('IsDerivedFrom', 'URL', 'https://x.org/datastream/sgpmetE13.b1'),
      related('IsDerivedFrom', 'URL', 'https://x.org/datastream/a%2Fb'),
      related('IsDerivedFrom', 'URL', 'https://x.org/campaign/c'),
      related('Cites', 'URL', 'https://x.org/datastream/other'),
      related('IsCitedBy', 'DOI', '10.1/paper'),
      related('IsCitedBy', 'URL', 'https://x.org/paper'),
    ],
  });
  expect(madeFrom(of)).toEqual(['sgpmetE13.b1', 'a/b']);
  expect(papersOf(of)).toEqual(['10.1/paper']);
});
