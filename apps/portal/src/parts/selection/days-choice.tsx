// Single days of a selection: how many are chosen of how many, and the link to the calendar.

import { formatCount, plural } from '@isobar/contract/count.ts';
import type { Level } from '@isobar/contract/orders/levels.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { countDays, daysOf, intersect, type Span, wholeDay } from '@isobar/contract/orders/span.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { CalendarDays } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const DatesModal = lazyPart(
  'The list of days',
  () => import('./dates-modal.tsx').then((module) => module.DatesModal),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

export function DaysChoice(props: {
  readonly title: string;
  readonly selection: Selection;
  readonly level: Level;
  /** The days that can be chosen; null: every day of the level. */
  readonly epochDays: readonly number[] | null;
  readonly onChange: (dates: readonly Span[]) => void;
}) {
  const { title, selection, level, epochDays, onChange } = props;
  const [open, setOpen] = useState(false);
  const ofEpoch = useMemo(
    () =>
      epochDays && daysOf(epochDays.map(wholeDay)).filter((day) => intersect(day, level) !== null),
    [epochDays, level],
  );
  const count = ofEpoch?.length ?? countDays([level]);
  const available = useMemo(
    () => (open ? (ofEpoch ?? daysOf([level])) : []),
    [open, ofEpoch, level],
  );
  const { dates } = selection;
  const [first, last] = [dates[0], dates.at(-1)];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
        <CalendarDays size={16} aria-hidden />
        Choose dates
        <span className="sr-only"> of {title}</span>
      </Button>
      <span>
        {plural(dates.length, 'date')} selected / {formatCount(count)} available
        {first && last && (
          <span className="text-ink-2">
            {' '}
            · {formatDay(first.start)}
            {last !== first && ` to ${formatDay(last.start)}`}
          </span>
        )}
      </span>
      {open && (
        <Suspense>
          <DatesModal
            title={title}
            available={available}
            selected={dates}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
