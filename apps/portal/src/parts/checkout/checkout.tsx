// Checkout: from the 'Data Selection Summary' to the order number.

import { useState } from 'react';
import type { OrderOptions, OwnChoices } from '../../lib/orders/request-of.ts';
import { toast } from '../../ui/toast.tsx';
import { useCart } from '../cart/cart-store.ts';
import { useCartMetrics } from '../cart/metrics.ts';
import { useExistingVariables } from '../selection/variables.ts';
import { draftedFor, keepFlagging, keepOptions, keepOwn } from './draft.ts';
import { useOrderLimits } from './order-limits.ts';
import { useOrderQuality, withQuality } from './order-quality.ts';
import { Placed } from './placed.tsx';
import { useSending } from './sending.ts';
import { type Flagging, NO_FLAGGING, submissionOf } from './submission-of.ts';
import { SummaryDialog } from './summary-dialog.tsx';

/** `onClose(true)`: a link leads on from here. */
export function Checkout({ onClose }: { readonly onClose: (leads?: true) => void }) {
  const items = useCart((cart) => cart.items);
  const metrics = useCartMetrics(items);
  const limits = useOrderLimits();
  const [drafted] = useState(() => draftedFor(items));
  const [options, setOptions] = useState(drafted.options);
  const [flagging, setFlagging] = useState(drafted.flagging);
  const [own, setOwn] = useState(drafted.own);
  /** One datastream alone has the formats of the order. */
  const ownOf = (key: string): OwnChoices | null =>
    items.length > 1 ? (own.get(key) ?? null) : null;
  const changeOwn = (key: string, next: OwnChoices | null): void => {
    const others = [...own].filter(([known]) => known !== key);
    const changed = new Map(next ? [...others, [key, next] as const] : others);
    setOwn(changed);
    keepOwn(items, changed);
  };
  const changeOptions = (next: OrderOptions): void => {
    setOptions(next);
    keepOptions(next);
  };
  const changeFlagging = (keys: readonly string[], next: Flagging): void => {
    const changed = new Map([...flagging, ...keys.map((key) => [key, next] as const)]);
    setFlagging(changed);
    keepFlagging(items, changed);
  };
  const variables = useExistingVariables(items.map((item) => item.selection));
  const counted = submissionOf({
    items: items.map((item, index) => ({
      ...item,
      selection: { ...item.selection, variables: variables[index] ?? [] },
    })),
    metrics,
    options,
    ...limits,
    flaggingOf: (key) => flagging.get(key) ?? NO_FLAGGING,
    ownOf,
  });
  const quality = useOrderQuality(counted);
  const submission = withQuality(counted, quality);
  const { send, sendParts, busy, refused, parts, placing, order } = useSending(
    items,
    metrics,
    submission,
  );
  if (parts) {
    const all = parts.placed.length === parts.of;
    return (
      <Placed
        order={all ? parts.placed.at(-1) : undefined}
        all={parts.placed}
        of={parts.of}
        staged={options.delivery.includes('extraDestination') && options.stagingPath !== null}
        onClose={() => onClose()}
        onLeave={() => onClose(true)}
      />
    );
  }
  if (placing || order) {
    return (
      <Placed
        order={order}
        staged={options.delivery.includes('extraDestination') && options.stagingPath !== null}
        onClose={() => {
          if (!order) toast({ title: 'Your order is being placed', text: STILL_PLACING });
          onClose();
        }}
        onLeave={() => onClose(true)}
      />
    );
  }
  return (
    <SummaryDialog
      items={items}
      metrics={metrics}
      submission={submission}
      quality={quality}
      options={options}
      onOptions={changeOptions}
      flaggingOf={(key) => flagging.get(key) ?? NO_FLAGGING}
      onFlagging={changeFlagging}
      ownOf={ownOf}
      onOwn={changeOwn}
      busy={busy}
      refused={refused}
      onSubmit={() => void send()}
      onSplit={(orders) => void sendParts(orders)}
      onClose={() => !busy && onClose()}
    />
  );
}

const STILL_PLACING = 'You will find it under Your Orders in a moment.';
