// The search index of archives that outgrew one machine: an OpenSearch cluster behind the same
// port.

import { setTimeout } from 'node:timers/promises';
import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { filterPath } from '@isobar/search-engine/language/filter-path.ts';
import { Client, errors } from '@opensearch-project/opensearch';
import * as z from 'zod';
import type { Log } from '../platform/log/log.ts';
import { traced, tracing } from '../platform/log/tracing.ts';
import { recordOf } from '../platform/text/unknown.ts';
import {
  type Changes,
  type Document,
  noSuchIndex,
  type SearchIndex,
  type SearchOptions,
  SearchRefused,
  type SearchTextOptions,
} from '../ports/search-index.ts';
import { forwarded, ORDER_FIELD, returned } from './search-opensearch-forward.ts';
import { type IndexNotes, indexDefinition } from './search-opensearch-mapping.ts';

export type OpenSearchOptions = {
  /** May hold user and password. */
  readonly url: string;
  /** Before the name of every index in the cluster. Default `isobar-`. */
  readonly prefix?: string;
  /** Identity of the store whose catalogue the indexes hold; indexes of another one are refused. */
  readonly owner: string;
  /** Whether `replace` may put an index of this store in the place of another store's. */
  readonly takesOver?: boolean;
  /** Milliseconds after which a search is stopped. Default 2000. */
  readonly limit?: number;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
};

/** Failures that the request causes, though a cluster answers 500. */
const REQUESTS_FAULT = new Set([
  'aggregation_execution_exception',
  'date_time_exception',
  'too_many_clauses',
  'too_many_nested_clauses',
]);
const NO_SHARDS = 'search_phase_execution_exception';
/** How long a search relies on the index being of this store. */
const OURS_MS = 30_000;
/** Documents go in batches of about this many characters, two batches at a time. */
const BATCH_LENGTH = 4 << 20;
const BATCHES_AT_ONCE = 2;

/**
 * Connects on the first call; while the cluster is unavailable, every call fails with that reason.
 */
export function openOpenSearch(options: OpenSearchOptions): SearchIndex {
  return new OpenSearchIndex(options);
}

class OpenSearchIndex implements SearchIndex {
  private readonly client: Client;
  private readonly prefix: string;
  private readonly limit: number;
  private readonly log: OpenSearchOptions['log'];
  private readonly owner: string;
  private readonly takesOver: boolean;
  /** When an index was last seen to be of this store, in milliseconds since 1970. */
  private readonly seenOurs = new Map<string, number>();
  /** Changes of indexes happen one after the other. */
  private changes: Promise<unknown> = Promise.resolve();

  constructor({ url, prefix = 'isobar-', limit = 2000, log, ...of }: OpenSearchOptions) {
    this.client = new Client({ node: url, requestTimeout: 120_000, maxRetries: 2 });
    if (tracing()) traceCalls(this.client);
    this.prefix = prefix;
    this.limit = limit;
    this.log = log;
    this.owner = of.owner;
    this.takesOver = of.takesOver ?? false;
  }

  async search(index: string, body: SearchBody, options?: SearchOptions): Promise<SearchReply> {
    options?.signal?.throwIfAborted();
    await withSignal(this.requireOurs(index), options?.signal);
    const reply = await withSignal(this.ask(index, body), options?.signal);
    if (reply.timed_out)
      throw new SearchRefused(
        408,
        'search_timeout_exception',
        `the search was stopped after ${this.limit} ms; narrow it or ask for less`,
      );
    return returned(reply, index, body);
  }

  /**
   * If the index is swapped for another at this very moment, the search is repeated on the new one.
   */
  private async ask(index: string, body: SearchBody, again = 3): Promise<SearchReply> {
    try {
      const asked = this.client.search(
        { index: this.aliasOf(index), body: forwarded(body, this.limit) as never },
        { requestTimeout: this.limit + 5000, maxRetries: 0 },
      );
      return (await told(asked)).body as unknown as SearchReply; // the envelope of the language
    } catch (error) {
      if (again === 0 || !(error instanceof SearchRefused && error.type === NO_SHARDS)) throw error;
      await setTimeout(50);
      return this.ask(index, body, again - 1);
    }
  }

  async searchText(
    index: string,
    body: SearchBody,
    { filterPath: paths = [], ...options }: SearchTextOptions = {},
  ): Promise<Uint8Array> {
    const reply = await this.search(index, body, options);
    return Buffer.from(JSON.stringify(filterPath(reply, paths)));
  }

  replace(
    index: string,
    mapping: Mapping,
    groupFields: readonly string[],
    documents: AsyncIterable<Document> | Iterable<Document>,
  ): Promise<{ readonly documents: number }> {
    return this.afterwards(async () => {
      if (!this.takesOver) await this.refuseForeign(index);
      const fresh = `${this.aliasOf(index)}-${Date.now().toString(36)}`;
      const notes: IndexNotes = { mapping, groupFields, owner: this.owner };
      await told(
        this.client.indices.create({ index: fresh, body: indexDefinition(notes) as never }),
      );
      try {
        await this.load(fresh, 0, documents);
        await told(this.client.indices.forcemerge({ index: fresh, max_num_segments: 1 }));
        await told(
          this.client.indices.putSettings({
            index: fresh,
            body: { refresh_interval: null } as never,
          }),
        );
        await told(this.client.indices.refresh({ index: fresh }));
        await told(this.client.cluster.health({ index: fresh, wait_for_status: 'yellow' }));
        if (!this.takesOver) await this.refuseForeign(index); // another one may have been faster
        await this.swap(index, fresh);
      } catch (error) {
        await this.client.indices
          .delete({ index: fresh }, { ignore: [404] })
          .catch(() => undefined);
        throw error;
      }
      return { documents: await this.countOf(index) };
    });
  }

  apply(index: string, { upsert = [], remove = [] }: Changes) {
    return this.afterwards(async () => {
      const alias = this.aliasOf(index);
      await this.refuseForeign(index);
      const lines = remove.map(
        (id) => `${JSON.stringify({ delete: { _index: alias, _id: id } })}\n`,
      );
      if (lines.length > 0) await this.send(lines.join(''));
      await this.load(alias, await this.nextOrder(index), upsert);
      await told(this.client.indices.refresh({ index: alias }));
      return { documents: await this.countOf(index) };
    });
  }

  /**
   * An index of an earlier release, which has no owner, counts as absent, so that it is rebuilt
   * with one.
   */
  async has(index: string): Promise<boolean> {
    const notes = await this.notesOf(index);
    if (!notes?.owner) return false;
    await this.refuseForeign(index);
    return true;
  }

  async mapping(index: string): Promise<Mapping> {
    const notes = await this.notesOf(index);
    if (!notes) throw noSuchIndex(index);
    return notes.mapping;
  }

  private async notesOf(index: string): Promise<IndexNotes | null> {
    const { body } = await told(
      this.client.indices.getMapping({ index: this.aliasOf(index) }, { ignore: [404] }),
    );
    const [found] = Object.values(body as Record<string, { mappings?: { _meta?: IndexNotes } }>);
    return found?.mappings?._meta ?? null;
  }

  /** As `refuseForeign`, once in a while. */
  private async requireOurs(index: string): Promise<void> {
    const seen = this.seenOurs.get(index) ?? Number.NEGATIVE_INFINITY;
    if (Math.abs(Date.now() - seen) < OURS_MS) return;
    await this.refuseForeign(index);
    this.seenOurs.set(index, Date.now());
  }

  /** Throws SearchRefused when the index belongs to another store. */
  private async refuseForeign(index: string): Promise<void> {
    const owner = (await this.notesOf(index))?.owner;
    if (owner === undefined || owner === this.owner) return;
    throw new SearchRefused(
      503,
      'index_of_another_store',
      `the index ${this.aliasOf(index)} in the search cluster belongs to another installation; set ISOBAR_INDEX_PREFIX to a name of this one, or, if that installation is gone, run isobar index --take-over`,
    );
  }

  version(): undefined {
    return undefined;
  }

  async close(): Promise<void> {
    await this.changes.catch(() => undefined);
    await this.client.close();
  }

  private aliasOf(index: string): string {
    return this.prefix + index;
  }

  private afterwards<T>(act: () => Promise<T>): Promise<T> {
    const done = this.changes.catch(() => undefined).then(act);
    this.changes = done;
    return done;
  }

  private async load(
    into: string,
    firstOrder: number,
    documents: AsyncIterable<Document> | Iterable<Document>,
  ): Promise<void> {
    const sending = new Set<Promise<void>>();
    let order = firstOrder;
    let batch = '';
    const hand = async () => {
      const sent = this.send(batch).finally(() => sending.delete(sent));
      sent.catch(() => undefined); // awaited below
      sending.add(sent);
      batch = '';
      if (sending.size >= BATCHES_AT_ONCE) await Promise.race(sending);
    };
    for await (const document of documents) {
      batch += `${JSON.stringify({ index: { _index: into, _id: document.id } })}\n`;
      batch += `${JSON.stringify({ ...document, [ORDER_FIELD]: order++ })}\n`;
      if (batch.length >= BATCH_LENGTH) await hand();
    }
    if (batch !== '') await hand();
    await Promise.all(sending);
  }

  /**
   * Sends lines of a bulk request. A document that the cluster refuses is left out with a line in
   * the log.
   */
  private async send(lines: string): Promise<void> {
    const { body } = await told(this.client.bulk({ body: lines as never }));
    if (!body.errors) return;
    for (const item of body.items as readonly Record<string, BulkResult>[]) {
      const [result] = Object.values(item);
      if (!result?.error) continue;
      if (result.status === 429 || result.status >= 500)
        throw new SearchRefused(503, result.error.type, result.error.reason);
      this.log.warn(
        { id: result._id, reason: result.error.reason },
        'the search cluster refused a document',
      );
    }
  }

  /** Lets the alias point at the new index alone, in one step, and deletes what it pointed at. */
  private async swap(index: string, fresh: string): Promise<void> {
    const alias = this.aliasOf(index);
    const { body } = await told(this.client.indices.getAlias({ name: alias }, { ignore: [404] }));
    const former = Object.keys(recordOf(body)).filter((name) => name.startsWith(`${alias}-`));
    await told(
      this.client.indices.updateAliases({
        body: {
          actions: [
            ...former.map((name) => ({ remove: { index: name, alias } })),
            { add: { index: fresh, alias } },
          ],
        },
      }),
    );
    for (const name of former) await told(this.client.indices.delete({ index: name }));
  }

  private async countOf(index: string): Promise<number> {
    return (await told(this.client.count({ index: this.aliasOf(index) }))).body.count;
  }

  private async nextOrder(index: string): Promise<number> {
    const { body } = await told(
      this.client.search({
        index: this.aliasOf(index),
        body: { size: 0, aggs: { last: { max: { field: ORDER_FIELD } } } } as never,
      }),
    );
    return (lastOrder.parse(body).aggregations.last.value ?? -1) + 1;
  }
}

type BulkResult = {
  readonly _id: string;
  readonly status: number;
  readonly error?: { readonly type: string; readonly reason: string };
};

function withSignal<T>(asked: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return asked;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    asked.then(resolve, reject);
  });
}

/** Each call of the cluster is a part of the trace, and carries its place in it. */
function traceCalls({ transport }: Client): void {
  const request = transport.request.bind(transport);
  const tracedRequest = (params: CallParams, options?: { headers?: object }) =>
    traced(
      `OpenSearch ${params.method}`,
      {
        kind: 'client',
        attributes: { 'db.system.name': 'opensearch', 'url.path': params.path },
      },
      async () => {
        const traceparent = tracing()?.traceparent();
        const headers = { ...options?.headers, ...(traceparent ? { traceparent } : {}) };
        return await request(params, { ...options, headers });
      },
    );
  Object.assign(transport, { request: tracedRequest });
}

type CallParams = Parameters<Client['transport']['request']>[0];

/** Turns the failures of the client into ours. */
async function told<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof errors.ResponseError) throw refusedByCluster(error);
    if (error instanceof errors.OpenSearchClientError)
      throw new SearchRefused(503, 'cluster_unavailable', 'the search cluster does not answer', {
        cause: error,
      });
    throw error;
  }
}

/** The highest place of a document; null in an empty index. */
const lastOrder = z.object({
  aggregations: z.object({ last: z.object({ value: z.number().nullable() }) }),
});

function refusedByCluster(error: InstanceType<typeof errors.ResponseError>): SearchRefused {
  const body = error.body as {
    error?: { type?: string; reason?: string; root_cause?: { type: string; reason: string }[] };
  };
  const cause = body?.error?.root_cause?.[0];
  const type = cause?.type ?? body?.error?.type ?? 'cluster_exception';
  const reason = cause?.reason ?? body?.error?.reason ?? error.message;
  const ours = REQUESTS_FAULT.has(type);
  return new SearchRefused(ours ? 400 : (error.statusCode ?? 503), type, reason, { cause: error });
}
