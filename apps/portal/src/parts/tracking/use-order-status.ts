// Where an order stands, live: events of the server, and asking again every few seconds where those do not come.
import { type OrderStatusReply, orderStatusReply } from '@isobar/contract/calls/orders.ts';
import { isSuspended } from '@isobar/contract/orders/status.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../lib/call.ts';
import { useService } from '../../lib/config.ts';

const POLL_MS = 4000;

/** Nothing will change any more by itself. */
export const isOver = (status: OrderStatusReply): boolean =>
  status.curStep === 'complete' ||
  status.failure !== null ||
  (isSuspended(status) && (status.suspendReas === 'Denied' || status.suspendReas === 'Cancelled'));

export const statusKey = (orderId: number) => ['order-status', orderId] as const;

const statusQuery = (order: string, orderId: number) =>
  queryOptions({
    queryKey: statusKey(orderId),
    queryFn: ({ signal }) =>
      call({ url: `${order}/status/${orderId}`, schema: orderStatusReply, signal }),
  });

/** What tracking has heard so far; asks nothing itself. */
export function useHeardStatus(orderId: number): OrderStatusReply | undefined {
  const order = useService('order');
  return useQuery({ ...statusQuery(order, orderId), enabled: false }).data;
}

export function useOrderStatus(orderId: number) {
  const order = useService('order');
  const [live, setLive] = useState(false);
  const answer = useQuery({
    ...statusQuery(order, orderId),
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
    const events = new EventSource(`${order}/status/${orderId}/events`);
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
  }, [client, order, orderId, started, over]);
  return answer;
}

/** One event -> status; null when it is of another shape. */
export function readStatus(json: string): OrderStatusReply | null {
  try {
    const parsed = z.safeParse(orderStatusReply, JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
