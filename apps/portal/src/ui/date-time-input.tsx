// A date with or without a time, UTC: typed into a box, or picked from a calendar and a 24-hour
// clock.
import { CalendarDays, Clock } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { type Bounds, type Edge, parseTyped, showDate } from './date-time-text.ts';
import { lazyPart } from './lazy-part.tsx';

const CalendarPopover = lazyPart(
  'The calendar',
  () => import('./date-time-popovers.tsx').then((module) => module.CalendarPopover),
  { failure: 'line' },
);
const ClockPopover = lazyPart(
  'The clock',
  () => import('./date-time-popovers.tsx').then((module) => module.ClockPopover),
  { failure: 'line' },
);

export type DateTimeInputProps = {
  /** Of the text box, for a label that is seen. */
  readonly id?: string;
  readonly label: string;
  /** Seconds since 1970 UTC; null while there is none. */
  readonly value: number | null;
  /** Called only with values inside the bounds. */
  readonly onChange: (seconds: number) => void;
  /** Called when the text is removed; without it there is always a date. */
  readonly onClear?: () => void;
  readonly bounds: Bounds;
  /** Decides the time of a date without one: 00:00:00 of a start, 23:59:59 of an end. */
  readonly edge: Edge;
  /** Whole days: no time is shown or asked for. */
  readonly dateOnly?: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
};

/** Text that is no date, or is out of bounds, is replaced by the last valid one, with a notice. */
export function DateTimeInput(props: DateTimeInputProps) {
  const { label, value, onChange, bounds, edge, dateOnly = false, disabled = false } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const hint = useId();
  const shown = value === null ? '' : showDate(value, dateOnly);
  const commit = (): void => {
    if (typed === null) return;
    if (props.onClear && typed.trim() === '') {
      props.onClear();
      setTyped(null);
      return;
    }
    const seconds = parseTyped(typed, edge, dateOnly);
    const valid = seconds !== null && seconds >= bounds.start && seconds <= bounds.end;
    if (valid) onChange(seconds);
    setRefused(!valid && typed.trim() !== shown);
    setTyped(null);
  };
  const picker = { label, value, onChange, bounds, edge };
  return (
    <div className={classNames('min-w-0', props.className)}>
      <div className="field w-full !gap-0 !pr-1">
        <input
          id={props.id}
          aria-label={label}
          aria-describedby={hint}
          aria-invalid={refused || undefined}
          className="min-w-0 flex-1 bg-transparent font-mono text-sm"
          size={dateOnly ? 10 : 19}
          placeholder={dateOnly ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm:ss'}
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          value={typed ?? shown}
          onChange={(event) => {
            setTyped(event.target.value);
            setRefused(false);
          }}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
            if (event.key === 'Escape' && typed !== null) {
              event.stopPropagation(); // discards the text, and leaves the dialog around it open
              setTyped(null);
            }
          }}
        />
        <Suspense fallback={<Placeholder time={!dateOnly} />}>
          <CalendarPopover {...picker} disabled={disabled} dateOnly={dateOnly} />
          {!dateOnly && (
            <ClockPopover {...picker} disabled={disabled || (value === null && !typed)} />
          )}
        </Suspense>
      </div>
      <p
        id={hint}
        aria-live="polite"
        className={classNames('mt-1 text-sm text-danger', !refused && 'sr-only')}
      >
        {refused
          ? `Must be a date between ${showDate(bounds.start, dateOnly)} and ${showDate(bounds.end, dateOnly)} UTC; nothing was changed.`
          : 'UTC'}
      </p>
    </div>
  );
}

/** Same size as the buttons that are about to come. */
const Placeholder = ({ time }: { readonly time: boolean }) => (
  <span aria-hidden className="flex opacity-40">
    <span className="grid size-8 place-items-center">
      <CalendarDays size={16} />
    </span>
    {time && (
      <span className="grid size-8 place-items-center">
        <Clock size={16} />
      </span>
    )}
  </span>
);
