// Checkout: from the 'Data Selection Summary' to the order number.
import type { OrderCreated } from '@isobar/contract/calls/orders.ts';
import type { OrderOptions } from '@isobar/contract/orders/request-of.ts';
import type { SplitOrder } from '@isobar/contract/orders/split.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { toast } from '../../ui/toast.tsx';
import { cartKey } from '../cart/cart-item.ts';
import { useCart } from '../cart/cart-store.ts';
import { useCartMetrics } from '../cart/metrics.ts';
import { useExistingVariables } from '../selection/variables.ts';
import { allVariablesMeant, undecided } from './all-variables.ts';
import { draftedFor, keepFlagging, keepOptions } from './draft.ts';
import { forgetDraft } from './draft-store.ts';
import { useMaxOrderBytes } from './max-order-bytes.ts';
import { Placed } from './placed.tsx';
import { partOf, remainingOf } from './split-submission.ts';
import { type Outcome, useSubmission } from './submission.ts';
import { type Flagging, NO_FLAGGING, submissionOf } from './submission-of.ts';
import { SummaryDialog } from './summary-dialog.tsx';

/** `onClose(true)`: a link leads on from here. */
export function Checkout({ onClose }: { readonly onClose: (leads?: true) => void }) {
  const items = useCart((cart) => cart.items);
  const remove = useCart((cart) => cart.remove);
  const select = useCart((cart) => cart.select);
  const metrics = useCartMetrics(items);
  const maxOrderBytes = useMaxOrderBytes();
  const { maximumFiles: maxFiles } = useConfig();
  const [drafted] = useState(() => draftedFor(items));
  const [options, setOptions] = useState(drafted.options);
  const [flagging, setFlagging] = useState(drafted.flagging);
  const changeOptions = (next: OrderOptions): void => {
    setOptions(next);
    keepOptions(next);
  };
  const changeFlagging = (keys: readonly string[], next: Flagging): void => {
    const changed = new Map([...flagging, ...keys.map((key) => [key, next] as const)]);
    setFlagging(changed);
    keepFlagging(items, changed);
  };
  const [busy, setBusy] = useState(false);
  const [parts, setParts] = useState<Parts | null>(null);
  const client = useQueryClient();
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
    maxFiles,
    flaggingOf: (key) => flagging.get(key) ?? NO_FLAGGING,
  });
  const send = async (): Promise<void> => {
    if (!submission) return;
    const open = undecided(items);
    if (open.length > 0 && !(await allVariablesMeant(open, client))) return;
    const ordered = items.filter((_, index) => (metrics.each[index]?.fileCount ?? 0) > 0);
    setBusy(true);
    setRefused([]);
    try {
      const outcome: Outcome = await submit(submission);
      if (outcome.kind === 'refused') setRefused(outcome.findings.map((one) => one.message));
      if (outcome.kind === 'sent') {
        forgetDraft();
        for (const item of ordered) remove(cartKey(item));
      }
    } catch (error) {
      setRefused([error instanceof Error ? error.message : 'The order could not be placed.']);
    } finally {
      setBusy(false);
    }
  };
  const sendParts = async (orders: readonly SplitOrder[]): Promise<void> => {
    if (!submission) return;
    const open = undecided(items);
    if (open.length > 0 && !(await allVariablesMeant(open, client))) return;
    setParts({ of: orders.length, placed: [] });
    setRefused([]);
    const placed: OrderCreated[] = [];
    let why = '';
    try {
      for (const part of orders) {
        const outcome = await submit(partOf(submission, items, part));
        if (outcome.kind !== 'sent') {
          why =
            outcome.kind === 'refused' ? outcome.findings.map((one) => one.message).join(' ') : '';
          break;
        }
        placed.push(outcome.order);
        setParts({ of: orders.length, placed: [...placed] });
      }
    } catch (error) {
      why = error instanceof Error ? error.message : 'It could not be placed.';
    }
    const { done, rest } = remainingOf(items, orders.slice(placed.length));
    if (placed.length > 0) {
      for (const key of done) remove(key);
      for (const { key, pieces } of rest) {
        select(key, (entry) => ({
          ...entry.selection,
          dates: pieces.flatMap((piece) => piece.selection.dates),
          files: pieces.flatMap((piece) => piece.selection.files),
        }));
      }
    }
    if (placed.length === orders.length) return forgetDraft();
    setParts(null);
    const numbers = placed.map((one) => one.orderId).join(', ');
    if (why !== '') setRefused([why]);
    if (numbers !== '') {
      setRefused([
        `${placed.length} of ${orders.length} orders were placed (${numbers}); what they hold has left the cart.`,
        ...(why === '' ? [] : [why]),
      ]);
    }
  };
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
      options={options}
      onOptions={changeOptions}
      flaggingOf={(key) => flagging.get(key) ?? NO_FLAGGING}
      onFlagging={changeFlagging}
      busy={busy}
      refused={refused}
      onSubmit={() => void send()}
      onSplit={(orders) => void sendParts(orders)}
      onClose={() => !busy && onClose()}
    />
  );
}

/** A split order on its way. */
type Parts = { readonly of: number; readonly placed: readonly OrderCreated[] };

const STILL_PLACING = 'You find it under Your Orders in a moment.';
