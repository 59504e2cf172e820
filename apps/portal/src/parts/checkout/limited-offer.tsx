// Data of limited access hold the whole order until their owner has agreed: named before it is
// placed, with the choice of two orders.
import { plural } from '@isobar/contract/count.ts';
import { Lock } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { CartEntry } from '../cart/cart-item.ts';
import type { CartMetrics } from '../cart/metrics.ts';
import type { Piece, SplitOrder } from './split.ts';

/** The free data first. Null: nothing is limited, or nothing is free. */
export function freeAndLimited(
  items: readonly CartEntry[],
  { each }: Pick<CartMetrics, 'each'>,
): readonly SplitOrder[] | null {
  const pieces = items.flatMap((entry, item): (Piece & { readonly limited: boolean })[] => {
    const metrics = each[item];
    if (!metrics || metrics.fileCount === 0) return [];
    const { fileCount, bytes, limited } = metrics;
    return [{ item, selection: entry.selection, fileCount, bytes, limited: limited === true }];
  });
  const orders = [false, true].map((limited) => pieces.filter((one) => one.limited === limited));
  if (orders.some((order) => order.length === 0)) return null;
  return orders.map((order) => ({
    pieces: order.map(({ limited: _, ...piece }) => piece),
    fileCount: order.reduce((sum, piece) => sum + piece.fileCount, 0),
    bytes: order.reduce((sum, piece) => sum + piece.bytes, 0),
  }));
}

/** The datastreams whose owner is asked. */
export const limitedNames = (
  items: readonly CartEntry[],
  { each }: Pick<CartMetrics, 'each'>,
): readonly string[] =>
  items.flatMap(({ selection }, item) =>
    each[item]?.limited === true && each[item].fileCount > 0 ? [selection.datastream] : [],
  );

/** `onSplit` absent: there is no choice yet, as in the cart. */
export function LimitedOffer(props: {
  readonly items: readonly CartEntry[];
  readonly metrics: Pick<CartMetrics, 'each'>;
  readonly busy?: boolean;
  readonly onSplit?: (orders: readonly SplitOrder[]) => void;
}) {
  const { items, metrics, busy = false, onSplit } = props;
  const names = limitedNames(items, metrics);
  if (names.length === 0) return null;
  const orders = freeAndLimited(items, metrics);
  return (
    <section
      aria-label="Limited access"
      className="mb-4 grid justify-items-start gap-2 rounded-lg bg-warn-soft px-4 py-3"
    >
      <p className="flex gap-2.5">
        <Lock size={17} aria-hidden className="mt-1 shrink-0 text-warn" />
        <span>
          <span className="font-mono text-sm [overflow-wrap:anywhere]">{names.join(', ')}</span>
          {names.length === 1 ? ' has' : ' have'} limited access: an order with{' '}
          {names.length === 1 ? 'it' : 'them'} waits until the data owner has agreed
          {orders ? `, and holds back ${othersOf(orders)}.` : '.'}
          {orders && !onSplit && ' At checkout you can order the rest at once.'}
        </span>
      </p>
      {orders && onSplit && (
        <Button disabled={busy} onClick={() => onSplit(orders)}>
          Order the rest now, as a separate order
        </Button>
      )}
    </section>
  );
}

const othersOf = (orders: readonly SplitOrder[]): string =>
  plural(orders[0]?.pieces.length ?? 0, 'other datastream');
