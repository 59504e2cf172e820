// The default search index: an engine within this process, one segment file per index, threads that answer.
import { randomUUID } from 'node:crypto';
import { close as closeFile } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { SearchBody } from '@isobar/contract/search/dsl.ts';
import type { Mapping } from '@isobar/contract/search/mapping.ts';
import type { SearchReply } from '@isobar/contract/search/result.ts';
import type { SegmentContent } from '../engine/segment.ts';
import type { SegmentData } from '../engine/segment-file.ts';
import type { Log } from '../platform/log.ts';
import {
  type Changes,
  type Document,
  type SearchIndex,
  type SearchOptions,
  SearchRefused,
  type SearchTextOptions,
} from '../ports/search-index.ts';
import { type Builder, Builders } from './search-embedded-builders.ts';
import { ReplyCache } from './search-embedded-cache.ts';
import { SearchPool } from './search-embedded-pool.ts';

export type EmbeddedSearchOptions = {
  /** Holds `<index>.segment`; made when it is not there. */
  readonly folder: string;
  /** Search threads; default one per core, four at most. */
  readonly threads?: number;
  /** Milliseconds after which a search is stopped. Default 2000. */
  readonly limit?: number;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
};

const ENDING = '.segment';
/** Documents are handed over in lots of about this many characters, a few lots ahead. */
const LOT = 256 << 10;
const LOTS_AHEAD = 4;

/** Opens the indexes of a folder. A damaged one is left out with a line in the log, as if it had never been there. */
export async function openEmbeddedSearch(options: EmbeddedSearchOptions): Promise<SearchIndex> {
  await mkdir(options.folder, { recursive: true });
  const search = new EmbeddedSearch(options);
  await search.openAll();
  return search;
}

class EmbeddedSearch implements SearchIndex {
  private readonly options: EmbeddedSearchOptions;
  private readonly limit: number;
  private readonly pool: SearchPool;
  private readonly cache = new ReplyCache();
  private readonly builders = new Builders();
  private readonly segments = new Map<string, SegmentData>();
  /** Changes of indexes happen one after the other. */
  private changes: Promise<unknown> = Promise.resolve();

  constructor(options: EmbeddedSearchOptions) {
    this.options = options;
    this.limit = options.limit ?? 2000;
    this.pool = new SearchPool({
      threads: options.threads ?? Math.min(4, availableParallelism()),
      limit: this.limit,
      onThreadDeath: (error) =>
        options.log.error({ err: error }, 'a search thread ended and is replaced'),
    });
  }

  async openAll(): Promise<void> {
    const { folder, log } = this.options;
    const names = await readdir(folder);
    const builder = this.builders.take();
    try {
      for (const name of names) {
        const path = join(folder, name);
        if (name.includes('.segment.')) await rm(path, { force: true }); // half-written, of a process that ended
        if (!name.endsWith(ENDING)) continue;
        const index = name.slice(0, -ENDING.length);
        try {
          await this.serve(index, await builder.segment({ kind: 'read', path }));
        } catch (error) {
          log.warn(
            { err: error, index },
            'the segment file cannot be used; the index has to be rebuilt',
          );
        }
      }
    } finally {
      this.builders.giveBack(builder);
    }
  }

  async search(index: string, body: SearchBody, options?: SearchOptions): Promise<SearchReply> {
    const text = await this.searchText(index, body, options);
    return JSON.parse(Buffer.from(text.buffer, text.byteOffset, text.length).toString()); // our own reply
  }

  async searchText(
    index: string,
    body: SearchBody,
    { signal, filterPath: paths = [] }: SearchTextOptions = {},
  ): Promise<Uint8Array> {
    const version = this.version(index);
    if (version === undefined) throw noSuchIndex(index);
    const order = { kind: 'search', index, body, paths, milliseconds: this.limit } as const;
    const request = JSON.stringify([body, paths]);
    if (dependsOnTime(request) || signal) return this.pool.search(order, signal);
    return this.cache.get(`${index} ${version} ${request}`, () => this.pool.search(order));
  }

  replace(
    index: string,
    mapping: Mapping,
    groupFields: readonly string[],
    documents: AsyncIterable<Document> | Iterable<Document>,
  ): Promise<{ readonly documents: number }> {
    checkName(index);
    return this.afterwards(() =>
      this.build(index, mapping, groupFields, (builder) => addAll(builder, documents)),
    );
  }

  apply(index: string, { upsert = [], remove = [] }: Changes) {
    return this.afterwards(async () => {
      const data = this.segments.get(index);
      if (!data) throw noSuchIndex(index);
      const { mapping, groupFields } = data.content as SegmentContent;
      const without = [...remove, ...upsert.map((document) => document.id)];
      return this.build(index, mapping, groupFields, async (builder) => {
        await builder.tell({ kind: 'copy', data, without });
        await addAll(builder, upsert);
      });
    });
  }

  has(index: string): boolean {
    return this.segments.has(index);
  }

  mapping(index: string): Mapping {
    const data = this.segments.get(index);
    if (!data) throw noSuchIndex(index);
    return (data.content as SegmentContent).mapping;
  }

  version(index: string): string | undefined {
    const data = this.segments.get(index);
    return data && (data.content as SegmentContent).version;
  }

  async close(): Promise<void> {
    await this.changes.catch(() => undefined);
    await this.pool.close();
    await this.builders.close();
    for (const { file } of this.segments.values()) await closed(file);
    this.segments.clear();
  }

  private afterwards<T>(act: () => Promise<T>): Promise<T> {
    const done = this.changes.catch(() => undefined).then(act);
    this.changes = done;
    return done;
  }

  /** Builds beside and swaps. When anything fails the index stays as it was. */
  private async build(
    index: string,
    mapping: Mapping,
    groupFields: readonly string[],
    fill: (builder: Builder) => Promise<void>,
  ): Promise<{ readonly documents: number }> {
    const path = join(this.options.folder, `${index}${ENDING}`);
    const beside = `${path}.${randomUUID()}`;
    const builder = this.builders.take();
    try {
      await builder.tell({ kind: 'begin', path: beside, mapping, groupFields });
      await fill(builder);
      const data = await builder.segment({ kind: 'finish' });
      await rename(beside, path);
      await syncFolder(this.options.folder);
      await this.serve(index, data);
      return { documents: (data.content as SegmentContent).documents };
    } catch (error) {
      await builder.tell({ kind: 'abandon' }).catch(() => undefined);
      await rm(beside, { force: true });
      throw error;
    } finally {
      this.builders.giveBack(builder);
    }
  }

  private async serve(index: string, data: SegmentData): Promise<void> {
    const former = this.segments.get(index);
    await this.pool.serve(index, data);
    this.segments.set(index, data);
    this.cache.forget(`${index} `);
    if (former) await closed(former.file);
  }
}

async function addAll(
  builder: Builder,
  documents: AsyncIterable<Document> | Iterable<Document>,
): Promise<void> {
  const ahead: Promise<unknown>[] = [];
  let lot: string[] = [];
  let length = 0;
  const hand = async () => {
    if (lot.length === 0) return;
    const told = builder.tell({ kind: 'add', documents: lot });
    told.catch(() => undefined); // awaited below
    ahead.push(told);
    lot = [];
    length = 0;
    if (ahead.length >= LOTS_AHEAD) await ahead.shift();
    await setImmediate();
  };
  for await (const document of documents) {
    const text = JSON.stringify(document);
    lot.push(text);
    length += text.length;
    if (length >= LOT) await hand();
  }
  await hand();
  await Promise.all(ahead);
}

const noSuchIndex = (index: string) =>
  new SearchRefused(404, 'index_not_found_exception', `no such index [${index}]`);

function checkName(index: string): void {
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(index))
    throw new SearchRefused(400, 'invalid_index_name_exception', `Invalid index name [${index}]`);
}

/** Replies that depend on the time of asking are not kept. */
const dependsOnTime = (request: string): boolean => /\bnow\b/.test(request);

/** A rename lasts only once its folder is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const closed = (file: number): Promise<void> =>
  new Promise((resolve) => {
    closeFile(file, () => resolve());
  });
