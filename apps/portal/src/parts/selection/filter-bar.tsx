// The bar over a list to pick from: a field that narrows it, and what can be done with what is
// shown.
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';

export function FilterBar(props: {
  /** The field's name for screen readers: 'Filter files'. */
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-rule px-3 py-2">
      <label className="field min-w-0 flex-1 basis-44">
        <Search size={15} aria-hidden className="shrink-0 text-ink-2" />
        <span className="sr-only">{props.label}</span>
        <input
          className="w-full min-w-0 bg-transparent"
          placeholder={props.placeholder}
          value={props.text}
          onChange={(event) => props.onText(event.target.value)}
        />
      </label>
      {props.children}
    </div>
  );
}
