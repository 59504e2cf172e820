import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepSetting, keptSetting, readSetting } from './settings.ts';
import { type TemporaryStore, temporaryStore } from './testing/temporary-store.ts';

describe.each(['sqlite', 'postgres'] as const)('a setting in %s', (dialect) => {
  let store: TemporaryStore;
  beforeEach(async () => {
    store = await temporaryStore(dialect);
  });
  afterEach(() => store.close());

  it('a setting is absent until it is kept, is replaced, and says nothing of a different name', async () => {
    const { db } = store;
    expect(await readSetting(db, 'a')).toBeUndefined();
    await keepSetting(db, 'a', '1');
    await keepSetting(db, 'b', '');
    expect([await readSetting(db, 'a'), await readSetting(db, 'b')]).toEqual(['1', '']);
    await keepSetting(db, 'a', '2');
    expect([await readSetting(db, 'a'), await readSetting(db, 'b')]).toEqual(['2', '']);
  });

  it('that is kept once stays as the first of all who keep it has set it', async () => {
    const { db } = store;
    const values = await Promise.all(['1', '2', '3'].map((value) => keptSetting(db, 'a', value)));
    expect(new Set(values).size).toBe(1);
    expect(await readSetting(db, 'a')).toBe(values[0]);
    expect(await keptSetting(db, 'a', '4')).toBe(values[0]);
  });

  it('in a transaction is what the transaction has set, and nothing of it once that is undone', async () => {
    const { db } = store;
    await keepSetting(db, 'a', '1');
    const undone = db.transaction().execute(async (trx) => {
      await keepSetting(trx, 'a', '2');
      expect(await readSetting(trx, 'a')).toBe('2');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await readSetting(db, 'a')).toBe('1');
  });
});
