// The calls of the pages for operators: what they show, and acts after which everything is asked for again.
import { done, OPERATE } from '@isobar/contract/calls/operate.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { CallError, call } from '../../lib/call.ts';
import { toast } from '../../ui/toast.tsx';

type Query = Readonly<Record<string, string | number | undefined>>;

/** `path` below /services/operate. */
export const operateQuery = <S extends z.ZodMiniType>(path: string, schema: S, query: Query = {}) =>
  queryOptions({
    queryKey: ['operate', path, query],
    staleTime: 0,
    queryFn: ({ signal }) => call({ url: `${OPERATE}${path}`, query, schema, signal }),
  });

type Act = {
  readonly path: string;
  readonly body?: unknown;
  readonly method?: 'POST' | 'PUT';
  /** What is told when it is done. */
  readonly told: string;
};

/** Does something and says so; a refusal is told in the words of the server. */
export function useAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ path, body = {}, method = 'POST' }: Act) =>
      call({ url: `${OPERATE}${path}`, method, body, schema: done }),
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
