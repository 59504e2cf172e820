// The days of an epoch, from the epoch service (specification part 2 section 7).
import { parseDay, parseInstant } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { call } from '../../lib/call.ts';
import { useService } from '../../lib/config.ts';

const reply = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _source: z.object({
          epoch_name: z.string(),
          epoch_desc: z.optional(z.string()),
          /** JSON list of dates. */
          epoch_times: z.string(),
        }),
      }),
    ),
  }),
});

export type EpochState = {
  readonly name: string | null;
  /** Instants inside the days, seconds UTC; null while not known. */
  readonly days: readonly number[] | null;
};

export function useEpoch(code: string | null): EpochState {
  const epochs = useService('epochs');
  const { data } = useQuery({
    queryKey: ['epoch', code],
    enabled: code !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      call({
        url: `${epochs}/_search`,
        query: { q: `epoch_code:"${code}"`, size: 1 },
        schema: reply,
        signal,
      }),
  });
  const epoch = data?.hits.hits[0]?._source;
  const times = epoch?.epoch_times;
  const days = useMemo(() => (times === undefined ? null : readDays(times)), [times]);
  return { name: epoch?.epoch_name ?? null, days };
}

/** JSON text of a list of dates -> seconds UTC; what is no date is left out. */
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
