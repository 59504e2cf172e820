// The record behind an id: by its id, or, if that no longer exists, by the datastream that the id
// begins with (decision 1030).
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import type { DqrDate } from '@isobar/contract/catalogue/metadata-document.ts';
import { queryOptions } from '@tanstack/react-query';
import {
  dqrSearch,
  type MeasuredVariable,
  measurementsSearch,
  movedRecordSearch,
  type ReportsOf,
  readDqrs,
  readMeasurements,
  recordSearch,
} from '../../lib/search/plan-details.ts';
import { type ResultRow, readRow } from '../../lib/search/row.ts';
import { postSearch } from '../../lib/search-call.ts';

export type FoundRecord = {
  readonly row: ResultRow;
  /** True when the id itself is no longer in the catalogue. */
  readonly moved: boolean;
};

/** null: neither the id nor its datastream is in the catalogue. */
export const recordQuery = (config: PortalConfig, id: string) =>
  queryOptions({
    queryKey: ['record', id],
    queryFn: async ({ signal }): Promise<FoundRecord | null> => {
      const exact = await postSearch(config, 'metadata', recordSearch(id), signal);
      const [hit] = exact.hits.hits;
      if (hit) return { row: readRow(hit._source ?? {}), moved: false };
      const near = await postSearch(config, 'metadata', movedRecordSearch(id), signal);
      const [other] = near.hits.hits;
      return other ? { row: readRow(other._source ?? {}), moved: true } : null;
    },
  });

export const measurementsQuery = (config: PortalConfig, datastream: string) =>
  queryOptions({
    queryKey: ['measurements', datastream],
    queryFn: async ({ signal }): Promise<readonly MeasuredVariable[]> =>
      readMeasurements(
        await postSearch(config, 'metadata', measurementsSearch({ datastream }), signal),
      ),
  });

export const reportsQuery = (config: PortalConfig, of: ReportsOf) =>
  queryOptions({
    queryKey: ['reports', of],
    queryFn: async ({ signal }): Promise<readonly DqrDate[]> =>
      readDqrs(await postSearch(config, 'metadata', dqrSearch(of), signal), of) ?? [],
  });
