// The days of an epoch, from the epoch service (specification part 2 section 7).

import { parseDay, parseInstant } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { type Epoch, epochQuery, epochSearch, readEpoch } from '../../lib/search/plan-small.ts';

/** The epoch of a code; null when no epoch has it. One call for all who ask. */
export function useEpochRecord(code: string | null) {
  const config = useConfig();
  return useQuery({
    queryKey: ['epoch', code],
    enabled: code !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Epoch | null> => {
      const query = epochQuery(code ?? '');
      return readEpoch(await ask(config, epochSearch, { query, signal }));
    },
  });
}

export type EpochState = {
  readonly name: string | null;
  /** Instants inside the days, seconds UTC; null while not known. */
  readonly days: readonly number[] | null;
};

export function useEpoch(code: string | null): EpochState {
  const { data: epoch } = useEpochRecord(code);
  const times = epoch?.times;
  const days = useMemo(() => (times === undefined ? null : readDays(times)), [times]);
  return { name: epoch?.name ?? null, days };
}

/** JSON text of a list of dates -> seconds UTC; anything that is no date is left out. */
export function readDays(json: string): readonly number[] {
  const parsed = z.safeParse(z.array(z.string()), parse(json));
  if (!parsed.success) return [];
  return parsed.data.flatMap((text) => parseDay(text.slice(0, 10)) ?? parseInstant(text) ?? []);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
