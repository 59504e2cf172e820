// What of a result and its facilities becomes an item of the cart.
import { EMPTY_SEARCH, type Search, setFilter, setView } from '@isobar/contract/search/filter.ts';
import { expect, it } from 'vitest';
import type { Place } from '../../lib/search/plan-details.ts';
import { readRow } from '../../lib/search/row.ts';
import { cartItems } from './item-of.ts';

const ROW = readRow({
  ...{ instrument_code: 'met', instrument_name: 'Surface Met', instrument_class_code: 'met' },
  ...{ instrument_category_code: ['sfcmet', 'airborne'], source_class_code: 'armobs' },
  ...{ input_instrument_class_codes: ['tsi'], var_name: 'temp_mean', priority: 2 },
  ...{ primary_meas_type_code: 'tempair', primary_meas_type_name: 'Air temperature' },
  primary_meas_type_desc: 'How warm',
});
const LIFE = { startDate: '2001-01-01T00:00:00Z', endDate: '2002-01-01T00:00:00Z' };
const stream = (datastream: string, dataLevel: string, more: object = {}) => ({
  ...{ id: '1', datastream, dataLevel, dataLevelDesc: '', hasPlots: false, uiText: '' },
  ...{ ...LIFE, filed: LIFE },
  ...{ limitedAccess: false, scanNames: [], sourceClassCode: 'armobs', instrumentClassCode: 'met' },
  ...more,
});
const E13: Place = {
  ...{ ffac: 'sgp.E13', siteCode: 'sgp', siteName: 'Southern Great Plains', location: '' },
  ...{ facilityCode: 'E13', facilityName: 'Lamont' },
  datastreams: [
    stream('sgpmetE13.b1', 'b1', { scanNames: ['ppi', 'rhi'], uiText: 'Raw too' }),
    stream('sgpmet2E13.a1', 'a1', { dataLevelDesc: 'Calibrated', scanNames: ['rhi', 'vpt'] }),
    stream('sgpmetE13.a1', 'a1', { hasPlots: true, limitedAccess: true }),
  ],
};
const C1: Place = {
  ...E13,
  ffac: 'sgp.C1',
  facilityCode: 'C1',
  datastreams: [stream('sgpmetC1.b1', 'b1')],
};
const itemAt = (search: Search = EMPTY_SEARCH, row = ROW) =>
  cartItems(row, [C1, E13], ['sgp.E13', 'nsa.C1'], search);

it('an item is made for each facility that was chosen and has data', () => {
  expect(itemAt().map(({ facilityCode }) => facilityCode)).toEqual(['E13']);
  const both = cartItems(ROW, [C1, E13], ['sgp.E13', 'sgp.C1'], EMPTY_SEARCH);
  expect(both.map(({ facilityCode }) => facilityCode)).toEqual(['C1', 'E13']);
});

it('an item has the place, the product and the data levels of its facility', () => {
  expect(itemAt()).toEqual([
    {
      ...{ siteCode: 'sgp', siteName: 'Southern Great Plains', facilityCode: 'E13' },
      ...{ facilityName: 'Lamont', title: 'Surface Met', instrumentCode: 'met' },
      ...{ instrumentClassCode: 'met', inputInstrumentClassCodes: ['tsi'], priority: 2 },
      ...{ sourceClassCode: 'armobs', instrumentCategoryCodes: ['sfcmet', 'airborne'] },
      ...{ measurement: '', measurementDesc: '', measurementCode: '', varName: '' },
      ...{ foundBy: 'temp_mean', variables: [], uiText: 'Raw too' },
      ...{ limitedAccess: true, hasPlots: true, scanNames: ['rhi', 'vpt', 'ppi'] },
      ...{ preselectedEpoch: null, searchStart: null, searchEnd: null },
      ...{ datastreamFacet: [], dataLevelFacet: [] },
      dataLevels: [
        { datastream: 'sgpmet2E13.a1', dataLevel: 'a1', description: 'Calibrated', ...LIFE },
        { datastream: 'sgpmetE13.a1', dataLevel: 'a1', ...LIFE },
        { datastream: 'sgpmetE13.b1', dataLevel: 'b1', ...LIFE },
      ],
    },
  ]);
});

it('an item of a facility without notes, plots or limits has none', () => {
  const [item] = cartItems(ROW, [C1], ['sgp.C1'], EMPTY_SEARCH);
  expect(item).toMatchObject({ uiText: '', limitedAccess: false, hasPlots: false, scanNames: [] });
});

it('an item that was found by a measurement has it, with its variable chosen', () => {
  const search = setView(EMPTY_SEARCH, 'measurement');
  expect(itemAt(search)).toMatchObject([
    {
      ...{ measurement: 'Air temperature', measurementDesc: 'How warm' },
      ...{ measurementCode: 'tempair', varName: 'temp_mean', variables: ['temp_mean'] },
    },
  ]);
  const [item] = itemAt(search, { ...ROW, varName: '' });
  expect([item?.variables, item && 'foundBy' in item]).toEqual([[], false]);
});

it('an item keeps what the search asks for: dates, levels, datastreams, and the days of an epoch', () => {
  const dated = setFilter(setFilter(EMPTY_SEARCH, 'start_date', ['2001-05-01']), 'end_date', [
    '2001-06-01',
  ]);
  const narrowed = setFilter(setFilter(dated, 'dataLevel', ['b1']), 'datastream', ['sgpmetE13.b1']);
  expect(itemAt(narrowed)).toMatchObject([
    {
      ...{ searchStart: '2001-05-01', searchEnd: '2001-06-01' },
      ...{ dataLevelFacet: ['b1'], datastreamFacet: ['sgpmetE13.b1'] },
    },
  ]);
  const epoch = setFilter(setFilter(EMPTY_SEARCH, 'epoch_codes', ['e1']), 'epoch_days', [
    '20010501',
  ]);
  expect(itemAt(epoch)).toMatchObject([
    { preselectedEpoch: 'e1', epochDays: [Date.UTC(2001, 4, 1) / 1000] },
  ]);
});

it('files that state no time are ordered by the days of their last changes, which an item says', () => {
  const undated = stream('topography', '', { startDate: '', endDate: '' });
  const place = { ...C1, datastreams: [undated, stream('sgpmetC1.b1', 'b1')] };
  expect(cartItems(ROW, [place], ['sgp.C1'], EMPTY_SEARCH)[0]?.dataLevels).toEqual([
    { datastream: 'topography', dataLevel: '', ...LIFE, undated: true },
    { datastream: 'sgpmetC1.b1', dataLevel: 'b1', ...LIFE },
  ]);
});
