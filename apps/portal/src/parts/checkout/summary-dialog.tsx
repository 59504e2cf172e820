// 'Data Selection Summary': the choices of every datastream, those of the whole order, and what to
// know before.
import { checkOrder, type Finding, refusals } from '@isobar/contract/orders/check.ts';
import type { DataQuality } from '@isobar/contract/quality/data-quality.ts';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { OrderOptions, OwnChoices } from '../../lib/orders/request-of.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { type CartEntry, cartKey, isAerial } from '../cart/cart-item.ts';
import type { CartMetrics } from '../cart/metrics.ts';
import { DatastreamSection } from './datastream-section.tsx';
import { useEstimate } from './estimate-query.ts';
import { LimitedOffer, limitedNames } from './limited-offer.tsx';
import { MaskedWarning } from './masked-warning.tsx';
import { OrderOptionsForm } from './order-options.tsx';
import type { SplitOrder } from './split.ts';
import { SplitOffer } from './split-offer.tsx';
import type { Submission } from './submission.ts';
import type { Flagging } from './submission-of.ts';
import { WhatComes } from './what-comes.tsx';

type SummaryProps = {
  readonly items: readonly CartEntry[];
  readonly metrics: CartMetrics;
  readonly submission: Submission | null;
  /** What reports mask of each selection; none while it is not known. */
  readonly quality: readonly DataQuality[];
  readonly options: OrderOptions;
  readonly onOptions: (options: OrderOptions) => void;
  readonly flaggingOf: (key: string) => Flagging;
  readonly onFlagging: (keys: readonly string[], flagging: Flagging) => void;
  readonly ownOf: (key: string) => OwnChoices | null;
  readonly onOwn: (key: string, own: OwnChoices | null) => void;
  readonly busy: boolean;
  /** Why the last try was refused. */
  readonly refused: readonly string[];
  readonly onSubmit: () => void;
  readonly onSplit: (orders: readonly SplitOrder[]) => void;
  readonly onClose: () => void;
};

export function SummaryDialog(props: SummaryProps) {
  const { items, metrics, submission, options, refused } = props;
  const keys = items.map(cartKey);
  const stops = submission ? refusals(checkOrder(submission.order)) : [];
  const estimated = useEstimate(submission, stops.length === 0);
  const tooMany = stops.some((finding) => finding.code === 'too-many-files');
  return (
    <Dialog
      inAddress
      open
      keepOpen
      onClose={props.onClose}
      title="Data Selection Summary"
      width="1240px"
      description="What is delivered for each datastream, and how."
      footer={<Footer {...props} stops={stops} />}
    >
      <WhyRefused messages={refused} />
      <WhatComes
        estimated={estimated}
        sources={metrics.complete ? metrics.total : null}
        failed={metrics.failed}
        waits={limitedNames(items, metrics).length > 0}
        quality={props.quality}
      />
      {metrics.failed && (
        <div className="mb-4">
          <FailurePanel what="Some sizes could not be counted." onRetry={metrics.retry} />
        </div>
      )}
      {tooMany && (
        <SplitOffer {...{ items, metrics, submission }} busy={props.busy} onSplit={props.onSplit} />
      )}
      <LimitedOffer items={items} metrics={metrics} busy={props.busy} onSplit={props.onSplit} />
      {submission && <Warnings submission={submission} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-9 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <ul>
          {items.map((item, index) => (
            <DatastreamSection
              key={cartKey(item)}
              entry={item}
              metrics={metrics.each[index]}
              isFirst={index === 0}
              flagging={props.flaggingOf(cartKey(item))}
              onFlagging={(next) => props.onFlagging([cartKey(item)], next)}
              own={props.ownOf(cartKey(item))}
              onOwn={items.length > 1 ? (own) => props.onOwn(cartKey(item), own) : null}
              options={options}
              onTimeGrid={(timeGrid) => props.onOptions({ ...options, timeGrid })}
              onFlaggingForAll={items.length > 1 ? (next) => props.onFlagging(keys, next) : null}
            />
          ))}
        </ul>
        <OrderOptionsForm
          options={options}
          onChange={props.onOptions}
          bytes={metrics.total.bytes}
          aerial={items.some(isAerial)}
          datastreams={items.length}
        />
      </div>
    </Dialog>
  );
}

/** Why it may not be sent, and the button. */
function Footer(props: SummaryProps & { readonly stops: readonly Finding[] }) {
  const { submission, busy, stops } = props;
  return (
    <>
      <MaskedWarning items={props.items} quality={props.quality} />
      <Button onClick={props.onClose} disabled={busy}>
        Cancel
      </Button>
      {stops.length > 0 && (
        <p
          id="why-not"
          role="status"
          className="max-w-[22rem] text-sm text-danger max-sm:order-first max-sm:max-w-none max-sm:basis-full"
        >
          {stops.map((finding) => finding.message).join(' ')}
        </p>
      )}
      {/* Only aria-disabled while submitting: so it keeps the focus, and gets it back after a
          question. */}
      <Button
        look="primary"
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        disabled={submission === null || stops.length > 0}
        aria-describedby={stops.length > 0 ? 'why-not' : undefined}
        onClick={() => !busy && props.onSubmit()}
      >
        Submit order
      </Button>
    </>
  );
}

function WhyRefused({ messages }: { readonly messages: readonly string[] }) {
  return (
    <div role="alert">
      {messages.length > 0 && (
        <ul className="mb-4 grid gap-1 rounded-lg bg-danger-soft px-4 py-3">
          {messages.map((message) => (
            <li key={message} className="flex gap-2.5">
              <CircleAlert size={18} aria-hidden className="mt-0.5 shrink-0 text-danger" />
              {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Warnings({ submission }: { readonly submission: Submission }) {
  const findings = checkOrder(submission.order).filter((finding) => finding.kind === 'warning');
  if (findings.length === 0) return null;
  return (
    <ul className="mb-2 grid gap-1 rounded-lg bg-warn-soft px-4 py-2.5">
      {findings.map((finding) => (
        <li key={finding.code} className="flex gap-2.5">
          <TriangleAlert size={18} aria-hidden className="mt-0.5 shrink-0 text-warn" />
          {finding.message}
        </li>
      ))}
    </ul>
  );
}
