// The items of the cart that a report touches, and 'apply this': which flags the report's class
// when they are ordered.

import type { ReportReply } from '@isobar/contract/calls/quality.ts';
import { plural } from '@isobar/contract/count.ts';
import { DQR_FILTERS, type DqrFilter } from '@isobar/contract/orders/request.ts';
import { sentSpan, touches } from '@isobar/contract/quality/affected.ts';
import { reportClass } from '@isobar/contract/quality/classes.ts';
import { Button } from '../../ui/button.tsx';
import type { CartEntry } from '../cart/cart-item.ts';
import { useCart } from '../cart/cart-store.ts';
import { useWishes } from '../cart/wishes.ts';

export function InMyCart({ report }: { readonly report: ReportReply }) {
  const items = useCart((cart) => cart.items);
  const wishes = useWishes((state) => state.wishes);
  const apply = useWishes((state) => state.apply);
  const touched = items.filter((item) => isTouched(report, item));
  if (touched.length === 0)
    return <p className="text-ink-2">No items in your cart are affected.</p>;
  const wanted = touched.map(
    (item) => [item.selection.datastream, filtersOn(report, item)] as const,
  );
  const applied = wanted.every(([datastream, filters]) =>
    filters.every((one) =>
      (Object.hasOwn(wishes, datastream) ? wishes[datastream] : [])?.includes(one),
    ),
  );
  const possible = wanted.some(([, filters]) => filters.length > 0);
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        <a className="link" href="#/saved">
          See the {plural(touched.length, 'item')} of your cart that it touches
        </a>
      </p>
      {possible && (
        <>
          <Button small disabled={applied} onClick={() => apply(wanted)}>
            Apply this in my order
          </Button>
          <p role="status" className="text-ink-2">
            {applied ? 'Its values will be flagged; the checkout shows it.' : ''}
          </p>
        </>
      )}
    </div>
  );
}

const spansOn = (report: ReportReply, { selection }: CartEntry) =>
  report.affected.filter((span) =>
    touches(sentSpan(span), {
      datastream: selection.datastream,
      ranges: selection.dates,
      variables: selection.variables,
    }),
  );

const isTouched = (report: ReportReply, item: CartEntry): boolean =>
  spansOn(report, item).length > 0;

function filtersOn(report: ReportReply, item: CartEntry): readonly DqrFilter[] {
  const keys = new Set(spansOn(report, item).map((span) => reportClass(span.code)?.key));
  return DQR_FILTERS.filter((filter) => keys.has(filter));
}
