// The campaigns and computing requests of the signed-in person; whoever has none never sees their tab.
import { afcs, hpcrs } from '@isobar/contract/calls/proposals.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useService } from '../../lib/config.ts';

const ASKED = { meta: { optional: true }, staleTime: 5 * 60_000 } as const;

export function useOwnCampaigns() {
  const campaigns = useService('campaigns');
  const afc = useQuery({
    ...ASKED,
    queryKey: ['own', 'afcs'],
    queryFn: ({ signal }) => call({ url: `${campaigns}/fc/afc`, schema: afcs, signal }),
  });
  const hpcr = useQuery({
    ...ASKED,
    queryKey: ['own', 'hpcrs'],
    queryFn: ({ signal }) => call({ url: `${campaigns}/fc/hpcr`, schema: hpcrs, signal }),
  });
  return { afcs: afc, hpcrs: hpcr };
}

/** 'AFC' for ARM: field campaigns are called by the first letter of the archive's short name (decision 28). */
export const acronymOf = (archiveName: string): string =>
  `${(archiveName.trim()[0] ?? 'A').toUpperCase()}FC`;
