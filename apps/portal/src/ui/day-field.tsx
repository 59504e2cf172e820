// A labelled day that may be left empty: typed as YYYY-MM-DD, or picked from a calendar. Not the
// browser's own field, which writes days as its language does.
import { useId } from 'react';
import { classNames } from './class-names.ts';
import { DateTimeInput } from './date-time-input.tsx';
import { parseTyped, showDate } from './date-time-text.ts';
import { Field } from './field.tsx';

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
  const { label, isInline = false, inForm = false } = props;
  const ownId = useId();
  if (inForm) return <Field label={label}>{({ id }) => <DayInput {...props} id={id} />}</Field>;
  return (
    <div
      className={classNames(
        'text-sm text-ink-2',
        isInline ? 'inline-flex items-center gap-2' : 'grid content-start gap-0.5',
        props.className,
      )}
    >
      <label htmlFor={ownId}>{label}</label>
      <DayInput {...props} id={ownId} />
    </div>
  );
}

function DayInput(props: DayFieldProps & { readonly id: string }) {
  const { id, label, value, onChange, first = '1900-01-01', last } = props;
  const now = Date.now() / 1000;
  return (
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
  );
}

const secondsOf = (day: string): number | null => parseTyped(day, 'end', true);
