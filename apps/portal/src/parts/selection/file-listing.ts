// Queries for the files of a selection, page by page, and for its scan types, sent to file_info
// (part 1 section 7, call 6).

import { searchBy } from '@isobar/contract/calls/search-calls.ts';
import { mergeSpans, type Span } from '@isobar/contract/orders/span.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import * as z from 'zod/mini';

export type FileListing = {
  readonly datastream: string;
  /** Seconds UTC; a file is listed if it overlaps one of these. */
  readonly dates: readonly Span[];
  /** Empty: every scan type. */
  readonly scanNames: readonly string[];
  /** Part of a file name; empty: all. */
  readonly text: string;
};

/** Rows of a page; a listing goes on with search_after. */
export const FILES_PER_PAGE = 2500;

/** One page in descending order of names; `after` is the last name of the page before. */
export const fileListingBody = (listing: FileListing, after: string | null): SearchBody => ({
  query: fileQuery(listing),
  sort: [{ 'file_name.keyword': 'desc' }],
  size: FILES_PER_PAGE,
  _source: ['file_name', 'file_size'],
  track_total_hits: true,
  ...(after === null ? {} : { search_after: [after] }),
});

export const fileListingReply = z.object({
  hits: z.object({
    total: z.object({ value: z.number() }),
    hits: z.array(
      z.object({ _source: z.object({ file_name: z.string(), file_size: z.number() }) }),
    ),
  }),
});

export const fileListingSearch = searchBy('fileInfo', fileListingReply);

/**
 * How many files each scan type has on the days of the selection (from start of day to end of day).
 */
export const scanCountsBody = (listing: Pick<FileListing, 'datastream' | 'dates'>): SearchBody => ({
  query: fileQuery({
    datastream: listing.datastream,
    dates: listing.dates,
    scanNames: [],
    text: '',
  }),
  size: 0,
  aggs: { scans: { terms: { field: 'scan_name.keyword', size: 1000 } } },
});

export const scanCountsReply = z.object({
  aggregations: z.object({
    scans: z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })) }),
  }),
});

export const scanCountsSearch = searchBy('fileInfo', scanCountsReply);

/**
 * More separate ranges than this would exceed the bounds of a search: then everything from first to
 * last is listed.
 */
const MOST_RANGES = 300;

function fileQuery({ datastream, dates, scanNames, text }: FileListing): Query {
  const filter: Query[] = [{ term: { 'datastream.keyword': datastream } }];
  const ranges = mergeSpans(dates);
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (first && last && ranges.length > MOST_RANGES) {
    filter.push(overlaps({ start: first.start, end: last.end }));
  } else if (ranges.length > 0) {
    filter.push({ bool: { should: ranges.map(overlaps), minimum_should_match: 1 } });
  }
  if (scanNames.length > 0) filter.push({ terms: { 'scan_name.keyword': [...scanNames] } });
  const wanted = text.trim();
  if (wanted) {
    const value = `*${wanted.replace(/[\\*?]/g, '\\$&')}*`;
    filter.push({ wildcard: { 'file_name.keyword': { value, case_insensitive: true } } });
  }
  return { bool: { filter } };
}

const overlaps = ({ start, end }: Span): Query => ({
  bool: {
    filter: [
      { range: { start_date: { lte: formatInstant(end) } } },
      { range: { end_date: { gte: formatInstant(start) } } },
    ],
  },
});
