// Sites and facilities as the location search groups and names them.
import { expect, it } from 'vitest';
import {
  groupSites,
  headlineOf,
  isWithin,
  markLabel,
  markOf,
  narrowSites,
  readLocation,
  type SitePlace,
  sitesOf,
  standsAt,
} from './sites.ts';

const place = (ffac: string, more: Partial<SitePlace> = {}): SitePlace => {
  const [siteCode = '', facilityCode = ''] = ffac.split('.');
  return {
    siteCode,
    siteName: `Site ${siteCode}`,
    siteType: 'P',
    facilityCode,
    facilityName: `Facility ${facilityCode}`,
    ffac,
    location: '36.6,-97.5',
    start: Date.UTC(1992, 0),
    end: Date.UTC(2020, 0),
    products: 3,
    ...more,
  };
};

it('[L013] a site has its code, its name and its facilities', () => {
  const [site, ...more] = sitesOf([place('sgp.C1'), place('sgp.E13'), place('sgp.E9')]);
  expect(more).toEqual([]);
  expect(site).toMatchObject({ siteCode: 'sgp', siteName: 'Site sgp' });
  expect(site?.facilities.map(({ code }) => code)).toEqual(['C1', 'E9', 'E13']);
});

it('a record without a site or a facility is none', () => {
  const records = [place('', { ffac: 'sgp.C1' }), place('sgp', { ffac: '' }), place('nsa.C1')];
  expect(sitesOf(records).map(({ siteCode }) => siteCode)).toEqual(['nsa']);
});

it('[L014] a facility has facilityCode in the form site.facility, its name, and its own code', () => {
  const [site] = sitesOf([place('sgp.C1')]);
  expect(site?.facilities[0]).toMatchObject({
    facilityCode: 'sgp.C1',
    facilityName: 'Facility C1',
    code: 'C1',
  });
});

it('spans its facilities, and needs no place', () => {
  const [site] = sitesOf([
    place('sgp.C1', { start: 5, end: 9 }),
    place('sgp.X1', { start: 2, end: null, location: 'NULL' }),
  ]);
  expect(site).toMatchObject({ start: 2, end: 9 });
  expect(site?.facilities[1]?.at).toBeNull();
});

it('a moving facility has a track and is marked at its middle', () => {
  const track = [
    [0, 10],
    [5, 12],
    [9, 14],
  ] as const;
  const [site] = sitesOf([place('mag.M1')], new Map([['mag.M1', track]]));
  const ship = site?.facilities[0];
  expect(ship).toMatchObject({ at: null, track });
  expect(ship && standsAt(ship)).toEqual({ lon: 5, lat: 12 });
  const around = [
    [4, 11],
    [6, 11],
    [6, 13],
    [4, 13],
  ] as const;
  expect(ship && isWithin(around, ship)).toBe(true);
});

it('[L015] site types: P and L are drawn as standing sites, M as mobile, I as inactive, X and T as others', () => {
  expect(['P', 'L', 'M', 'I', 'X', 'T', ''].map(markOf)).toEqual([
    'site',
    'site',
    'mobile',
    'inactive',
    'other',
    'other',
    'other',
  ]);
  expect(markLabel('inactive', 'ARM')).toBe('ARM Site - Inactive');
});

it('the site list groups by type in the order of the select, mobile sites newest first, others last', () => {
  const sites = sitesOf([
    place('zzz.F1', { siteType: 'X' }),
    place('mo1.M1', { siteType: 'M', start: 1 }),
    place('mo2.M1', { siteType: 'M', start: 2 }),
    place('nsa.C1', { start: 20 }),
    place('sgp.C1', { start: 10 }),
    place('odd.C1', { siteType: '?' }),
  ]);
  expect(groupSites(sites).map(({ type, sites: s }) => [type, s.map((x) => x.siteCode)])).toEqual([
    ['P', ['sgp', 'nsa']],
    ['M', ['mo2', 'mo1']],
    ['X', ['zzz']],
    ['', ['odd']],
  ]);
});

it("[L012] the headline is 'Viewing All Locations' or 'Viewing N sites and M facilities'", () => {
  const sites = sitesOf([place('sgp.C1'), place('sgp.E9'), place('nsa.C1')]);
  expect(headlineOf(sites, true)).toBe('Viewing All Locations');
  expect(headlineOf(sites, false)).toBe('Viewing 2 sites and 3 facilities');
  const one = narrowSites(sites, ({ facilityCode }) => facilityCode === 'nsa.C1');
  expect(headlineOf(one, false)).toBe('Viewing 1 site and 1 facility');
});

it.each(['', 'NULL', '-9999,-9999', '-9999, -9999', '1', '1,2,3', 'a,b', ',', '36.6,'])(
  '[L024] %j is no place',
  (text) => expect(readLocation(text)).toBeNull(),
);

it('[L025] latitude is clamped to 85 degrees, longitude to 180', () => {
  expect(readLocation('-90,190')).toEqual({ lat: -85, lon: 180 });
  expect(readLocation('88.6,-181')).toEqual({ lat: 85, lon: -180 });
  expect(readLocation('36.605, -97.485')).toEqual({ lat: 36.605, lon: -97.485 });
});
