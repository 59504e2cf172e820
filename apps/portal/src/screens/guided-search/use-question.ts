// What a question offers, from its one request; kept per question, so that going back shows it at
// once.

import type { ParsedReply } from '@isobar/contract/search/reply.ts';
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../lib/config.ts';
import { answersBefore, type Guided, stepsOf } from '../../lib/search/guided.ts';
import { guidedRequest } from '../../lib/search/plan-guided.ts';
import { postSearch } from '../../lib/search-call.ts';

export type Question = {
  /** null while it is not there, and again after a failure. */
  readonly reply: ParsedReply | null;
  readonly error: Error | null;
  readonly asking: boolean;
  readonly retry: () => void;
};

export function useQuestion(guided: Guided, enabled = true): Question {
  const config = useConfig();
  const { field } = stepsOf(guided.flow)[guided.step] ?? { field: '' };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['guided', guided.flow, field, answersBefore(guided, guided.step)],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { service, body } = guidedRequest(guided);
      try {
        return await postSearch(config, service, body, signal);
      } catch (failure) {
        if (!signal.aborted) console.error(`Guided search, ${field}:`, failure);
        throw failure;
      }
    },
  });
  return {
    reply: error ? null : (data ?? null),
    error,
    asking: isFetching,
    retry: () => void refetch(),
  };
}
