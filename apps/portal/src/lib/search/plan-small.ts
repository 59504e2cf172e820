// The calls of the small indexes: an epoch by its code, the names of scans (section 7, calls 4 and
// 5).

import { searchAt } from '@isobar/contract/calls/search-calls.ts';
import { SCAN_NAME_LIMIT } from '@isobar/contract/search/settings.ts';
import * as z from 'zod/mini';

/** `GET {epochs}/_search`: the epoch of a code, quoted so that any code stands for itself. */
export const epochQuery = (code: string) => ({ q: epochClause(code), size: '1' }) as const;

export type Epoch = {
  readonly name: string;
  /** Empty where nothing is known. */
  readonly description: string;
  /** JSON list of dates. */
  readonly times: string;
};

export const epochReply = hitsOf(
  z.object({
    epoch_name: z.string(),
    epoch_desc: z._default(z.string(), ''),
    epoch_times: z._default(z.string(), '[]'),
  }),
);

export const epochSearch = searchAt('epochs', epochReply);

/** The first hit; null when no epoch has the code. */
export function readEpoch({ hits }: z.infer<typeof epochReply>): Epoch | null {
  const found = hits.hits[0]?._source;
  return found
    ? { name: found.epoch_name, description: found.epoch_desc, times: found.epoch_times }
    : null;
}

/** `GET {scanNames}?size=9999`. */
export const SCAN_NAMES_QUERY = { size: String(SCAN_NAME_LIMIT) } as const;

export const scanNamesReply = hitsOf(z.object({ scan_name: z.string(), scan_desc: z.string() }));

export const scanNamesSearch = searchAt('scanNames', scanNamesReply);

/** scan_name -> scan_desc. */
export const readScanLabels = ({
  hits,
}: z.infer<typeof scanNamesReply>): ReadonlyMap<string, string> =>
  new Map(hits.hits.map(({ _source }) => [_source.scan_name, _source.scan_desc]));

const epochClause = (code: string): string =>
  `epoch_code:"${code.replace(/["\\]/g, (sign) => `\\${sign}`)}"`;

function hitsOf<S extends z.ZodMiniType>(source: S) {
  return z.object({ hits: z.object({ hits: z.array(z.object({ _source: source })) }) });
}
