// What the checkout begins with: choices that were kept, as far as no other page has asked for
// something else since.
import { DEFAULT_ONE_FILE } from '@isobar/contract/orders/one-file.ts';
import { DEFAULT_GRID } from '@isobar/contract/orders/time-grid.ts';
import { beforeEach, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '../../lib/orders/request-of.ts';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import { type CartItem, cartKey, entryOf } from '../cart/cart-item.ts';
import { useWishes, wishedGrid, wishGrid } from '../cart/wishes.ts';
import { draftedFor, keepFlagging, keepOptions, keepOwn } from './draft.ts';

const entry = (item: CartItem) => entryOf(item) ?? expect.fail('has no level');
const [surface, north] = [entry(met), entry(metNorth)];
const items = [surface, north];
const FLAGGED = { dqrFilter: ['suspect' as const], qcFilter: true };
const OWN = { formats: ['ANDR' as const], concatenate: true };

beforeEach(() => {
  sessionStorage.clear();
  useWishes.setState({ wishes: {} });
});

it('choices are those that were kept, of items in the cart alone', () => {
  const options = { ...DEFAULT_OPTIONS, concatenate: !DEFAULT_OPTIONS.concatenate };
  keepOptions(options);
  keepFlagging(items, new Map([[cartKey(surface), FLAGGED]]));
  keepOwn([surface], new Map(items.map((item) => [cartKey(item), OWN])));
  const drafted = draftedFor(items);
  expect(drafted.options).toEqual(options);
  expect([...drafted.flagging]).toEqual([[cartKey(surface), FLAGGED]]);
  expect([...drafted.own]).toEqual([[cartKey(surface), OWN]]);
  expect(draftedFor([north]).flagging.size).toBe(0);
});

it('flagging that a report page asked for after a choice replaces it, and a choice after that replaces it again', () => {
  const flagging = () => draftedFor(items).flagging.get(cartKey(surface));
  keepFlagging(items, new Map([[cartKey(surface), FLAGGED]]));
  useWishes.getState().apply([[surface.selection.datastream, ['incorrect']]]);
  expect(flagging()).toEqual({ dqrFilter: ['incorrect'], qcFilter: false });
  keepFlagging(items, new Map([[cartKey(surface), FLAGGED]]));
  expect(flagging()).toEqual(FLAGGED);
});

it('a time grid that was asked for becomes part of what is kept, once, without one file for all data', () => {
  keepOptions({ ...DEFAULT_OPTIONS, oneFile: DEFAULT_ONE_FILE });
  const wish = {
    ...{ step: 60, merge: true },
    flagging: { [north.selection.datastream]: FLAGGED },
  };
  wishGrid(wish);
  expect([draftedFor([]).options.timeGrid, wishedGrid()]).toEqual([null, wish]);
  for (const drafted of [draftedFor(items), draftedFor(items)]) {
    expect(drafted.options).toEqual({
      ...DEFAULT_OPTIONS,
      timeGrid: { ...DEFAULT_GRID, step: 60, merge: true },
      oneFile: null,
    });
    expect([...drafted.flagging]).toEqual([[cartKey(north), FLAGGED]]);
    expect(wishedGrid()).toBeNull();
  }
});
