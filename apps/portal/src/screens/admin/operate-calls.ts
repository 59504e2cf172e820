// The calls of the pages for operators, and acts after which everything is asked for again. They
// always go to this server: no configuration moves them elsewhere.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../lib/call.ts';
import { toast } from '../../ui/toast.tsx';

/** `of`: the query's key, with every value that the answer depends on. */
export const operateQuery = <T>(
  of: readonly (string | number | undefined)[],
  look: (signal: AbortSignal) => Promise<T>,
) =>
  queryOptions({
    queryKey: ['operate', ...of],
    staleTime: 0,
    queryFn: ({ signal }) => look(signal),
  });

type Act = {
  readonly does: () => Promise<unknown>;
  /** The message when it is done. */
  readonly told: string;
};

/** Carries out an act and reports it; a refusal is shown in the words of the server. */
export function useAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ does }: Act) => does(),
    onSuccess: (_, { told }) => {
      toast({ title: told });
      return client.invalidateQueries({ queryKey: ['operate'] });
    },
    onError: (error) => {
      const text = error instanceof CallError ? { text: error.message } : {};
      toast({ title: 'This action failed.', kind: 'problem', ...text });
    },
  });
}
