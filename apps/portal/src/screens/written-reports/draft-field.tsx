// A labelled field of the form, with what is wrong with it.
import type { DraftProblem } from '@isobar/contract/quality/draft.ts';
import { type ReactNode, useId } from 'react';

export type Problems = readonly DraftProblem[];

/** Every reason given for a path, once. */
export function problemAt(problems: Problems, path: string): string | null {
  const reasons = problems.filter((one) => one.path === path).map((one) => one.reason);
  return reasons.length > 0 ? [...new Set(reasons)].join(' ') : null;
}

type Field = {
  readonly id: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
};

export function DraftField(props: {
  readonly label: string;
  readonly hint?: string;
  readonly problem?: string | null;
  readonly children: (field: Field) => ReactNode;
}) {
  const { label, hint, problem = null, children } = props;
  const id = useId();
  const told = [...(hint ? [`${id}-hint`] : []), ...(problem ? [`${id}-problem`] : [])];
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      {children({
        id,
        ...(problem ? { 'aria-invalid': true } : {}),
        ...(told.length > 0 ? { 'aria-describedby': told.join(' ') } : {}),
      })}
      {problem && (
        <p id={`${id}-problem`} className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
