// One of two to five alternatives, side by side: radio buttons under the hood.
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export type Segment<V extends string> = {
  readonly value: V;
  readonly label: ReactNode;
  readonly disabled?: boolean;
};

export function Segmented<V extends string>(props: {
  readonly label: string;
  readonly segments: readonly Segment<V>[];
  /** Undefined: none is marked, as long as the choice is not known. */
  readonly value: V | undefined;
  readonly onChange: (value: V) => void;
  readonly small?: boolean;
}) {
  const name = useId();
  return (
    <fieldset className={classNames('seg', props.small && 'seg-small')}>
      <legend className="sr-only">{props.label}</legend>
      {props.segments.map((segment) => (
        <label key={segment.value}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={segment.value}
            checked={segment.value === props.value}
            disabled={segment.disabled}
            onChange={() => props.onChange(segment.value)}
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  );
}
