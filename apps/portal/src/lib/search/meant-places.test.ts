// Which facilities a search is about: by code, by area, by datastream and by dates, and their
// order.
import type { Meaning } from '@isobar/contract/search/meaning.ts';
import { expect, it } from 'vitest';
import { hasMeantDates, isMeantPlace, meantFirst } from './meant-places.ts';

const NOTHING: Meaning = {
  ...{ start: null, end: null, epoch: null, sites: [], facilities: [], area: null },
  ...{ levels: [], datastreams: [], instruments: [] },
};
const place = (ffac: string, location = '36.6,-97.5', dates = ['2019-01-01', '2019-12-31']) => {
  const [siteCode = '', facilityCode = ''] = ffac.split('.');
  const [start, end] = dates.map((day) => day && `${day}T12:00:00Z`);
  return {
    ...{ ffac, siteCode, facilityCode, siteName: '', facilityName: '', location },
    datastreams: [
      {
        ...{ id: '', datastream: `${siteCode}met${facilityCode}.b1`, dataLevel: 'b1' },
        ...{ dataLevelDesc: '', hasPlots: false, uiText: '', limitedAccess: false, scanNames: [] },
        ...{ startDate: start ?? '', endDate: end ?? '', sourceClassCode: '' },
        instrumentClassCode: 'met',
        filed: { startDate: start ?? '', endDate: end ?? '' },
      },
    ],
  };
};
const SGP = place('sgp.C1');
const meant = (more: Partial<Meaning>, of = SGP) => isMeantPlace({ ...NOTHING, ...more }, of);
/** Around 36.6 N, 97.5 W. */
const AREA = '-98 36, -97 36, -97 37, -98 37';
const FAR = '10 50, 11 50, 11 51, 10 51';

it('a facility is meant by a search of no place, of its site, of itself, and of no other', () => {
  expect(meant({})).toBe(true);
  expect(meant({ sites: ['sgp'] })).toBe(true);
  expect(meant({ facilities: ['sgp.C1'] })).toBe(true);
  expect(meant({ sites: ['nsa'], facilities: ['sgp.C1'] })).toBe(true);
  expect(meant({ sites: ['nsa'] })).toBe(false);
  expect(meant({ facilities: ['sgp.E13'] })).toBe(false);
});

it('a facility is meant by an area around it, also where its place is not known, and by its site only inside of the area', () => {
  expect(meant({ area: AREA })).toBe(true);
  expect(meant({ area: FAR })).toBe(false);
  expect(meant({ area: FAR }, place('mos.M1', ''))).toBe(true);
  expect(meant({ area: 'nowhere' }, place('mos.M1', ''))).toBe(false);
  expect(meant({ area: AREA, sites: ['sgp'] })).toBe(true);
  expect(meant({ area: AREA, sites: ['nsa'] })).toBe(false);
  expect(meant({ area: FAR, sites: ['sgp'] })).toBe(false);
});

it('a facility is meant by a datastream of its own, whatever else is named', () => {
  expect(meant({ datastreams: ['sgpmetC1.b1', 'x'] })).toBe(true);
  expect(meant({ datastreams: ['nsametC1.b1'] })).toBe(false);
  expect(meant({ datastreams: ['nsametC1.b1'], sites: ['sgp'] })).toBe(false);
});

it('a facility has data in dates of which the first and the last day count', () => {
  const dated = (start: string | null, end: string | null) =>
    hasMeantDates({ ...NOTHING, start, end }, SGP);
  expect([dated(null, null), dated('2019-12-31', null), dated(null, '2019-01-01')]).toEqual([
    ...[true, true, true],
  ]);
  expect([dated('2020-01-01', null), dated(null, '2018-12-31')]).toEqual([false, false]);
  expect(dated('2018-01-01', '2018-12-31')).toBe(false);
});

it('facilities that are meant come first, of these those with data in the dates, and equal ones keep their order', () => {
  const old = ['1999-01-01', '1999-12-31'];
  const places = [
    place('nsa.C1', '', old),
    place('nsa.X1', ''),
    place('sgp.E9', '', old),
    SGP,
    place('sgp.E13'),
  ];
  const meaning = { ...NOTHING, sites: ['sgp'], start: '2019-01-01', end: '2019-02-01' };
  expect(meantFirst(meaning, places).map(({ ffac }) => ffac)).toEqual([
    ...['sgp.C1', 'sgp.E13', 'sgp.E9', 'nsa.X1', 'nsa.C1'],
  ]);
});

it('a facility whose files state no time has no data in any dates, and is not left out where none are chosen', () => {
  const undated = place('sgp.C1', '', ['', '']);
  const within = (dates: Partial<Meaning>) => hasMeantDates({ ...NOTHING, ...dates }, undated);
  expect(within({})).toBe(true);
  expect(within({ start: '2000-01-01' })).toBe(false);
  expect(within({ end: '2030-01-01' })).toBe(false);
});
