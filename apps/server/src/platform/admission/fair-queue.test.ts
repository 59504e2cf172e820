// Fair queueing of calls: a concurrency limit, half a second of waiting work, addresses one after
// the other, early refusals.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Lane, type Leave } from './fair-queue.ts';

let now = 0;
beforeEach(() => {
  now = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const lane = (active = 2, first = 20) => new Lane({ active, first, now: () => now });
const resting = () => new Lane({ active: 4, first: 20, rests: true, now: () => now });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'in',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

it('a lane lets so many in at once, the next when one leaves, and counts a leave once', async () => {
  const one = lane();
  const leave = await one.enter('a');
  await one.enter('b');
  let third: Leave | null = null;
  void one.enter('a').then((turn) => {
    third = turn;
  });
  await Promise.resolve();
  expect(one.length).toBe(1);
  leave();
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(third).not.toBeNull();
  void one.enter('a');
  expect(one.length).toBe(1); // leaving a second time freed no place
});

it('a lane refuses at once what would wait long, and those who have more than their share', async () => {
  const one = lane(1, 40);
  await one.enter('a');
  const crawler = Array.from({ length: 50 }, () => codeOf(one.enter('crawler')));
  expect(one.length).toBe(10); // half of what may wait: others have room
  expect(await crawler.at(-1)).toBe('overloaded');
  for (let i = 0; i < 10; i++) void codeOf(one.enter(`person ${i}`));
  expect(one.length).toBe(20);
  expect(one.isFull('crawler')).toBe(true);
  expect(one.isFull('newcomer')).toBe(false);
  for (let i = 10; i < 100; i++) void codeOf(one.enter(`person ${i}`));
  expect(one.length).toBe(30);
  expect(one.isFull('newcomer')).toBe(true);
});

it('a lane gives turns by address, not by who asked most', async () => {
  const one = lane(1, 100);
  const turns: string[] = [];
  let leave = await one.enter('first');
  const ask = (who: string) =>
    void one.enter(who).then((turn) => {
      turns.push(who);
      leave = turn;
    });
  for (let i = 0; i < 5; i++) ask('crawler');
  ask('ada');
  ask('bob');
  for (let i = 0; i < 4; i++) {
    leave();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(turns).toEqual(['crawler', 'ada', 'bob', 'crawler']);
});

it('a lane refuses what has waited for a second, and forgets callers who have left', async () => {
  const one = lane(1);
  await one.enter('a');
  const waited = codeOf(one.enter('a'));
  const gone = new AbortController();
  const left = codeOf(one.enter('c', gone.signal));
  gone.abort(new Error('left'));
  expect(await left).toBe('left');
  expect(one.length).toBe(1);
  now = 1100;
  await vi.advanceTimersByTimeAsync(200);
  expect(await waited).toBe('overloaded');
  expect(one.length).toBe(0);
  const patient = codeOf(one.enterLater('d'));
  now = 60_000;
  await vi.advanceTimersByTimeAsync(200);
  expect(one.length).toBe(1);
  void patient;
});

it('a lane learns how much is done in a second while it is busy', async () => {
  const one = lane(1, 100);
  let leave = await one.enter('a');
  const next = () => void one.enter('a').then((turn) => (leave = turn));
  next();
  for (let i = 0; i < 40; i++) {
    now += 100; // ten in a second
    next();
    leave();
    await vi.advanceTimersByTimeAsync(0);
  }
  for (let i = 0; i < 60; i++) void codeOf(one.enter(`x${i}`));
  expect(one.length).toBeLessThan(13); // not half of the hundred calls a second that were assumed
});

it('the fair queue lets an address with nothing at work that has used little wait for three seconds', async () => {
  const one = lane(1);
  await one.enter('a');
  const waited = codeOf(one.enter('b'));
  now = 2900;
  await vi.advanceTimersByTimeAsync(200);
  expect(one.length).toBe(1);
  now = 3100;
  await vi.advanceTimersByTimeAsync(200);
  expect(await waited).toBe('overloaded');
});

it('the fair queue lets one address hold all places but one only while no other waits, and half of them once it has used much', async () => {
  const one = lane(5);
  const held = [await one.enter('a'), await one.enter('a'), await one.enter('a')];
  held.push(await one.enter('a'));
  void codeOf(one.enter('a'));
  expect(one.length).toBe(1);
  const first = await one.enter('b');
  const other = one.enter('b');
  first();
  now = 2000; // each of the four has worked for two seconds
  held[0]?.();
  const leave = await other;
  held[1]?.();
  held[2]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(one.length).toBe(0); // the fifth of `a` came in as its second at work
  void codeOf(one.enter('a'));
  expect(one.length).toBe(1); // a place is free and is kept for others
  const third = await one.enter('c');
  leave();
  third();
  await vi.advanceTimersByTimeAsync(0);
  expect(one.length).toBe(1);
  held[3]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(one.length).toBe(0);
});

it('the fair queue gives a free place to the address that used least', async () => {
  const one = lane(2);
  const first = await one.enter('busy');
  now = 1000;
  first();
  const held = [await one.enter('x'), await one.enter('y')];
  const begun: string[] = [];
  for (const who of ['busy', 'fresh'])
    void one.enter(who).then(() => {
      begun.push(who);
    });
  held[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['fresh']);
});

/**
 * Makes one call after the other, each of the same length, and answers how many were done by the
 * clock.
 */
async function calling(one: Lane, who: string, ms: number, until: number): Promise<number> {
  let done = 0;
  while (now < until) {
    const leave = await one.enter(who);
    await tick(ms);
    leave();
    done++;
  }
  return done;
}
const tick = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** Moves the lane's clock and the timers together. */
async function pass(ms: number): Promise<void> {
  for (let i = 0; i < ms; i++) {
    now++;
    await vi.advanceTimersByTimeAsync(1);
  }
}

it('the fair queue lets an address rest as long as each of its calls took while another makes shorter ones, and not otherwise', async () => {
  const alone = calling(resting(), 'heavy', 100, 4000);
  await pass(4200);
  expect(await alone).toBeGreaterThan(35);
  now = 0;
  const one = resting();
  const heavy = calling(one, 'heavy', 100, 4000);
  const light = calling(one, 'light', 10, 4000);
  await pass(4400);
  expect(await heavy).toBeLessThan(23);
  expect(await heavy).toBeGreaterThan(15);
  expect(await light).toBeGreaterThan(300);
});

it('the fair queue lets no address rest whose calls are short, though another one makes shorter ones', async () => {
  const one = resting();
  const person = calling(one, 'person', 15, 4000);
  const refused = calling(one, 'refused', 1, 4000);
  await pass(4400);
  expect(await person).toBeGreaterThan(250);
  await refused;
});

it('the fair queue refuses no call for a rest that the lane itself has imposed', async () => {
  const one = resting();
  const light = calling(one, 'light', 10, 8000);
  const heavy = calling(one, 'heavy', 1500, 8000); // rests longer than others wait
  await pass(12_000);
  await light;
  expect(await heavy).toBeGreaterThan(1);
});

it('the fair queue keeps one of several places for addresses without long calls, however many others have them', async () => {
  const one = new Lane({ active: 3, each: 1, first: 20, rests: true, now: () => now });
  const heavy = ['a', 'b', 'c', 'd', 'e'].map((who) => calling(one, who, 700, 8000));
  const light = calling(one, 'light', 10, 8000);
  await pass(12_000);
  await Promise.allSettled(heavy);
  expect(await light).toBeGreaterThan(550);
});

it('a part of a call that was let in waits for a slot however long that takes', async () => {
  const one = lane(1);
  const leave = await one.enter('a');
  let isIn = false;
  void one.enterLater('b').then(() => {
    isIn = true;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([one.length, isIn]).toEqual([1, false]);
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect([one.length, isIn]).toEqual([0, true]);
});

it.each([
  [2, 1],
  [1, 0],
])(
  'of %i places one is kept from an address with long calls while another asks, unless it is the only one',
  async (active, waiting) => {
    const one = new Lane({ active, each: active, first: 20, rests: true, now: () => now });
    const slow = await one.enter('slow');
    now = 600;
    slow();
    const quick = await one.enter('quick');
    now = 601;
    quick();
    if (active > 1) await one.enter('slow');
    void one.enter('slow');
    expect(one.length).toBe(waiting);
    if (active > 1) expect(await codeOf(one.enter('third'))).toBe('in');
  },
);
