// What the pages for operators show, and acts after which everything is asked for again. Their calls are the server's own: no
// configuration says that they lie elsewhere.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../lib/call.ts';
import { toast } from '../../ui/toast.tsx';

/** `of`: what it is, with all that it depends on. */
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
  /** What is told when it is done. */
  readonly told: string;
};

/** Does something and says so; a refusal is told in the words of the server. */
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
      toast({ title: 'That could not be done.', kind: 'problem', ...text });
    },
  });
}
