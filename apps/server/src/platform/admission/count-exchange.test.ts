// Web processes that count as one: what each lets through, and what the others know a moment later.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetCounts, swapCounts } from '../../store/swap-counts.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { CallCounts } from './call-counts.ts';
import { type CountExchange, countExchange, type Given } from './count-exchange.ts';
import { personLimit } from './person-limit.ts';

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore('postgres');
});
afterEach(() => store.close());

const process = (): CountExchange => countExchange((given) => swapCounts(store.db, given));
const both = async (...all: readonly CountExchange[]) => {
  for (const one of all) await one.exchange();
};

const called = (counts: CallCounts, key = '10.0.0.1', times = 1) => {
  let told = { current: 0, ttl: 0 };
  for (let n = 0; n < times; n++)
    counts.incr(key, (_, result) => {
      if (result) told = result;
    });
  return told;
};

it('calls of an address at one process count at the other within the same minute', async () => {
  const [a, b] = [process(), process()];
  const [one, two] = [new CallCounts('address', a), new CallCounts('address', b)];
  called(one, '10.0.0.1', 30);
  called(one, '10.0.0.2', 5);
  await a.exchange();
  expect(called(two).current).toBe(1); // nothing is known of an address before it calls here
  await b.exchange();
  const { current, ttl } = called(two);
  expect(current).toBe(32);
  expect(ttl).toBeGreaterThan(50_000);
  expect(ttl).toBeLessThanOrEqual(60_000);
  await both(b, a);
  expect(called(one).current).toBe(31); // it hears of others when it counts the address again
  await a.exchange();
  expect(called(one).current).toBe(34);
  expect(called(one, '10.0.0.2').current).toBe(6);
});

it('counts of a route are those of the same route elsewhere, and of no other', async () => {
  const [a, b] = [process(), process()];
  const of = (exchange: CountExchange, url: string) =>
    new CallCounts('address', exchange).child({ routeInfo: { method: 'GET', url } });
  called(of(a, '/one'), '10.0.0.1', 7);
  await a.exchange();
  const [same, other] = [of(b, '/one'), of(b, '/other')];
  called(same);
  called(other);
  await b.exchange();
  expect([called(same).current, called(other).current]).toEqual([9, 2]);
});

it('a person who has used up the minute at one process is refused at the other', async () => {
  const [a, b] = [process(), process()];
  const [one, two] = [personLimit(undefined, a), personLimit(undefined, b)];
  for (let n = 0; n < 10; n++) expect(one.take('ada', 10)).toBe(true);
  expect(two.take('ada', 10)).toBe(true);
  await both(a, b);
  expect(two.take('ada', 10)).toBe(false);
  expect(two.take('bob', 10)).toBe(true);
});

it('a count that could not be exchanged is exchanged the next time', async () => {
  const told: (readonly Given[])[] = [];
  let isAway = true;
  const exchange = countExchange(async (given) => {
    if (isAway) throw new Error('away');
    told.push(given);
    return [];
  });
  const add = exchange.book('calls', 60_000, () => {});
  add('x', 2);
  await expect(exchange.exchange()).rejects.toThrow('away');
  add('x', 3);
  isAway = false;
  await exchange.exchange();
  await exchange.exchange();
  expect(told).toEqual([[{ key: 'calls\nx', amount: 5, windowMs: 60_000 }]]);
});

it('an exchange has the thousand largest counts, and the others come later', async () => {
  const told: number[][] = [];
  const exchange = countExchange(async (given) => {
    told.push(given.map(({ amount }) => amount));
    return [];
  });
  const add = exchange.book('calls', 60_000, () => {});
  for (let n = 1; n <= 1500; n++) add(`10.${n}`, n);
  await exchange.exchange();
  await exchange.exchange();
  expect(told.map((amounts) => [amounts.length, amounts[0]])).toEqual([
    [1000, 1500],
    [500, 500],
  ]);
});

const given = (amount: number, windowMs = 60_000): Given => ({ key: 'k', amount, windowMs });
const later = (ms: number) =>
  store.db.updateTable('shared_counts').set((e) => ({ until_ms: e('until_ms', '+', ms) }));

it('the sums in the store begin again when their window has ended', async () => {
  const [first] = await swapCounts(store.db, [given(5)]);
  await later(-61_000).execute();
  const [second] = await swapCounts(store.db, [given(2)]);
  expect([first?.amount, second?.amount]).toEqual([5, 2]);
  expect(second?.until).not.toBe(first?.until);
});

it('the sums in the store begin again when the clock of the database has moved backwards', async () => {
  await swapCounts(store.db, [given(5)]);
  await later(3_600_000).execute();
  const [second] = await swapCounts(store.db, [given(2)]);
  expect(second).toMatchObject({ amount: 2 });
  expect(second?.leftMs).toBeLessThanOrEqual(60_000);
});

it('the sums in the store are forgotten with their window', async () => {
  await swapCounts(store.db, [given(5)]);
  await forgetCounts(store.db);
  expect(await store.db.selectFrom('shared_counts').select('key').execute()).toHaveLength(1);
  await later(-61_000).execute();
  await forgetCounts(store.db);
  expect(await store.db.selectFrom('shared_counts').select('key').execute()).toEqual([]);
});
