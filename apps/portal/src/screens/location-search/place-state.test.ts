// The address of the location search, and what its timeline shows.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Site } from '../../lib/places/sites.ts';
import {
  DEFAULT_STATE,
  isDefaultState,
  narrowTerms,
  readState,
  resetState,
  siteButtons,
  timelineSites,
  writeState,
} from './place-state.ts';

const site = (siteCode: string, siteType: string, products = 1): Site => ({
  siteCode,
  siteName: siteCode,
  siteType,
  start: 0,
  end: 1,
  facilities: [
    {
      facilityCode: `${siteCode}.C1`,
      facilityName: '',
      code: 'C1',
      siteCode,
      siteType,
      at: null,
      track: [],
      start: 0,
      end: 1,
      products,
    },
  ],
});

it('the address reads what it writes', () => {
  const state = {
    site: 'sgp',
    area: [
      [-99, 36],
      [-97, 36],
      [-97, 37.5],
    ] as const,
    start: '2001-02-03',
    end: '2004-05-06',
    measures: 'temp',
    facility: 'sgp.C1',
    rows: 'nsa',
    near: '36.6, -97.5',
    list: true,
  };
  expect(readState(writeState(state))).toEqual(state);
  expect(writeState(DEFAULT_STATE)).toEqual({});
  expect(isDefaultState({ ...DEFAULT_STATE, list: true })).toBe(true);
  expect(isDefaultState({ ...state, list: false })).toBe(false);
  expect(resetState(state)).toEqual({ ...DEFAULT_STATE, list: true });
});

it('the address treats an invalid day or area as absent', () => {
  expect(readState({ start: '2001-13-01', end: 'x', shape: '1 2, 3 4' })).toEqual(DEFAULT_STATE);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (query) => {
      expect(() => writeState(readState(query))).not.toThrow();
    }),
    { numRuns: 200 },
  );
});

it('dates and measurement narrow', () => {
  expect(narrowTerms(DEFAULT_STATE)).toEqual({});
  expect(narrowTerms({ ...DEFAULT_STATE, start: '2001-01-01', measures: 'rh' })).toEqual({
    start_date: ['2001-01-01'],
    primary_meas_type_code: ['rh'],
  });
});

const sites = [site('sgp', 'P'), site('gan', 'M'), site('mag', 'M')];

it('[L006] buttons of the timeline are SGP, NSA, ENA, AMF, TWP and BNF, AMF for all mobile sites', () => {
  const buttons = siteButtons(sites);
  expect(buttons.map(({ label }) => label)).toEqual(['SGP', 'NSA', 'ENA', 'AMF', 'TWP', 'BNF']);
  expect(buttons.map(({ there }) => there)).toEqual([true, false, false, true, false, false]);
  const rows = (key: string) =>
    timelineSites(sites, { ...DEFAULT_STATE, rows: key }, buttons).map((s) => s.siteCode);
  expect(rows('amf')).toEqual(['gan', 'mag']);
  expect(rows('sgp')).toEqual(['sgp']);
  expect(rows('all')).toEqual(['sgp', 'gan', 'mag']);
  expect(rows('none')).toEqual([]);
});

it('an archive that knows none of them gets its own largest sites', () => {
  const own = Array.from({ length: 8 }, (_, i) => site(`s${i}`, 'P', i));
  expect(siteButtons(own).map(({ key }) => key)).toEqual(['s7', 's6', 's5', 's4', 's3', 's2']);
});
