// 'Dates for {title}': single days from a calendar, narrowed by a start and an end (specification
// part 3 section 2).
import { formatCount, plural } from '@isobar/contract/count.ts';
import 'react-day-picker/style.css';
import '../../ui/day-calendar.css';
import type { Span } from '@isobar/contract/orders/span.ts';
import { useMemo, useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { Button } from '../../ui/button.tsx';
import { DateTimeInput } from '../../ui/date-time-input.tsx';
import { fromCalendar, toCalendar } from '../../ui/date-time-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { daysBetween, toggleDay } from './days.ts';
import { useMonthColumns } from './month-columns.ts';

const DISABLED_HINT =
  'To change the dates, you need to go back to the guided search, or you will be able to do it in the cart.';

type Days = {
  /** Whole days, ascending. */
  readonly available: readonly Span[];
  /** Some of these. */
  readonly selected: readonly Span[];
  readonly onChange: (selected: readonly Span[]) => void;
};

export function DatesModal(
  props: Days & {
    readonly title: string;
    readonly onClose: () => void;
    /** The days are only shown and cannot be chosen. */
    readonly disabled?: boolean;
  },
) {
  const { title, available, selected, onClose, disabled = false } = props;
  const { bounds, range, setRange } = useRange(props);
  return (
    <Dialog
      open
      onClose={onClose}
      width="min(1120px, 96vw)"
      title={
        <>
          Dates for {title} <span className="badge align-middle">Beta</span>
        </>
      }
      description={
        <span aria-live="polite">
          {plural(selected.length, 'date')} selected / {formatCount(available.length)} available
        </span>
      }
      footer={
        <>
          <Button disabled={disabled} onClick={() => setRange(bounds)}>
            Reset dates
          </Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {disabled && <p className="mb-3 rounded-lg bg-sunk px-3 py-2">{DISABLED_HINT}</p>}
      <RangeInputs {...{ range, bounds, disabled }} onChange={setRange} />
      <Calendar {...{ bounds, disabled }} days={props} />
    </Dialog>
  );
}

/** The first and the last date; setting them selects each available day between them. */
function useRange({ available, selected, onChange }: Days) {
  const bounds: Span = { start: available[0]?.start ?? 0, end: available.at(-1)?.end ?? 0 };
  const [range, setRange] = useState<Span>({
    start: selected[0]?.start ?? bounds.start,
    end: selected.at(-1)?.end ?? bounds.end,
  });
  return {
    bounds,
    range,
    setRange: (next: Span): void => {
      setRange(next);
      onChange(daysBetween(available, next));
    },
  };
}

function RangeInputs(props: {
  readonly range: Span;
  readonly bounds: Span;
  readonly disabled: boolean;
  readonly onChange: (range: Span) => void;
}) {
  const { range, bounds, disabled, onChange } = props;
  return (
    <div className="mb-4 flex flex-wrap items-start gap-2">
      <DateTimeInput
        dateOnly
        label="First date"
        edge="start"
        value={range.start}
        bounds={{ start: bounds.start, end: Math.min(range.end, bounds.end) }}
        onChange={(start) => onChange({ ...range, start })}
        disabled={disabled}
        className="w-44"
      />
      <span className="mt-2 text-ink-2">to</span>
      <DateTimeInput
        dateOnly
        label="Last date"
        edge="end"
        value={range.end}
        bounds={{ start: Math.max(range.start, bounds.start), end: bounds.end }}
        onChange={(end) => onChange({ ...range, end })}
        disabled={disabled}
        className="w-44"
      />
    </div>
  );
}

function Calendar(props: {
  readonly days: Days;
  readonly bounds: Span;
  readonly disabled: boolean;
}) {
  const { days, bounds, disabled } = props;
  const { available, selected, onChange } = days;
  const columns = useMonthColumns();
  const availableDays = useMemo(() => new Set(available.map((day) => day.start)), [available]);
  const chosenDays = useMemo(() => new Set(selected.map((day) => day.start)), [selected]);
  return (
    <div className="flex justify-center">
      <DayPicker
        className="day-calendar !p-0"
        numberOfMonths={columns}
        pagedNavigation
        captionLayout="dropdown"
        startMonth={toCalendar(bounds.start)}
        endMonth={toCalendar(bounds.end)}
        defaultMonth={toCalendar(selected[0]?.start ?? bounds.start)}
        disabled={(day) => disabled || !availableDays.has(fromCalendar(day))}
        modifiers={{ selected: (day) => chosenDays.has(fromCalendar(day)) }}
        modifiersClassNames={{ selected: 'rdp-selected' }}
        onDayClick={(day, modifiers) => {
          if (modifiers.disabled) return;
          onChange(toggleDay(available, selected, fromCalendar(day)));
        }}
      />
    </div>
  );
}
