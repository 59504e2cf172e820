// The sample of a file that is nearest to a cursor, asked for once the cursor rests.
import { readSample } from '@isobar/contract/calls/look-calls.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '../lib/ask.ts';
import { useConfig } from '../lib/config.ts';
import type { LookOf } from './look-address.ts';

const FRESH_MS = 300_000;

/** The value after it has stayed the same for a while. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

const SAMPLE_SETTLE_MS = 120;

/** `time`: seconds since 1970 UTC; `within`: seconds before and after it. */
export function useSample(of: LookOf, time: number | null, within: number) {
  const config = useConfig();
  const at = useSettled(time === null ? null : Math.round(time), SAMPLE_SETTLE_MS);
  const reach = Math.min(172_800, Math.max(30, Math.ceil(within)));
  return useQuery({
    queryKey: ['look-sample', of.datastream, of.variable, at, reach],
    enabled: at !== null && of.variable !== '',
    staleTime: FRESH_MS,
    retry: false,
    meta: { optional: true },
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      ask(config, readSample, {
        params: { ...of },
        query: { time: String(at ?? 0), within: reach },
        signal,
      }),
  });
}
