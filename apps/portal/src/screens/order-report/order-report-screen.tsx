// All quality reports that touch an order: by datastream and variable, on a page that prints, and
// as CSV and JSON.

import type { OrderReports } from '@isobar/contract/calls/quality.ts';
import { reportsOfOrder, reportsOfOrderAsTable } from '@isobar/contract/calls/quality-calls.ts';
import { plural } from '@isobar/contract/count.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Printer } from 'lucide-react';
import { addressOf } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { reportsElsewhere } from '../../lib/reports-elsewhere.ts';
import { useParams, useSearch } from '../../lib/router/provider.tsx';
import { SignInPanel } from '../../parts/login/sign-in-panel.tsx';
import { QualitySection } from '../../parts/orders/data-quality.tsx';
import { orderReportsQuery } from '../../parts/report/report-queries.ts';
import { day } from '../../parts/report/report-words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import '../../parts/report/report.css';
import { OrderedDatastream } from './ordered-datastream.tsx';

export function OrderReportScreen() {
  const { orderId = '' } = useParams();
  const { key } = useSearch();
  usePageTitle(`Quality reports of order ${orderId}`);
  const config = useConfig();
  const elsewhere = reportsElsewhere(config);
  const { data, error, isFetching, refetch } = useQuery({
    ...orderReportsQuery(config, orderId, key),
    enabled: elsewhere === null,
  });
  return (
    <main id="main" tabIndex={-1} className="report-page page py-6 outline-none">
      <div className="no-print mb-4 flex flex-wrap items-center gap-2">
        <a className="btn btn-quiet btn-small -ml-2" href="#/account/order">
          <ArrowLeft size={15} aria-hidden />
          Your Orders
        </a>
        <span className="ml-auto" />
        {data && <Tools orderId={data.orderId} shareKey={key} />}
      </div>
      <h1 className="title">
        <span className="caps mb-1 block font-sans">Data Quality Report</span>
        Order {orderId}
      </h1>
      {elsewhere !== null && (
        <EmptyPanel
          title="Provided by another service"
          text="The data quality reports of this archive are kept by a separate service."
        >
          <a
            className={buttonClass({ look: 'primary' })}
            href={`${elsewhere}/?orderID=${encodeURIComponent(orderId)}`}
          >
            Open the reports of this order
          </a>
        </EmptyPanel>
      )}
      {data && <Reports reply={data} />}
      {!data && error && (
        <Failure error={error} orderId={orderId} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && elsewhere === null && (
        <div
          role="status"
          aria-label="Loading the reports"
          className="mt-4 grid min-h-80 content-start gap-4"
        >
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </main>
  );
}

function Tools(props: { readonly orderId: number; readonly shareKey: string | undefined }) {
  const { orderId, shareKey } = props;
  const config = useConfig();
  const asked = { params: { orderId }, query: { key: shareKey || undefined } };
  return (
    <>
      <a className={buttonClass()} href={addressOf(config, reportsOfOrder, asked)}>
        JSON
      </a>
      <a className={buttonClass()} href={addressOf(config, reportsOfOrderAsTable, asked)}>
        CSV
      </a>
      <Button onClick={() => window.print()}>
        <Printer size={15} aria-hidden />
        Print
      </Button>
    </>
  );
}

function Reports({ reply }: { readonly reply: OrderReports }) {
  const all = reply.datastreams.flatMap((one) => one.reports);
  const different = new Set(all.map((one) => one.dqrid)).size;
  const later = new Set(all.filter((one) => one.since).map((one) => one.dqrid)).size;
  return (
    <div className="report">
      <p className="mt-1 text-ink-2">
        Ordered {day(reply.orderDate)},{' '}
        {reply.completedAt ? `delivered ${day(reply.completedAt)}` : 'not delivered yet'}.{' '}
        {different === 0
          ? 'No quality report affects the ordered data.'
          : `${plural(different, 'report')} ${different === 1 ? 'affects' : 'affect'} what was ordered.`}
      </p>
      {later > 0 && (
        <p role="note" className="mt-3 rounded-lg border border-warn/50 bg-warn-soft px-4 py-2.5">
          {plural(later, 'report')} {later === 1 ? 'was' : 'were'} written or changed after your
          files were delivered: the files do not know {later === 1 ? 'it' : 'them'}. They are marked
          below.
        </p>
      )}
      <div className="mt-5">
        <QualitySection level={2} orderId={reply.orderId} quality={reply.quality} />
      </div>
      <div className="mt-5 grid gap-8">
        {reply.datastreams.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a datastream may occur in an order twice
          <OrderedDatastream key={`${one.datastream} ${at}`} ordered={one} />
        ))}
      </div>
    </div>
  );
}

function Failure(props: {
  readonly error: Error;
  readonly orderId: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
}) {
  const { error, orderId, busy, onRetry } = props;
  const status = error instanceof CallError ? error.status : 0;
  if (status === 401)
    return (
      <SignInPanel
        why="The reports of an order are shown to its owner, and to anyone who has its share link."
        onSignedIn={onRetry}
      />
    );
  if (status === 404 || status === 400)
    return (
      <EmptyPanel
        title={`There is no order ${orderId} of yours`}
        text="It may belong to another account, or the link may be incomplete."
      />
    );
  return (
    <div className="mt-5">
      <FailurePanel
        what="The reports of this order could not be loaded."
        why={error.message}
        busy={busy}
        onRetry={onRetry}
      />
    </div>
  );
}
