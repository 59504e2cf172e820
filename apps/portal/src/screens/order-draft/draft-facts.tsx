// Who prepared an order, and what it would bring: files, bytes, time, and what masking takes.
import type { OrderDraft } from '@isobar/contract/calls/draft-calls.ts';
import { estimateOrder } from '@isobar/contract/calls/order-calls.ts';
import { formatShare, plural } from '@isobar/contract/count.ts';
import { FILE_FORMATS } from '@isobar/contract/orders/formats.ts';
import { formatsFor, joinedMegabytesFor } from '@isobar/contract/orders/own-choices.ts';
import type { SelectedDatastream } from '@isobar/contract/orders/request.ts';
import { type DataQuality, isMuchMasked } from '@isobar/contract/quality/data-quality.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { formatDayTime, parseInstant } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { durationInWords } from '../../parts/checkout/duration.ts';
import { QualityLine } from '../../parts/orders/data-quality.tsx';
import { useMaskedValues } from './masked-query.ts';

export function PreparedBy({ draft }: { readonly draft: OrderDraft }) {
  const { client, token, madeAt, expiresAt } = draft;
  return (
    <div className="mt-2 grid gap-1 text-ink-2">
      <p>
        Prepared by <span className="font-strong text-ink">{client || 'a program'}</span>
        {token && (
          <>
            {' '}
            with your access token <span className="font-strong text-ink">{token}</span>
          </>
        )}
        , {minuteOf(madeAt)}.{client && ' The program chose this name.'}
      </p>
      <p>Nothing is ordered until you place it. It can be placed until {minuteOf(expiresAt)}.</p>
    </div>
  );
}

export function DraftFacts({ draft }: { readonly draft: OrderDraft }) {
  const config = useConfig();
  const { selectedData, files, bytes, review } = draft;
  const body = { selectedData };
  const estimate = useQuery({
    queryKey: ['order-estimate', body],
    retry: false,
    meta: { optional: true },
    queryFn: ({ signal }) => ask(config, estimateOrder, { body, signal }),
  });
  const masked = useMaskedValues(draft);
  return (
    <section aria-labelledby="what-comes" className="mt-5">
      <h2 id="what-comes" className="title-2 mb-2">
        What would be delivered
      </h2>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <Fact name="Source files">
          {plural(files, 'file')}, {formatBytes(bytes)}
        </Fact>
        <Fact name="Delivery">
          {estimate.isPending && 'Estimating…'}
          {estimate.isError && 'The size cannot be estimated.'}
          {estimate.data &&
            `About ${plural(estimate.data.files, 'file')}, ${formatBytes(estimate.data.bytes)}`}
        </Fact>
        <Fact name="Ready">
          {estimate.isPending && 'Estimating…'}
          {estimate.isError && 'Not known.'}
          {estimate.data && `About ${durationInWords(estimate.data.seconds)} after it is placed`}
        </Fact>
        <Fact name="Format">{formatsOf(selectedData)}</Fact>
        <Fact name="Masked values">
          {masked.isPending && 'Counting…'}
          {masked.isError && 'Not known.'}
          {masked.data && (
            <>
              <MaskedText quality={masked.data.quality} />
              <QualityLine quality={masked.data.quality} />
            </>
          )}
        </Fact>
      </dl>
      {review && (
        <p role="note" className="mt-3 flex gap-2">
          <TriangleAlert size={16} aria-hidden className="mt-1 shrink-0 text-warn" />
          {review === 'Restricted'
            ? 'It contains limited-access data, and is held until the data owner agrees.'
            : 'It is larger than the limit for delivery without review, and is held for an operator.'}
        </p>
      )}
    </section>
  );
}

const minuteOf = (instant: string): string => `${formatDayTime(parseInstant(instant) ?? 0)} UTC`;

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="contents">
    <dt className="text-ink-2 max-sm:-mb-2">{name}</dt>
    <dd aria-live="polite" className="min-w-0">
      {children}
    </dd>
  </div>
);

const formatsOf = (order: OrderDraft['selectedData']): string => {
  const inWords = (own: Partial<SelectedDatastream>): string => {
    const labels = FILE_FORMATS.filter(({ code }) => formatsFor(order, own).includes(code)).map(
      ({ label }) => label,
    );
    const joined = joinedMegabytesFor(order, own) === null ? '' : ', joined to longer files';
    return `${labels.join(', ')}${joined}`;
  };
  const all = order.selectedDatastreams.map((own) => [own.datastream, inWords(own)] as const);
  const different = new Set(all.map(([, words]) => words));
  if (different.size <= 1) return all[0]?.[1] ?? inWords({});
  return all.map(([datastream, words]) => `${datastream}: ${words}`).join('; ');
};

/** By reports, as the order asks for it. */
function MaskedText({ quality }: { readonly quality: readonly DataQuality[] }) {
  const values = quality.reduce((sum, one) => sum + one.values, 0);
  const masked = quality.reduce((sum, one) => sum + one.masked, 0);
  if (values === 0) return 'Their share is not known.';
  return (
    <span className={isMuchMasked({ values, masked }) ? 'text-danger' : ''}>
      {formatShare(masked / values)} of the values become missing, by reports.
    </span>
  );
}
