// Data that are ordered together: by several users only, in the last twelve months, and from orders
// of any content.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openStore, type Store } from '../../store/open.ts';
import { openOrderedTogether } from './ordered-together.ts';

const NOW = Date.UTC(2026, 0, 1);
let folder: string;
let store: Store;

const order = (person: string, streams: readonly string[], at = NOW / 1000 - 1000) =>
  store.db
    .insertInto('orders')
    .values({
      person_id: person,
      order_date: at,
      request: JSON.stringify({
        selectedData: { selectedDatastreams: streams.map((datastream) => ({ datastream })) },
      }),
      step: 'complete',
      file_count: 1,
      bytes: 1,
      progress: '{}',
    })
    .execute();

beforeAll(async () => {
  folder = temporaryFolder();
  store = await openStore({ file: join(folder, 'isobar.sqlite') });
  for (const name of ['a', 'b', 'c', 'd'])
    await store.db
      .insertInto('people')
      .values({
        person_id: name,
        user_name: name,
        email: `${name}@example.org`,
        name_first: '',
        name_last: '',
        password_hash: '',
        access_token_hash: null,
        expires_at: null,
        created_at: 0,
      })
      .execute();
  for (const person of ['a', 'b', 'c']) await order(person, ['met', 'sonde', `own-${person}`]);
  await order('a', ['met', 'kazr']);
  await order('a', ['met', 'kazr']);
  await order('d', ['met']);
  await order('b', ['ceil', 'mpl']);
  for (const person of ['a', 'b', 'c'])
    await order(person, ['met', 'old'], NOW / 1000 - 400 * 86_400);
  await store.db.updateTable('orders').set({ request: '{' }).where('order_id', '=', -1).execute();
});
afterAll(() => store.close());

it('the list of data ordered together tells what at least three people did, as a share of people', async () => {
  const together = openOrderedTogether(store.db, () => NOW);
  expect(await together(['met'])).toEqual({
    orders: 6,
    people: 4,
    together: [{ datastream: 'sonde', share: 0.75 }],
  });
});

it('the list of data ordered together tells nothing of what fewer people ordered', async () => {
  const together = openOrderedTogether(store.db, () => NOW);
  expect(await together(['ceil'])).toBeNull();
  expect(await together(['own-a'])).toBeNull();
  expect(await together(['never'])).toBeNull();
});

it('the list of data ordered together looks again after a while, and not before', async () => {
  let now = NOW;
  const together = openOrderedTogether(store.db, () => now);
  await together(['met']);
  await order('d', ['met', 'sonde']);
  expect((await together(['met']))?.together[0]?.share).toBe(0.75);
  now += 700_000;
  expect((await together(['met']))?.together[0]?.share).toBe(1);
});
