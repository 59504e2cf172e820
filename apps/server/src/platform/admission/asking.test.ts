// Whose calls are long beside whose: only of addresses that ask now, only of those that used much,
// never for calls that are short.
import { expect, it } from 'vitest';
import { Asking } from './asking.ts';
import { SpentTime } from './spent-time.ts';

function asking() {
  const at = { now: 0 };
  const one = new Asking(5000, () => at.now);
  const call = (address: string, ms: number, times = 1) => {
    for (let n = 0; n < times; n++) {
      one.note(address);
      one.spent.add(address, ms);
    }
  };
  return { at, one, call };
}

it('an address has long calls beside one whose calls take half as long at most', () => {
  for (const [short, isLong] of [
    [50, true],
    [51, false],
  ] as const) {
    const { one, call } = asking();
    call('slow', 100, 5);
    call('quick', short);
    expect([one.isLong('slow'), one.isLong('quick')]).toEqual([isLong, false]);
  }
});

it('no calls are long that take less than 50 ms, or whose address used less than 500 ms in all', () => {
  for (const [ms, times, isLong] of [
    [50, 10, true],
    [49, 100, false],
    [250, 2, true],
    [249, 2, false],
  ] as const) {
    const { one, call } = asking();
    call('slow', ms, times);
    call('quick', 1);
    expect([ms, times, one.isLong('slow')]).toEqual([ms, times, isLong]);
  }
});

it('calls are long only beside addresses that asked within the last second', () => {
  const { at, one, call } = asking();
  expect(one.othersOf('slow')).toEqual([]);
  call('quick', 1);
  at.now = 999;
  call('slow', 1000);
  expect(one.othersOf('slow')).toEqual(['quick']);
  expect(one.isLong('slow')).toBe(true);
  at.now = 1000;
  expect(one.othersOf('slow')).toEqual([]);
  expect(one.isLong('slow')).toBe(false);
  one.note('quick');
  expect(one.othersOf('slow')).toEqual(['quick']);
});

it('of the addresses that asked lately the latest 64 are remembered', () => {
  const { one } = asking();
  for (let n = 0; n < 64; n++) one.note(`a${n}`);
  one.note('a0'); // again: now the latest
  expect(one.othersOf('me')).toHaveLength(64);
  one.note('me');
  const others = one.othersOf('me');
  expect([others.length, others.includes('a0'), others.includes('a1')]).toEqual([63, true, false]);
});

it('a part of a call counts for its time, and not as one more call', () => {
  const { one, call } = asking();
  call('slow', 100);
  one.note('slow', false);
  one.spent.add('slow', 100);
  expect(one.meanOf('slow')).toBe(200);
  expect(one.meanOf('nobody')).toBe(0);
});

it('half of what a client has spent is forgotten after the half-life, and the wait until then is known', () => {
  let now = 0;
  const spent = new SpentTime(1000, () => now);
  spent.add('ada', 800);
  now = 1000;
  expect(spent.of('ada')).toBe(400);
  spent.add('ada', 100);
  expect([spent.of('ada'), spent.of('bob')]).toEqual([500, 0]);
  expect(spent.untilBelow('ada', 125)).toBe(2000);
  expect([spent.untilBelow('ada', 500), spent.untilBelow('bob', 1)]).toEqual([0, 0]);
  now = 3000;
  expect(spent.of('ada')).toBe(125);
});
