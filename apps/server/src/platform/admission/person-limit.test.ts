// Calls that are counted: of a person in a minute, of an address in a window, of a lane in a
// second.
import { expect, it, vi } from 'vitest';
import { CallCounts } from './call-counts.ts';
import type { CountExchange, OnOthers } from './count-exchange.ts';
import { Pace } from './pace.ts';
import { personLimit } from './person-limit.ts';

/** What is counted here is listed, and `others` counts in the name of another process. */
function exchange() {
  const told: [string, string, number][] = [];
  const others = new Map<string, OnOthers>();
  const one: Pick<CountExchange, 'book'> = {
    book(name, _windowMs, onOthers) {
      others.set(name, onOthers);
      return (key, amount) => told.push([name, key, amount]);
    },
  };
  const unused = async () => {
    throw new Error('not part of this test');
  };
  const whole: CountExchange = {
    ...one,
    exchange: unused,
    keep: () => ({ close: unused }),
  };
  return { whole, told, others };
}

it('the limit of a person takes as many calls as are allowed within a minute, and each person for themselves', () => {
  let now = 0;
  const limit = personLimit(() => now);
  expect([1, 2, 3].map(() => limit.take('ada', 2))).toEqual([true, true, false]);
  expect(limit.take('bob', 2)).toBe(true);
  now = 59_999;
  expect([limit.take('ada', 2), limit.secondsLeft()]).toEqual([false, 1]);
  now = 60_000;
  expect([limit.take('ada', 2), limit.secondsLeft()]).toEqual([true, 60]);
  now = 60_001;
  expect(limit.secondsLeft()).toBe(60);
  now = 125_000;
  expect(limit.secondsLeft()).toBe(1); // the minute is over, and no call was made since
});

it('the limit of a person counts what other processes counted, and tells them', () => {
  const { whole, told, others } = exchange();
  const limit = personLimit(() => 0, whole);
  expect(limit.take('ada', 3)).toBe(true);
  expect(told).toEqual([['person', 'ada', 1]]);
  others.get('person')?.('ada', 1, 1000);
  expect([1, 2].map(() => limit.take('ada', 3))).toEqual([true, false]);
  others.get('person')?.('bob', -5, 1000); // its window ended in another process
  expect([1, 2].map(() => limit.take('bob', 1))).toEqual([true, false]);
});

const counted = (counts: CallCounts, key: string, windowMs?: number) => {
  let result: { current: number; ttl: number } | undefined;
  counts.incr(
    key,
    (error, found) => {
      expect(error).toBeNull();
      result = found;
    },
    windowMs,
  );
  return result;
};

it('the counts of an address begin again after their window, which is a minute unless another is given', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const counts = new CallCounts('address', undefined);
    expect(counted(counts, 'a')).toEqual({ current: 1, ttl: 60_000 });
    expect(counted(counts, 'b', 500)).toEqual({ current: 1, ttl: 500 });
    vi.advanceTimersByTime(499);
    expect(counted(counts, 'b', 500)).toEqual({ current: 2, ttl: 1 });
    vi.advanceTimersByTime(1);
    expect(counted(counts, 'b', 500)).toEqual({ current: 1, ttl: 500 });
    expect(counted(counts, 'a')).toEqual({ current: 2, ttl: 59_500 });
  } finally {
    vi.useRealTimers();
  }
});

it('the counts of an address include those of other processes, for addresses that are counted here', () => {
  const { whole, told, others } = exchange();
  const counts = new CallCounts('address', whole);
  others.get('address')?.('a', 5, 1000); // never counted here
  expect(counted(counts, 'a')?.current).toBe(1);
  others.get('address')?.('a', 5, 1000);
  const next = counted(counts, 'a');
  expect(next?.current).toBe(7);
  expect(next?.ttl).toBeLessThanOrEqual(1000);
  expect(told).toEqual([
    ['address', 'a', 1],
    ['address', 'a', 1],
  ]);
});

it('the counts of an address are those of each route for itself, where a route has a limit of its own', () => {
  const { whole, told } = exchange();
  const parent = new CallCounts('address', whole);
  const child = parent.child({ routeInfo: { method: 'GET', url: '/a' } });
  counted(parent, 'a');
  expect(counted(child, 'a')?.current).toBe(1);
  expect(told.at(-1)).toEqual(['GET /a', 'a', 1]);
});

it('the pace of a lane is measured over windows of 250 ms while others wait, and moves by a third of the difference', () => {
  let now = 0;
  const pace = new Pace(10, () => now);
  pace.note(true); // begins a window
  for (let n = 0; n < 24; n++) pace.note(true);
  expect(pace.perSecond).toBe(10);
  now = 249;
  pace.note(true);
  expect(pace.perSecond).toBe(10);
  now = 250;
  pace.note(true);
  expect(pace.perSecond).toBeCloseTo(10 + 0.3 * (26 * 4 - 10));
  const before = pace.perSecond;
  now = 500;
  pace.note(true); // one call within the next window
  expect(pace.perSecond).toBeCloseTo(before + 0.3 * (4 - before));
});

it('the pace of a lane is not measured while no call waits', () => {
  let now = 0;
  const pace = new Pace(10, () => now);
  pace.note(true);
  now = 1000;
  pace.note(false);
  expect(pace.perSecond).toBe(10);
  pace.note(true); // a window begins again
  now = 1249;
  pace.note(true);
  expect(pace.perSecond).toBe(10);
  now = 1250;
  pace.note(true);
  expect(pace.perSecond).toBeCloseTo(10 + 0.3 * (8 - 10));
});
