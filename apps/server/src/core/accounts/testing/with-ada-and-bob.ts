// A store with the accounts of ada and bob, created before each test and closed after it.
import { afterEach, beforeEach } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../../../store/testing/temporary-store.ts';
import { insertPerson } from '../people.ts';

/** Their ids are their names. Read inside a test: before, nothing is open. */
export function withAdaAndBob() {
  let store: TemporaryStore;
  beforeEach(async () => {
    store = await temporaryStore();
    for (const userName of ['ada', 'bob']) {
      const names = { email: `${userName}@example.org`, nameFirst: '', nameLast: '' };
      await insertPerson(store.db, { ...names, userName, passwordHash: '' }, userName);
    }
  });
  afterEach(() => store.close());
  return {
    get store() {
      return store;
    },
  };
}
