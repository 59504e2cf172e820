// One datastream of the checkout: dates and size to look at; variables, files and data flagging to choose.
import { isRawLevel } from '@isobar/contract/catalogue/data-level.ts';
import type { DqrFilter } from '@isobar/contract/orders/request.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { TriangleAlert } from 'lucide-react';
import { plural } from '../../lib/plural.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { type CartEntry, cartKey } from '../cart/cart-item.ts';
import { useCart } from '../cart/cart-store.ts';
import type { Metrics } from '../cart/metrics.ts';
import { FilesChoice } from '../selection/files-choice.tsx';
import { VariablesChoice } from '../selection/variables-choice.tsx';
import type { Flagging } from './submission-of.ts';

export function DatastreamSection(props: {
  readonly entry: CartEntry;
  readonly metrics: Metrics | undefined;
  readonly flagging: Flagging;
  readonly onFlagging: (flagging: Flagging) => void;
  /** Null with a single datastream. */
  readonly onFlaggingForAll: ((flagging: Flagging) => void) | null;
}) {
  const { entry, metrics } = props;
  const { selection } = entry;
  const select = useCart((cart) => cart.select);
  const change = (next: Selection): void => select(cartKey(entry), () => next);
  return (
    <li className="border-b border-rule py-4 first:pt-1">
      <section aria-label={selection.datastream} className="grid gap-3">
        <header className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
          <h3 className="font-serif text-[1.1rem]">{entry.title}</h3>
          <span className="font-mono text-[.9rem]">{selection.datastream}</span>
          <span className="text-ink-2">{datesInWords(selection)}</span>
          <span className="ml-auto whitespace-nowrap">
            <Amount metrics={metrics} />
          </span>
        </header>
        <VariablesChoice
          selection={selection}
          onChange={(variables) => change({ ...selection, variables })}
        />
        <FilesChoice selection={selection} onChange={(files) => change({ ...selection, files })} />
        <DataFlagging {...props} datastream={selection.datastream} />
      </section>
    </li>
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
    </fieldset>
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
