// 'Your Orders': period, filter, page size and pages, and a card for each order. The address holds
// the state.
import { plural } from '@isobar/contract/count.ts';
import { useState } from 'react';
import { CallError } from '../../lib/call.ts';
import { searchHref } from '../../lib/places.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { OrderCard } from './order-card.tsx';
import {
  changed,
  emptyMessage,
  type ListState,
  matchingOrders,
  PAGE_SIZES,
  PERIODS,
} from './order-list.ts';
import { useOrderHistory } from './use-order-history.ts';

export function OrderHistory(props: {
  readonly state: ListState;
  readonly onState: (state: ListState) => void;
  /** The order to open at once. */
  readonly openOrder: number | null;
}) {
  const { state, onState, openOrder } = props;
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useOrderHistory(
    state.period,
  );
  const matching = matchingOrders(data ?? [], state.text);
  const pages = Math.max(1, Math.ceil(matching.length / state.size));
  const page = Math.min(state.page, pages);
  const shown = matching.slice((page - 1) * state.size, page * state.size);
  const change = (next: Partial<ListState>): void => onState(changed(state, next));
  return (
    <div>
      <Controls state={state} onChange={change} />
      {!data && !isError && <Loading />}
      {isError && (
        <FailurePanel
          what="Your orders could not be loaded."
          why={error instanceof CallError ? error.message : undefined}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <div aria-busy={isPlaceholderData}>
          <p role="status" className="sr-only">
            {plural(matching.length, 'order')}
          </p>
          {shown.map((order) => (
            <OrderCard key={order.orderId} order={order} opened={order.orderId === openOrder} />
          ))}
          {data.length === 0 && !isPlaceholderData && <NoOrders state={state} onChange={change} />}
          {data.length > 0 && matching.length === 0 && (
            <EmptyPanel title={`No order with “${state.text.trim()}”`}>
              <button type="button" className={buttonClass()} onClick={() => change({ text: '' })}>
                Clear the filter
              </button>
            </EmptyPanel>
          )}
          <div className="mt-5">
            <Pager
              label="Pages of orders"
              page={page}
              pages={pages}
              onPage={(next) => change({ page: next })}
            />
          </div>
        </div>
      )}
    </div>
  );
}

function Controls(props: {
  readonly state: ListState;
  readonly onChange: (change: Partial<ListState>) => void;
}) {
  const { state, onChange } = props;
  const [typed, setTyped] = useState(state.text);
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule pb-4">
      <Segmented
        label="Sort by period"
        value={state.period}
        segments={PERIODS.map(({ value, label }) => ({ value, label }))}
        onChange={(period) => onChange({ period })}
      />
      <input
        type="search"
        aria-label="Filter orders"
        placeholder="Filter by number, status, site"
        className="field min-w-0 flex-1 basis-56"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange({ text: event.target.value });
        }}
      />
      <Select
        label="Page size"
        value={String(state.size)}
        choices={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={(size) => onChange({ size: Number(size) })}
      />
    </div>
  );
}

function NoOrders(props: {
  readonly state: ListState;
  readonly onChange: (change: Partial<ListState>) => void;
}) {
  const { state, onChange } = props;
  return (
    <EmptyPanel title={emptyMessage(state.period)}>
      {state.period !== 'forever' && (
        <button
          type="button"
          className={buttonClass()}
          onClick={() => onChange({ period: 'forever' })}
        >
          Show all orders
        </button>
      )}
      <a className={buttonClass({ look: 'primary' })} href={searchHref()}>
        Search the data
      </a>
    </EmptyPanel>
  );
}

const Loading = () => (
  <div aria-hidden className="grid grid-cols-[minmax(0,1fr)] gap-6 py-5">
    {[0, 1, 2].map((row) => (
      <div key={row} className="grid grid-cols-[minmax(0,1fr)] gap-2.5 border-b border-rule pb-5">
        <Skeleton className="h-6 w-64 max-w-full" />
        <Skeleton className="h-5 w-96 max-w-full" />
        <Skeleton className="h-9 w-72 max-w-full" />
      </div>
    ))}
  </div>
);
