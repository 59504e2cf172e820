// What a search answers: the Elasticsearch reply envelope and its error shape (specification part
// 4, section 1).

/**
 * One found document. `sort` holds its sort values, `fields` the value that it was collapsed by.
 */
export type Hit = {
  readonly _index: string;
  readonly _id: string;
  /** Null when hits are sorted by fields only. */
  readonly _score: number | null;
  readonly _source?: Readonly<Record<string, unknown>>;
  readonly sort?: readonly (string | number | boolean | null)[];
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
  readonly highlight?: Readonly<Record<string, readonly string[]>>;
};

export type HitsTotal = { readonly value: number; readonly relation: 'eq' | 'gte' };

export type Hits = {
  /**
   * Absent when the request has `track_total_hits: false`. Counts documents, also under collapse.
   */
  readonly total?: HitsTotal;
  readonly max_score: number | null;
  readonly hits: readonly Hit[];
};

/** A bucket: its key, how many documents, and the results below it by name. */
export type Bucket = {
  readonly key: string | number;
  readonly key_as_string?: string;
  readonly doc_count: number;
  readonly [name: string]: AggregationResult | string | number | undefined;
};

/**
 * What an aggregation answers; which members there are depends on its kind: a metric has `value`
 * (or count, min, max, avg, sum), `top_hits` has `hits`, a single-bucket kind has `doc_count`,
 * others have `buckets` (a list, or by name for named `filters`).
 */
export type AggregationResult = {
  readonly value?: number | null;
  readonly value_as_string?: string;
  readonly count?: number;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly avg?: number | null;
  readonly sum?: number;
  readonly hits?: Hits;
  readonly doc_count?: number;
  readonly doc_count_error_upper_bound?: number;
  readonly sum_other_doc_count?: number;
  readonly buckets?: readonly Bucket[] | Readonly<Record<string, Omit<Bucket, 'key'>>>;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
};

export type AggregationResults = { readonly [name: string]: AggregationResult };

export type SuggestOption = {
  readonly text: string;
  readonly score: number;
  /** The number of documents in which a term occurs. */
  readonly freq?: number;
  readonly highlighted?: string;
};
/** A word (or, of a phrase, the whole text) with what may be meant. */
export type SuggestEntry = {
  readonly text: string;
  readonly offset: number;
  readonly length: number;
  readonly options: readonly SuggestOption[];
};
export type SuggestResults = { readonly [name: string]: readonly SuggestEntry[] };

export type SearchReply = {
  /** Milliseconds that the search took. */
  readonly took: number;
  readonly timed_out: boolean;
  readonly _shards: {
    readonly total: number;
    readonly successful: number;
    readonly skipped: number;
    readonly failed: number;
  };
  readonly hits: Hits;
  readonly aggregations?: AggregationResults;
  readonly suggest?: SuggestResults;
};

export type ErrorCause = { readonly type: string; readonly reason: string };
export type SearchError = {
  readonly error: ErrorCause & { readonly root_cause: readonly ErrorCause[] };
  /** The HTTP status. */
  readonly status: number;
};

/** The error shape of the search services. */
export const searchError = (status: number, type: string, reason: string): SearchError => ({
  error: { root_cause: [{ type, reason }], type, reason },
  status,
});
