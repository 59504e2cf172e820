// When a field campaign was: what its own metadata record tells, else the days of the data at hand.
import { campaignPeriod } from '@isobar/contract/calls/campaigns.ts';
import type { ResultRow } from '@isobar/contract/search/row.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useService } from '../../lib/config.ts';
import { FailurePanel } from '../../ui/panels.tsx';

export function CampaignPeriod({ row }: { readonly row: ResultRow }) {
  const campaigns = useService('campaigns');
  const told = useQuery({
    queryKey: ['campaign-period', row.iopShortName],
    queryFn: ({ signal }) =>
      call({
        url: `${campaigns}/period/${encodeURIComponent(row.iopShortName)}`,
        schema: campaignPeriod,
        signal,
      }),
    enabled: row.linkXml !== '' && row.iopShortName !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const begin = told.data?.begin ?? row.startDate.slice(0, 10);
  const end = told.data?.begin ? (told.data.end ?? 'present') : row.endDate.slice(0, 10);
  return (
    <>
      {begin} – {end}
      {told.isError && (
        <FailurePanel
          what="The campaign's own dates could not be loaded; these are those of its data."
          onRetry={() => void told.refetch()}
          busy={told.isFetching}
        />
      )}
    </>
  );
}
