// A labelled day that may be left empty: typed as YYYY-MM-DD, or picked from a calendar. Not the browser's own field, which writes days as its language does.
import { useId } from 'react';
import { classNames } from './class-names.ts';
import { DateTimeInput } from './date-time-input.tsx';
import { parseTyped, showDate } from './date-time-text.ts';

export type DayFieldProps = {
  readonly label: string;
  /** YYYY-MM-DD; empty: none. */
  readonly value: string;
  /** Called with a day inside the bounds, or with an empty text. */
  readonly onChange: (day: string) => void;
  /** First and last day, YYYY-MM-DD; from 1900 until today by default. */
  readonly first?: string;
  readonly last?: string;
  /** Beside the field, instead of above it. */
  readonly isInline?: boolean;
  /** Labelled as the text fields of a form are. */
  readonly inForm?: boolean;
  readonly className?: string;
};

export function DayField(props: DayFieldProps) {
  const {
    label,
    value,
    onChange,
    first = '1900-01-01',
    last,
    isInline = false,
    inForm = false,
  } = props;
  const id = useId();
  const now = Date.now() / 1000;
  return (
    <div
      className={classNames(
        inForm ? 'grid content-start gap-1' : 'text-sm text-ink-2',
        !inForm && (isInline ? 'inline-flex items-center gap-2' : 'grid content-start gap-0.5'),
        props.className,
      )}
    >
      <label htmlFor={id} className={inForm ? 'font-strong' : ''}>
        {label}
      </label>
      <DateTimeInput
        id={id}
        label={label}
        edge="end"
        dateOnly
        value={secondsOf(value)}
        bounds={{
          start: secondsOf(first) ?? 0,
          end: secondsOf(last ?? showDate(now, true)) ?? now,
        }}
        onChange={(seconds) => onChange(showDate(seconds, true))}
        onClear={() => onChange('')}
        className="w-40 text-base text-ink"
      />
    </div>
  );
}

const secondsOf = (day: string): number | null => parseTyped(day, 'end', true);
