// One datastream of the checkout: dates and size to look at; variables, files and data flagging to
// choose.

import { isRawLevel } from '@isobar/contract/catalogue/data-level.ts';
import { formatShare, plural } from '@isobar/contract/count.ts';
import type { DqrFilter } from '@isobar/contract/orders/request.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import type { GridOptions } from '@isobar/contract/orders/time-grid.ts';
import { CODES } from '@isobar/contract/quality/classes.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OrderOptions, OwnChoices } from '../../lib/orders/request-of.ts';
import { maskedBy } from '../../lib/quality/touching.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { type CartEntry, cartKey, isAerial } from '../cart/cart-item.ts';
import { useCart } from '../cart/cart-store.ts';
import type { Metrics } from '../cart/metrics.ts';
import { FilesChoice } from '../selection/files-choice.tsx';
import { aboutSamples, useFlagged } from '../selection/flagged-query.ts';
import { Shares } from '../selection/shares.tsx';
import { useTouches } from '../selection/touching.tsx';
import { knownVariables } from '../selection/variables.ts';
import { VariablesChoice } from '../selection/variables-choice.tsx';
import { FirstHoursFold } from './first-hours-fold.tsx';
import { GridMethods } from './grid-methods.tsx';
import { OwnFormats } from './own-formats.tsx';
import { QualityRow } from './quality-row.tsx';
import type { Flagging } from './submission-of.ts';

export function DatastreamSection(props: {
  readonly entry: CartEntry;
  readonly metrics: Metrics | undefined;
  /** The first of the order: more of it is shown from the start. */
  readonly isFirst: boolean;
  readonly flagging: Flagging;
  readonly onFlagging: (flagging: Flagging) => void;
  /** Formats and joining that differ from those of the order. */
  readonly own: OwnChoices | null;
  /** Null where there is only one datastream: it has those of the order. */
  readonly onOwn: ((own: OwnChoices | null) => void) | null;
  readonly options: OrderOptions;
  readonly onTimeGrid: (grid: GridOptions) => void;
  /** Applies the flagging to all datastreams; null when there is only one. */
  readonly onFlaggingForAll: ((flagging: Flagging) => void) | null;
}) {
  const { entry, metrics } = props;
  const { selection } = entry;
  const { timeGrid } = props.options;
  const select = useCart((cart) => cart.select);
  const change = (next: Selection): void => select(cartKey(entry), () => next);
  return (
    <li className="border-b border-rule py-4 first:pt-1">
      <section aria-label={selection.datastream} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <header className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
          <h3 className="font-serif text-lg break-words">{entry.title}</h3>
          <span className="font-mono text-sm break-all">{selection.datastream}</span>
          <span className="text-ink-2">{datesInWords(selection)}</span>
          <span className="ml-auto whitespace-nowrap">
            <Amount metrics={metrics} />
          </span>
        </header>
        {!isRawLevel(selection.dataLevel) && (
          <QualityRow selection={selection} masking={props.flagging} />
        )}
        <FirstHoursFold
          selection={selection}
          masking={props.flagging}
          isGridded={timeGrid !== null}
          opensFirst={props.isFirst}
        />
        <Chosen
          decided={selection.variables.length > 0}
          words={`${plural(selection.variables.length, 'variable')} chosen in the cart: ${selection.variables.join(', ')}`}
          name={`the variables of ${selection.datastream}`}
        >
          <VariablesChoice
            selection={selection}
            onChange={(variables) => change({ ...selection, variables })}
          />
        </Chosen>
        <Chosen
          decided={selection.files.length > 0}
          words={`${plural(selection.files.length, 'file')} chosen in the cart`}
          name={`the files of ${selection.datastream}`}
        >
          <FilesChoice
            selection={selection}
            onChange={(files) => change({ ...selection, files })}
          />
        </Chosen>
        <DataFlagging {...props} datastream={selection.datastream} />
        {props.onOwn && !isRawLevel(selection.dataLevel) && (
          <OwnFormats
            datastream={selection.datastream}
            aerial={isAerial(entry)}
            own={props.own}
            options={props.options}
            onChange={props.onOwn}
          />
        )}
        {timeGrid && (
          <GridMethods selection={selection} grid={timeGrid} onChange={props.onTimeGrid} />
        )}
      </section>
    </li>
  );
}

/** Choices made in the cart are shown, not asked again; they can still be changed. */
function Chosen(props: {
  readonly decided: boolean;
  readonly words: string;
  /** 'the files of sgpmetE13.b1' */
  readonly name: string;
  readonly children: ReactNode;
}) {
  const { decided, words, name, children } = props;
  const [open, setOpen] = useState(!decided);
  if (open) return children;
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-3">
      <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{words}</span>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Change<span className="sr-only"> {name}</span>
      </button>
    </p>
  );
}

function Amount({ metrics }: { readonly metrics: Metrics | undefined }) {
  if (!metrics) return <span className="text-ink-2">…</span>;
  if (metrics.fileCount === 0) {
    return (
      <span className="inline-flex items-center gap-1.5">
        <TriangleAlert size={15} aria-hidden className="text-warn" />
        No files
      </span>
    );
  }
  return `${plural(metrics.fileCount, 'file')}, ${formatBytes(metrics.bytes)}`;
}

const CHOICES: readonly { readonly value: DqrFilter; readonly label: string }[] = [
  { value: 'incorrect', label: 'Incorrect' },
  { value: 'suspect', label: 'Suspect' },
];

/**
 * A line of what is masked, and one of what is missing: both are counted again after a choice. On
 * phones the first is two lines.
 */
const COUNTS_HEIGHT = 'clamp(3.1rem, (48rem - 100vw) * 999, 4.4rem)';

function DataFlagging(props: {
  readonly entry: CartEntry;
  readonly datastream: string;
  readonly flagging: Flagging;
  readonly onFlagging: (flagging: Flagging) => void;
  readonly onFlaggingForAll: ((flagging: Flagging) => void) | null;
}) {
  const { flagging, onFlagging, onFlaggingForAll } = props;
  const raw = isRawLevel(props.entry.selection.dataLevel);
  const toggle = (value: DqrFilter, on: boolean): void =>
    onFlagging({
      ...flagging,
      dqrFilter: CHOICES.map((choice) => choice.value).filter((known) =>
        known === value ? on : flagging.dqrFilter.includes(known),
      ),
    });
  return (
    <fieldset disabled={raw} className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-0.5">
      <legend className="sr-only">Data flagging of {props.datastream}</legend>
      <span aria-hidden className={raw ? 'text-ink-2' : ''}>
        Data flagging
      </span>
      {CHOICES.map(({ value, label }) => (
        <Checkbox
          key={value}
          disabled={raw}
          checked={flagging.dqrFilter.includes(value)}
          onChange={(on) => toggle(value, on)}
        >
          {label}
        </Checkbox>
      ))}
      <Checkbox
        disabled={raw}
        checked={flagging.qcFilter}
        onChange={(qcFilter) => onFlagging({ ...flagging, qcFilter })}
      >
        Failed embedded checks
      </Checkbox>
      <Tooltip label="About data flagging">
        Values that a data quality report calls incorrect or suspect, or that fail the checks stored
        in the file itself, are replaced by -9999. What was replaced is listed in the delivery.
      </Tooltip>
      {onFlaggingForAll && !raw && (
        <Button look="quiet" small onClick={() => onFlaggingForAll(flagging)}>
          Use for all datastreams
        </Button>
      )}
      {!raw && (
        <div className="basis-full" style={{ minHeight: COUNTS_HEIGHT }}>
          <MaskedShare selection={props.entry.selection} flagging={flagging} />
          <Shares selection={props.entry.selection} masking={flagging} />
        </div>
      )}
    </fieldset>
  );
}

/** How many samples the ticked classes mask, and how many each class would. */
function MaskedShare(props: { readonly selection: Selection; readonly flagging: Flagging }) {
  const { selection, flagging } = props;
  const { datastream, dates, variables } = selection;
  const touches = useTouches(datastream, dates, variables);
  const flagged = useFlagged(selection, true);
  // The list of all variables is not fetched only to divide by its length.
  const known = knownVariables(useQueryClient(), datastream);
  const names =
    variables.length > 0
      ? variables
      : known?.filter((one) => !one.default).map((one) => one.variable);
  if (touches === undefined) return null;
  if (touches === null)
    return <p className="text-sm text-ink-2">Quality reports could not be loaded.</p>;
  const words = (assessments: readonly DqrFilter[]): string => {
    const codes = assessments.map((one) => CODES[one]);
    const { time, samples } = maskedBy(touches, dates, names ?? [], codes);
    if (time === 0) return 'none';
    if (flagged) {
      const some = flagged[assessments.length > 1 ? 'either' : (assessments[0] ?? 'either')];
      const share = some > 0 ? ` (${formatShare(some / flagged.samples)})` : '';
      if (some === 0) return 'none';
      return some >= flagged.samples
        ? `all ${flagged.isCounted ? plural(flagged.samples, 'sample') : 'samples'}`
        : `${aboutSamples(some, flagged)}${share}`;
    }
    return names
      ? `${formatShare(samples)} of the samples`
      : `values within ${formatShare(time)} of the time`;
  };
  const text =
    flagging.dqrFilter.length > 0
      ? `Reports mask ${words(flagging.dqrFilter).replace(/^none$/, 'nothing')}.`
      : `‘Suspect’ would remove ${words(['suspect'])}; ‘Incorrect’ ${words(['incorrect'])}.`;
  return (
    <p role="status" className="text-sm text-ink-2">
      {text}
    </p>
  );
}

/** '2020-01-01 to 2020-01-03', '3 ranges, 2019-02-01 to 2020-01-03', '12 dates, …' */
export function datesInWords({ dates, isEpoch, multipleDates }: Selection): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return 'no dates';
  const from = Math.min(...dates.map((range) => range.start));
  const to = Math.max(...dates.map((range) => range.end));
  const span = `${formatDay(from)} to ${formatDay(to)}`;
  if (isEpoch || multipleDates) return `${plural(dates.length, 'date')}, ${span}`;
  return dates.length > 1 ? `${plural(dates.length, 'range')}, ${span}` : span;
}
