// Which replies are kept, which make room, and which are forgotten.
import { expect, it } from 'vitest';
import { ReplyCache } from './cache.ts';

const MEGABYTE = 1 << 20;

/** A cache of replies of a megabyte, and what was searched for. */
function watched() {
  const cache = new ReplyCache();
  const searched: string[] = [];
  const ask = (key: string, bytes = MEGABYTE) =>
    cache.get(key, async () => {
      searched.push(key);
      return new Uint8Array(bytes);
    });
  return { cache, searched, ask };
}

it('the reply cache keeps a reply that is requested again, however many others are requested once', async () => {
  const { ask, searched } = watched();
  for (const key of ['home', 'home']) await ask(key);
  for (let i = 0; i < 100; i++) await ask(`one ${i}`);
  searched.length = 0;
  for (const key of ['home', 'one 99', 'one 0']) await ask(key);
  expect(searched).toEqual(['one 0']);
});

it('the reply cache does not keep a reply that is too large', async () => {
  const { ask, searched } = watched();
  for (const key of ['all', 'all']) await ask(key, 5 * MEGABYTE);
  expect(searched).toEqual(['all', 'all']);
});

it('the reply cache drops all entries whose keys have a prefix, requested once or several times', async () => {
  const { cache, ask, searched } = watched();
  for (const key of ['a 1', 'a 1', 'a 2', 'b 1']) await ask(key);
  cache.forget('a ');
  searched.length = 0;
  for (const key of ['a 1', 'a 2', 'b 1']) await ask(key);
  expect(searched).toEqual(['a 1', 'a 2']);
});

it('the reply cache searches once for many who ask at once, and again after a failure', async () => {
  const { cache, ask, searched } = watched();
  await Promise.all(['x', 'x', 'x'].map((key) => ask(key)));
  expect(searched).toEqual(['x']);
  await expect(cache.get('y', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  await ask('y');
  expect(searched).toEqual(['x', 'y']);
});

it('the reply cache counts the room of long requests, however short their replies', async () => {
  const { ask, searched } = watched();
  const long = (i: number) => `${i} ${'x'.repeat(MEGABYTE)}`;
  for (let i = 0; i < 10; i++) await ask(long(i), 300);
  searched.length = 0;
  for (let i = 0; i < 10; i++) await ask(long(i), 300);
  // eight megabytes hold no more than three or four
  expect(searched.length).toBeGreaterThanOrEqual(6);
  const short = watched();
  for (let i = 0; i < 50_000; i++) await short.ask(`${i}`, 1);
  short.searched.length = 0;
  for (let i = 0; i < 50_000; i += 100) await short.ask(`${i}`, 1);
  expect(short.searched.length).toBeGreaterThan(300); // entries take room of their own
});
