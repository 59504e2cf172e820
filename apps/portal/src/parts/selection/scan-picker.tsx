// Which scan types of a radar or lidar go into an order (specification part 3 sections 2 and 4).
import { plural } from '@isobar/contract/count.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { readScanLabels, SCAN_NAMES_QUERY, scanNamesSearch } from '../../lib/search/plan-small.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { scanCountsBody, scanCountsSearch } from './file-listing.ts';
import { chosenScans, type ScanOption, scanOptions, scansToStore } from './scans.ts';

export function ScanPicker(props: {
  readonly selection: Selection;
  /** Scan names that the datastream may have. */
  readonly scanNames: readonly string[];
  readonly onChange: (scanNames: readonly string[]) => void;
}) {
  const { selection, scanNames, onChange } = props;
  const counts = useScanCounts(selection);
  const labels = useScanLabels();
  const options = scanOptions(scanNames, labels, counts);
  const chosen = chosenScans(options, selection.scanNames);
  const available = options.filter((option) => option.available);
  useWithoutEmpty(options, selection.scanNames, onChange);
  const choose = (names: ReadonlySet<string>): void => onChange(scansToStore(options, names));
  const toggle = (option: ScanOption, on: boolean): void => {
    const next = new Set(chosen);
    if (on) next.add(option.value);
    else next.delete(option.value);
    choose(next);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-strong">Scan types</legend>
      <div className="flex flex-wrap items-center gap-x-4">
        <Checkbox
          checked={chosen.size === available.length && available.length > 0}
          indeterminate={chosen.size > 0 && chosen.size < available.length}
          onChange={(on) =>
            choose(
              new Set(on ? available.map((option) => option.value) : [available[0]?.value ?? '']),
            )
          }
        >
          Select all
        </Checkbox>
        <span aria-live="polite" className="text-sm text-ink-2">
          {chosen.size} of {plural(options.length, 'scan')} selected
        </span>
      </div>
      {/* Five rows of 30 px, and half of the next so that it is seen to go on. */}
      <ul className="mt-1 max-h-[162px] overflow-y-auto rounded-lg border border-rule px-3 py-1">
        {options.map((option) => (
          <li key={option.value}>
            <Checkbox
              checked={chosen.has(option.value)}
              disabled={!option.available || (chosen.size === 1 && chosen.has(option.value))}
              onChange={(on) => toggle(option, on)}
            >
              {option.label}{' '}
              <span className="text-sm text-ink-2">
                {option.count === null ? '' : plural(option.count, 'file')}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Scans that lost their files with a change of dates leave the selection. */
function useWithoutEmpty(
  options: readonly ScanOption[],
  stored: readonly string[],
  onChange: (scanNames: readonly string[]) => void,
): void {
  const empty = options.filter((option) => !option.available).map((option) => option.value);
  const gone = stored.some((name) => empty.includes(name));
  const latest = useRef(() => {});
  latest.current = () => onChange(stored.filter((name) => !empty.includes(name)));
  useEffect(() => {
    if (gone) latest.current();
  }, [gone]);
}

function useScanCounts(selection: Selection): ReadonlyMap<string, number> | null {
  const config = useConfig();
  const body = scanCountsBody(selection);
  const { data } = useQuery({
    queryKey: ['scan-counts', body],
    queryFn: async ({ signal }) => {
      const answer = await ask(config, scanCountsSearch, { body, signal });
      return new Map(answer.aggregations.scans.buckets.map((b) => [b.key, b.doc_count]));
    },
  });
  return data ?? null;
}

/** scan_name -> scan_desc; the list is fetched once. */
function useScanLabels(): ReadonlyMap<string, string> {
  const config = useConfig();
  const { data } = useQuery({
    queryKey: ['scan-names'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      readScanLabels(await ask(config, scanNamesSearch, { query: SCAN_NAMES_QUERY, signal })),
  });
  return data ?? NO_LABELS;
}

const NO_LABELS: ReadonlyMap<string, string> = new Map();
