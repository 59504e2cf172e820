// A field for comma-separated words and ids.
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';

/** Comma-separated or blank-separated words and ids; the text stays as it is while a user types. */
export function ListField(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: readonly string[];
  readonly problem: string | undefined;
  readonly onChange: (value: readonly string[]) => void;
}) {
  const { label, hint, value, problem, onChange } = props;
  const [text, setText] = useState(value.join(', '));
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(field) => (
        <input
          {...field}
          className="field w-full font-mono text-sm"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onChange(event.target.value.split(/[\s,;]+/).filter(Boolean));
          }}
        />
      )}
    </Field>
  );
}
