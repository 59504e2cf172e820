import { expect, it } from 'vitest';
import { selectedDatastream } from '../orders/request.ts';
import type { Selection } from '../orders/selection.ts';
import { codeAddresses } from './address-of.ts';
import { itemOfOrdered, itemOfSelection } from './item-of.ts';

const at = (text: string): number => Date.parse(`${text}Z`) / 1000;
const span = (start: string, end: string) => ({ start: at(start), end: at(end) });
const available = span('2019-01-01T00:00:00', '2019-12-31T23:59:59');
const none = { dqrFilter: [], qcFilter: false };
const chosen: Selection = {
  ...{ datastream: 'sgpmetE13.b1', dataLevel: 'b1', isEpoch: false, multipleDates: false },
  ...{ dates: [], variables: ['temp'], files: [], scanNames: [] },
};
const rangesOf = (more: Partial<Selection>) =>
  itemOfSelection({ ...chosen, ...more }, none, available).ranges;

it.each([
  ['2019-02-01T00:00:00', '2019-02-02T23:59:59', '2019-02-01', '2019-02-02'],
  ['2019-02-01T06:00:00', '2019-02-02T23:59:59', '2019-02-01T06:00:00Z', '2019-02-02T23:59:59Z'],
  ['2019-02-01T00:00:00', '2019-02-02T12:00:00', '2019-02-01T00:00:00Z', '2019-02-02T12:00:00Z'],
])('from %s to %s requests %s to %s', (from, to, start, end) => {
  expect(rangesOf({ dates: [span(from, to)] })).toEqual([{ start, end }]);
});

it('code for what was chosen requests days that meet as one range', () => {
  const days = [1, 2, 5].map((day) => span(`2019-02-0${day}T00:00:00`, `2019-02-0${day}T23:59:59`));
  expect(rangesOf({ dates: days, multipleDates: true })).toEqual([
    { start: '2019-02-01', end: '2019-02-02' },
    { start: '2019-02-05', end: '2019-02-05' },
  ]);
});

it('code for what was chosen requests the last day of data where no dates were chosen', () => {
  const last = [{ start: '2019-12-31', end: '2019-12-31' }];
  expect(rangesOf({ dates: [available] })).toEqual(last);
  const whole = itemOfSelection({ ...chosen, dates: [available] }, none);
  expect(whole.ranges).toEqual([{ start: '2019-01-01', end: '2019-12-31' }]);
});

it('code for what was chosen requests the dates that were wished where the level has none of them', () => {
  const day = span('2021-03-04T00:00:00', '2021-03-04T23:59:59');
  const from = { start: '2021-03-04T00:00:00Z', end: '2021-03-04T00:00:00Z' };
  const until = { start: '2021-03-04T23:59:59Z', end: '2021-03-04T23:59:59Z' };
  expect(rangesOf({ wish: [day] })).toEqual([{ start: '2021-03-04', end: '2021-03-04' }]);
  expect(rangesOf({ wish: [{ start: day.start, end: null }] })).toEqual([from]);
  expect(rangesOf({ wish: [{ start: null, end: day.end }] })).toEqual([until]);
  expect(rangesOf({ wish: [{ start: null, end: null }] })).toEqual([]);
  expect(rangesOf({})).toEqual([]);
});

it('code for what was chosen names files and masks values as an order would', () => {
  const files = [{ filename: 'a.nc', filesize: 1 }];
  const masks = { dqrFilter: ['incorrect'], qcFilter: true };
  const selected = itemOfSelection({ ...chosen, files }, masks, available);
  const order = selectedDatastream.parse({
    ...{ datastream: 'sgpmetE13.b1', variables: ['temp'], files: ['a.nc'], ...masks },
    dates: [{ startDate: '2019-02-01 00:00:00', endDate: '2019-02-01 12:00:00' }],
  });
  const ordered = itemOfOrdered(order);
  const expected = {
    ...{ datastream: 'sgpmetE13.b1', variables: ['temp'], fileNames: ['a.nc'] },
    ...{ reportClasses: ['incorrect'], assessments: ['Bad'] },
  };
  expect(selected).toMatchObject(expected);
  expect(ordered).toEqual({
    ...expected,
    ranges: [{ start: '2019-02-01T00:00:00', end: '2019-02-01T12:00:00' }],
  });
  expect(itemOfSelection(chosen, none).assessments).toEqual([]);
  expect(itemOfOrdered({ ...order, qcFilter: false }).assessments).toEqual([]);
});

it('addresses in code are those of the origin, and of services that run elsewhere', () => {
  expect(codeAddresses('https://x.example')).toEqual({
    live: 'https://x.example/services/live',
    order: 'https://x.example/services/order',
    tokenPage: 'https://x.example/discovery/#/account/tokens',
  });
  const elsewhere = { live: 'https://live.example/armlive/', order: '/orders' };
  expect(codeAddresses('https://x.example', elsewhere)).toMatchObject({
    live: 'https://live.example/armlive',
    order: 'https://x.example/orders',
  });
});
