// The filters of the list of reports: choices apply at once, words when they are entered.
import type { FoundReports, ReportFilter } from '@isobar/contract/calls/report-list.ts';
import { formatCount } from '@isobar/contract/count.ts';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';

type Choices = FoundReports['choices'];
/** Values as they are in the address. */
export type FilterChange = { readonly [Name in keyof ReportFilter]?: string | number };

export function ReportFilters(props: {
  readonly asked: ReportFilter;
  readonly choices: Choices;
  readonly onChange: (change: FilterChange) => void;
}) {
  const { asked, choices, onChange } = props;
  const isFiltered = Object.entries(asked).some(([name, value]) => name !== 'page' && value !== '');
  return (
    <form
      aria-label="Filters"
      className="mt-4 flex flex-wrap items-end gap-x-4 gap-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        const words = new FormData(event.currentTarget).get('words');
        onChange({ words: typeof words === 'string' ? words.trim() : '' });
      }}
    >
      <Choice
        label="Class"
        value={asked.class}
        list={choices.classes}
        onChange={(value) => onChange({ class: value })}
      />
      <Choice
        label="Site"
        value={asked.site}
        list={choices.sites}
        onChange={(site) => onChange({ site })}
      />
      <Choice
        label="Instrument"
        value={asked.instrument}
        list={choices.instruments}
        onChange={(instrument) => onChange({ instrument })}
      />
      <DayField label="From" value={asked.from} onChange={(from) => onChange({ from })} />
      <DayField label="To" value={asked.to} onChange={(to) => onChange({ to })} />
      <label className="grid min-w-0 gap-0.5 text-sm text-ink-2">
        Subject, id or datastream
        <input
          key={asked.words}
          className="field w-44 max-w-full text-base text-ink"
          type="search"
          name="words"
          maxLength={200}
          defaultValue={asked.words}
        />
      </label>
      <span className="flex items-center gap-4">
        <Button type="submit">Find</Button>
        {isFiltered && (
          <a className="link py-1.5 whitespace-nowrap" href="#/qualityreports">
            Clear filters
          </a>
        )}
      </span>
    </form>
  );
}

function Choice(props: {
  readonly label: string;
  readonly value: string;
  readonly list: Choices['sites'];
  readonly onChange: (value: string) => void;
}) {
  const { label, value, list, onChange } = props;
  const id = useId();
  return (
    <span className="grid min-w-0 gap-0.5">
      <label htmlFor={id} className="text-sm text-ink-2">
        {label}
      </label>
      <select
        id={id}
        className="field pick max-w-[15rem] min-w-0 truncate"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">All</option>
        {list.map((one) => (
          <option key={one.value} value={one.value}>
            {`${one.label} (${formatCount(one.reports)})`}
          </option>
        ))}
      </select>
    </span>
  );
}
