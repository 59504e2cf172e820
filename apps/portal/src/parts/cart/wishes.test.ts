// What other pages ask of the next order: classes to flag, and a time grid.
import { beforeEach, expect, it } from 'vitest';
import { useWishes, wishedGrid, wishGrid } from './wishes.ts';

const wishes = () => useWishes.getState().wishes;
const { apply } = useWishes.getState();
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  useWishes.setState({ wishes: {} });
});

it('the classes that are asked of a datastream are added to those before, in their fixed order, and kept', () => {
  apply([['a.b1', ['suspect']]]);
  apply([
    ['b.b1', ['suspect']],
    ['a.b1', ['incorrect', 'suspect']],
  ]);
  expect(wishes()).toEqual({ 'a.b1': ['incorrect', 'suspect'], 'b.b1': ['suspect'] });
  expect(Object.values(localStorage)).toEqual([JSON.stringify(wishes())]);
});

it('a hundred datastreams are remembered, and the one that was asked for last stays longest', () => {
  apply(Array.from({ length: 100 }, (_, n) => [`d${n}.b1`, ['suspect']] as const));
  apply([['d0.b1', ['suspect']]]);
  apply([['new.b1', ['suspect']]]);
  const names = Object.keys(wishes());
  expect([names.length, names[0], ...names.slice(-2)]).toEqual([
    ...[100, 'd2.b1', 'd0.b1', 'new.b1'],
  ]);
});

it('a time grid is kept until it is taken back, and what does not read as one is none', () => {
  const wish = {
    ...{ step: 3600, merge: true },
    flagging: { 'a.b1': { dqrFilter: ['suspect' as const], qcFilter: true } },
  };
  wishGrid(wish);
  expect(wishedGrid()).toEqual(wish);
  const [key] = Object.keys(sessionStorage);
  for (const text of ['{"step":"1 h"}', 'no JSON']) {
    sessionStorage.setItem(key!, text);
    expect(wishedGrid()).toBeNull();
  }
  wishGrid(wish);
  wishGrid(null);
  expect(wishedGrid()).toBeNull();
});
