// Links of drop boxes: how long a person may take to allow one, and what is forgotten when a
// permission was withdrawn.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addPerson } from '../../../core/accounts/people.ts';
import { sealWith } from '../../../platform/keys/seal.ts';
import type { OpenDropBox } from '../../../ports/drop-box.ts';
import { type TemporaryStore, temporaryStore } from '../../../store/testing/temporary-store.ts';
import {
  checkState,
  type DropBoxDelivery,
  isLinked,
  keepLink,
  newState,
  openLinked,
} from './links.ts';

const NOW = 1_700_000_000;
const seal = sealWith(new Uint8Array(32));
let store: TemporaryStore;
let ada: string;
beforeEach(async () => {
  store = await temporaryStore();
  const names = { nameFirst: 'Ada', nameLast: 'B', password: 'an analytical engine' };
  ada = await addPerson(store.db, { userName: 'ada', email: 'ada@example.org', ...names });
});
afterEach(() => store.close());

/** `open`: what the drop box answers to a token. */
const delivery = (open: (token: string) => Promise<OpenDropBox | null>): DropBoxDelivery => ({
  seal,
  dropBox: { linkUrl: () => expect.unreachable(), exchange: () => expect.unreachable(), open },
});
const withdrawn = delivery(async () => null);

it('a person may take an hour to allow a link, and only for themselves', () => {
  const state = newState(withdrawn, 'ada', NOW);
  const refused = expect.objectContaining({ code: 'forbidden' });
  expect(() => checkState(withdrawn, state, 'ada', NOW + 3600)).not.toThrow();
  expect(() => checkState(withdrawn, state, 'ada', NOW + 3601)).toThrow(refused);
  expect(() => checkState(withdrawn, state, 'bob', NOW)).toThrow(refused);
  expect(() => checkState(withdrawn, 'forged', 'ada', NOW)).toThrow(refused);
});

it('a link whose permission was withdrawn is forgotten, and none that was made meanwhile', async () => {
  await keepLink(withdrawn, store.db, ada, 'first', NOW);
  const again = delivery(async () => {
    await keepLink(withdrawn, store.db, ada, 'second', NOW + 1);
    return null;
  });
  expect(await openLinked(again, store.db, ada)).toBeNull();
  expect(await isLinked(store.db, ada)).toBe(true);
  const asked: string[] = [];
  const ended = delivery(async (token) => {
    asked.push(token);
    return null;
  });
  expect(await openLinked(ended, store.db, ada)).toBeNull();
  expect(asked).toEqual(['second']);
  expect(await isLinked(store.db, ada)).toBe(false);
  expect(await openLinked(ended, store.db, ada)).toBeNull();
  expect(asked).toHaveLength(1);
});
