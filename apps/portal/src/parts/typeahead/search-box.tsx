// The search box: free text, suggestions by section, recent searches; arrows, Enter and Escape as
// in any combobox.

import { formatCount, plural } from '@isobar/contract/count.ts';
import type { FilterField } from '@isobar/contract/search/fields.ts';
import type { Suggestion } from '@isobar/contract/search/plan-typeahead.ts';
import { History, Search as SearchMark, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { keepRecent, readRecent, useSuggestions } from './suggestions.ts';

export const PLACEHOLDER =
  'Enter a category, measurement, datastream, site, source or keyword to begin your search.';
export const HINT = 'Use AND, OR or “quotes” for an exact phrase.';
/** The id by which the shortcut '/' finds the box. */
export const SEARCH_BOX_ID = 'search-box';

type Suggested = ReturnType<typeof useSuggestions>;

type Option =
  | { readonly kind: 'value'; readonly section: string; readonly item: Suggestion }
  | { readonly kind: 'recent'; readonly section: string; readonly text: string }
  /** What the text as a whole was understood as. */
  | {
      readonly kind: 'meaning';
      readonly section: string;
      readonly text: string;
      readonly meaning: string;
    };

const isOwnHistory = (recent: string, text: string): boolean =>
  recent !== text.trim() && recent.toLowerCase().includes(text.trim().toLowerCase());

/**
 * With nothing typed, the recent searches; otherwise the meaning of the text, matching values, and
 * recent searches that contain it.
 */
function optionsOf(
  text: string,
  sections: Suggested['sections'],
  meaning: Suggested['meaning'],
  recent: readonly string[],
): readonly Option[] {
  const asRecent = (one: string) =>
    ({ kind: 'recent', section: 'Recent searches', text: one }) as const;
  if (text.trim() === '') return recent.map(asRecent);
  return [
    ...(meaning === null
      ? []
      : [{ kind: 'meaning' as const, section: 'Understood', text: text.trim(), meaning }]),
    ...sections.flatMap(({ label, items }) =>
      items.map((item) => ({ kind: 'value' as const, section: label, item })),
    ),
    ...recent.filter((one) => isOwnHistory(one, text)).map(asRecent),
  ];
}

type SearchBoxProps = {
  /** The text that is being searched for. */
  readonly text: string;
  readonly external: boolean;
  /**
   * The hint shows only while something is typed, and lies over what follows, but not over the
   * chips of what was understood.
   */
  readonly compact?: boolean;
  /** With a button that searches. */
  readonly button?: boolean;
  readonly onText: (text: string) => void;
  readonly onValue: (field: FilterField, code: string) => void;
};

export function SearchBox(props: SearchBoxProps) {
  const { compact = false, button = false } = props;
  const { text, isDraft, options, shown, at, failed, setAt, change, submit, choose, ...on } =
    useSearchText(props);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  return (
    <search data-skip="search" className="group/box relative min-w-0 flex-1 basis-[18rem]">
      <div className="field w-full !min-h-[46px]">
        <SearchMark size={18} aria-hidden className="shrink-0 text-ink-2" />
        <input
          ref={input}
          id={SEARCH_BOX_ID}
          role="combobox"
          aria-label="Search the catalogue"
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={shown && at >= 0 ? `${listId}-${at}` : undefined}
          aria-describedby={`${listId}-hint`}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder={PLACEHOLDER}
          className="w-full min-w-0 bg-transparent text-base text-ellipsis outline-none placeholder:text-ink-2"
          value={text}
          onChange={(event) => change(event.target.value)}
          {...on}
        />
        {text !== '' && (
          <Clear
            onClick={() => {
              submit('');
              input.current?.focus();
            }}
          />
        )}
        {button && (
          <Button look="primary" small onClick={() => submit(text)}>
            Search
          </Button>
        )}
      </div>
      <Hint
        id={`${listId}-hint`}
        compact={compact}
        typed={text !== ''}
        draft={isDraft}
        failed={failed}
      />
      {shown && <Options id={listId} options={options} at={at} onChoose={choose} onHover={setAt} />}
      <p role="status" className="sr-only">
        {shown ? plural(options.length, 'suggestion') : ''}
      </p>
    </search>
  );
}

/** What is being typed, what is offered for it, and what keys do. */
function useSearchText({ text: applied, external, onText, onValue }: SearchBoxProps) {
  const [draft, setDraft] = useState<{ applied: string; text: string } | null>(null);
  const text = draft?.applied === applied ? draft.text : applied;
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const { sections, meaning, failed } = useSuggestions(draft ? text : '', external);
  const [recent, setRecent] = useState<readonly string[]>([]);
  const options = optionsOf(text, sections, meaning, recent);
  const shown = open && options.length > 0;
  const close = (): void => {
    setOpen(false);
    setAt(-1);
  };
  const change = (next: string): void => {
    setDraft({ applied, text: next });
    setOpen(true);
    setAt(-1);
  };
  const submit = (value: string): void => {
    const words = value.trim();
    if (words !== '') setRecent(keepRecent(words));
    setDraft(null);
    close();
    onText(words);
  };
  const choose = (option: Option): void => {
    if (option.kind !== 'value') {
      submit(option.text);
      return;
    }
    setDraft(null);
    close();
    onValue(option.item.field, option.item.code);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    if (move !== undefined && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      setAt(shown ? wrap(at + move, options.length) : move > 0 ? 0 : options.length - 1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const option = shown ? options[at] : undefined;
      if (option) choose(option);
      else submit(text);
    } else if (event.key === 'Escape') {
      if (shown) event.stopPropagation();
      if (shown) close();
      else setDraft({ applied, text: '' });
    } else if (event.key === 'Tab') close();
  };
  return {
    text,
    isDraft: draft !== null,
    options,
    shown,
    at,
    failed,
    setAt,
    change,
    submit,
    choose,
    onFocus: () => setRecent(readRecent()),
    onClick: () => setOpen(true),
    onBlur: close,
    onKeyDown,
  };
}

const Clear = ({ onClick }: { readonly onClick: () => void }) => (
  <button
    type="button"
    aria-label="Clear the search text"
    className="grid size-7 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk"
    onClick={onClick}
  >
    <X size={16} aria-hidden />
  </button>
);

const Hint = (props: {
  readonly id: string;
  readonly compact: boolean;
  readonly typed: boolean;
  /** The typed text differs from the one that the results are for. */
  readonly draft: boolean;
  readonly failed: boolean;
}) => (
  <p
    id={props.id}
    className={`text-sm text-ink-2 ${
      props.compact && !props.failed
        ? props.typed && !props.draft
          ? 'sr-only'
          : 'pointer-events-none sr-only group-focus-within/box:not-sr-only group-focus-within/box:absolute group-focus-within/box:top-full group-focus-within/box:z-20 group-focus-within/box:rounded-b-md group-focus-within/box:bg-paper group-focus-within/box:px-2 group-focus-within/box:py-0.5'
        : 'mt-1'
    }`}
  >
    {HINT}
    {props.failed && ' Suggestions are not available at the moment.'}
  </p>
);

function Options(props: {
  readonly id: string;
  readonly options: readonly Option[];
  readonly at: number;
  readonly onChoose: (option: Option) => void;
  readonly onHover: (at: number) => void;
}) {
  const { id, options, at, onChoose, onHover } = props;
  const sections = [...new Set(options.map(({ section }) => section))];
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className="pop absolute inset-x-0 top-[50px] z-30 max-h-[min(32rem,70vh)] overflow-y-auto"
      onMouseDown={(event) => event.preventDefault()} // the input keeps the focus
    >
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options within a listbox
        <div key={section} role="group" aria-label={section}>
          <p aria-hidden className="caps px-3 pt-2 pb-1">
            {section}
          </p>
          {options.map(
            (option, index) =>
              option.section === section && (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the input
                // biome-ignore lint/a11y/useFocusableInteractive: see the listbox
                <div
                  key={keyOf(option)}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  className="opt !cursor-pointer"
                  onClick={() => onChoose(option)}
                  onMouseMove={() => onHover(index)}
                >
                  <OptionText option={option} />
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  );
}

function OptionText({ option }: { readonly option: Option }) {
  if (option.kind === 'recent') {
    return (
      <>
        <History size={15} aria-hidden className="text-ink-2" />
        {option.text}
      </>
    );
  }
  if (option.kind === 'meaning')
    return <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{option.meaning}</span>;
  const { item } = option;
  return (
    <>
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.code !== item.label && (
        <span className="truncate font-mono text-xs text-ink-2">{item.code}</span>
      )}
      <span className="text-sm text-ink-2">{formatCount(item.count)}</span>
    </>
  );
}

const keyOf = (option: Option): string =>
  option.kind !== 'value'
    ? `${option.kind} ${option.text}`
    : `${option.item.field} ${option.item.code}`;

const wrap = (index: number, length: number): number => (index + length) % length;
