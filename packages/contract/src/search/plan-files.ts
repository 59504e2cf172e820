// The calls of the file index: the files of a datastream, and how many and how large a selection is (section 7, calls 6, 7).
import type { SearchBody } from './dsl.ts';
import { windowEnd, windowStart } from './query-text.ts';
import { numberOf, type ParsedReply } from './reply.ts';

export type FileListing = {
  readonly datastream: string;
  readonly rows: number;
  /** First row, from 0. */
  readonly start: number;
  /** YYYY-MM-DD or an instant, UTC; absent: open. A file counts when it overlaps the window. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** Part of a file name. */
  readonly textSearch?: string;
};

/** The parameters of `GET {fileInfo}`. */
export function fileListingQuery(listing: FileListing): Record<string, string> {
  return {
    size: String(listing.rows),
    from: String(listing.start),
    sort: 'file_name.keyword:desc',
    q: [
      `datastream:"${listing.datastream.replace(/["\\]/g, '\\$&')}"`,
      ...(listing.textSearch ? [`file_name.keyword:${nameWildcard(listing.textSearch)}`] : []),
      ...(listing.startDate ? [`end_date:["${windowStart(listing.startDate)}" TO *]`] : []),
      ...(listing.endDate ? [`start_date:[* TO "${windowEnd(listing.endDate)}"]`] : []),
    ].join(' AND '),
  };
}

export type FileSelection = {
  readonly datastream: string;
  /** Ranges as YYYY-MM-DD or instants, UTC, both ends included; none: all files. */
  readonly dates: readonly { readonly startDate: string; readonly endDate: string }[];
  /** Scan names; none: all. */
  readonly scanNames?: readonly string[];
};

/** File metrics: the sum of sizes and the number of files of a selection. */
export function fileMetricsSearch({
  datastream,
  dates,
  scanNames = [],
}: FileSelection): SearchBody {
  return {
    query: {
      bool: {
        filter: [
          { term: { 'datastream.keyword': datastream } },
          ...(dates.length > 0
            ? [
                {
                  bool: {
                    should: dates.map((range) => ({
                      bool: {
                        filter: [
                          { range: { start_date: { lte: windowEnd(range.endDate) } } },
                          { range: { end_date: { gte: windowStart(range.startDate) } } },
                        ],
                      },
                    })),
                    minimum_should_match: 1,
                  },
                },
              ]
            : []),
          ...(scanNames.length > 0 ? [{ terms: { 'scan_name.keyword': [...scanNames] } }] : []),
        ],
      },
    },
    size: 0,
    aggs: {
      size: { sum: { field: 'file_size' } },
      files: { cardinality: { field: 'file_name.keyword' } },
    },
  };
}

export type FileMetrics = {
  readonly fileCount: number;
  /** Megabytes: bytes divided by 1e6. */
  readonly fileSize: number;
};

export const readFileMetrics = ({ aggregations }: ParsedReply): FileMetrics => ({
  fileCount: numberOf(aggregations, 'files') ?? 0,
  fileSize: (numberOf(aggregations, 'size') ?? 0) / 1e6,
});

const nameWildcard = (text: string): string => `*${text.trim().replace(/[^\w.-]/g, '?')}*`;
