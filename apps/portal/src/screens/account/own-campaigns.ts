// The campaigns and computing requests of the signed-in user; a user without any never sees the
// tab.
import { ownAfcs, ownHpcrs } from '@isobar/contract/calls/proposals.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';

const ASKED = { meta: { optional: true }, staleTime: 5 * 60_000 } as const;

export function useOwnCampaigns() {
  const config = useConfig();
  const afc = useQuery({
    ...ASKED,
    queryKey: ['own', 'afcs'],
    queryFn: ({ signal }) => ask(config, ownAfcs, { signal }),
  });
  const hpcr = useQuery({
    ...ASKED,
    queryKey: ['own', 'hpcrs'],
    queryFn: ({ signal }) => ask(config, ownHpcrs, { signal }),
  });
  return { afcs: afc, hpcrs: hpcr };
}

/**
 * 'AFCs' for ARM: an archive whose name is an acronym puts its first letter before 'FCs' (decision
 * 1028); in any other they are campaigns.
 */
export const campaignsWord = (archiveName: string): string =>
  /^[A-Z]{2,8}$/.test(archiveName.trim()) ? `${archiveName.trim()[0]}FCs` : 'Campaigns';
