// Which month of plots is shown, and how: steps, the day, shared or own axes, plots or a table.
import { plural } from '@isobar/contract/count.ts';
import { formatCompactDay, formatDay, parseCompact } from '@isobar/contract/time.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { DateTimeInput } from '../../ui/date-time-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Top } from './day-values.ts';
import { addMonths, daysIn, monthOf } from './month.ts';
import { today } from './plots-address.ts';

/** First month that can be chosen (part 3 section 9). */
export const FIRST_DAY = '19910101';

const STEPS = [
  { label: 'Earlier month', by: -1, Icon: ChevronLeft },
  { label: 'Later month', by: 1, Icon: ChevronRight },
];

export type Shown = {
  readonly scale: 'month' | 'day';
  readonly form: 'plots' | 'table';
  /** Kilometres up to which heights are shown; null: all. */
  readonly top: Top;
};

export function MonthBar(props: {
  readonly date: string;
  readonly onDate: (date: string) => void;
  readonly plots: number | null;
  readonly shown: Shown;
  readonly onShown: (shown: Shown) => void;
  /** The heights to choose from; none where the plots have no height. */
  readonly tops: readonly Exclude<Top, null>[];
}) {
  const { date, onDate, plots, shown, onShown, tops } = props;
  const last = today();
  const without = plots === null ? 0 : daysUpTo(monthOf(date), last) - plots;
  const start = parseCompact(FIRST_DAY) ?? 0;
  const end = (parseCompact(last) ?? 0) + 86_399;
  const go = (next: string): void =>
    onDate(next > last ? last : next < FIRST_DAY ? FIRST_DAY : next);
  return (
    <div className="mb-3 flex flex-wrap items-start gap-2">
      {STEPS.map(({ label, by, Icon }) => {
        const next = addMonths(date, by);
        const out = monthOf(next) < monthOf(FIRST_DAY) || monthOf(next) > monthOf(last);
        return (
          <Button key={by} icon aria-label={label} disabled={out} onClick={() => go(next)}>
            <Icon size={17} aria-hidden />
          </Button>
        );
      })}
      <DateTimeInput
        label="Day"
        edge="start"
        dateOnly
        value={parseCompact(date)}
        bounds={{ start, end }}
        onChange={(seconds) => onDate(formatCompactDay(seconds))}
        className="w-44"
      />
      <p role="status" className="mt-1.5 text-ink-2">
        {formatDay(parseCompact(date) ?? 0).slice(0, 7)}
        {plots !== null && ` · ${plural(plots, 'plot')}`}
        {plots !== null && without > 0 && ` · ${plural(without, 'day')} without data`}
      </p>
      <span className="flex flex-wrap items-center gap-2 sm:ml-auto">
        {tops.length > 0 && (
          <Choice of="Height">
            <Segmented
              label="Heights that are shown"
              small
              value={String(shown.top !== null && tops.includes(shown.top) ? shown.top : 'all')}
              segments={[
                ...tops.map((top) => ({ value: String(top), label: `${top} km` })),
                { value: 'all', label: 'All' },
              ]}
              onChange={(next) =>
                onShown({ ...shown, top: tops.find((top) => String(top) === next) ?? null })
              }
            />
          </Choice>
        )}
        <Choice of="Axes">
          <Segmented
            label="Axes of the plots"
            small
            value={shown.scale}
            segments={[
              { value: 'month', label: 'Shared' },
              { value: 'day', label: 'Separate' },
            ]}
            onChange={(scale) => onShown({ ...shown, scale })}
          />
        </Choice>
        <Segmented
          label="Form"
          small
          value={shown.form}
          segments={[
            { value: 'plots', label: 'Plots' },
            { value: 'table', label: 'Table' },
          ]}
          onChange={(form) => onShown({ ...shown, form })}
        />
      </span>
    </div>
  );
}

/** A choice and its label, which stay on one line. */
const Choice = (props: { readonly of: string; readonly children: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <span className="text-sm text-ink-2" aria-hidden="true">
      {props.of}
    </span>
    {props.children}
  </span>
);

/** The days of a month that have been. */
const daysUpTo = (month: string, last: string): number =>
  month === monthOf(last) ? Number(last.slice(6)) : daysIn(month);
