// The variables of datastreams, from the file service.
import { type VariablesReply, variablesReply } from '@isobar/contract/calls/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useService } from '../../lib/config.ts';

export type Variable = VariablesReply[number]['variables'][number];

/** POST {files}/variables/ for one datastream; not asked while `wanted` is false. */
export function useVariables(datastream: string, wanted: boolean) {
  const files = useService('files');
  return useQuery({
    queryKey: ['variables', datastream],
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<readonly Variable[]> => {
      const answer = await call({
        url: `${files}/variables/`,
        body: [datastream],
        schema: variablesReply,
        signal,
      });
      return answer.find((one) => one.datastream === datastream)?.variables ?? [];
    },
  });
}

/** The variables whose name, description or units contain a text, without regard to case. */
export function matching(variables: readonly Variable[], filter: string): readonly Variable[] {
  const words = filter.trim().toLowerCase();
  if (!words) return variables;
  return variables.filter((one) =>
    `${one.variable} ${one.description} ${one.units}`.toLowerCase().includes(words),
  );
}
