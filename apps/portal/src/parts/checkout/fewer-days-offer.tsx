// Beside the offer to split an order: the newest days that one order may have, set in the cart with
// one click.
import { formatCount, plural } from '@isobar/contract/count.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { type CartEntry, cartKey } from '../cart/cart-item.ts';
import { useCart } from '../cart/cart-store.ts';
import type { CartMetrics } from '../cart/metrics.ts';
import { useCounted } from './counted.ts';
import { fewerDaysOffered } from './fewer-days.ts';

/** Nothing while the days are not known, and where there are none. */
export function FewerDaysOffer(props: {
  readonly items: readonly CartEntry[];
  readonly metrics: CartMetrics;
  readonly busy: boolean;
}) {
  const { items, metrics, busy } = props;
  const select = useCart((cart) => cart.select);
  const { data: fewer } = useQuery({
    ...useCounted('fewer-days', { items, metrics }, fewerDaysOffered),
    retry: false,
  });
  if (!fewer) return null;
  const take = (): void =>
    items.forEach((item, index) => {
      const selection = fewer.selections[index];
      if (selection && selection.dates.length > 0) select(cartKey(item), () => selection);
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-danger/40 pt-3">
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-strong">Or take fewer days:</span>{' '}
        <span className="whitespace-nowrap">{formatDay(fewer.start)} –</span>{' '}
        <span className="whitespace-nowrap">{formatDay(fewer.end)}</span>
        {fewer.of && (
          <>
            {' of '}
            <span className="font-mono text-sm [overflow-wrap:anywhere]">{fewer.of}</span>
          </>
        )}
        {!fewer.of && items.length > 1 && ` of these ${formatCount(items.length)} selections`}. The
        order then has {plural(fewer.fileCount, 'file')}.
      </p>
      <Button disabled={busy} onClick={take}>
        Set these days
      </Button>
    </div>
  );
}
