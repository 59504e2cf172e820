// How far pages were scrolled: kept over a reload, for the latest entries, whatever is in the
// browser's storage.
import { expect, it } from 'vitest';
import { createScrollMemory } from './scroll.ts';

const KEY = 'isobar.scrolled';

it('the memory of scroll positions survives a reload', () => {
  const memory = createScrollMemory();
  memory.keep('a', 120);
  memory.keep('b', 7);
  memory.keep('a', 130);
  expect(createScrollMemory().of('a')).toBe(0);
  memory.save();
  const again = createScrollMemory();
  expect(['a', 'b', 'c'].map(again.of)).toEqual([130, 7, 0]);
});

it('the memory of scroll positions keeps the latest fifty pages', () => {
  const memory = createScrollMemory();
  for (let n = 1; n <= 51; n++) memory.keep(`${n}`, n);
  memory.keep('1', 99); // again: now the latest
  memory.save();
  const again = createScrollMemory();
  expect(['1', '2', '3', '51'].map(again.of)).toEqual([99, 0, 3, 51]);
});

it.each(['', '{', '7', '[["a"],["b","c"],[1,2],null,["d",5]]'])(
  'what is no memory of scroll positions is left out: %j',
  (text) => {
    sessionStorage.setItem(KEY, text);
    const memory = createScrollMemory();
    expect(['a', 'b', 'd'].map(memory.of)).toEqual([0, 0, text.includes('d') ? 5 : 0]);
  },
);
