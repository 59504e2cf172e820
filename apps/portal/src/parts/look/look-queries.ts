// What the screen asks of the server: the life of a datastream, a window of a variable, one sample,
// and states.
import { listFacts } from '@isobar/contract/calls/fact-calls.ts';
import type { LookReply } from '@isobar/contract/calls/look.ts';
import { readWindow, readWindowState } from '@isobar/contract/calls/look-calls.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import type { LookOf } from '../look-address.ts';
import { useSettled } from '../sample-query.ts';
import type { Fetched, Window } from './window.ts';

const MINUTE = 60_000;
/** While facts are being computed the window is asked for again. */
const AGAIN_MS = 5000;

/** Variables of a datastream with hour facts, and the times between which it has data. */
export function useFactList(datastream: string) {
  const config = useConfig();
  return useQuery({
    queryKey: ['facts', datastream],
    enabled: datastream !== '',
    staleTime: MINUTE,
    retry: false,
    queryFn: ({ signal }) => ask(config, listFacts, { params: { datastream }, signal }),
  });
}

export function useWindow(of: LookOf, fetched: Fetched | null) {
  const config = useConfig();
  return useQuery<LookReply>({
    queryKey: ['look', of.datastream, of.variable, fetched],
    enabled: fetched !== null && of.variable !== '',
    staleTime: 5 * MINUTE,
    retry: false,
    placeholderData: (before, query) =>
      query?.queryKey[1] === of.datastream && query.queryKey[2] === of.variable
        ? keepPreviousData(before)
        : undefined,
    refetchInterval: ({ state }) => ((state.data?.computing ?? 0) > 0 ? AGAIN_MS : false),
    queryFn: ({ signal }) =>
      ask(config, readWindow, { params: { ...of }, query: queryOf(fetched), signal }),
  });
}

const queryOf = (fetched: Fetched | null) =>
  fetched
    ? {
        from: formatInstant(fetched.from),
        to: formatInstant(fetched.to),
        columns: fetched.columns,
      }
    : {};

/** Columns of the line of all years. */
const OVERVIEW_COLUMNS = 700;

export function useOverview(of: LookOf) {
  const config = useConfig();
  return useQuery<LookReply>({
    queryKey: ['look', of.datastream, of.variable, 'all'],
    enabled: of.variable !== '',
    staleTime: 5 * MINUTE,
    retry: false,
    meta: { optional: true },
    refetchInterval: ({ state }) => ((state.data?.computing ?? 0) > 0 ? AGAIN_MS : false),
    queryFn: ({ signal }) =>
      ask(config, readWindow, {
        params: { ...of },
        query: { columns: OVERVIEW_COLUMNS, source: 'facts' },
        signal,
      }),
  });
}

const STATE_SETTLE_MS = 400;

/** The token of the files and reports behind a window. */
export function useWindowState(of: LookOf, window: Window | null) {
  const config = useConfig();
  const key = window && `${formatInstant(window.from)} ${formatInstant(window.to)}`;
  const settled = useSettled(key, STATE_SETTLE_MS);
  return useQuery({
    queryKey: ['look-state', of.datastream, of.variable, settled],
    enabled: settled !== null && of.variable !== '',
    staleTime: MINUTE,
    retry: false,
    meta: { optional: true },
    queryFn: ({ signal }) => {
      const [from = '', to = ''] = settled?.split(' ') ?? [];
      return ask(config, readWindowState, { params: { ...of }, query: { from, to }, signal });
    },
  });
}
