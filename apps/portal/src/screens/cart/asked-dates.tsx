// What a level has of the dates that were asked for: only a part, or nothing, with the nearest that
// has.

import type { Level } from '@isobar/contract/orders/levels.ts';
import {
  askedDates,
  datesInside,
  type Selection,
  withDates,
  withLevel,
} from '@isobar/contract/orders/selection.ts';
import type { DateWindow, Span } from '@isobar/contract/orders/span.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { TriangleAlert } from 'lucide-react';
import { type CartEntry, levelsOf } from '../../parts/cart/cart-item.ts';
import { Button } from '../../ui/button.tsx';
import { nearestTo } from './nearest.ts';

export function AskedDates(props: {
  /** Names the item for screen readers. */
  readonly title: string;
  readonly entry: CartEntry;
  readonly level: Level;
  readonly onChange: (selection: Selection) => void;
}) {
  const { entry, level } = props;
  const { selection } = entry;
  const asked = askedDates(selection, level);
  if (datesInside(asked, level, false).length === 0) return <Nothing {...props} asked={asked} />;
  const beyond = asked.some(
    ({ start, end }) =>
      (start !== null && start < level.start && isOtherDay(start, level.start)) ||
      (end !== null && end > level.end && isOtherDay(end, level.end)),
  );
  if (!beyond || selection.isEpoch) return null;
  return (
    <p className="text-sm text-ink-2">
      Your dates are {windowsText(asked)}; this level has data from {formatDay(level.start)} to{' '}
      {formatDay(level.end)}.
    </p>
  );
}

function Nothing(
  props: Parameters<typeof AskedDates>[0] & { readonly asked: readonly DateWindow[] },
) {
  const { title, entry, level, onChange, asked } = props;
  const { selection } = entry;
  const nearest = nearestTo(asked, level, levelsOf(entry));
  const take = ({ start, end }: Span) =>
    onChange(
      withDates({ ...selection, isEpoch: false, multipleDates: false }, level, [{ start, end }]),
    );
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunk px-3 py-2"
    >
      <span className="inline-flex items-start gap-2">
        <TriangleAlert size={16} aria-hidden className="mt-1 shrink-0 text-warn" />
        <span>
          <span className="font-strong">No files of this level in your dates</span>
          {asked.length > 0 && ` (${windowsText(asked)})`}. It has data from{' '}
          {formatDay(level.start)} to {formatDay(level.end)}.
        </span>
      </span>
      {nearest.level && (
        <Button
          small
          onClick={() => nearest.level && onChange(withLevel(selection, nearest.level, level))}
        >
          Use level {nearest.level.dataLevel}, which has them
          <span className="sr-only">, for {title}</span>
        </Button>
      )}
      {nearest.dates && (
        <Button small onClick={() => nearest.dates && take(nearest.dates)}>
          Use the nearest: {spanText(nearest.dates)}
          <span className="sr-only">, for {title}</span>
        </Button>
      )}
    </div>
  );
}

const MOST_NAMED = 3;

function windowsText(asked: readonly DateWindow[]): string {
  const named = asked.slice(0, MOST_NAMED).map(windowText);
  const more = asked.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function windowText({ start, end }: DateWindow): string {
  if (start === null) return end === null ? 'any time' : `until ${formatDay(end)}`;
  return end === null ? `since ${formatDay(start)}` : spanText({ start, end });
}

const spanText = ({ start, end }: Span): string =>
  isOtherDay(start, end) ? `${formatDay(start)} to ${formatDay(end)}` : formatDay(start);

const isOtherDay = (a: number, b: number): boolean => formatDay(a) !== formatDay(b);
