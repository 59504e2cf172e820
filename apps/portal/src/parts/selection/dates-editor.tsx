// The dates of one selection: ranges that are typed or picked, or single days in a dialog of their
// own.
import { plural } from '@isobar/contract/count.ts';
import type { Level } from '@isobar/contract/orders/levels.ts';
import {
  addRange,
  asRanges,
  endBounds,
  moveEdge,
  removeRange,
  type Selection,
  startBounds,
  withDates,
  withEpoch,
  withMultipleDates,
} from '@isobar/contract/orders/selection.ts';
import type { Span } from '@isobar/contract/orders/span.ts';
import { formatDayTime } from '@isobar/contract/time.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DateTimeInput } from '../../ui/date-time-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { DaysChoice } from './days-choice.tsx';
import { useEpoch } from './use-epoch.ts';

type Mode = 'ranges' | 'days' | 'epoch';

type Edited = {
  /** Names the item for screen readers and in the title of the dialog. */
  readonly title: string;
  readonly selection: Selection;
  readonly level: Level;
  /** The files state no time and are ordered by their last changes. */
  readonly isUndated: boolean;
  readonly epochCode: string | null;
  readonly onChange: (selection: Selection) => void;
};

export function DatesEditor(props: Edited) {
  const { title, selection, level, onChange } = props;
  const { mode, switchTo, undo, epoch } = useMode(props);
  // Files without times are on no day: only what was chosen before as days stays a choice.
  const hasDays = !props.isUndated || mode === 'days';
  const kinds = [
    { value: 'ranges' as const, label: 'Ranges' },
    ...(hasDays ? [{ value: 'days' as const, label: 'Multiple dates' }] : []),
    ...(props.epochCode === null ? [] : [epochKind(epoch)]),
  ];
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Dates of {title}</legend>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span aria-hidden className="font-strong">
          Dates
        </span>
        {kinds.length > 1 && (
          <Segmented
            small
            label={`Kind of dates of ${title}`}
            value={mode}
            onChange={switchTo}
            segments={kinds}
          />
        )}
        {undo && (
          <Button look="quiet" small onClick={undo}>
            Undo
            <span className="sr-only"> the change of kind of dates of {title}</span>
          </Button>
        )}
        <span className="text-sm text-ink-2">
          {props.isUndated ? 'Dates unknown; files were last changed' : 'Available'}{' '}
          {formatDayTime(level.start)} to {formatDayTime(level.end)} UTC
        </span>
      </div>
      {mode === 'ranges' ? (
        <Ranges
          title={title}
          dates={selection.dates}
          bounds={level}
          onChange={(dates) => onChange(withDates(selection, level, dates))}
        />
      ) : (
        <DaysChoice
          title={title}
          selection={selection}
          level={level}
          epochDays={mode === 'epoch' ? epoch.days : null}
          onChange={(dates) => onChange(withDates(selection, level, dates))}
        />
      )}
    </fieldset>
  );
}

const epochKind = ({ name, days }: ReturnType<typeof useEpoch>) => ({
  value: 'epoch' as const,
  label: `Epoch${name ? `: ${name}` : ''}`,
  disabled: days === null,
});

/**
 * The kind of dates: switching keeps what was chosen before, and `undo` takes the last switch back;
 * null if there is none.
 */
function useMode({ selection, level, epochCode, onChange }: Edited) {
  const epoch = useEpoch(epochCode);
  const mode: Mode = selection.isEpoch ? 'epoch' : selection.multipleDates ? 'days' : 'ranges';
  const before = useRef<Selection | null>(null);
  const [switched, setSwitched] = useState<Selection | null>(null);
  const switchTo = (next: Mode): void => {
    const kept = before.current;
    before.current = selection;
    setSwitched(selection);
    if (next === 'days') onChange(withMultipleDates(selection, level, true));
    else if (next === 'epoch') onChange(withEpoch(selection, level, epoch.days ?? []));
    else if (mode === 'epoch') onChange(withEpoch(selection, level, null));
    else onChange(asRanges(selection, level, kept));
  };
  const undo = (): void => {
    if (switched) onChange(switched);
    before.current = null;
    setSwitched(null);
  };
  const canUndo = switched?.datastream === level.datastream;
  return { mode, switchTo, undo: canUndo ? undo : null, epoch };
}

function Ranges(props: {
  readonly title: string;
  readonly dates: readonly Span[];
  readonly bounds: Span;
  readonly onChange: (dates: readonly Span[]) => void;
}) {
  const { title, dates, bounds, onChange } = props;
  const set = (index: number, edge: 'start' | 'end', seconds: number): void =>
    onChange(
      dates.map((range, i) => (i === index ? moveEdge(range, edge, seconds, bounds) : range)),
    );
  return (
    <>
      <ul className="grid gap-2">
        {dates.map((range, index) => {
          const nth = dates.length > 1 ? `, range ${index + 1}` : '';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no identity but their place
            <li key={index} className="flex flex-wrap items-start gap-2">
              <DateTimeInput
                label={`Start date of ${title}${nth}`}
                edge="start"
                value={range.start}
                bounds={startBounds(range, bounds)}
                onChange={(seconds) => set(index, 'start', seconds)}
                className="w-[15.4rem] max-w-full"
              />
              <span aria-hidden className="mt-2 text-ink-2 max-sm:hidden">
                to
              </span>
              <DateTimeInput
                label={`End date of ${title}${nth}`}
                edge="end"
                value={range.end}
                bounds={endBounds(range, bounds)}
                onChange={(seconds) => set(index, 'end', seconds)}
                className="w-[15.4rem] max-w-full"
              />
              {dates.length > 1 && (
                <Button
                  look="quiet"
                  icon
                  aria-label={`Remove range ${index + 1} of ${title}`}
                  onClick={() => onChange(removeRange(dates, index))}
                >
                  <Trash2 size={16} aria-hidden />
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Button
        look="quiet"
        small
        className="mt-1 -ml-2"
        onClick={() =>
          onChange(dates.length > 0 ? addRange(dates) : [{ start: bounds.start, end: bounds.end }])
        }
      >
        <Plus size={15} aria-hidden />
        Add date range
        <span className="sr-only"> to {title}</span>
      </Button>
      {dates.length > 1 && (
        <span className="text-sm text-ink-2">{plural(dates.length, 'range')}</span>
      )}
    </>
  );
}
