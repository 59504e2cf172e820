// Where an order stands, live: events of the server, and asking again every few seconds where those
// do not come.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { orderEvents, orderStatus } from '@isobar/contract/calls/order-calls.ts';
import { type OrderStatusReply, orderStatusReply } from '@isobar/contract/calls/orders.ts';
import { endOf } from '@isobar/contract/orders/status.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { addressOf, ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';

const POLL_MS = 4000;

/** True when nothing will change by itself any more. */
export const isOver = (status: OrderStatusReply): boolean =>
  status.curStep === 'complete' || endOf(status) !== null;

export const statusKey = (orderId: number) => ['order-status', orderId] as const;

const statusQuery = (config: PortalConfig, orderId: number) =>
  queryOptions({
    queryKey: statusKey(orderId),
    queryFn: ({ signal }) => ask(config, orderStatus, { params: { orderId }, signal }),
  });

/** The last status that tracking received; does not ask for one itself. */
export function useHeardStatus(orderId: number): OrderStatusReply | undefined {
  const config = useConfig();
  return useQuery({ ...statusQuery(config, orderId), enabled: false }).data;
}

export function useOrderStatus(orderId: number) {
  const config = useConfig();
  const [live, setLive] = useState(false);
  const answer = useQuery({
    ...statusQuery(config, orderId),
    refetchInterval: (query) =>
      live || query.state.status === 'error' || (query.state.data && isOver(query.state.data))
        ? false
        : POLL_MS,
  });
  const over = answer.data !== undefined && isOver(answer.data);
  const started = answer.data !== undefined;
  const client = useQueryClient();
  useEffect(() => {
    if (!started || over || typeof EventSource === 'undefined') return;
    const events = new EventSource(addressOf(config, orderEvents, { params: { orderId } }));
    events.onopen = () => setLive(true);
    events.onerror = () => setLive(false);
    events.onmessage = (event: MessageEvent<string>) => {
      const status = readStatus(event.data);
      if (status) client.setQueryData(statusKey(orderId), status);
    };
    return () => {
      events.close();
      setLive(false);
    };
  }, [client, config, orderId, started, over]);
  return answer;
}

/** One event -> status; null when it does not fit the schema. */
export function readStatus(json: string): OrderStatusReply | null {
  try {
    const parsed = z.safeParse(orderStatusReply, JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
