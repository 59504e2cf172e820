// Sends what is in the cart, as one order or as the parts of it; what was placed leaves the cart.
import type { OrderCreated } from '@isobar/contract/calls/orders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CartEntry, cartKey } from '../cart/cart-item.ts';
import { useCart } from '../cart/cart-store.ts';
import type { CartMetrics } from '../cart/metrics.ts';
import { allFilesMeant, allVariablesMeant, undecided } from './all-variables.ts';
import { forgetDraft } from './draft-store.ts';
import type { SplitOrder } from './split.ts';
import { partOf, remainingOf } from './split-submission.ts';
import { type Outcome, type Submission, useSubmission } from './submission.ts';

/** A split order on its way. */
type Parts = { readonly of: number; readonly placed: readonly OrderCreated[] };

export function useSending(
  items: readonly CartEntry[],
  metrics: CartMetrics,
  submission: Submission | null,
) {
  const remove = useCart((cart) => cart.remove);
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [parts, setParts] = useState<Parts | null>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const { submit, placing, order } = useSubmission();
  const leave = useLeaving(items);

  const isDecided = async (): Promise<boolean> => {
    const open = undecided(items);
    if (open.length > 0 && !(await allVariablesMeant(open, client))) return false;
    return await allFilesMeant(items);
  };

  const send = async (): Promise<void> => {
    if (!submission || !(await isDecided())) return;
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
      setRefused([notPlaced(error)]);
    } finally {
      setBusy(false);
    }
  };

  const sendParts = async (orders: readonly SplitOrder[]): Promise<void> => {
    if (!submission || !(await isDecided())) return;
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
      why = notPlaced(error, placed.length + 1);
    }
    if (placed.length > 0) leave(orders.slice(placed.length));
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

  return { send, sendParts, busy, refused, parts, placing, order };
}

/** `part`: of a split order, the one that failed, counted from 1. */
function notPlaced(error: unknown, part?: number): string {
  const which = part === undefined ? 'The order' : `Order ${part}`;
  const why = error instanceof Error ? ` ${error.message}` : '';
  return `${which} could not be placed.${why}`;
}

/** Takes out of the cart what was placed: all but these orders. */
function useLeaving(items: readonly CartEntry[]): (left: readonly SplitOrder[]) => void {
  const remove = useCart((cart) => cart.remove);
  const select = useCart((cart) => cart.select);
  return (left) => {
    const { done, rest } = remainingOf(items, left);
    for (const key of done) remove(key);
    for (const { key, pieces } of rest) {
      select(key, (entry) => ({
        ...entry.selection,
        dates: pieces.flatMap((piece) => piece.selection.dates),
        files: pieces.flatMap((piece) => piece.selection.files),
      }));
    }
  };
}
