// From the cart and its choices to what is checked and sent.
import { DEFAULT_ONE_FILE } from '@isobar/contract/orders/one-file.ts';
import { expect, it } from 'vitest';
import { DEFAULT_OPTIONS, type OrderOptions } from '../../lib/orders/request-of.ts';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import { type CartEntry, type CartItem, cartKey, entryOf } from '../cart/cart-item.ts';
import { checked } from '../cart/metrics.ts';
import { NO_FLAGGING, submissionOf, wishedFlagging } from './submission-of.ts';

function entry(item: CartItem): CartEntry {
  const made = entryOf(item);
  if (!made) throw new Error('has no level');
  return made;
}

const surface = entry({ ...met, variables: ['temp_mean'], preselectedEpoch: 'e1' });
const north = entry(metNorth);
const raw: CartEntry = {
  ...surface,
  facilityCode: 'E15',
  selection: { ...surface.selection, datastream: 'sgpmetE13.00', dataLevel: '00' },
};
const amount = { fileCount: 3, bytes: 5e6, limited: false };
const flagging = { dqrFilter: ['incorrect' as const], qcFilter: true };
const own = { formats: ['ANDR' as const], concatenate: true };

const submitted = (
  items: readonly CartEntry[],
  more: { readonly complete?: boolean; readonly options?: OrderOptions } = {},
) =>
  submissionOf({
    items,
    metrics: { each: items.map(() => amount), complete: more.complete ?? true },
    options: more.options ?? DEFAULT_OPTIONS,
    maxOrderBytes: 1e12,
    maxFiles: 20_000,
    flaggingOf: (key) => (key === cartKey(north) ? NO_FLAGGING : flagging),
    ownOf: (key) => (key === cartKey(north) ? null : own),
  });

it('nothing is submitted while sizes are not known', () => {
  expect(submitted([surface], { complete: false })).toBeNull();
});

it('each selection is sent with its own choices, and raw data without any, since they are delivered as they are', () => {
  expect(submitted([surface, north, raw])?.ordered).toEqual([
    { selection: surface.selection, ...flagging, epochCode: 'e1', own },
    { selection: north.selection, ...NO_FLAGGING, epochCode: null, own: null },
    {
      selection: { ...raw.selection, variables: [] },
      ...{ ...NO_FLAGGING, epochCode: 'e1', own: null },
    },
  ]);
  expect(surface.selection.variables).toEqual(['temp_mean']);
});

it('a selection is checked by its files, bytes, dates and the span of its level', () => {
  const order = submitted([surface, north])?.order;
  expect(order).toMatchObject({ formatCount: 1, maxOrderBytes: 1e12, maxFiles: 20_000 });
  expect(order?.selections).toEqual([checked(surface, amount), checked(north, amount)]);
  expect(checked(surface, amount)).toMatchObject({
    ...{ datastream: 'sgpmetE13.b1', fileCount: 3, bytes: 5e6, defaultRange: true },
    available: { start: Date.UTC(1993, 10, 1) / 1000, end: Date.UTC(2026, 10, 20) / 1000 },
  });
});

it('dates are the default only where they are the whole level, in ranges, without chosen files', () => {
  const isDefault = (more: Partial<CartEntry['selection']>) =>
    checked({ ...surface, selection: { ...surface.selection, ...more } }, amount).defaultRange;
  expect(isDefault({})).toBe(true);
  const files = [{ filename: 'a', filesize: 1 }];
  for (const more of [
    { isEpoch: true },
    { multipleDates: true },
    { files },
    { dates: [{ start: 1e9, end: 1.1e9 }] },
    { datastream: 'sgpmetE13.c1' }, // a level that the item does not have
  ])
    expect([more, isDefault(more)]).toEqual([more, false]);
});

it('what is wrong with a web hook or with levels counts only where they were chosen', () => {
  const problems = (more: Partial<OrderOptions>) => {
    const order = submitted([surface], { options: { ...DEFAULT_OPTIONS, ...more } })?.order;
    return [order?.webHookProblem, order?.levelsProblem];
  };
  const webHook = { url: 'x', problem: 'it is no address' };
  const oneFile = { ...DEFAULT_ONE_FILE, levels: 'height' };
  const levels = 'Write levels as NAME:FROM:TO, such as height:0:3000.';
  expect(problems({})).toEqual([null, null]);
  expect(problems({ webHook })).toEqual([null, null]);
  expect(problems({ webHook, delivery: ['webHook'] })).toEqual(['it is no address', null]);
  expect(problems({ oneFile })).toEqual([null, levels]);
  expect(problems({ oneFile: DEFAULT_ONE_FILE })).toEqual([null, null]);
});

it('what was chosen on the page of a report is taken over for its datastream, and for no word of objects', () => {
  const wishes = { 'sgpmetE13.b1': ['suspect' as const] };
  expect([...wishedFlagging([surface, north], wishes)]).toEqual([
    [cartKey(surface), { dqrFilter: ['suspect'], qcFilter: false }],
  ]);
  const odd = { ...surface, selection: { ...surface.selection, datastream: 'constructor' } };
  expect(wishedFlagging([odd], wishes).size).toBe(0);
});
