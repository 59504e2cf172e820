// Memory of large replies: they wait for each other, no address takes all of it, and finished
// replies make room.
import { expect, it } from 'vitest';
import { Room } from './reply-memory.ts';

const MB = 1 << 20;
const room = () => new Room({ all: 10 * MB, address: 6 * MB, patience: 50 });

it('the memory for replies counts large replies only, and has room again when one is gone', async () => {
  const one = room();
  await one.take('a', 1000);
  expect(one.bytes).toBe(0);
  const gone = await one.take('a', 5 * MB);
  await one.take('b', 5 * MB);
  expect(one.bytes).toBe(10 * MB);
  const waiting = one.take('c', 4 * MB);
  gone();
  gone();
  await waiting;
  expect(one.bytes).toBe(9 * MB);
});

it('the memory for replies refuses after a while, and one address sooner than all', async () => {
  const one = room();
  await one.take('a', 5 * MB);
  await expect(one.take('a', 5 * MB)).rejects.toMatchObject({ code: 'overloaded' });
  await one.take('b', 5 * MB);
  const gone = new AbortController();
  const left = one.take('c', 5 * MB, gone.signal);
  gone.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  expect(one.bytes).toBe(10 * MB);
});

it('the memory for replies lets one that is larger than all in when it is alone', async () => {
  const one = room();
  const gone = await one.take('a', 50 * MB);
  await expect(one.take('b', 1 * MB)).rejects.toMatchObject({ code: 'overloaded' });
  gone();
  expect(one.bytes).toBe(0);
});
