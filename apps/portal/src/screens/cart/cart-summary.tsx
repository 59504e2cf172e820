// Files and size of the whole cart, what to know before ordering, and Checkout.

import { formatCount } from '@isobar/contract/count.ts';
import { checkOrder, type Finding } from '@isobar/contract/orders/check.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { TriangleAlert } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import type { CartEntry } from '../../parts/cart/cart-item.ts';
import { type CartMetrics, checked } from '../../parts/cart/metrics.ts';
import { LimitedOffer } from '../../parts/checkout/limited-offer.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FailurePanel } from '../../ui/panels.tsx';

export function CartSummary(props: {
  readonly items: readonly CartEntry[];
  readonly metrics: CartMetrics;
  readonly onCheckout: () => void;
}) {
  const { items, metrics, onCheckout } = props;
  const { total, complete, failed } = metrics;
  const { maximumFiles } = useConfig();
  const pending = failed ? '–' : '…';
  return (
    <section
      aria-label="Summary"
      data-keep-clear
      className="border-rule max-lg:sticky max-lg:bottom-0 max-lg:-mx-4 max-lg:border-t max-lg:bg-surface max-lg:px-4 max-lg:py-3 lg:sticky lg:top-6 lg:rounded-xl lg:border lg:bg-surface lg:p-5"
    >
      <h2 className="title-2 max-lg:sr-only">Your order</h2>
      <dl
        aria-live="polite"
        aria-busy={!complete && !failed}
        className={classNames(
          'grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 max-lg:gap-x-3 lg:mt-3',
          failed ? 'max-lg:hidden' : 'max-lg:flex',
        )}
      >
        <dt className="text-ink-2 max-lg:sr-only">Datastreams</dt>
        <dd className="text-right max-lg:hidden">{formatCount(items.length)}</dd>
        <dt className="text-ink-2 max-lg:sr-only">Files</dt>
        <dd className="text-right font-strong">
          {complete ? formatCount(total.fileCount) : pending}
          <span className="lg:hidden"> {total.fileCount === 1 ? 'file' : 'files'}</span>
        </dd>
        <dt className="text-ink-2 max-lg:sr-only">Size</dt>
        <dd className="text-right font-strong">{complete ? formatBytes(total.bytes) : pending}</dd>
      </dl>
      {failed && (
        <div className="mt-3">
          <FailurePanel what="Some sizes could not be counted." onRetry={metrics.retry} />
        </div>
      )}
      <div className="mt-3 text-sm max-lg:hidden">
        <LimitedOffer items={items} metrics={metrics} />
      </div>
      {complete && <Findings findings={findingsOf(items, metrics, maximumFiles)} />}
      <Button
        look="primary"
        className="mt-4 w-full max-lg:mt-2"
        disabled={items.length === 0}
        onClick={onCheckout}
      >
        Checkout
      </Button>
      <p className="mt-3 text-sm text-ink-2 max-lg:hidden">
        An order holds at most {formatCount(maximumFiles)} files. Variables, formats and delivery
        are chosen at checkout.
      </p>
    </section>
  );
}

/**
 * The findings of the checkout, shown in the cart already, except the size above which orders are
 * reviewed: only the checkout knows it.
 */
const findingsOf = (
  items: readonly CartEntry[],
  metrics: CartMetrics,
  maxFiles: number,
): readonly Finding[] =>
  checkOrder({
    selections: items.flatMap((item, index) => {
      const one = metrics.each[index];
      return one ? [checked(item, one)] : [];
    }),
    formatCount: 1,
    delivery: [],
    maxOrderBytes: Number.POSITIVE_INFINITY,
    maxFiles,
  });

const Findings = ({ findings }: { readonly findings: readonly Finding[] }) => (
  <ul className="mt-3 grid gap-2 text-sm">
    {findings.map((finding) => (
      <li
        key={finding.code}
        className={classNames('flex gap-2', finding.kind !== 'refusal' && 'max-lg:hidden')}
      >
        <TriangleAlert
          size={16}
          aria-hidden
          className={`mt-0.5 shrink-0 ${finding.kind === 'refusal' ? 'text-danger' : 'text-warn'}`}
        />
        <span>{finding.message}</span>
      </li>
    ))}
  </ul>
);
