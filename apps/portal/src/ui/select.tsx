// A labelled choice from a short list: the browser's own select, which every phone and screen
// reader knows.
import { useId } from 'react';
import { classNames } from './class-names.ts';

export type Choice<V extends string> = {
  readonly value: V;
  readonly label: string;
  readonly disabled?: boolean;
};

export function Select<V extends string>(props: {
  readonly label: string;
  readonly choices: readonly Choice<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly disabled?: boolean;
  /** The label is only read aloud. */
  readonly quietLabel?: boolean;
  readonly className?: string;
}) {
  const id = useId();
  const { label, choices, value, onChange, disabled = false, quietLabel = false } = props;
  return (
    <span className={classNames('inline-flex min-w-0 items-center gap-2', props.className)}>
      <label
        htmlFor={id}
        className={quietLabel ? 'sr-only' : 'text-sm whitespace-nowrap text-ink-2'}
      >
        {label}
      </label>
      <select
        id={id}
        className="field pick min-w-0 max-w-full truncate"
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.disabled}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}
