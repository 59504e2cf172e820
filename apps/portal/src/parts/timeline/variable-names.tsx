// The variables that a report is about, the first of them.
import { plural } from '@isobar/contract/count.ts';

const MOST_NAMED = 6;

/** `variables`: empty means all. */
export function VariableNames({ variables }: { readonly variables: readonly string[] }) {
  const more = variables.length - MOST_NAMED;
  return (
    <span className="font-mono text-xs text-ink-2 [overflow-wrap:anywhere]">
      {variables.length === 0 ? 'all variables' : variables.slice(0, MOST_NAMED).join(' ')}
      {more > 0 && ` and ${plural(more, 'more variable')}`}
    </span>
  );
}
