// Opens the first hours of a datastream in the checkout; nothing is read of them before.
import { isRawLevel } from '@isobar/contract/catalogue/data-level.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { Masking } from '../selection/shares.tsx';
import { FirstHoursRoom } from './first-hours-room.tsx';

const FirstHours = lazyPart('The plot of the first hours', () =>
  import('./first-hours.tsx').then((module) => module.FirstHours),
);

export function FirstHoursFold(props: {
  readonly selection: Selection;
  readonly masking: Masking;
  /** Values are put on a time grid after they are masked. */
  readonly isGridded: boolean;
  readonly opensFirst: boolean;
}) {
  const { selection, masking, isGridded, opensFirst } = props;
  const [open, setOpen] = useState(opensFirst);
  if (isRawLevel(selection.dataLevel) || selection.dates.length === 0) return null;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-1 text-sm font-strong">
        First hours as plot and table
        <span className="sr-only"> of {selection.datastream}</span>
      </summary>
      {open && (
        <div className="mt-2">
          <Suspense fallback={<FirstHoursRoom withChoice />}>
            <FirstHours {...{ selection, masking, isGridded }} />
          </Suspense>
        </div>
      )}
    </details>
  );
}
