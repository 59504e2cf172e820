// The harvester role: keeps file index and catalogue in step with an archive that goes on growing.
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ExternalRecord } from '@isobar/contract/catalogue/external-record.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { isDescription } from '@isobar/netcdf';
import { type FSWatcher, watch } from 'chokidar';
import { catalogueIsStale, followedTogether } from '../core/catalogue/freshness.ts';
import { keepUp } from '../core/catalogue/keep-up.ts';
import type { CuratedTables } from '../core/tables/curated-tables.ts';
import { type HarvestReport, harvest, harvestPaths } from '../features/harvest/harvest.ts';
import { lookLogged } from '../features/harvest/look-logged.ts';
import { isInShare } from '../features/harvest/shares.ts';
import type { Log } from '../platform/log/log.ts';
import type { ArchiveEntry, ArchiveStore } from '../ports/archive.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { alone, type Share } from '../store/alone.ts';
import type { Store } from '../store/open.ts';

export interface HarvesterInput {
  readonly store: Store;
  readonly archive: ArchiveStore;
  /**
   * A folder, which is watched, or the address of a store that has to be listed from time to time.
   */
  readonly folder: string;
  readonly tables: () => Promise<CuratedTables>;
  readonly index: SearchIndex;
  readonly external: () => readonly ExternalRecord[];
  readonly log: Log;
  /**
   * Milliseconds without any change before changes are harvested; a file must not have changed for
   * as long, either. Default 2000.
   */
  readonly quietMs?: number;
  /** The share of the archive that this harvester keeps, beside others; absent: all of it. */
  readonly share?: Share | undefined;
  /**
   * Milliseconds between two listings of the whole archive. Default: 5 minutes; a watched folder: 1
   * hour.
   */
  readonly listMs?: number;
}

export interface Harvester {
  /** Resolves when nothing is in work any more. */
  close(): Promise<void>;
}

const QUIET_MS = 2000;
const LIST_MS = 5 * 60_000;
/** What a watcher misses (an overflow, a network drive) is found by then. */
const WATCHED_LIST_MS = 60 * 60_000;

/** Resolves when the archive was listed once and every later change will be noticed. */
export async function startHarvester(input: HarvesterInput): Promise<Harvester> {
  const harvester = new RunningHarvester(input);
  await harvester.start();
  return harvester;
}

class RunningHarvester implements Harvester {
  readonly #input: HarvesterInput;
  readonly #stop = new AbortController();
  readonly #pending = new Set<string>();
  #watcher: FSWatcher | undefined;
  #quiet: NodeJS.Timeout | undefined;
  #listing: NodeJS.Timeout | undefined;
  #isListing = false;
  #work: Promise<void> = Promise.resolve();

  constructor(input: HarvesterInput) {
    this.#input = input;
  }

  async start(): Promise<void> {
    const isFolder = !/^[a-z0-9]+:/.test(this.#input.folder);
    if (isFolder) this.#watcher = await this.#watch();
    const every = this.#input.listMs ?? (this.#watcher ? WATCHED_LIST_MS : LIST_MS);
    this.#listing = setInterval(() => void this.#listOnce(), every);
    await this.#listOnce();
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('The harvester is closing.'));
    clearTimeout(this.#quiet);
    clearInterval(this.#listing);
    await this.#watcher?.close();
    await this.#work;
  }

  /**
   * A listing that takes longer than the time between two is followed by one, not by all that came
   * due meanwhile.
   */
  async #listOnce(): Promise<void> {
    if (this.#isListing) return;
    this.#isListing = true;
    await this.#next(() => this.#list());
    this.#isListing = false;
  }

  /**
   * One thing after the other; a failure is logged, and the next change is taken up all the same.
   */
  #next(act: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (this.#stop.signal.aborted) return;
      try {
        const { signal } = this.#stop;
        const how = { waitMs: Number.POSITIVE_INFINITY, signal, share: this.#input.share };
        await alone(this.#input.store.address, 'harvest', how, act);
      } catch (error) {
        if (!this.#stop.signal.aborted) this.#input.log.error({ err: error }, 'harvest failed');
      }
    });
    return this.#work;
  }

  async #watch(): Promise<FSWatcher | undefined> {
    const { folder, log } = this.#input;
    const watcher = watch(folder, {
      ignoreInitial: true,
      followSymlinks: false,
      ignored: (path) => relative(folder, path).split(sep).some(isHidden),
    });
    for (const event of ['add', 'change', 'unlink'] as const)
      watcher.on(event, (path) => this.#note(relative(folder, path).replaceAll(sep, '/')));
    try {
      await new Promise<void>((resolve, reject) => {
        watcher.once('ready', resolve);
        watcher.once('error', reject);
      });
    } catch (error) {
      log.warn({ err: error }, 'the folder cannot be watched; it will be listed from time to time');
      await watcher.close();
      return undefined;
    }
    watcher.on('error', (error) => log.warn({ err: error }, 'a change may have been missed'));
    return watcher;
  }

  #note(path: string): void {
    if (this.#input.share && !isInShare(path, this.#input.share)) return;
    this.#pending.add(path);
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(
      () => void this.#next(() => this.#takePending()),
      this.#input.quietMs ?? QUIET_MS,
    );
  }

  async #list(): Promise<void> {
    const { store, archive, log, share } = this.#input;
    const tables = await this.#input.tables();
    const { signal } = this.#stop;
    const wasStale = await catalogueIsStale(store.db, this.#input.index);
    const report = await harvest({ store, archive, tables, log, signal, share });
    await this.#reindex(report, tables, wasStale);
  }

  async #takePending(): Promise<void> {
    const { store, archive, log, folder, share, quietMs = QUIET_MS } = this.#input;
    const paths = [...this.#pending];
    this.#pending.clear();
    // A description applies to all files in its folder.
    if (paths.some(isDescription)) return await this.#list();
    const entries: ArchiveEntry[] = [];
    const gone: string[] = [];
    for (const path of paths) {
      const info = await stat(join(folder, path)).catch(() => null);
      if (info?.isFile() && Date.now() - lastChange(info, Date.now()) < quietMs) {
        this.#note(path); // still being written
        continue;
      }
      const found = await lookLogged({ archive, log }, path).catch(awayOnly);
      if (found === 'away') return await this.#list(); // which reports it
      if (found === null) gone.push(path);
      else if (found !== 'unreadable') entries.push(found);
    }
    // If the last file is gone, the whole disk may be gone; a listing finds out.
    if (gone.length > 0 && (await isEmpty(archive))) return await this.#list();
    const tables = await this.#input.tables();
    const wasStale = await catalogueIsStale(store.db, this.#input.index);
    const report = await harvestPaths({ store, archive, tables, log, share }, entries, gone);
    await this.#reindex(report, tables, wasStale);
  }

  async #reindex(report: HarvestReport, tables: CuratedTables, wasStale: boolean): Promise<void> {
    const { store, index, external, log, share } = this.#input;
    const { added, changed, removed, touched } = report;
    const together = share && followedTogether(store);
    await keepUp({
      db: store.db,
      tables,
      index,
      external: external(),
      touched,
      wasStale,
      together,
    });
    if (touched.length > 0)
      log.info({ added, changed, removed, datastreams: touched.length }, 'harvested');
  }
}

function awayOnly(error: unknown): 'away' {
  if (error instanceof Problem && error.code === 'unavailable') return 'away';
  throw error;
}

async function isEmpty(archive: ArchiveStore): Promise<boolean> {
  for await (const _ of archive.list()) return false;
  return true;
}

/**
 * When a file was last changed. For a file with a date in the future, as some instruments write,
 * the time at which the system recorded a change counts, unless that is in the future, too.
 */
const lastChange = ({ mtimeMs, ctimeMs }: Stats, now: number): number =>
  [mtimeMs, ctimeMs].find((at) => at <= now) ?? 0;

const isHidden = (name: string): boolean => name.startsWith('.') && name !== '..';
