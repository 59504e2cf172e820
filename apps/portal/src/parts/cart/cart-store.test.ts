// The cart: duplicates stay out, a day ends it, nonsense in storage is dropped.
import { beforeEach, describe, expect, it } from 'vitest';
import { type CartItem, cartKey } from './cart-item.ts';
import { CART_LIFE_MS, stillValid, useCart } from './cart-store.ts';

const met: CartItem = {
  siteCode: 'sgp',
  siteName: 'Southern Great Plains',
  facilityCode: 'E13',
  facilityName: 'Lamont, OK',
  title: 'Surface Meteorological Instrumentation',
  instrumentCode: 'met',
  instrumentClassCode: 'met',
  inputInstrumentClassCodes: [],
  sourceClassCode: 'armobs',
  instrumentCategoryCodes: ['sfcmet'],
  measurement: '',
  measurementDesc: '',
  measurementCode: '',
  varName: '',
  priority: 1,
  dataLevels: [
    {
      datastream: 'sgpmetE13.b1',
      dataLevel: 'b1',
      startDate: '1993-11-01T00:00:00Z',
      endDate: '2026-11-20T00:00:00Z',
    },
  ],
  variables: [],
  uiText: '',
  limitedAccess: false,
  hasPlots: true,
  scanNames: [],
  preselectedEpoch: null,
  searchStart: null,
  searchEnd: null,
};

beforeEach(() => useCart.getState().clear());

describe('cart store', () => {
  it('[C001] [C019] adds an item once: the same site, instrument and facility is left alone', () => {
    const { add } = useCart.getState();
    expect(add([met])).toBe(1);
    expect(
      add([
        { ...met, title: 'Another name' },
        { ...met, facilityCode: 'E15' },
      ]),
    ).toBe(1);
    expect(useCart.getState().items.map(cartKey)).toEqual(['sgp met e13', 'sgp met e15']);
  });

  it('removes by key and clears', () => {
    const { add, remove, clear } = useCart.getState();
    add([met, { ...met, facilityCode: 'E15' }]);
    remove(cartKey(met));
    expect(useCart.getState().items.map((item) => item.facilityCode)).toEqual(['E15']);
    clear();
    expect(useCart.getState().items).toEqual([]);
  });

  it('what was stored lives for a day and must have the shape of a cart', () => {
    const kept = { items: [met], changedAt: 1000 };
    expect(stillValid(kept, 1000 + CART_LIFE_MS - 1)).toEqual(kept);
    expect(stillValid(kept, 1000 + CART_LIFE_MS)).toBeNull();
    expect(stillValid({ items: [{ siteCode: 'sgp' }], changedAt: 1000 }, 1000)).toBeNull();
    expect(stillValid(undefined, 0)).toBeNull();
  });
});
