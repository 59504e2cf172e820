// The variables of datastreams, from the file service.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { variablesOfDatastreams } from '@isobar/contract/calls/files.ts';
import type { VariablesReply } from '@isobar/contract/calls/orders.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { type QueryClient, useQueries, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';

export type Variable = VariablesReply[number]['variables'][number];

/** POST {files}/variables/ for one datastream. */
export function useVariables(datastream: string) {
  return useQuery(variablesQuery(useConfig(), datastream));
}

/**
 * The chosen variables of selections as far as their datastreams have them: a choice may come from
 * another data level. If none of them exists, all variables are meant; while that is not known, the
 * choice stays as it is.
 */
export function useExistingVariables(
  selections: readonly Pick<Selection, 'datastream' | 'variables'>[],
): readonly (readonly string[])[] {
  const config = useConfig();
  const answers = useQueries({
    queries: selections.map(({ datastream, variables }) => ({
      ...variablesQuery(config, datastream),
      enabled: variables.length > 0,
    })),
  });
  return selections.map(({ variables }, index) => existing(variables, answers[index]?.data));
}

/** See useExistingVariables. */
export function existing(
  chosen: readonly string[],
  known: readonly Variable[] | undefined,
): readonly string[] {
  if (!known) return chosen;
  const names = new Set(known.map((one) => one.variable));
  return chosen.filter((name) => names.has(name));
}

function variablesQuery(config: PortalConfig, datastream: string) {
  return {
    queryKey: ['variables', datastream],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Variable[]> => {
      const answer = await ask(config, variablesOfDatastreams, { body: [datastream], signal });
      return answer.find((one) => one.datastream === datastream)?.variables ?? [];
    },
  };
}

/** The variables, if they were fetched before; undefined: they were not. */
export const knownVariables = (
  client: QueryClient,
  datastream: string,
): readonly Variable[] | undefined => client.getQueryData(['variables', datastream]);

/** The variables whose name, description or units contain a text, without regard to case. */
export function matching(variables: readonly Variable[], filter: string): readonly Variable[] {
  const words = filter.trim().toLowerCase();
  if (!words) return variables;
  return variables.filter((one) =>
    `${one.variable} ${one.description} ${one.units}`.toLowerCase().includes(words),
  );
}
