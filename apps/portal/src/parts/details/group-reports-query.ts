// The quality reports of every datastream of a product: one call, kept while its row or its details
// are open.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { type QualityRange, qualityRanges } from '@isobar/contract/quality/timeline.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Group } from '../../lib/search/plan-details.ts';
import { groupReportsSearch, readGroupReports } from '../../lib/search/plan-reports.ts';
import { postSearch } from '../../lib/search-call.ts';

/** `measurement`: only the reports on this measurement, by its code; null: all. */
export const groupReportsQuery = (config: PortalConfig, group: Group, measurement: string | null) =>
  queryOptions({
    queryKey: ['group-reports', group, measurement],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly QualityRange[]>> => {
      const body = groupReportsSearch(group, measurement);
      const reports = readGroupReports(await postSearch(config, 'metadata', body, signal));
      return new Map([...reports].map(([name, dates]) => [name, qualityRanges(dates)]));
    },
  });
