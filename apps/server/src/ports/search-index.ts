// Port: search indexes, by name. The in-process engine and an OpenSearch cluster stand behind it
// and answer alike.

import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';

/** A document; `id` is its identity in its index. Values are JSON; null is the same as absent. */
export type Document = { readonly [field: string]: unknown } & { readonly id: string };

export type SearchOptions = {
  /** Cancels: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
};

export type SearchTextOptions = SearchOptions & {
  /** Keeps only these parts of the reply, such as `hits.hits._source` or `-hits.hits._score`. */
  readonly filterPath?: readonly string[];
};

export interface SearchIndex {
  /**
   * Answers a request that `parseSearchBody` has let through. Throws SearchRefused when the index
   * cannot answer it (no such index or field, a value that is no date) or when it ran too long.
   */
  search(index: string, body: SearchBody, options?: SearchOptions): Promise<SearchReply>;

  /**
   * The same reply as UTF-8 JSON, written elsewhere than on this thread: for passing on to a
   * client.
   */
  searchText(index: string, body: SearchBody, options?: SearchTextOptions): Promise<Uint8Array>;

  /**
   * Makes this the whole content of the index. It is built next to the former content and then
   * swapped with it, so that no query fails or waits meanwhile. Documents are consumed one by one.
   * Of two documents with one id the later counts. Hits that are equal in every sort key keep the
   * order of the documents here. `groupFields` are the fields that hits are collapsed and counted
   * by; each lies within the one before it (a measurement within its instrument).
   */
  replace(
    index: string,
    mapping: Mapping,
    groupFields: readonly string[],
    documents: AsyncIterable<Document> | Iterable<Document>,
  ): Promise<{ readonly documents: number }>;

  /** Adds, exchanges and removes single documents; searchable when the promise resolves. */
  apply(index: string, changes: Changes): Promise<{ readonly documents: number }>;

  /** Whether a usable index of this name is there. */
  has(index: string): boolean | Promise<boolean>;

  /**
   * The mapping that the index was built with; throws SearchRefused when there is no such index.
   */
  mapping(index: string): Mapping | Promise<Mapping>;

  /** Changes whenever the content of the index does; undefined where that is not known. */
  version(index: string): string | undefined;

  /**
   * Where several homes have indexes of one store: what those of this home show. Absent: there are
   * no others, and the store notes it.
   */
  readonly followed?: Followed;

  close(): Promise<void>;
}

export interface Followed {
  /** What was noted last; null: nothing. */
  read(): Promise<string | null>;
  /** Resolves when it is on the disk. */
  note(state: string): Promise<void>;
  /** Lets one process of the home act at a time, and within it one act at a time. */
  alone<T>(act: () => Promise<T>): Promise<T>;
}

/** What serving an index needs of it. */
export type SearchReader = Pick<SearchIndex, 'search' | 'searchText' | 'mapping' | 'version'>;

/**
 * One index over content that is kept elsewhere, such as the rows of the store: it is searched
 * here, and changes when that content does.
 */
export interface ReadOnlyIndex extends SearchReader, Pick<SearchIndex, 'has' | 'close'> {
  /** The only index that it answers for. */
  readonly name: string;
}

export type Changes = {
  readonly upsert?: readonly Document[];
  /** Ids of documents to remove; unknown ids are passed over. */
  readonly remove?: readonly string[];
};

/** A search that gets no answer, with what its error body says. */
export class SearchRefused extends Error {
  /**
   * HTTP status: 400 not understood, 404 no such index, 408 stopped after the time limit, 503 not
   * ready.
   */
  readonly status: number;
  /** In the words of the search service, such as `index_not_found_exception`. */
  readonly type: string;
  constructor(status: number, type: string, reason: string, options?: { cause?: unknown }) {
    super(reason, options);
    this.name = 'SearchRefused';
    this.status = status;
    this.type = type;
  }
}

export const noSuchIndex = (index: string): SearchRefused =>
  new SearchRefused(404, 'index_not_found_exception', `no such index [${index}]`);
