// How many samples of a selection quality reports and checks mask and how many are missing, as the
// order service counts them.

import type { Flagged } from '@isobar/contract/calls/flagged.ts';
import { flaggedOfOrder } from '@isobar/contract/calls/order-calls.ts';
import { isRawLevel } from '@isobar/contract/catalogue/data-level.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { DEFAULT_OPTIONS, orderRequestOf } from '../../lib/orders/request-of.ts';
import { useSelectionMetrics } from '../cart/metrics.ts';

/** Files are read in the background: until then what they lack is asked for again. */
const AGAIN_MS = 5000;

/** Samples of single scans are only ever estimated. */
export const canBeCounted = ({ scanNames }: Selection): boolean => scanNames.length === 0;

const isUncounted = ({ samples, isCounted }: Flagged): boolean => samples > 0 && !isCounted;

/**
 * Null: the count is not known (yet), there are no samples to mask, or the selection has more files
 * than one order may have. `wanted`: false if no report touches the selection; then nothing is
 * counted.
 */
export function useFlagged(selection: Selection, wanted: boolean): Flagged | null {
  const config = useConfig();
  const asked = useDeferredValue(selection);
  const { metrics } = useSelectionMetrics(asked);
  const fits = metrics !== undefined && metrics.fileCount <= config.maximumFiles;
  const ordered = { selection: asked, dqrFilter: [], qcFilter: false, epochCode: null };
  const { idempotencyKey: _, ...request } = orderRequestOf([ordered], DEFAULT_OPTIONS, '');
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['flagged', request],
    queryFn: ({ signal }) => ask(config, flaggedOfOrder, { body: request, signal }),
    enabled: wanted && fits && asked.dates.length > 0 && !isRawLevel(asked.dataLevel),
    staleTime: 5 * 60_000,
    refetchInterval: ({ state }) =>
      canBeCounted(asked) && state.data?.selections.some(isUncounted) ? AGAIN_MS : false,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { optional: true },
  });
  const found = isError || isPlaceholderData ? undefined : data?.selections[0];
  return found && found.samples > 0 ? found : null;
}

/**
 * '1,440 of 25,920 samples'; while they are only estimated from the lengths of files 'about' and
 * three figures.
 */
export function aboutSamples(some: number, { samples, isCounted }: Flagged): string {
  const about = isCounted ? '' : 'about ';
  const figures = isCounted ? (count: number) => count : rounded;
  return some === 0
    ? `none of ${about}${plural(figures(samples), 'sample')}`
    : `${about}${formatCount(figures(some))} of ${plural(figures(samples), 'sample')}`;
}

const rounded = (count: number): number => Number(count.toPrecision(3));
