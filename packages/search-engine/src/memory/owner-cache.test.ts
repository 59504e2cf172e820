// A kept value is found once, belongs to its owner, and makes room for newer ones.
import { expect, it } from 'vitest';
import { OwnerCache } from './owner-cache.ts';

const owner = {};

it('Kept computes a repeated value once for each owner', () => {
  const kept = new OwnerCache<string>(10_000, () => 10);
  expect(kept.get(owner, 'a', () => 'first')).toBe('first');
  expect(kept.get(owner, 'a', () => 'second')).toBe('first');
  expect(kept.get({}, 'a', () => 'third')).toBe('third');
});

it('Kept evicts the least recently used value first', () => {
  const kept = new OwnerCache<string>(10_000, () => 2000);
  const found: string[] = [];
  const ask = (key: string) =>
    kept.get(owner, key, () => {
      found.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'c', 'd', 'a', 'e', 'a', 'b']) ask(key);
  expect(found).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
});

it('Kept keeps nothing that would displace many others, and nothing that failed', () => {
  const kept = new OwnerCache<number>(10_000, (bytes) => bytes);
  expect(kept.get(owner, 'large', () => 9000)).toBe(9000);
  expect(kept.get(owner, 'large', () => 8000)).toBe(8000);
  const refuse = () => {
    throw new Error('refused');
  };
  expect(() => kept.get(owner, 'a', refuse)).toThrow('refused');
  expect(kept.get(owner, 'a', () => 5)).toBe(5);
});
