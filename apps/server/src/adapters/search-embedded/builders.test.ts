// The building threads: one is kept for the next build, and none is left behind.
import { expect, it, vi } from 'vitest';
import { type Builder, Builders } from './builders.ts';

const PLACE = { kind: 'place' } as const;
const NOTHING_BEGUN = 'no index is being built';
const ended = (builder: Builder) => vi.waitFor(() => expect(builder.ended).toBeInstanceOf(Error));

it('one thread is kept for the next build, a second and one that ended are not', async () => {
  const builders = new Builders();
  const [first, second] = [builders.take(), builders.take()];
  expect(second).not.toBe(first);
  builders.giveBack(first);
  builders.giveBack(second);
  await ended(second);
  expect(first.ended).toBeNull();
  expect(builders.take()).toBe(first);
  const other = builders.take();
  expect(other).not.toBe(first);
  await other.close();
  await first.close();
  await ended(first);
  builders.giveBack(first);
  const third = builders.take();
  expect(third).not.toBe(first);
  builders.giveBack(third);
  await third.close();
  await ended(third);
  const fourth = builders.take(); // the kept one ended meanwhile
  expect(fourth).not.toBe(third);
  await fourth.close();
});

it('a thread without work ends after some seconds, or when all are closed', async () => {
  const builders = new Builders();
  const [idle, kept] = [builders.take(), builders.take()];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  builders.giveBack(idle);
  vi.advanceTimersByTime(4000);
  expect(builders.take()).toBe(idle);
  vi.advanceTimersByTime(4000); // while it works, it may take as long as it wants
  await expect(idle.tell(PLACE)).rejects.toThrow(NOTHING_BEGUN);
  expect(idle.ended).toBeNull();
  builders.giveBack(idle);
  vi.advanceTimersByTime(6000);
  vi.useRealTimers();
  await ended(idle);
  const next = builders.take();
  expect(next).not.toBe(idle);
  builders.giveBack(kept);
  await builders.close();
  await ended(kept);
  await next.close();
});

it('tasks of a thread that has ended are refused, those that wait as well', async () => {
  const builder = new Builders().take();
  await expect(builder.tell(PLACE)).rejects.toThrow(NOTHING_BEGUN);
  const waiting = expect(builder.tell(PLACE)).rejects.toThrow('the building thread ended');
  await builder.close();
  await waiting;
  await expect(builder.tell(PLACE)).rejects.toThrow('the building thread ended');
});
