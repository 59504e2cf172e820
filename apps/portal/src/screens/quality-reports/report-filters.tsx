// The filters of the list of reports: choices apply at once, words when they are entered. On a
// phone the choices fold.
import type { FoundReports, ReportFilter } from '@isobar/contract/calls/report-list.ts';
import { formatCount } from '@isobar/contract/count.ts';
import { useId, useState } from 'react';
import { FiltersButton } from '../../parts/filters-button.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DayField } from '../../ui/day-field.tsx';
import { NARROW, useMedia } from '../../ui/use-media.ts';

type Listed = FoundReports['choices'];
/** Values as they are in the address. */
export type FilterChange = { readonly [Name in keyof ReportFilter]?: string | number };

type FiltersProps = {
  readonly asked: ReportFilter;
  readonly choices: Listed;
  readonly onChange: (change: FilterChange) => void;
};

export function ReportFilters(props: FiltersProps) {
  const { asked, onChange } = props;
  const isNarrow = useMedia(NARROW);
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
      {isNarrow ? (
        <Folded {...props} />
      ) : (
        <>
          <Choices {...props} />
          <Words asked={asked} />
          <span className="flex items-center gap-4">
            <Button type="submit">Find</Button>
            <Clear asked={asked} />
          </span>
        </>
      )}
    </form>
  );
}

/**
 * On a phone: the words, and the choices under a button, so that the list begins on the first
 * screen.
 */
function Folded(props: FiltersProps) {
  const { asked } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <div className="flex w-full items-end gap-2">
        <Words asked={asked} />
        <Button type="submit">Find</Button>
      </div>
      <FiltersButton
        count={CHOSEN.filter((name) => asked[name] !== '').length}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      />
      <Clear asked={asked} />
      {isOpen && (
        <div id={id} className="grid w-full grid-cols-2 gap-3">
          <Choices {...props} />
        </div>
      )}
    </>
  );
}

const CHOSEN = ['class', 'site', 'instrument', 'from', 'to'] as const;

function Choices({ asked, choices, onChange }: FiltersProps) {
  return (
    <>
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
        className="max-md:col-span-2"
        value={asked.instrument}
        list={choices.instruments}
        onChange={(instrument) => onChange({ instrument })}
      />
      <DayField label="From" value={asked.from} onChange={(from) => onChange({ from })} />
      <DayField label="To" value={asked.to} onChange={(to) => onChange({ to })} />
    </>
  );
}

const Words = ({ asked }: Pick<FiltersProps, 'asked'>) => (
  <label className="grid min-w-0 gap-0.5 text-sm text-ink-2 max-md:flex-1">
    Subject, id or datastream
    <input
      key={asked.words}
      className="field w-44 max-w-full text-base text-ink max-md:w-full"
      type="search"
      name="words"
      maxLength={200}
      defaultValue={asked.words}
    />
  </label>
);

export const isFiltered = (asked: ReportFilter): boolean =>
  Object.entries(asked).some(([name, value]) => name !== 'page' && value !== '');

const Clear = ({ asked }: Pick<FiltersProps, 'asked'>) =>
  isFiltered(asked) && (
    <a className="link py-1.5 whitespace-nowrap" href="#/qualityreports">
      Clear filters
    </a>
  );

function Choice(props: {
  readonly label: string;
  readonly value: string;
  readonly list: Listed['sites'];
  readonly onChange: (value: string) => void;
  readonly className?: string;
}) {
  const { label, value, list, onChange, className } = props;
  const id = useId();
  return (
    <span className={classNames('grid min-w-0 gap-0.5', className)}>
      <label htmlFor={id} className="text-sm text-ink-2">
        {label}
      </label>
      <select
        id={id}
        className="field pick min-w-0 truncate max-md:w-full md:max-w-[15rem]"
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
