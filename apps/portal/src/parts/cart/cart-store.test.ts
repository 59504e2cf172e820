// The cart: duplicates stay out, a day ends it, nonsense in storage is dropped, dates stay in their
// bounds.
import { parseInstant } from '@isobar/contract/time.ts';
import { beforeEach, expect, it } from 'vitest';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import { type CartItem, cartKey, entryOf, levelChoices, priorityName } from './cart-item.ts';
import { CART_LIFE_MS, EMPTY, restored, useCart } from './cart-store.ts';

const items = () => useCart.getState().items;
const storedCart = (): unknown => JSON.parse(localStorage.getItem('isobar.cart') ?? '{}').state;
const entry = (item: CartItem) => {
  const made = entryOf(item);
  if (!made) throw new Error('has no level');
  return made;
};

beforeEach(() => useCart.setState(EMPTY));

it('[C001] [C019] the cart store adds an item once: the same site, instrument and facility is left alone', () => {
  const { add } = useCart.getState();
  expect(add([met])).toBe(1);
  expect(
    add([
      { ...met, title: 'Another name' },
      { ...met, facilityCode: 'E15' },
    ]),
  ).toBe(1);
  expect(items().map(cartKey)).toEqual(['sgp met e13', 'sgp met e15']);
});

it('the cart store removes by key and clears', () => {
  const { add, remove, clear } = useCart.getState();
  add([met, { ...met, facilityCode: 'E15' }]);
  remove(cartKey(met));
  expect(items().map((item) => item.facilityCode)).toEqual(['E15']);
  clear();
  expect(items()).toEqual([]);
});

it('[C058] [C004] the cart store is kept in browser storage and restored from it', () => {
  useCart.getState().add([met]);
  const kept = storedCart();
  expect(restored(kept, EMPTY, Date.now()).items).toEqual(items());
});

it('[C059] [C075] the cart store drops what is older than a day when it is restored', () => {
  const kept = { ...EMPTY, items: [entry(met)], changedAt: 1000 };
  expect(restored(kept, EMPTY, 1000 + CART_LIFE_MS - 1).items).toHaveLength(1);
  expect(restored(kept, EMPTY, 1000 + CART_LIFE_MS)).toEqual(EMPTY);
  expect(restored(undefined, kept, 1000).items).toHaveLength(1);
  expect(restored(undefined, kept, 1000 + CART_LIFE_MS)).toEqual(EMPTY);
});

it('the cart store drops what has another shape', () => {
  expect(restored({ items: [{ siteCode: 'sgp' }], changedAt: 1000 }, EMPTY, 1000)).toEqual(EMPTY);
});

it('the cart store starts with the highest level and the dates of the search', () => {
  useCart.getState().add([{ ...met, searchStart: '2020-01-01', searchEnd: '2020-01-03' }]);
  expect(items()[0]?.selection).toMatchObject({
    datastream: 'sgpmetE13.b1',
    dates: [{ start: parseInstant('2020-01-01'), end: parseInstant('2020-01-03 23:59:59') }],
  });
});

it('the cart store keeps a selection that was made before adding, unless its level is gone', () => {
  const selection = { ...entry(met).selection, datastream: 'sgpmetE13.a1', dataLevel: 'a1' };
  expect(entryOf({ ...met, selection })?.selection).toEqual(selection);
  const gone = { ...selection, datastream: 'sgpmetE13.z1' };
  expect(entryOf({ ...met, selection: gone })?.selection.dataLevel).toBe('b1');
  expect(entryOf({ ...met, dataLevels: [] })).toBeNull();
});

it('[C032] the universal range changes every item that contains it', () => {
  const { add, setUniversal } = useCart.getState();
  add([met, metNorth]);
  const start = parseInstant('1999-01-01') ?? 0;
  setUniversal('start', start);
  const [first, second] = items();
  expect(first?.selection.dates[0]?.start).toBe(start);
  expect(second?.selection).toEqual(entry(metNorth).selection);
  expect(useCart.getState().universal.start).toBe(start);
});

it('[C071] the cart store hides levels outside the dates of the search and counts them; never the chosen one', () => {
  const late = entry({ ...met, searchStart: '2010-01-01' });
  expect(levelChoices(late, true)).toMatchObject({ hidden: 1 });
  expect(levelChoices(late, true).visible.map((level) => level.dataLevel)).toEqual(['b1', '00']);
  expect(levelChoices(late, false).visible).toHaveLength(3);
  const chosen = { ...late, selection: { ...late.selection, datastream: 'sgpmetE13.a1' } };
  expect(levelChoices(chosen, true).visible.map((level) => level.dataLevel)).toContain('a1');
});

it('[C054] the cart store names priorities', () => {
  expect([1, 2, 3, 4, null].map(priorityName)).toEqual(['high', 'medium', 'low', null, null]);
});
