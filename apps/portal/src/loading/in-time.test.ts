// Parts of the portal arrive, fail, or time out after two minutes.
import { CHUNK_PATIENCE_MS } from '@isobar/contract/calls/full-config.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { inTime } from './in-time.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('[X003] a part that does not load in 120 seconds ends with a load error', async () => {
  vi.useFakeTimers();
  let told: unknown = null;
  inTime(() => new Promise(() => {}))().catch((error: unknown) => {
    told = error;
  });
  await vi.advanceTimersByTimeAsync(CHUNK_PATIENCE_MS - 1);
  expect(told).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(String(told)).toContain('ChunkLoadError');
});

it('a loading part gives what came, tells what failed, and leaves no clock running', async () => {
  vi.useFakeTimers();
  expect(await inTime(async () => 7)()).toBe(7);
  await expect(inTime(() => Promise.reject(new Error('offline')))()).rejects.toThrow('offline');
  expect(vi.getTimerCount()).toBe(0);
});
