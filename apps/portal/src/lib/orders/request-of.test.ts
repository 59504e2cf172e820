// The request that a checkout sends: the server parses exactly what was chosen.

import { deliveryBits } from '@isobar/contract/orders/delivery.ts';
import { orderRequest } from '@isobar/contract/orders/request.ts';
import { selectionOf, withEpoch, withMultipleDates } from '@isobar/contract/orders/selection.ts';
import { DEFAULT_GRID } from '@isobar/contract/orders/time-grid.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  DEFAULT_OPTIONS,
  type OrderedSelection,
  orderRequestOf,
  toggleFormat,
} from './request-of.ts';

const at = (text: string): number => parseInstant(text) ?? Number.NaN;
const level = {
  datastream: 'sgpmetE13.b1',
  dataLevel: 'b1',
  start: at('2020-01-01'),
  end: at('2020-01-03 12:00:00'),
};
const ordered: OrderedSelection = {
  selection: { ...selectionOf(level), variables: ['temp_mean', 'rh_mean'] },
  dqrFilter: ['incorrect'],
  qcFilter: false,
  epochCode: null,
};
const key = 'key-12345678';

it('[O026] [O027] [C063] an order request carries what was chosen, dates with time in UTC', () => {
  const request = orderRequestOf([ordered], DEFAULT_OPTIONS, key);
  expect(z.parse(orderRequest, JSON.parse(JSON.stringify(request)))).toEqual(request);
  expect(request.selectedData.selectedDatastreams[0]).toEqual({
    datastream: 'sgpmetE13.b1',
    scanNames: [],
    dates: [{ startDate: '2020-01-01 00:00:00', endDate: '2020-01-03 12:00:00' }],
    files: [],
    variables: ['temp_mean', 'rh_mean'],
    dqrFilter: ['incorrect'],
    qcFilter: false,
  });
  expect(request).toMatchObject({
    sendConfEmail: true,
    extraDestinations: [],
    idempotencyKey: key,
  });
});

it('[O065] by default asks for NetCDF, by bulk transfer and data server', () => {
  const request = orderRequestOf([ordered], DEFAULT_OPTIONS, key);
  expect(request.selectedData.outputFormat).toEqual(['ANDR']);
  expect(request.deliveryBits).toBe(1 + 4 + 8);
});

it('an order request asks for sorted rows only where that was chosen', () => {
  const sorted = orderRequestOf([ordered], { ...DEFAULT_OPTIONS, sortTimes: true }, key);
  expect(sorted.selectedData.sortTimes).toBe(true);
  const asTheyStand = orderRequestOf([ordered], DEFAULT_OPTIONS, key);
  expect(asTheyStand.selectedData).not.toHaveProperty('sortTimes');
});

it('[O060] an order request concatenates to 2048 MB, or says nothing of a size', () => {
  const joined = orderRequestOf([ordered], { ...DEFAULT_OPTIONS, concatenate: true }, key);
  expect(joined.selectedData).toMatchObject({ mergedOutput: true, maxMb: 2048 });
  const apart = orderRequestOf([ordered], DEFAULT_OPTIONS, key);
  expect(apart.selectedData).toMatchObject({ mergedOutput: false, maxMb: null });
});

it('[O063] an order request names SMQC when values that fail embedded checks are masked', () => {
  const request = orderRequestOf([ordered, { ...ordered, qcFilter: true }], DEFAULT_OPTIONS, key);
  expect(request.selectedData.outputFormat).toEqual(['ANDR', 'SMQC']);
});

it('[O027] [C063] an order request carries the epoch and date-only values in epoch mode', () => {
  const days = ['2020-01-01', '2020-01-03'].map(at);
  const epoch = {
    ...ordered,
    selection: withEpoch(ordered.selection, level, days),
    epochCode: 'coa',
  };
  expect(
    orderRequestOf([epoch], DEFAULT_OPTIONS, key).selectedData.selectedDatastreams[0],
  ).toMatchObject({
    epochCode: 'coa',
    dates: [
      { startDate: '2020-01-01', endDate: '2020-01-01' },
      { startDate: '2020-01-03', endDate: '2020-01-03' },
    ],
  });
});

it('an order request sends neighbouring single days as one range, so that decades fit', () => {
  const many = { ...ordered, selection: withMultipleDates(ordered.selection, level, true) };
  expect(many.selection.dates).toHaveLength(3);
  expect(
    orderRequestOf([many], DEFAULT_OPTIONS, key).selectedData.selectedDatastreams[0]?.dates,
  ).toEqual([{ startDate: '2020-01-01', endDate: '2020-01-03' }]);
});

it('an order request carries the chosen methods of a time grid for the ordered variables, and none without a grid', () => {
  const rain = { name: 'rain', method: 'sum' as const };
  const temp = { name: 'temp_mean', method: 'mean' as const };
  const timeGrid = { ...DEFAULT_GRID, chosen: { 'sgpmetE13.b1': [rain, temp] } };
  const sent = (one: OrderedSelection, grid: typeof timeGrid | null = timeGrid) =>
    orderRequestOf([one], { ...DEFAULT_OPTIONS, timeGrid: grid }, key).selectedData
      .selectedDatastreams[0];
  expect(sent(ordered)?.gridVariables).toEqual([temp]);
  const all = { ...ordered, selection: { ...ordered.selection, variables: [] } };
  expect(sent(all)?.gridVariables).toEqual([rain, temp]);
  const other = { ...ordered, selection: { ...ordered.selection, variables: ['rh_mean'] } };
  expect(sent(other)).not.toHaveProperty('gridVariables');
  expect(sent(ordered, null)).not.toHaveProperty('gridVariables');
});

it('[O064] an order request sets the delivery bits; staging only with a path, and the address of a web hook only where one is chosen', () => {
  const staging = [...DEFAULT_OPTIONS.delivery, 'extraDestination'] as const;
  const without = orderRequestOf([ordered], { ...DEFAULT_OPTIONS, delivery: staging }, key);
  expect(without.deliveryBits).toBe(13);
  const path = { ...DEFAULT_OPTIONS, delivery: staging, stagingPath: '/home/demo' };
  const withPath = orderRequestOf([ordered], path, key);
  expect(withPath).toMatchObject({ deliveryBits: 29, extraDestinations: ['/home/demo'] });
  expect(deliveryBits(['dropBox'])).toBe(3);
  const hook = { ...DEFAULT_OPTIONS, webHook: { url: 'https://a.example/b', problem: null } };
  expect(orderRequestOf([ordered], hook, key)).not.toHaveProperty('webHook');
  const withHook = orderRequestOf([ordered], { ...hook, delivery: ['webHook'] }, key);
  expect(withHook.webHook).toEqual({ url: 'https://a.example/b' });
  expect(withHook.deliveryBits).toBe(deliveryBits(['webHook']));
});

it('[C046] [C076] formats can be either or both, never none', () => {
  expect(toggleFormat(['ANDR'], 'NCSV')).toEqual(['ANDR', 'NCSV']);
  expect(toggleFormat(['ANDR', 'NCSV'], 'ANDR')).toEqual(['NCSV']);
  expect(toggleFormat(['ANDR'], 'ANDR')).toBeNull();
});
