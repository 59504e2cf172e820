// The cache of answers: what it does without a network, and what it retries.
import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { CallError } from './call.ts';
import { createQueryClient } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

it('requests without a network, too, and fails: an earlier answer is not shown for a new request', async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient();
  const queryFn = vi.fn(() => Promise.reject(new CallError('bad-request', 'no')));
  const watching = new QueryObserver(client, { queryKey: ['rows', 'pressure'], queryFn });
  const stop = watching.subscribe(() => undefined);
  await vi.waitFor(() => expect(watching.getCurrentResult().isError).toBe(true));
  expect(queryFn).toHaveBeenCalledTimes(1);
  stop();
});

it('a query asks again once the network is there', async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient();
  client.mount();
  let there = false;
  const queryFn = () =>
    there ? Promise.resolve('rows') : Promise.reject(new CallError('bad-request', 'no'));
  const watching = new QueryObserver(client, { queryKey: ['rows'], queryFn });
  const stop = watching.subscribe(() => undefined);
  await vi.waitFor(() => expect(watching.getCurrentResult().isError).toBe(true));
  there = true;
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(watching.getCurrentResult().data).toBe('rows'));
  stop();
  client.unmount();
});

it.each([
  ['unavailable', 2],
  ['offline', 2],
  ['timeout', 2],
  ['unexpected', 2],
  ['not-found', 1],
] as const)('a query that fails as %s is tried %i times', async (code, times) => {
  const client = createQueryClient();
  const queryFn = vi.fn(() => Promise.reject(new CallError(code, 'no')));
  const retry = client.getDefaultOptions().queries?.retry ?? false;
  await expect(
    client.fetchQuery({ queryKey: ['rows'], queryFn, retryDelay: 0, retry }),
  ).rejects.toThrow('no');
  expect(queryFn).toHaveBeenCalledTimes(times);
});
