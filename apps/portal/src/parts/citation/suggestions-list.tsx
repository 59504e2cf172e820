// What the typeahead of the citation tool offers: datastreams, then sources.
import type { Suggestion } from '@isobar/contract/search/plan-typeahead.ts';
import { classNames } from '../../ui/class-names.ts';

export function Suggestions(props: {
  readonly id: string;
  readonly options: readonly Suggestion[];
  readonly at: number;
  readonly onChoose: (option: Suggestion) => void;
}) {
  const { id, options, at, onChoose } = props;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Datastreams and sources"
      className="absolute z-50 mt-1 max-h-72 w-full overflow-y-auto rounded-lg border border-rule bg-surface py-1 shadow-(--shadow)"
    >
      {options.map((option, n) => (
        <div
          key={`${option.field}-${option.code}`}
          id={`${id}-${n}`}
          role="option"
          tabIndex={-1}
          aria-selected={n === at}
          className={classNames(
            'cursor-pointer px-3 py-1.5 break-words hover:bg-sunk',
            n === at && 'bg-sunk',
          )}
          onMouseDown={(event) => {
            event.preventDefault(); // the text keeps the keyboard
            onChoose(option);
          }}
        >
          <span className="font-mono text-sm">{option.code}</span>
          {option.label !== option.code && (
            <span className="ml-2 text-sm text-ink-2">{option.label}</span>
          )}
        </div>
      ))}
    </div>
  );
}
