// The default search index: an engine within this process, one segment file per index, threads that
// answer.
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { dependsOnTime } from '@isobar/search-engine/language/dates.ts';
import type { SegmentData } from '@isobar/search-engine/segment/segment-file.ts';
import { ensureFolder, flushFolder } from '../../platform/files/disk.ts';
import type { Log } from '../../platform/log/log.ts';
import {
  type Changes,
  type Document,
  noSuchIndex,
  type SearchIndex,
  type SearchOptions,
  type SearchTextOptions,
} from '../../ports/search-index.ts';
import { Builder, Builders } from './builders.ts';
import { ReplyCache } from './cache.ts';
import { isWhole } from './check.ts';
import { buildSegment } from './fill.ts';
import { closed, NO_STAMP, SegmentFolder, type Stamp, sameStamp } from './folder.ts';
import { FollowedFolder } from './followed.ts';
import { type Change, Journal, removeJournals, summed } from './journal.ts';
import { SearchPool } from './pool.ts';
import { checkName, parsedReply, searchTask } from './requests.ts';
import { documentsOf, merged, type Served, versionOf } from './served.ts';

export type EmbeddedSearchOptions = {
  /** Holds `<index>.segment`; made when it is not there. */
  readonly folder: string;
  /** Search threads; default one per core, four at most. */
  readonly threads?: number;
  /** Milliseconds after which a search is stopped. Default 2000. */
  readonly limit?: number;
  /**
   * Bytes of the journal after which a segment file is rewritten in the background. Default 8 MiB.
   */
  readonly renewAt?: number;
  /** Milliseconds between checks whether another process has changed an index. Default 1000. */
  readonly lookEvery?: number;
  /** Whether this is one of several folders of indexes of one store, which note what they show. */
  readonly isOneOfSeveral?: boolean;
  /** The usual searches by index: each thread answers them for itself before users do. */
  readonly usual?: ReadonlyMap<string, readonly SearchBody[]>;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
};

const LOOK_EVERY_MS = 1000;
/** Opens the indexes of a folder. A damaged one is left out, with a line in the log. */
export async function openEmbeddedSearch(options: EmbeddedSearchOptions): Promise<SearchIndex> {
  await ensureFolder(options.folder);
  const search = new EmbeddedSearch(options);
  await search.openAll();
  return search;
}

type Renewal = { readonly builder: Builder; readonly done: Promise<void> };

class EmbeddedSearch implements SearchIndex {
  private readonly options: EmbeddedSearchOptions;
  private readonly limit: number;
  private readonly renewAt: number;
  private readonly pool: SearchPool;
  private readonly cache = new ReplyCache();
  private readonly builders = new Builders();
  private readonly folder: SegmentFolder;
  readonly followed?: FollowedFolder;
  private readonly served = new Map<string, Served>();
  /** Files that are being rewritten in the background, by index. */
  private readonly renewals = new Map<string, Renewal>();
  /** The files that were looked at last, also those that cannot be used. */
  private readonly stamps = new Map<string, Stamp>();
  /** Indexes whose files cannot be used; their former content goes on being served. */
  private readonly broken = new Set<string>();
  private closing = false;
  private looking: NodeJS.Timeout | undefined;
  /** Changes of indexes happen one after another. */
  private changes: Promise<unknown> = Promise.resolve();
  private changing = 0;

  constructor(options: EmbeddedSearchOptions) {
    this.options = options;
    this.limit = options.limit ?? 2000;
    this.renewAt = options.renewAt ?? 8 << 20;
    this.folder = new SegmentFolder(options.folder);
    if (options.isOneOfSeveral) this.followed = new FollowedFolder(options.folder);
    this.pool = new SearchPool({
      threads: options.threads ?? Math.min(4, availableParallelism()),
      limit: this.limit,
      onThreadDeath: (error) =>
        options.log.error({ err: error }, 'a search thread ended and is replaced'),
      rehearsed: (index) =>
        (options.usual?.get(index) ?? []).map((body) => searchTask(index, [body, []], this.limit)),
      onDamage: (index, error) => this.noteBroken(index, error),
    });
  }

  async openAll(): Promise<void> {
    await this.folder.sweep();
    await this.openChanged();
    this.looking = setInterval(() => this.look(), this.options.lookEvery ?? LOOK_EVERY_MS).unref();
  }

  /**
   * Looks for new files, since another process may have put one in place, such as a harvest or a
   * rebuild while a server runs.
   */
  private look(): void {
    // a change of this process is under way; the next check is after it
    if (this.changing > 0) return;
    this.afterwards(() => this.openChanged()).catch((error: unknown) =>
      this.options.log.warn({ err: error }, 'the folder of the search index cannot be looked at'),
    );
  }

  /**
   * Opens indexes whose files have changed. A file that cannot be used changes nothing in what is
   * served.
   */
  private async openChanged(): Promise<void> {
    const stamps = await this.folder.stamps();
    for (const index of this.served.keys())
      if (!stamps.has(index) && this.stamps.has(index)) {
        this.stamps.delete(index);
        this.noteBroken(index, new Error('the segment file is gone'));
      }
    for (const [index, stamp] of stamps) {
      if (sameStamp(stamp, this.stamps.get(index) ?? NO_STAMP)) continue;
      const builder = this.builders.take();
      try {
        await this.open(index, stamp, builder);
      } catch (error) {
        this.stamps.set(index, stamp);
        this.noteBroken(index, error);
      } finally {
        this.builders.giveBack(builder);
      }
    }
  }

  /**
   * Serves the files of an index as they are now. `stamp`: the stamp that they had a moment ago.
   */
  private async open(index: string, stamp: Stamp, builder: Builder): Promise<void> {
    const served = this.served.get(index);
    const isSame = this.stamps.get(index)?.file === stamp.file && !this.broken.has(index);
    const grew = isSame ? served : undefined;
    const data = grew
      ? grew.data
      : await builder.segment({ kind: 'read', path: this.folder.path(index) });
    const journal = grew ? grew.journal : this.journalOf(index, versionOf(data));
    const changes = await journal.read();
    const whole = await merged(builder, data, changes, journal, grew?.spare);
    // Meanwhile another process may have put the next file in place and removed the journal of this
    // one.
    const now = (await this.folder.stamps()).get(index) ?? NO_STAMP;
    if (now.file !== stamp.file) {
      if (!grew) await closed(data.file);
      return; // the next check sees it
    }
    this.stamps.set(index, stamp);
    this.broken.delete(index);
    if (whole.data !== served?.data) await this.serve(index, whole.data, journal, whole.freed);
    if (!grew) void this.check(index, stamp, data);
  }

  /** Checks the whole file while it is served already, so that a start need not wait for it. */
  private async check(index: string, { file }: Stamp, { cold }: SegmentData): Promise<void> {
    const isWanted = () => !this.closing && this.stamps.get(index)?.file === file;
    try {
      if (await isWhole(this.folder.path(index), cold, isWanted)) return;
      this.noteBroken(index, new Error('the documents of the segment file are damaged'));
    } catch (error) {
      if (isWanted()) this.noteBroken(index, error);
    }
  }

  /**
   * Notes that the file of an index cannot be used. The former content is still served, and `has`
   * is false until there is a new file.
   */
  private noteBroken(index: string, error: unknown): void {
    if (this.closing || this.broken.has(index)) return;
    this.broken.add(index);
    const reason = error instanceof Error ? error.message : String(error);
    this.options.log.warn(
      { index, reason },
      'the segment file cannot be used; the index has to be rebuilt',
    );
  }

  async search(index: string, body: SearchBody, options?: SearchOptions): Promise<SearchReply> {
    const text = await this.searchText(index, body, options);
    return parsedReply(text);
  }

  async searchText(
    index: string,
    body: SearchBody,
    { signal, filterPath: paths = [] }: SearchTextOptions = {},
  ): Promise<Uint8Array> {
    const version = this.version(index);
    if (version === undefined) throw noSuchIndex(index);
    const task = searchTask(index, [body, paths], this.limit);
    const { request } = task;
    if (dependsOnTime(request) || signal) return this.pool.search(task, signal);
    return this.cache.get(`${index} ${version} ${request}`, () => this.pool.search(task));
  }

  replace(
    index: string,
    mapping: Mapping,
    groupFields: readonly string[],
    documents: AsyncIterable<Document> | Iterable<Document>,
  ): Promise<{ readonly documents: number }> {
    checkName(index);
    return this.afterwards(() =>
      this.folder.change(() => this.build(index, mapping, groupFields, documents)),
    );
  }

  apply(
    index: string,
    { upsert = [], remove = [] }: Changes,
  ): Promise<{ readonly documents: number }> {
    const change = { upsert: upsert.map((document) => JSON.stringify(document)), remove };
    return this.afterwards(() =>
      this.folder.change(async () => {
        await this.openChanged();
        const served = this.served.get(index);
        if (!served) throw noSuchIndex(index);
        if (upsert.length + remove.length > 0) await this.changed(index, served, change);
        this.renewIfLong(index);
        return { documents: documentsOf(this.served.get(index) ?? served) };
      }),
    );
  }

  /** Writes a change to the journal, then serves the index with it. */
  private async changed(
    index: string,
    { data, journal, spare }: Served,
    change: Change,
  ): Promise<void> {
    const builder = this.builders.take();
    try {
      const version = `${journal.version}.${journal.lines + 1}`;
      const whole = await builder.merge({ kind: 'merge', data, changes: change, version, spare });
      await journal.append(change);
      if (journal.lines === 1) await flushFolder(this.options.folder);
      await this.noteStamp(index);
      await this.serve(index, whole.data, journal, whole.freed);
    } finally {
      this.builders.giveBack(builder);
    }
  }

  has(index: string): boolean {
    return this.served.has(index) && !this.broken.has(index);
  }

  mapping(index: string): Mapping {
    const served = this.served.get(index);
    if (!served) throw noSuchIndex(index);
    return served.data.content.mapping;
  }

  version(index: string): string | undefined {
    const served = this.served.get(index);
    return served && versionOf(served.data);
  }

  async close(): Promise<void> {
    this.closing = true;
    clearInterval(this.looking);
    for (const { builder } of this.renewals.values()) await builder.close();
    for (const { done } of this.renewals.values()) await done;
    await this.changes.catch(() => undefined);
    await this.followed?.close();
    this.folder.close();
    await this.pool.close();
    await this.builders.close();
    for (const { data } of this.served.values()) await closed(data.file);
    this.served.clear();
  }

  private afterwards<T>(act: () => Promise<T>): Promise<T> {
    this.changing++;
    const done = this.changes
      .catch(() => undefined)
      .then(act)
      .finally(() => this.changing--);
    this.changes = done;
    return done;
  }

  /**
   * Builds a new file next to the old one and swaps them. If anything fails, the index stays as it
   * was.
   */
  private async build(
    index: string,
    mapping: Mapping,
    groupFields: readonly string[],
    documents: AsyncIterable<Document> | Iterable<Document>,
  ): Promise<{ readonly documents: number }> {
    const path = this.folder.pathBeside(index);
    try {
      const data = await buildSegment(this.builders, { path, mapping, groupFields }, documents);
      await this.folder.put(path, index);
      await flushFolder(this.options.folder);
      await removeJournals(this.options.folder, index, versionOf(data));
      await this.noteStamp(index);
      this.broken.delete(index);
      await this.serve(index, data, this.journalOf(index, versionOf(data)), []);
      return { documents: documentsOf({ data }) };
    } finally {
      await rm(path, { force: true }); // where it was not put in place
    }
  }

  /** `version`: of the segment file. */
  private readonly journalOf = (index: string, version: string): Journal =>
    new Journal(this.options.folder, index, version);

  /**
   * Remembers the stamp of a change that this process has made, so that it is not taken for
   * another's.
   */
  private async noteStamp(index: string): Promise<void> {
    this.stamps.set(index, (await this.folder.stamps()).get(index) ?? NO_STAMP);
  }

  private async serve(
    index: string,
    data: SegmentData,
    journal: Journal,
    freed: readonly SharedArrayBuffer[],
  ): Promise<void> {
    const former = this.served.get(index);
    await this.pool.serve(index, data);
    // a renewal under way still reads the former content
    const spare = this.renewals.has(index) ? [] : freed;
    this.served.set(index, { data, journal, spare });
    this.cache.forget(`${index} `);
    if (former && former.data.file !== data.file) await closed(former.data.file);
  }

  private renewIfLong(index: string): void {
    const isLong = (this.served.get(index)?.journal.bytes ?? 0) > this.renewAt;
    if (isLong && !this.closing) this.renew(index);
  }

  /**
   * Rewrites the file of an index in the background, so that its journal can start again. Meanwhile
   * changes go on.
   */
  private renew(index: string): void {
    const served = this.served.get(index);
    if (!served || this.renewals.has(index)) return;
    const builder = new Builder();
    const done = this.renewed(index, served, served.journal.lines, builder)
      .then(
        () => true,
        (error: unknown) => {
          if (!this.closing)
            this.options.log.warn({ err: error, index }, 'the segment file was not rewritten');
          return false;
        },
      )
      .finally(() => builder.close())
      .finally(() => this.renewals.delete(index))
      .then(async (isRenewed) => {
        // Changes made meanwhile would wait for the next change otherwise. Queued behind other
        // changes: within a change, journal and content do not belong together.
        if (isRenewed) await this.afterwards(async () => this.renewIfLong(index));
      });
    this.renewals.set(index, { builder, done });
  }

  private async renewed(
    index: string,
    { data, journal }: Served,
    lines: number,
    builder: Builder,
  ): Promise<void> {
    const beside = this.folder.pathBeside(index);
    try {
      const fresh = await builder.copy(data, beside);
      await this.afterwards(() =>
        this.folder.change(async () => {
          await this.openChanged();
          const isBase = this.served.get(index)?.journal.version === journal.version;
          if (!isBase) return closed(fresh.file); // another file has come meanwhile
          const later = (await this.journalOf(index, journal.version).read()).slice(lines);
          const next = this.journalOf(index, versionOf(fresh));
          let whole: Awaited<ReturnType<typeof merged>>;
          try {
            if (later.length > 0) await next.append(summed(later));
            whole = await merged(builder, fresh, later, next);
            await this.folder.put(beside, index);
          } catch (error) {
            await removeJournals(this.options.folder, index, journal.version);
            await closed(fresh.file);
            throw error;
          }
          await flushFolder(this.options.folder);
          await removeJournals(this.options.folder, index, next.version);
          await this.noteStamp(index);
          await this.serve(index, whole.data, next, whole.freed);
        }),
      );
    } finally {
      await rm(beside, { force: true });
    }
  }
}
