// When everything was last compared, as /metrics publishes it, of harvests of the whole and of
// shares.
import { afterEach, expect, it, vi } from 'vitest';
import { STORE_KINDS, temporaryStore } from '../../store/testing/temporary-store.ts';
import { lastHarvestEnd, noteHarvestEnd } from './harvest-ends.ts';

afterEach(() => {
  vi.useRealTimers();
});

it.each(STORE_KINDS)(
  'shares count as a harvest of the whole from the end of the earliest, once all have ended (%s)',
  async (kind) => {
    const store = await temporaryStore(kind);
    vi.useFakeTimers({ toFake: ['Date'] });
    const ended = async (at: number, share?: { number: number; of: number }) => {
      vi.setSystemTime(at * 1000);
      await noteHarvestEnd(store.db, share);
      return await lastHarvestEnd(store.db);
    };
    try {
      expect(await lastHarvestEnd(store.db)).toBeNull();
      expect(await ended(100, { number: 1, of: 2 })).toBeNull();
      expect(await ended(200, { number: 2, of: 2 })).toBe(100);
      expect(await ended(300, { number: 1, of: 2 })).toBe(200);
      expect(await ended(400, { number: 3, of: 3 })).toBe(200);
      expect(await ended(500, { number: 1, of: 1 })).toBe(500);
      expect(await ended(600)).toBe(600);
      expect(await ended(700, { number: 2, of: 2 })).toBe(600);
    } finally {
      await store.close();
    }
  },
);
