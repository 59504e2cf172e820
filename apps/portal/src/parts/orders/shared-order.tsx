// An order that another person shared by its link: what it holds, and ordering the same.
import { qualityReportsOfOrder } from '@isobar/contract/calls/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { serviceAddress } from '../../lib/service-address.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { Datastreams } from './datastreams.tsx';
import { ReorderMenu } from './order-menus.tsx';
import { fetchShared, type Repeated } from './reorder.ts';

export function SharedOrder(props: { readonly repeated: Repeated; readonly onClose: () => void }) {
  const { repeated, onClose } = props;
  const config = useConfig();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['shared-order', repeated],
    queryFn: ({ signal }) => fetchShared(config, repeated, signal),
  });
  return (
    <section
      aria-label="Shared order"
      className="mb-5 grid gap-3 rounded-lg border border-rule bg-surface p-5"
    >
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="font-serif text-lg">Order {repeated.orderId}, shared with you</h3>
          <p className="text-ink-2">You can order the same data for yourself.</p>
        </div>
        <Button look="quiet" icon aria-label="Close the shared order" onClick={onClose}>
          <X size={17} aria-hidden />
        </Button>
      </header>
      {data ? (
        <>
          <Datastreams order={data.order} />
          <div className="flex flex-wrap items-center gap-2">
            <ReorderMenu repeated={repeated} />
            <a
              className={buttonClass()}
              href={qualityReportsOfOrder(serviceAddress(config, 'dqr'), repeated)}
            >
              Data Quality Report
            </a>
          </div>
        </>
      ) : error ? (
        <FailurePanel
          what={`Order ${repeated.orderId} could not be opened.`}
          why={error instanceof CallError ? error.message : undefined}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
    </section>
  );
}
