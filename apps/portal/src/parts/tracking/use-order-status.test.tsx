// An order is followed by events of the server, as long as anything may change.
import { portalConfig } from '@isobar/contract/calls/config.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ConfigProvider } from '../../lib/config.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { config, servedPortal, server } from '../../testing/open-portal.tsx';
import { orderStatus } from '../../testing/order-fixtures.ts';
import { isOver, useHeardStatus, useOrderStatus } from './use-order-status.ts';

servedPortal();

class Events {
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((event: { readonly data: string }) => void) | null = null;
  isClosed = false;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    sources.push(this);
  }
  close(): void {
    this.isClosed = true;
  }
}
let sources: Events[] = [];
let asked = 0;
beforeEach(() => {
  sources = [];
  asked = 0;
  vi.stubGlobal('EventSource', Events);
});
afterEach(() => vi.unstubAllGlobals());

function follow(status: object) {
  server.use(
    http.get('*/services/order/status/:id', () => {
      asked++;
      return HttpResponse.json(status as Record<string, string>);
    }),
  );
  const client = createQueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <ConfigProvider value={z.parse(portalConfig, config)}>{children}</ConfigProvider>
    </QueryClientProvider>
  );
  return renderHook(() => [useOrderStatus(7).data?.curStep, useHeardStatus(7)?.curStep], {
    wrapper,
  });
}

it('events replace the first answer, what is no status is passed over, and nothing is left open at the end', async () => {
  const working = orderStatus();
  const { result, unmount } = follow(working);
  expect(sources).toEqual([]);
  await waitFor(() => expect(sources).toHaveLength(1));
  const [events] = sources;
  expect(events?.url).toMatch(/\/services\/order\/.*7/);
  expect(result.current).toEqual([working.curStep, working.curStep]);
  act(() => events?.onopen?.());
  act(() => events?.onmessage?.({ data: 'no JSON' }));
  act(() => events?.onmessage?.({ data: '{}' }));
  expect(result.current).toEqual([working.curStep, working.curStep]);
  act(() => events?.onmessage?.({ data: JSON.stringify({ ...working, curStep: 'complete' }) }));
  await waitFor(() => expect(result.current).toEqual(['complete', 'complete']));
  await waitFor(() => expect(events?.isClosed).toBe(true));
  expect(sources).toHaveLength(1);
  expect(asked).toBe(1);
  unmount();
});

it('an order that is over is asked for once, and has no events', async () => {
  const { result } = follow({ ...orderStatus(), curStep: 'complete' });
  await waitFor(() => expect(result.current[0]).toBe('complete'));
  expect(sources).toEqual([]);
  expect(asked).toBe(1);
});

it('events end with the page that shows them', async () => {
  const { unmount } = follow(orderStatus());
  await waitFor(() => expect(sources).toHaveLength(1));
  unmount();
  expect(sources.map(({ isClosed }) => isClosed)).toEqual([true]);
});

it('an order is over when it is complete or has failed', () => {
  expect(isOver(orderStatus())).toBe(false);
  expect(isOver({ ...orderStatus(), curStep: 'complete' })).toBe(true);
  expect(isOver({ ...orderStatus(), failure: 'The archive is away.' })).toBe(true);
});
