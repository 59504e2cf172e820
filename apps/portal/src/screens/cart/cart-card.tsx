// One item of the cart: what it is, and the choices of level, dates, scans, variables and files.
import { plural } from '@isobar/contract/count.ts';
import { type Selection, withLevel } from '@isobar/contract/orders/selection.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { ChevronDown, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { shownCode } from '../../lib/shown-code.ts';
import {
  type CartEntry,
  cartKey,
  isUndated,
  levelChoices,
  levelOf,
  levelsOf,
  priorityName,
} from '../../parts/cart/cart-item.ts';
import { useCart } from '../../parts/cart/cart-store.ts';
import { useSelectionMetrics } from '../../parts/cart/metrics.ts';
import { type PlotsPlace, plotsPath } from '../../parts/quicklooks/plots-address.ts';
import { DatesEditor } from '../../parts/selection/dates-editor.tsx';
import { FilesChoice } from '../../parts/selection/files-choice.tsx';
import { MiniTimeline } from '../../parts/selection/mini-timeline.tsx';
import { ScanPicker } from '../../parts/selection/scan-picker.tsx';
import { NO_MASKING, Shares } from '../../parts/selection/shares.tsx';
import { TouchingReports } from '../../parts/selection/touching.tsx';
import { useEpoch } from '../../parts/selection/use-epoch.ts';
import { VariablesChoice } from '../../parts/selection/variables-choice.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { AskedDates } from './asked-dates.tsx';

export function CartCard({ entry }: { readonly entry: CartEntry }) {
  const key = cartKey(entry);
  const select = useCart((cart) => cart.select);
  const remove = useCart((cart) => cart.remove);
  const level = levelOf(entry);
  useTakenEpoch(entry);
  const { selection } = entry;
  const priority = priorityName(entry.priority);
  const place = [...new Set([entry.siteName, entry.facilityName])].join(', ');
  const name = `${entry.title}, ${shownCode(entry.siteCode) || entry.siteName} ${entry.facilityCode}`;
  const change = (next: Selection): void => {
    const dropped = selection.files.length > 0 && next.files.length === 0;
    select(key, () => next);
    if (dropped && next.dates !== selection.dates) {
      toast({
        title: `${plural(selection.files.length, 'chosen file')} removed from the selection`,
        text: 'They were chosen for other dates. All files of the new dates are ordered.',
      });
    }
  };
  const askToRemove = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Remove from cart',
      text: `Remove ${entry.title} at ${place} from your cart?`,
      confirmLabel: 'Remove',
      danger: true,
    });
    if (sure) remove(key);
  };
  return (
    <li className="border-b border-rule py-6 last:border-b-0">
      <article aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <header className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <h2 className="font-serif text-lg leading-snug font-medium">{entry.title}</h2>
            <p className="text-ink-2">
              {place}
              {entry.measurement && ` · ${entry.measurement}`}
              {priority && <span className="badge ml-2">Recommended, {priority} priority</span>}
              {entry.limitedAccess && <span className="badge ml-2">Limited access</span>}
            </p>
          </div>
          <Button
            look="quiet"
            icon
            aria-label={`Remove ${name} from the cart`}
            onClick={() => void askToRemove()}
          >
            <X size={18} aria-hidden />
          </Button>
        </header>
        <LevelChoice entry={entry} onChange={change} />
        {level && (
          <>
            <DatesEditor
              title={name}
              selection={selection}
              level={level}
              isUndated={isUndated(entry)}
              epochCode={entry.preselectedEpoch}
              onChange={change}
            />
            <AskedDates title={name} entry={entry} level={level} onChange={change} />
            {!isUndated(entry) && (
              <MiniTimeline
                level={level}
                dates={selection.dates}
                measurement={entry.measurementCode}
              />
            )}
            <TouchingReports selection={selection} />
            <Shares selection={selection} masking={NO_MASKING} />
          </>
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Amount selection={selection} />
          {entry.hasPlots && (
            <a className="link text-sm" href={`#${plotsPath('/saved', plotsOf(entry))}`}>
              Data plots<span className="sr-only"> of {name}</span>
            </a>
          )}
          <MoreChoices entry={entry} onChange={change} />
        </div>
      </article>
    </li>
  );
}

/** The plots of the chosen level and of the measurement that the item was added by. */
const plotsOf = ({ selection, varName }: CartEntry): PlotsPlace => ({
  ds: selection.datastream,
  vn: varName || null,
  date: null,
});

/**
 * An item that was found by an epoch starts with the days of the epoch, or with those that the
 * search named.
 */
function useTakenEpoch(entry: CartEntry): void {
  const takeEpoch = useCart((cart) => cart.takeEpoch);
  const { days: every } = useEpoch(entry.preselectedEpoch);
  const chosen = entry.epochDays;
  const key = cartKey(entry);
  const taken = entry.epochTaken === true;
  useEffect(() => {
    if (every && !taken) takeEpoch(key, chosen ?? every);
  }, [every, chosen, taken, key, takeEpoch]);
}

function LevelChoice(props: {
  readonly entry: CartEntry;
  readonly onChange: (selection: Selection) => void;
}) {
  const { entry, onChange } = props;
  const [hideOutside, setHideOutside] = useState(true);
  const { visible, hidden } = levelChoices(entry, hideOutside);
  const known = levelsOf(entry);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      {visible.some(({ dataLevel }) => dataLevel !== '') && (
        <Select
          label="Data level"
          value={entry.selection.datastream}
          choices={visible.map(({ datastream, dataLevel }) => {
            const info = entry.dataLevels.find((one) => one.datastream === datastream);
            const words = info?.description ? ` · ${info.description}` : '';
            return { value: datastream, label: `${dataLevel}${words}` };
          })}
          onChange={(datastream) => {
            const level = known.find((one) => one.datastream === datastream);
            if (level) onChange(withLevel(entry.selection, level, levelOf(entry)));
          }}
        />
      )}
      <span className="min-w-0 font-mono text-sm break-all">{entry.selection.datastream}</span>
      {(hidden > 0 || !hideOutside) && (
        <span className="text-sm text-ink-2">
          {hidden > 0 && `${plural(hidden, 'level')} outside your dates hidden. `}
          <button type="button" className="link" onClick={() => setHideOutside(!hideOutside)}>
            {hideOutside ? 'Show all levels' : 'Hide levels outside the dates'}
            <span className="sr-only"> of {entry.selection.datastream}</span>
          </button>
        </span>
      )}
    </div>
  );
}

/** Count and size, asked for again after every change. */
function Amount({ selection }: { readonly selection: Selection }) {
  const { metrics, stale, failed, retry } = useSelectionMetrics(selection);
  if (failed) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-danger">
        The files could not be counted.
        <Button small onClick={() => void retry()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!metrics) return <p className="skeleton h-6 w-40" aria-hidden />;
  return (
    <p aria-live="polite" className={stale ? 'text-ink-2' : ''}>
      {metrics.fileCount === 0 ? (
        <span className="inline-flex items-center gap-2">
          <TriangleAlert size={16} aria-hidden className="text-warn" />
          No files in these dates
        </span>
      ) : (
        <>
          <span className="font-strong">{plural(metrics.fileCount, 'file')}</span>
          <span className="text-ink-2"> · {formatBytes(metrics.bytes)}</span>
        </>
      )}
    </p>
  );
}

function MoreChoices(props: {
  readonly entry: CartEntry;
  readonly onChange: (selection: Selection) => void;
}) {
  const { entry, onChange } = props;
  const { selection } = entry;
  const [open, setOpen] = useState(false);
  const said = [
    selection.variables.length > 0
      ? plural(selection.variables.length, 'variable')
      : 'all variables',
    selection.files.length > 0 ? plural(selection.files.length, 'file') : 'all files',
    ...(entry.scanNames.length > 0
      ? [
          selection.scanNames.length > 0
            ? plural(selection.scanNames.length, 'scan type')
            : 'all scans',
        ]
      : []),
  ];
  return (
    <div className={open ? 'w-full min-w-0' : 'min-w-0'}>
      <Button
        look="quiet"
        small
        aria-expanded={open}
        className="-ml-2 max-w-full text-left max-sm:!whitespace-normal"
        onClick={() => setOpen(!open)}
      >
        <ChevronDown size={15} aria-hidden className={`shrink-0 ${open ? 'rotate-180' : ''}`} />
        Variables and files: {said.join(', ')}
        <span className="sr-only"> of {selection.datastream}</span>
      </Button>
      {open && (
        <div className="mt-2 grid gap-4">
          <VariablesChoice
            selection={selection}
            onChange={(variables) => onChange({ ...selection, variables })}
          />
          {entry.scanNames.length > 0 && (
            <ScanPicker
              selection={selection}
              scanNames={entry.scanNames}
              onChange={(scanNames) => onChange({ ...selection, scanNames, files: [] })}
            />
          )}
          <FilesChoice
            selection={selection}
            onChange={(files) => onChange({ ...selection, files })}
          />
        </div>
      )}
    </div>
  );
}
