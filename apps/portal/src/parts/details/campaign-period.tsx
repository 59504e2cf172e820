// When a field campaign took place: as its own metadata record says, else the days of the data at
// hand.
import { periodOfCampaign } from '@isobar/contract/calls/campaigns.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import type { ResultRow } from '../../lib/search/row.ts';
import { statedDates } from '../../lib/search/stated-dates.ts';
import { FailurePanel } from '../../ui/panels.tsx';

export function CampaignPeriod({ row }: { readonly row: ResultRow }) {
  const config = useConfig();
  const told = useQuery({
    queryKey: ['campaign-period', row.iopShortName],
    queryFn: ({ signal }) =>
      ask(config, periodOfCampaign, { params: { iopShortName: row.iopShortName }, signal }),
    enabled: row.linkXml !== '' && row.iopShortName !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const begin = told.data?.begin ?? row.startDate.slice(0, 10);
  const end = told.data?.begin ? (told.data.end ?? 'present') : row.endDate.slice(0, 10);
  return (
    <>
      {statedDates(begin, end)}
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
