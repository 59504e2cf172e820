// The typeahead of the citation tool: a datastream or a source, and 'Add Citation'.

import { FIRST_CITATION_DAY } from '@isobar/contract/citations/calls.ts';
import {
  CITATION_SECTIONS,
  CITATION_TYPEAHEAD_DEBOUNCE_MS,
  citationTypeaheadSearch,
  readSuggestions,
  type Suggestion,
} from '@isobar/contract/search/plan-typeahead.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { postSearch } from '../../lib/search-call.ts';
import { Button } from '../../ui/button.tsx';
import { boundsSearch, type CitationField, readBound } from './bounds.ts';
import { Suggestions } from './suggestions-list.tsx';
import type { Source } from './tool-state.ts';
import { today } from './use-citation.ts';

export function SourceBox({ onAdd }: { readonly onAdd: (source: Source) => void }) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const id = useId();
  const { options, failed } = useSources(text);
  const add = useAdd((source) => {
    setText('');
    onAdd(source);
  });
  const shown = open && options.length > 0;
  const choose = (option: Suggestion): void => {
    setText(option.code);
    setOpen(false);
    setAt(-1);
  };
  const submit = (): void => {
    if (text.trim() === '') return;
    setOpen(false);
    add.mutate({ text: text.trim(), options });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      setAt((at + move + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const option = shown ? options[at] : undefined;
      if (option) choose(option);
      else submit();
    } else if (event.key === 'Escape' && shown) {
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div>
      <div className="flex flex-wrap items-start gap-2">
        <div className="relative min-w-0 flex-1 basis-60">
          <input
            role="combobox"
            aria-label="Datastream or source"
            aria-expanded={shown}
            aria-controls={shown ? id : undefined}
            aria-autocomplete="list"
            aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
            className="field w-full"
            autoComplete="off"
            spellCheck={false}
            placeholder="A datastream or a source"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setOpen(true);
              setAt(-1);
            }}
            onFocus={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
          />
          {shown && <Suggestions id={id} options={options} at={at} onChoose={choose} />}
        </div>
        <Button look="primary" busy={add.isPending} disabled={text.trim() === ''} onClick={submit}>
          Add Citation
        </Button>
      </div>
      <p role="status" className="mt-1 text-sm text-ink-2">
        {failed && 'Suggestions are not available at the moment. '}
        {add.error?.message}
      </p>
    </div>
  );
}

/** Suggestions a quarter of a second after the last key, at most ten datastreams. */
function useSources(text: string) {
  const config = useConfig();
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), CITATION_TYPEAHEAD_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error } = useQuery({
    queryKey: ['citation-typeahead', settled],
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const reply = await postSearch(config, 'metadata', citationTypeaheadSearch(settled), signal);
      return readSuggestions(reply, CITATION_SECTIONS).flatMap((section) => section.items);
    },
  });
  return { options: text.trim() === '' ? [] : (data ?? []), failed: error !== null };
}

type Asked = { readonly text: string; readonly options: readonly Suggestion[] };

/** Looks up the first and last day of a source, and hands it on with them. */
function useAdd(onFound: (source: Source) => void) {
  const config = useConfig();
  return useMutation({
    mutationFn: async ({ text, options }: Asked): Promise<Source> => {
      const known = options.find((option) => option.code === text);
      const fields: readonly CitationField[] = known
        ? [known.field === 'datastream' ? 'datastream' : 'instrument_class_code']
        : ['datastream', 'instrument_class_code'];
      for (const field of fields) {
        const [first, last] = await Promise.all(
          (['start_date', 'end_date'] as const).map(async (edge) =>
            readBound(await postSearch(config, 'metadata', boundsSearch(field, text, edge)), edge),
          ),
        );
        if (!first || !last) continue;
        const [minDate = first, maxDate = last] = [first, last].map(chosenDay);
        return { field, value: text, minDate, maxDate };
      }
      throw new Error(`The archive has no datastream or source '${text}'.`);
    },
    onSuccess: onFound,
  });
}

/** Brings a day into the range that can be chosen: from the first day to today. */
const chosenDay = (day: string): string => [FIRST_CITATION_DAY, day, today()].sort()[1] ?? day;
