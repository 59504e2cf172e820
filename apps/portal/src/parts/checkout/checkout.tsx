// Checkout: from the 'Data Selection Summary' to the order number.
import { DEFAULT_OPTIONS, type OrderOptions } from '@isobar/contract/orders/request-of.ts';
import { useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { cartKey } from '../cart/cart-item.ts';
import { useCart } from '../cart/cart-store.ts';
import { useWishes } from '../cart/flagging-wishes.ts';
import { useCartMetrics } from '../cart/metrics.ts';
import { useExistingVariables } from '../selection/variables.ts';
import { useMaxOrderBytes } from './max-order-bytes.ts';
import { Placed } from './placed.tsx';
import { type Outcome, useSubmission } from './submission.ts';
import { type Flagging, NO_FLAGGING, submissionOf, wishedFlagging } from './submission-of.ts';
import { SummaryDialog } from './summary-dialog.tsx';

export function Checkout({ onClose }: { readonly onClose: () => void }) {
  const items = useCart((cart) => cart.items);
  const remove = useCart((cart) => cart.remove);
  const metrics = useCartMetrics(items);
  const maxOrderBytes = useMaxOrderBytes();
  const [options, setOptions] = useState<OrderOptions>(DEFAULT_OPTIONS);
  const wishes = useWishes((state) => state.wishes);
  const [flagging, setFlagging] = useState<ReadonlyMap<string, Flagging>>(() =>
    wishedFlagging(items, wishes),
  );
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const { submit, placing, order } = useSubmission();
  const variables = useExistingVariables(items.map((item) => item.selection));
  const submission = submissionOf({
    items: items.map((item, index) => ({
      ...item,
      selection: { ...item.selection, variables: variables[index] ?? [] },
    })),
    metrics,
    options,
    maxOrderBytes,
    flaggingOf: (key) => flagging.get(key) ?? NO_FLAGGING,
  });
  const send = async (): Promise<void> => {
    if (!submission) return;
    const ordered = items.filter((_, index) => (metrics.each[index]?.fileCount ?? 0) > 0);
    setBusy(true);
    setRefused([]);
    try {
      const outcome: Outcome = await submit(submission);
      if (outcome.kind === 'refused') setRefused(outcome.findings.map((one) => one.message));
      if (outcome.kind === 'sent') for (const item of ordered) remove(cartKey(item));
    } catch (error) {
      setRefused([error instanceof Error ? error.message : 'The order could not be placed.']);
    } finally {
      setBusy(false);
    }
  };
  if (placing || order) {
    return (
      <Placed
        order={order}
        staged={options.delivery.includes('extraDestination') && options.stagingPath !== null}
        onClose={() => {
          if (!order) toast({ title: 'Your order is being placed', text: STILL_PLACING });
          onClose();
        }}
      />
    );
  }
  return (
    <SummaryDialog
      items={items}
      metrics={metrics}
      submission={submission}
      options={options}
      onOptions={setOptions}
      flaggingOf={(key) => flagging.get(key) ?? NO_FLAGGING}
      onFlagging={(keys, next) =>
        setFlagging(new Map([...flagging, ...keys.map((key) => [key, next] as const)]))
      }
      busy={busy}
      refused={refused}
      onSubmit={() => void send()}
      onClose={() => !busy && onClose()}
    />
  );
}

const STILL_PLACING = 'You find it under Your Orders in a moment.';
