// One start and one end for all items of the cart: trims the date ranges that contain them, except
// those of epochs.
import { plural } from '@isobar/contract/count.ts';
import type { Span } from '@isobar/contract/orders/span.ts';
import { formatDayTime } from '@isobar/contract/time.ts';
import { useState } from 'react';
import { type CartEntry, levelOf } from '../../parts/cart/cart-item.ts';
import { useCart } from '../../parts/cart/cart-store.ts';
import { DateTimeInput } from '../../ui/date-time-input.tsx';

export function UniversalRange() {
  const items = useCart((cart) => cart.items);
  const { start, end } = useCart((cart) => cart.universal);
  const setUniversal = useCart((cart) => cart.setUniversal);
  const [outcome, setOutcome] = useState('');
  const bounds = universalBounds(items);
  if (!bounds) return null;
  const set = (edge: 'start' | 'end', instant: number): void => {
    const touched = items.filter(
      ({ selection }) =>
        !selection.isEpoch &&
        selection.dates.some((range) => range.start <= instant && instant <= range.end),
    ).length;
    setUniversal(edge, instant);
    setOutcome(
      `${touched === items.length ? 'All items now' : `${touched} of ${plural(items.length, 'item')}`} ${edge === 'start' ? 'start' : 'end'} at ${formatDayTime(instant)} UTC.`,
    );
  };
  return (
    <fieldset className="rounded-lg bg-sunk px-4 py-3">
      <legend className="sr-only">Dates of all items</legend>
      <div className="flex flex-wrap items-start gap-x-2 gap-y-2">
        <span aria-hidden className="mt-1.5 mr-2 font-strong">
          All items
        </span>
        <DateTimeInput
          label="Start date of all items"
          edge="start"
          value={start}
          bounds={{ start: bounds.start, end: Math.min(end ?? bounds.end, bounds.end) }}
          onChange={(seconds) => set('start', seconds)}
          className="w-[15.4rem] max-w-full"
        />
        <span aria-hidden className="mt-2 text-ink-2 max-sm:hidden">
          to
        </span>
        <DateTimeInput
          label="End date of all items"
          edge="end"
          value={end}
          bounds={{ start: Math.max(start ?? bounds.start, bounds.start), end: bounds.end }}
          onChange={(seconds) => set('end', seconds)}
          className="w-[15.4rem] max-w-full"
        />
      </div>
      <p className="text-sm text-ink-2" aria-live="polite">
        {outcome ||
          'Sets the start or end of every date range that contains the date; other ranges and epochs stay as they are.'}
      </p>
    </fieldset>
  );
}

/**
 * From the earliest start to the latest end of the items without an epoch; null when there are
 * none.
 */
export function universalBounds(items: readonly CartEntry[]): Span | null {
  const levels = items
    .filter((item) => !item.selection.isEpoch)
    .flatMap((item) => levelOf(item) ?? []);
  if (levels.length === 0) return null;
  return {
    start: Math.min(...levels.map((level) => level.start)),
    end: Math.max(...levels.map((level) => level.end)),
  };
}
