// Contexts are few, bounded and run out.
import { expect, it } from 'vitest';
import { Contexts } from './contexts.ts';

it('scroll contexts are found until they run out or are closed, and live on when they are used', () => {
  let now = 1000;
  const contexts = new Contexts(() => now);
  const id = contexts.open('metadata', { size: 1 }, '1m', 'a');
  now += 59_000;
  expect(contexts.find(id, '1m').index).toBe('metadata');
  now += 59_000;
  expect(contexts.find(id).body).toEqual({ size: 1 });
  now += 2000;
  expect(() => contexts.find(id)).toThrow(/No search context found/);
  const other = contexts.open('metadata', null, '1m', 'a');
  expect(contexts.close([other, other, id])).toBe(1);
  expect(() => contexts.find(other)).toThrow(/No search context found/);
});

it('scroll contexts are limited to fifty for each client; a further one is an error until one of them expires', () => {
  let now = 0;
  const contexts = new Contexts(() => now);
  for (let i = 0; i < 50; i++) contexts.open('metadata', null, '1m', 'a');
  expect(() => contexts.open('metadata', null, '1m', 'a')).toThrow(/too many scroll contexts/);
  contexts.open('metadata', null, '1m', 'b');
  expect(contexts.closeAll('b')).toBe(1);
  now += 60_001;
  contexts.open('metadata', null, '1m', 'a');
});

it('scroll contexts refuse what is no time, or too long, and bodies that are', () => {
  const contexts = new Contexts();
  for (const time of [undefined, '', '5', '0m', '-1m', '2h', '1d', ['1m', '2m']])
    expect(() => contexts.open('metadata', null, time, 'a')).toThrow(/keep_alive|Keep alive/);
  const long = { query: { query_string: { query: 'x'.repeat(70_000) } } };
  expect(() => contexts.open('metadata', long, '1m', 'a')).toThrow(/too long/);
});

it('scroll contexts go on after the last hit of a page', () => {
  const contexts = new Contexts();
  const id = contexts.open('metadata', { size: 2 }, '1m', 'a');
  contexts.advance(id, ['x']);
  expect(contexts.find(id).body).toEqual({ size: 2, search_after: ['x'] });
});
