// A field for words and ids separated by commas.
import { useState } from 'react';
import { DraftField } from './draft-field.tsx';

/** Words and ids separated by commas or blanks; the text stays as it is while somebody types. */
export function ListField(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: readonly string[];
  readonly problem: string | null;
  readonly onChange: (value: readonly string[]) => void;
}) {
  const { label, hint, value, problem, onChange } = props;
  const [text, setText] = useState(value.join(', '));
  return (
    <DraftField label={label} hint={hint} problem={problem}>
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
    </DraftField>
  );
}
