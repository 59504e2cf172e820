// What the screen asks: the search itself, how often a value occurs, the hours of a day.
import {
  listDaysExamples,
  readDistribution,
  readFacts,
  readSentence,
  searchEvents,
} from '@isobar/contract/calls/fact-calls.ts';
import type {
  Distribution,
  EventReply,
  EventSearch,
  Statistic,
} from '@isobar/contract/calls/facts.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';

const MINUTE = 60_000;

/** While facts are still computed the search is repeated by itself. */
const REPEAT_MS = 5000;

export const isEmpty = ({ clauses, variables }: EventSearch): boolean =>
  clauses.length + variables.length === 0;

export const isComputing = (reply: EventReply | undefined): boolean =>
  (reply?.unknown.computing ?? 0) > 0 || reply?.factsUntil === null;

export function useDays(search: EventSearch) {
  const config = useConfig();
  return useQuery<EventReply>({
    queryKey: ['days', search],
    enabled: !isEmpty(search),
    staleTime: MINUTE,
    retry: false,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (isComputing(query.state.data) ? REPEAT_MS : false),
    queryFn: ({ signal }) => ask(config, searchEvents, { body: search, signal }),
  });
}

interface Of {
  readonly datastream: string;
  readonly variable: string;
}

export function useDistribution({ datastream, variable }: Of, statistic: Statistic) {
  const config = useConfig();
  return useQuery<Distribution>({
    queryKey: ['distribution', datastream, variable, statistic],
    staleTime: 10 * MINUTE,
    retry: false,
    meta: { optional: true },
    refetchInterval: ({ state }) => (state.data?.edges.length === 0 ? REPEAT_MS : false),
    queryFn: ({ signal }) =>
      ask(config, readDistribution, {
        params: { datastream, variable },
        query: { statistic },
        signal,
      }),
  });
}

/** The hours of some days; `from` and `to` are days, both included. */
export function useHours({ datastream, variable }: Of, from: string, to: string) {
  const config = useConfig();
  return useQuery({
    queryKey: ['hours', datastream, variable, from, to],
    staleTime: 10 * MINUTE,
    retry: false,
    meta: { optional: true },
    queryFn: ({ signal }) =>
      ask(config, readFacts, {
        params: { datastream, variable },
        query: { from, to, hours: 1 },
        signal,
      }),
  });
}

/**
 * Searches that find days in this archive; undefined: they are not known yet, or cannot be loaded.
 */
export function useExamples() {
  const config = useConfig();
  return useQuery({
    queryKey: ['days-examples'],
    staleTime: 10 * MINUTE,
    retry: false,
    meta: { optional: true },
    queryFn: ({ signal }) => ask(config, listDaysExamples, { signal }),
  }).data?.examples;
}

export function useSentence() {
  const config = useConfig();
  return useMutation({
    mutationFn: (text: string) => ask(config, readSentence, { query: { text } }),
  });
}
