// Orders that wait for an operator, are under way or have failed, with what can be done about each.

import type { OrderAct, OrderState, operateOrders } from '@isobar/contract/calls/admin.ts';
import { actOnOrder, ordersToWatch } from '@isobar/contract/calls/admin-calls.ts';
import { plural } from '@isobar/contract/count.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Asked } from './asked.tsx';
import { operateQuery, useAct } from './operate-calls.ts';
import { moment } from './record-table.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';

type WatchedOrder = ReturnType<typeof operateOrders.parse>['orders'][number];

const STATES: readonly { readonly value: OrderState; readonly label: string }[] = [
  { value: 'review', label: 'Waiting for approval' },
  { value: 'working', label: 'In progress' },
  { value: 'failed', label: 'Failed' },
  { value: 'all', label: 'All' },
];

/** The text where there are none. */
const NONE: Readonly<Record<OrderState, { readonly title: string; readonly text?: string }>> = {
  review: {
    title: 'No orders waiting for approval',
    text: 'Orders over a limit are held here until you approve or refuse them.',
  },
  working: { title: 'No orders in progress' },
  failed: { title: 'No failed orders' },
  all: { title: 'There are no orders yet' },
};

const ACTS: Readonly<Record<OrderAct, { readonly label: string; readonly told: string }>> = {
  approve: { label: 'Approve', told: 'is approved and in the queue' },
  deny: { label: 'Refuse…', told: 'is refused; its owner is notified by mail' },
  pause: { label: 'Pause', told: 'rests until it is resumed' },
  resume: { label: 'Resume', told: 'goes on' },
  cancel: { label: 'Cancel', told: 'is cancelled' },
  retry: { label: 'Try again', told: 'starts again' },
};

/** Why an order waits, where the server names it by a code. */
const REASONS: Readonly<Record<string, string>> = {
  Oversize: 'too large to be delivered without review',
  Restricted: 'data of limited access',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function ApprovalsTab() {
  const [state, setState] = useState<OrderState>('review');
  const [refused, setRefused] = useState<number | null>(null);
  const query = useQuery(
    operateQuery(['orders', state], (signal) =>
      ask(null, ordersToWatch, { query: { state }, signal }),
    ),
  );
  const act = useAct();
  const begin = (orderId: number, which: OrderAct, words = ''): void =>
    act.mutate({
      does: () => ask(null, actOnOrder, { body: { orderId, act: which, words } }),
      told: `Order ${orderId} ${ACTS[which].told}.`,
    });
  return (
    <>
      <Segmented label="Which orders" segments={STATES} value={state} onChange={setState} />
      <div className="mt-3">
        <Asked query={query} what="The orders">
          {({ orders, more }) =>
            orders.length === 0 ? (
              <EmptyPanel {...NONE[state]} />
            ) : (
              <>
                <ul>
                  {orders.map((order) => (
                    <OrderLine
                      key={order.orderId}
                      order={order}
                      busy={act.isPending}
                      onAct={(which) =>
                        which === 'deny' ? setRefused(order.orderId) : begin(order.orderId, which)
                      }
                    />
                  ))}
                </ul>
                {more && <p className="mt-2 text-ink-2">The latest 200 are shown.</p>}
              </>
            )
          }
        </Asked>
      </div>
      {refused !== null && (
        <RefuseDialog
          orderId={refused}
          onClose={() => setRefused(null)}
          onRefuse={(words) => {
            begin(refused, 'deny', words);
            setRefused(null);
          }}
        />
      )}
    </>
  );
}

function OrderLine(props: {
  readonly order: WatchedOrder;
  readonly busy: boolean;
  readonly onAct: (which: OrderAct) => void;
}) {
  const { order, busy, onAct } = props;
  return (
    <li className="flex flex-wrap items-baseline gap-x-5 gap-y-1 border-b border-rule py-3 lg:grid lg:grid-cols-[7rem_15rem_11rem_minmax(0,1fr)_auto]">
      <span className="font-strong">Order {order.orderId}</span>
      <span className="text-ink-2">
        {moment(order.orderDate)} UTC by {order.userName}
      </span>
      <span>
        {plural(order.files, 'file')}, {formatBytes(order.bytes)}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere] max-sm:basis-full sm:flex-1">
        {capital(order.state)}
        {order.reason && (
          <span className="text-ink-2">: {REASONS[order.reason] ?? order.reason}</span>
        )}
      </span>
      <span className="flex flex-wrap gap-2">
        {order.acts.map((which) => (
          <Button
            key={which}
            small
            look={which === 'approve' ? 'primary' : 'soft'}
            disabled={busy}
            aria-label={`${ACTS[which].label.replace('…', '')} order ${order.orderId}`}
            onClick={() => onAct(which)}
          >
            {ACTS[which].label}
          </Button>
        ))}
      </span>
    </li>
  );
}
