// One citation of the tool: its text, and the choices that make it, while it is the one being
// edited.

import { codeAndLabel, FIRST_CITATION_DAY } from '@isobar/contract/citations/calls.ts';
import { formatDay, parseDay } from '@isobar/contract/time.ts';
import { Pencil, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { COPY_WORDS, useCopy } from '../../ui/copy-button.tsx';
import { DateTimeInput } from '../../ui/date-time-input.tsx';
import { Select } from '../../ui/select.tsx';
import { CitationShown } from './citation-shown.tsx';
import { plainOf } from './citation-text.tsx';
import { type Change, type CitedItem, citedItem, requestOf, type ToolItem } from './tool-state.ts';
import { today, useCitation, useCitationFormats } from './use-citation.ts';

export function ToolCard(props: {
  readonly one: ToolItem;
  readonly edited: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onChange: (change: Change) => void;
}) {
  const { one, edited, onEdit, onRemove, onChange } = props;
  const citation = useCitation(requestOf(one), one.citationFormat);
  const { data } = citation;
  const shown = citedItem(one, data);
  const [copied, copy] = useCopy(data ? plainOf(data.citation) : '');
  const name = one.item.value;
  return (
    <li
      aria-current={edited || undefined}
      className="rounded-lg border border-rule bg-surface p-3 aria-[current=true]:border-accent"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto min-w-0 font-mono text-sm break-all">{name}</h3>
        {!edited && (
          <Button small look="quiet" aria-label={`Edit the citation of ${name}`} onClick={onEdit}>
            <Pencil size={14} aria-hidden />
            Edit
          </Button>
        )}
        <Button small disabled={!data} aria-label={`${COPY_WORDS[copied]} ${name}`} onClick={copy}>
          {COPY_WORDS[copied]}
        </Button>
        <Button
          small
          icon
          look="quiet"
          aria-label={`Remove the citation of ${name}`}
          onClick={onRemove}
        >
          <X size={15} aria-hidden />
        </Button>
      </div>
      <CitationShown of={citation} html={shown.citation} className="mt-2" />
      {edited && <Choices shown={shown} onChange={onChange} />}
    </li>
  );
}

function Choices(props: {
  readonly shown: CitedItem;
  readonly onChange: (change: Change) => void;
}) {
  const { shown, onChange } = props;
  const formats = useCitationFormats();
  const isClass = shown.item.field !== 'datastream';
  const all = isClass ? [{ value: '', label: 'All' }] : [];
  const labelled = (options: readonly string[], chosen: string) =>
    withChosen(options, chosen).map((option) => {
      const { code, label } = codeAndLabel(option);
      return { value: option, label: label === code ? code : `${code} ${label}` };
    });
  const bounds = {
    start: parseDay(FIRST_CITATION_DAY) ?? 0,
    end: parseDay(today()) ?? 0,
  };
  return (
    <div className="mt-3 grid gap-x-4 gap-y-2 border-t border-rule pt-3 sm:grid-cols-2">
      <Select
        label="Site"
        value={shown.site}
        choices={[...all, ...labelled(shown.siteOptions, shown.site)]}
        onChange={(site) => onChange({ site })}
      />
      <Select
        label="Facility"
        value={shown.facility}
        disabled={shown.site === ''}
        choices={[...all, ...labelled(shown.facilityOptions, shown.facility)]}
        onChange={(facility) => onChange({ facility })}
      />
      <Select
        label="Data level"
        value={shown.dataLevel}
        choices={[...all, ...labelled(shown.dataLevelOptions, shown.dataLevel)]}
        onChange={(dataLevel) => onChange({ dataLevel })}
      />
      <Select
        label="Format"
        value={shown.citationFormat}
        choices={formats.map(({ code, label }) => ({ value: code, label }))}
        onChange={(citationFormat) => onChange({ citationFormat })}
      />
      <Day
        label="Start date"
        value={shown.startDate}
        bounds={bounds}
        onChange={(startDate) => onChange({ startDate })}
      />
      <Day
        label="End date"
        value={shown.endDate}
        bounds={bounds}
        onChange={(endDate) => onChange({ endDate })}
      />
      <Day
        label="Accessed date"
        value={shown.accessedDate}
        bounds={bounds}
        onChange={(accessedDate) => onChange({ accessedDate })}
      />
    </div>
  );
}

/** Adds the chosen value to the choices while they are still being loaded. */
const withChosen = (options: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || options.includes(chosen) ? options : [chosen, ...options];

function Day(props: {
  readonly label: string;
  readonly value: string;
  readonly bounds: { readonly start: number; readonly end: number };
  readonly onChange: (day: string) => void;
}) {
  const { label, value, bounds, onChange } = props;
  return (
    <div className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-2">
      <span aria-hidden className="text-sm text-ink-2">
        {label}
      </span>
      <DateTimeInput
        dateOnly
        label={label}
        edge="start"
        value={parseDay(value)}
        bounds={bounds}
        onChange={(seconds) => onChange(formatDay(seconds))}
      />
    </div>
  );
}
