// The date range of the search: two typed dates, a calendar on demand, Apply and Clear.

import { chosen, type Search, setDates } from '@isobar/contract/search/filter.ts';
import { formatDay, parseDay } from '@isobar/contract/time.ts';
import { CalendarDays } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { DayRange } from './calendar-popover.tsx';
import type { Go } from './search-address.ts';

const CalendarPopover = lazyPart(
  'The calendar',
  () => import('./calendar-popover.tsx').then((module) => module.CalendarPopover),
  { failure: 'line' },
);
const EpochPanel = lazyPart('The description of the epoch', () =>
  import('./epoch-panel.tsx').then((module) => module.EpochPanel),
);

/** First selectable day (part 1 section 5); the last is today. */
export const FIRST_DAY = '1991-01-01';
export const lastDay = (): string => formatDay(Date.now() / 1000);

export function DateFilter({ search, go }: { readonly search: Search; readonly go: Go }) {
  const applied: DayRange = {
    start: (chosen(search, 'start_date')[0] ?? '').slice(0, 10),
    end: (chosen(search, 'end_date')[0] ?? '').slice(0, 10),
  };
  const base = `${applied.start} ${applied.end}`;
  const [draft, setDraft] = useState<{ base: string; range: DayRange } | null>(null);
  const range = draft?.base === base ? draft.range : applied;
  const change = (next: DayRange): void => setDraft({ base, range: next });
  const [calendar, setCalendar] = useState(false);
  const id = useId();
  const invalid = range.start !== '' && range.end !== '' && range.start > range.end;
  const set = range.start !== '' || range.end !== '';
  const dirty = range.start !== applied.start || range.end !== applied.end;
  const epoch = chosen(search, 'epoch_codes')[0];
  const apply = async (next: DayRange): Promise<void> => {
    const dated = next.start !== '' || next.end !== '';
    if (dated && epoch) {
      const yes = await confirm({
        title: 'Applying date filters will overwrite the data epoch dates.',
        text: 'The epoch of the search is removed.',
      });
      if (!yes) return;
    }
    setDraft(null);
    go(setDates(search, next.start || null, next.end || null));
  };
  return (
    <fieldset className="min-w-0" data-tour="dates">
      <legend className="mb-1 text-base font-strong">Date range</legend>
      <div className="field w-full !gap-1 !px-2">
        <DayInput
          label="Start date"
          value={range.start}
          invalid={invalid}
          describedBy={invalid ? id : undefined}
          onCommit={(start) => change({ ...range, start })}
        />
        <span aria-hidden className="text-ink-2">
          –
        </span>
        <DayInput
          label="End date"
          value={range.end}
          invalid={invalid}
          describedBy={invalid ? id : undefined}
          onCommit={(end) => change({ ...range, end })}
        />
        <Calendar open={calendar} onOpen={setCalendar} range={range} onChange={change} />
      </div>
      {invalid && (
        <p id={id} role="alert" className="mt-1 text-sm text-danger">
          Invalid date range selected
        </p>
      )}
      {(set || dirty) && (
        <div className="mt-2 flex gap-2">
          <Button
            small
            look="primary"
            disabled={invalid || !dirty}
            onClick={() => void apply(range)}
          >
            Apply <span className="sr-only">date range</span>
          </Button>
          <Button
            small
            onClick={() =>
              applied.start || applied.end ? void apply({ start: '', end: '' }) : setDraft(null)
            }
          >
            Clear <span className="sr-only">date range</span>
          </Button>
        </div>
      )}
      {epoch && (
        <Suspense>
          <EpochPanel code={epoch} />
        </Suspense>
      )}
    </fieldset>
  );
}

function Calendar(props: {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly range: DayRange;
  readonly onChange: (range: DayRange) => void;
}) {
  const [wanted, setWanted] = useState(false);
  const plain = (
    <button
      type="button"
      className="grid size-7 shrink-0 place-items-center rounded text-ink-2"
      aria-label="Calendar"
      aria-haspopup="dialog"
      onClick={() => {
        setWanted(true);
        props.onOpen(true);
      }}
    >
      <CalendarDays size={17} aria-hidden />
    </button>
  );
  if (!wanted) return plain;
  return (
    <Suspense fallback={plain}>
      <CalendarPopover {...props} first={FIRST_DAY} last={lastDay()} />
    </Suspense>
  );
}

/**
 * A typed day counts when the field is left or Enter is pressed; anything but a day within bounds
 * reverts.
 */
function DayInput(props: {
  readonly label: string;
  readonly value: string;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly onCommit: (day: string) => void;
}) {
  const [text, setText] = useState<string | null>(null);
  const commit = (): void => {
    if (text === null) return;
    const day = text.trim();
    if (day === '' || isSelectable(day)) props.onCommit(day);
    setText(null);
  };
  return (
    <input
      aria-label={props.label}
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.describedBy}
      placeholder="YYYY-MM-DD"
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      className="w-full min-w-0 bg-transparent py-1 text-sm outline-none placeholder:text-ink-2"
      value={text ?? props.value}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setText(null);
      }}
    />
  );
}

/** A real day from 1991-01-01 to today. */
export const isSelectable = (day: string): boolean =>
  parseDay(day) !== null && day >= FIRST_DAY && day <= lastDay();
