// What is kept of citable orders, as the store holds it.
import { afterAll, expect, it } from 'vitest';
import { temporaryStore } from '../../store/testing/temporary-store.ts';
import { findCitedOrder, findRemake, keptDocument } from './cited-orders.ts';

const store = await temporaryStore();
const { db } = store;
afterAll(() => store.close());

it('a run of the recipe that has not ended has no time of its end, and the differences of one that did are kept', async () => {
  expect(await findRemake(db, 1)).toBeNull();
  const waiting = { state: 'waiting', asked_at: 100, done_at: null, differences: '[]' } as const;
  const done = { state: 'done', asked_at: 100, done_at: 200, differences: '["a","b"]' } as const;
  await db
    .insertInto('order_remakes')
    .values([
      { order_id: 1, ...waiting },
      { order_id: 2, ...done },
    ])
    .execute();
  expect(await findRemake(db, 1)).toEqual({
    ...{ state: 'waiting', askedAt: 100, doneAt: null, differences: [] },
  });
  expect(await findRemake(db, 2)).toEqual({
    ...{ state: 'done', askedAt: 100, doneAt: 200, differences: ['a', 'b'] },
  });
});

it('recipe and reports of a citable order are kept word for word, and nothing of other orders', async () => {
  const record = {
    ...{ orderDate: 1, made: 2, archiveName: 'ARM', simulated: true },
    missing: [{ file: 'b.nc', reason: 'It was gone.' }],
    datastreams: [
      {
        datastream: 'a.b1',
        variables: ['temp'],
        dates: [{ startDate: '2019-01-01', endDate: '2019-01-02' }],
      },
    ],
    files: [{ name: 'a.nc', bytes: 3, sha256: 'ab', kind: 'data' as const }],
    recipeSha256: 'cd',
  };
  await db
    .insertInto('cited_orders')
    .values({
      ...{ order_id: 7, person_id: 'ada', cited_at: 300, doi: '10.5072/7' },
      ...{ record: JSON.stringify(record), recipe: '{"recipe": 1}', reports: '[ ]' },
    })
    .execute();
  expect(await findCitedOrder(db, 7)).toEqual({
    ...{ orderId: 7, personId: 'ada', citedAt: 300, doi: '10.5072/7', record },
  });
  expect(await keptDocument(db, 7, 'recipe')).toBe('{"recipe": 1}');
  expect(await keptDocument(db, 7, 'reports')).toBe('[ ]');
  expect(await findCitedOrder(db, 8)).toBeNull();
  expect(await keptDocument(db, 8, 'recipe')).toBeNull();
});
