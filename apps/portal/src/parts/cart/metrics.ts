// Files and bytes of selections, asked of the file service again after every change.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { metricsOfOne } from '@isobar/contract/calls/files.ts';
import type { CheckedSelection } from '@isobar/contract/orders/check.ts';
import { isDefaultRange, type Selection } from '@isobar/contract/orders/selection.ts';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { requestDates } from '../../lib/orders/request-of.ts';
import { type CartEntry, levelOf } from './cart-item.ts';

export type Metrics = { readonly fileCount: number; readonly bytes: number };

/**
 * `limited`: an order of it waits until the owner of the data has agreed; null: that is not known.
 */
export type SelectionMetrics = Metrics & { readonly limited: boolean | null };

const NOTHING: SelectionMetrics = { fileCount: 0, bytes: 0, limited: false };

/**
 * The figures of one selection. `stale`: they are those of the selection before, and the new ones
 * are on their way.
 */
export function useSelectionMetrics(selection: Selection) {
  const config = useConfig();
  const answer = useQuery({
    ...metricsQuery(config, selection),
    placeholderData: keepPreviousData,
  });
  if (selection.dates.length === 0) {
    return { metrics: NOTHING, stale: false, failed: false, retry: answer.refetch };
  }
  return {
    metrics: answer.isError ? undefined : answer.data,
    stale: answer.isPlaceholderData || answer.isFetching,
    failed: answer.isError,
    retry: answer.refetch,
  };
}

export type CartMetrics = {
  /** One for each item, undefined while not known. */
  readonly each: readonly (SelectionMetrics | undefined)[];
  readonly total: Metrics;
  /** All are known and none is being asked for. */
  readonly complete: boolean;
  readonly failed: boolean;
  readonly retry: () => void;
};

/** The figures of the whole cart; shares its answers with useSelectionMetrics. */
export function useCartMetrics(entries: readonly CartEntry[]): CartMetrics {
  const config = useConfig();
  const answers = useQueries({
    queries: entries.map((entry) => metricsQuery(config, entry.selection)),
  });
  const each = entries.map((entry, index) =>
    entry.selection.dates.length === 0 ? NOTHING : answers[index]?.data,
  );
  const failed = answers.filter((answer) => answer.isError);
  return {
    each,
    total: each.reduce<Metrics>(
      (sum, one) => ({
        fileCount: sum.fileCount + (one?.fileCount ?? 0),
        bytes: sum.bytes + (one?.bytes ?? 0),
      }),
      NOTHING,
    ),
    complete: each.every((one) => one !== undefined) && failed.length === 0,
    failed: failed.length > 0,
    retry: () => {
      for (const answer of failed) void answer.refetch();
    },
  };
}

/** An item in numbers, as the rules of the cart look at it. */
export function checked(entry: CartEntry, metrics: Metrics): CheckedSelection {
  const { selection } = entry;
  const level = levelOf(entry);
  const wholeDays = selection.isEpoch || selection.multipleDates;
  return {
    datastream: selection.datastream,
    fileCount: metrics.fileCount,
    bytes: metrics.bytes,
    dates: selection.dates,
    available: level ? { start: level.start, end: level.end } : null,
    defaultRange:
      level !== undefined &&
      !wholeDays &&
      selection.files.length === 0 &&
      isDefaultRange(selection.dates, level),
  };
}

/** Files and bytes of a selection, asked once for each selection. */
export function metricsQuery(config: PortalConfig, selection: Selection) {
  const body = {
    datastream: selection.datastream,
    dates: requestDates(selection),
    files: selection.files.map((file) => file.filename),
    scanNames: selection.scanNames,
  };
  return {
    queryKey: ['file-metrics', body],
    enabled: selection.dates.length > 0,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SelectionMetrics> => {
      const answer = await ask(config, metricsOfOne, { body, signal });
      const { fileCount, fileSize, limited } = answer;
      return { fileCount, bytes: Math.round(fileSize * 1e6), limited };
    },
  };
}
