// An order over the limit of files: by how much, and the offer to place it as several orders with
// one click.

import { formatCount, plural } from '@isobar/contract/count.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { ShowAll } from '../../ui/show-all.tsx';
import { TableHead } from '../../ui/table.tsx';
import type { CartEntry } from '../cart/cart-item.ts';
import type { CartMetrics } from '../cart/metrics.ts';
import { useCounted } from './counted.ts';
import { durationInWords } from './duration.ts';
import { FewerDaysOffer } from './fewer-days-offer.tsx';
import { type SplitOrder, splitOrder } from './split.ts';
import { useSplitTimes } from './split-times.ts';
import type { Submission } from './submission.ts';

export function SplitOffer(props: {
  readonly items: readonly CartEntry[];
  readonly metrics: CartMetrics;
  readonly submission: Submission | null;
  readonly busy: boolean;
  readonly onSplit: (orders: readonly SplitOrder[]) => void;
}) {
  const { items, metrics, submission, busy, onSplit } = props;
  const { maximumFiles } = useConfig();
  const { data: orders, isError } = useQuery(useCounted('split', { items, metrics }, splitOrder));
  const times = useSplitTimes(submission, items, orders);
  const { fileCount } = metrics.total;
  return (
    <section
      aria-labelledby="split-title"
      className="mb-4 grid gap-3 rounded-lg border border-danger bg-danger-soft px-4 py-3"
    >
      <h3 id="split-title" className="font-strong">
        {formatCount(fileCount)} files are more than the {formatCount(maximumFiles)} that one order
        may have.
      </h3>
      <p>
        Your choices are kept. Split the order, choose fewer days, or remove datastreams. Joined
        files count as the files they are made from, so joining does not help.
      </p>
      <Meter limit={maximumFiles} count={fileCount} />
      {orders === undefined && !isError && <Spinner size={18} label="Dividing the days…" />}
      {(orders === null || isError) && (
        <p>The order cannot be split automatically. Choose fewer days in the cart.</p>
      )}
      {orders && (
        <>
          <SplitTable orders={orders} times={times} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button look="primary" disabled={busy} onClick={() => onSplit(orders)}>
              Split in {plural(orders.length, 'order')}
            </Button>
            <span className="text-sm">Each is delivered as soon as it is ready.</span>
          </div>
        </>
      )}
      <FewerDaysOffer items={items} metrics={metrics} busy={busy} />
    </section>
  );
}

/**
 * Rows before 'Show all': of a long split the number of orders matters, which the button below has.
 */
const FIRST_ORDERS = 8;

/**
 * The datastreams are a column where the orders differ in them; on a phone it takes the place of
 * the first one.
 */
function SplitTable(props: {
  readonly orders: readonly SplitOrder[];
  readonly times: readonly number[] | null;
}) {
  const { orders, times } = props;
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? orders : orders.slice(0, FIRST_ORDERS);
  const differ = new Set(orders.map(streamsOf)).size > 1;
  const cells: Record<keyof typeof CELLS, string> = {
    ...CELLS,
    Order: `${CELLS.Order} ${differ ? 'max-sm:hidden' : ''}`,
  };
  const heads = Object.entries(cells).map(([name, className]) => ({ name, className }));
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">The resulting orders</caption>
        <TableHead
          cell="caps py-1"
          heads={heads.filter(
            ({ name }) =>
              (differ || name !== 'Datastreams') && (times !== null || name !== 'Ready in about'),
          )}
        />
        <tbody>
          {shown.map((order, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
            <tr key={index} className="border-t border-rule align-top">
              <td className={`py-1 ${cells.Order}`}>
                {index + 1} of {orders.length}
              </td>
              {differ && (
                <td
                  className={`py-1 font-mono text-xs [overflow-wrap:anywhere] ${cells.Datastreams}`}
                >
                  {streamsOf(order)}
                </td>
              )}
              <td className={`py-1 ${cells.Days}`}>
                <DaysOf order={order} />
              </td>
              <td className={`py-1 ${cells.Files}`}>{formatCount(order.fileCount)}</td>
              <td className={`py-1 ${cells.Size}`}>{formatBytes(order.bytes)}</td>
              {times && (
                <td className={`py-1 ${cells['Ready in about']}`}>
                  {durationInWords(times[index] ?? 0)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {orders.length > FIRST_ORDERS && (
        <ShowAll
          isWhole={isWhole}
          onToggle={() => setIsWhole(!isWhole)}
          more={`Show all ${formatCount(orders.length)} orders`}
          className="mt-1 text-sm"
        />
      )}
    </div>
  );
}

/** The classes of each column's cells. */
const CELLS = {
  Order: 'pr-2 whitespace-nowrap sm:pr-4',
  Datastreams: 'pr-2 sm:pr-4',
  Days: 'pr-2 sm:pr-4',
  Files: 'text-right sm:pl-4',
  Size: 'pl-2 text-right whitespace-nowrap sm:pl-4',
  'Ready in about': 'pl-2 text-right sm:pl-4',
};

/**
 * A bar that shows how large a part of the order the limit allows; the heading above has the same
 * numbers.
 */
function Meter({ limit, count }: { readonly limit: number; readonly count: number }) {
  const share = Math.min(1, limit / Math.max(1, count)) * 100;
  return (
    <div aria-hidden className="max-w-xl text-sm">
      <div className="h-2 border border-danger">
        <div className="h-full bg-ink-2" style={{ width: `${share}%` }} />
      </div>
      <div className="flex">
        <span className="min-w-max text-right" style={{ width: `${share}%` }}>
          limit {formatCount(limit)}
        </span>
        <span className="ml-auto pl-3">{formatCount(count)}</span>
      </div>
    </div>
  );
}

const streamsOf = ({ pieces }: SplitOrder): string =>
  [...new Set(pieces.map((piece) => piece.selection.datastream))].join(', ');

/** Breaks between the days only. */
function DaysOf({ order: { pieces } }: { readonly order: SplitOrder }) {
  const dates = pieces.flatMap((piece) => piece.selection.dates);
  const first = Math.min(...dates.map(({ start }) => start));
  const last = Math.max(...dates.map(({ end }) => end));
  if (dates.length === 0) return null;
  return (
    <>
      <span className="whitespace-nowrap">{formatDay(first)} –</span>{' '}
      <span className="whitespace-nowrap">{formatDay(last)}</span>
    </>
  );
}
