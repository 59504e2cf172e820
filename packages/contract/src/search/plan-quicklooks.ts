// The quicklooks of a variable in a month, one a day (part 3 section 7, decision 16).
import * as z from 'zod/mini';
import type { SearchBody } from './dsl.ts';
import type { ParsedReply } from './reply.ts';

/** Most thumbnails of a month; sent as `size` in the address. */
export const QUICKLOOK_LIMIT = 31;

/** `month`: YYYYMM. */
export type QuicklookMonth = {
  readonly ds: string;
  readonly vn: string;
  readonly month: string;
};

/** One plot a day: days are collapsed before the limit, so that none is lost. */
export const quicklooksSearch = ({ ds, vn, month }: QuicklookMonth): SearchBody => ({
  query: { bool: { filter: [{ term: { ds } }, { term: { month } }, { term: { vn } }] } },
  collapse: { field: 'dated' },
  sort: [{ dated: 'asc' }, { url: 'asc' }],
  _source: ['url', 'dated', 'vn'],
});

export type Quicklook = { readonly url: string; readonly dated: string; readonly vn: string };

const quicklook = z.object({ url: z.string(), dated: z.string(), vn: z.string() });

/** In the order of the reply, the first of each day. */
export function readQuicklooks({ hits }: ParsedReply): readonly Quicklook[] {
  const days = new Map<string, Quicklook>();
  for (const { _source } of hits.hits) {
    const read = z.safeParse(quicklook, _source);
    if (read.success && !days.has(read.data.dated)) days.set(read.data.dated, read.data);
  }
  return [...days.values()];
}
