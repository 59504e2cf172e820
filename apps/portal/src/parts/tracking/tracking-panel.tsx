// 'Track Order': the steps, the work under way in bytes and files, what is missing, and the
// delivery.

import type { OrderStatusReply } from '@isobar/contract/calls/orders.ts';
import { plural } from '@isobar/contract/count.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { CircleAlert, CirclePause, History } from 'lucide-react';
import { Suspense } from 'react';
import { CallError } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { ProgressBar, Skeleton, Spinner } from '../../ui/progress.tsx';
import { QualitySection } from '../orders/data-quality.tsx';
import { OrderActions } from './order-actions.tsx';
import { StepLine } from './step-line.tsx';
import { useOrderStatus } from './use-order-status.ts';
import {
  fileProgressWords,
  fractionDone,
  keptDay,
  queueWords,
  standing,
  timeLeft,
} from './words.ts';

const Delivery = lazyPart('The list of delivered files', () =>
  import('./delivery.tsx').then((module) => module.Delivery),
);

export function TrackingPanel(props: {
  readonly orderId: number;
  /** An order whose datastreams are not known yet is still being taken in. */
  readonly datastreamCount: number;
  /** Shows what changed since it was delivered; absent: nothing did. */
  readonly onChanges?: () => void;
}) {
  const { orderId, datastreamCount, onChanges } = props;
  const { data: status, isError, error, isFetching, refetch } = useOrderStatus(orderId);
  if (datastreamCount === 0) {
    return (
      <div className="grid max-w-md gap-2">
        <p role="status">We are still processing your order.</p>
        <ProgressBar label="Processing your order" value={null} />
      </div>
    );
  }
  if (!status) {
    if (!isError) return <Skeleton className="h-16 w-full" />;
    return (
      <FailurePanel
        what="The status of your order could not be loaded."
        why={error instanceof CallError ? error.message : undefined}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="grid gap-4">
      <StepLine status={status} />
      <Standing status={status} />
      {onChanges && <ChangedSince onChanges={onChanges} />}
      <Missing missing={status.missing} />
      <QualitySection level={4} orderId={orderId} quality={status.quality} />
      {status.delivery && (
        <Suspense fallback={<Spinner size={18} label="Opening the delivery…" />}>
          <Delivery orderId={orderId} delivery={status.delivery} />
        </Suspense>
      )}
      <OrderActions orderId={orderId} actions={status.actions} />
    </div>
  );
}

const ChangedSince = ({ onChanges }: { readonly onChanges: () => void }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warn-soft px-4 py-2.5">
    <History size={17} aria-hidden className="shrink-0 text-warn" />
    <span className="min-w-0 flex-1 basis-56">
      Data of this order changed in the archive since it was delivered.
    </span>
    <Button small onClick={onChanges}>
      What changed since
    </Button>
  </p>
);

function Standing({ status }: { readonly status: OrderStatusReply }) {
  const { kind, why } = standing(status);
  if (why !== null && kind === 'error') return <Trouble>{why}</Trouble>;
  if (status.curStep === 'complete') {
    if (!status.expired) return null;
    const day = keptDay(status);
    return (
      <p role="status">
        {day === ''
          ? 'The files of this order are no longer kept.'
          : `The files of this order expired on ${day} and are no longer kept.`}{' '}
        Order the same data again to regenerate them.
      </p>
    );
  }
  if (status.queuePlace !== null) {
    return (
      <p role="status">
        {queueWords(status.queuePlace)}
        {status.secondsLeft !== null && (
          <span className="text-ink-2">, {timeLeft(status.secondsLeft)}</span>
        )}
      </p>
    );
  }
  if (why !== null) return <Trouble held>{why}</Trouble>;
  return <UnderWay status={status} />;
}

function UnderWay({ status }: { readonly status: OrderStatusReply }) {
  const { progress, secondsLeft } = status;
  return (
    <div className="grid gap-1.5">
      <ProgressBar label="Order progress" value={fractionDone(progress)} />
      {progress && (
        <p className="flex flex-wrap gap-x-4 text-sm">
          <span>{fileProgressWords(progress)}</span>
          <span>
            {formatBytes(progress.bytesDone)} of {formatBytes(progress.bytesTotal)}
          </span>
          {secondsLeft !== null && <span className="text-ink-2">{timeLeft(secondsLeft)}</span>}
        </p>
      )}
      {progress?.currentFile && (
        <p className="truncate font-mono text-sm text-ink-2">{progress.currentFile}</p>
      )}
    </div>
  );
}

/** `held`: the order waits and goes on by itself; otherwise it is in error. */
function Trouble({
  children,
  held = false,
}: {
  readonly children: string;
  readonly held?: boolean;
}) {
  const Mark = held ? CirclePause : CircleAlert;
  return (
    <p
      role="status"
      className={`flex gap-2.5 rounded-lg px-4 py-3 ${held ? 'bg-warn-soft' : 'bg-danger-soft'}`}
    >
      <Mark
        size={19}
        aria-hidden
        className={`mt-0.5 shrink-0 ${held ? 'text-warn' : 'text-danger'}`}
      />
      {children}
    </p>
  );
}

/** Everything that is missing, so that an incomplete order is recognised. */
function Missing({ missing }: Pick<OrderStatusReply, 'missing'>) {
  if (missing.length === 0) return null;
  return (
    <details className="rounded-lg bg-warn-soft px-4 py-2.5" open={missing.length <= 5}>
      <summary className="font-strong">
        {plural(missing.length, 'input')} could not be delivered
      </summary>
      <ul className="mt-1.5 max-h-60 overflow-y-auto text-sm">
        {missing.map(({ file, reason }) => (
          <li key={`${file} ${reason}`} className="py-0.5">
            <span className="font-mono text-sm break-all">{file}</span>
            <span className="text-ink-2"> {reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
