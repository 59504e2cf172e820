// Brings the file index up to date with the archive: new and changed files are read, absent ones
// forgotten.
import { setImmediate } from 'node:timers/promises';
import { Problem } from '@isobar/contract/problem.ts';
import { isDescription } from '@isobar/netcdf';
import { noteHarvestEnd } from '../../core/catalogue/harvest-ends.ts';
import { namePattern } from '../../core/catalogue/name-patterns.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ArchiveEntry, ArchiveStore } from '../../ports/archive.ts';
import type { Share } from '../../store/alone.ts';
import { metAnother } from '../../store/met-another.ts';
import type { Store } from '../../store/open.ts';
import { describeByHalves } from './by-halves.ts';
import {
  type DescribeContext,
  type DescribedFile,
  describeFile,
  type UnfiledFile,
} from './describe-file.ts';
import { type Batch, knownDesigns, pruneDesigns, writeBatch } from './file-index.ts';
import { forgetAbsent, largestFileId } from './forget-absent.ts';
import { lookLogged } from './look-logged.ts';
import { isReaderNewer, noteReader } from './reader-version.ts';
import { Seen } from './seen.ts';
import { isInShare } from './shares.ts';
import { sideBySide } from './side-by-side.ts';
import { type EntryToRead, type SortedEntries, sortEntries } from './sort-entries.ts';

export interface HarvestInput {
  readonly store: Store;
  readonly archive: ArchiveStore;
  readonly tables: CuratedTables;
  readonly log: Log;
  /** Also files the SHA-256 of every file, which means reading all bytes. Default: no. */
  readonly checksums?: boolean;
  /**
   * Opens only as many files as it must to file everything; the next run without this opens the
   * rest. Default: no.
   */
  readonly quick?: boolean;
  /**
   * Looks at this share of the archive alone, beside others that look at the rest. Default: the
   * whole.
   */
  readonly share?: Share | undefined;
  /**
   * What stands for a listing of the archive and may be older than it: what differs from the index
   * is asked of the archive itself.
   */
  readonly inventory?: Pick<ArchiveStore, 'list'> | undefined;
  /** Aborting ends the run after the files in hand; what has been filed by then stays filed. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: HarvestProgress) => void;
}

export interface HarvestProgress {
  readonly listed: number;
  readonly headersRead: number;
}

export interface HarvestReport {
  /** Files that the archive holds now. */
  readonly listed: number;
  readonly unchanged: number;
  readonly added: number;
  readonly changed: number;
  /** Files that were filed before and are gone. */
  readonly removed: number;
  /** Files that are there and could not be filed, now or before. */
  readonly unfiled: number;
  /** Folders and links that were passed over; what was filed below them stays filed. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly headersRead: number;
  /** Datastreams whose files changed, in order. */
  readonly touched: readonly string[];
  readonly seconds: number;
}

/**
 * One run over the whole archive. Files of the same size and date as before are not opened, unless
 * a former version of the reader did not understand them. A file that cannot be read is named in
 * one line of the log and kept in `unreadable_files`; it never ends the run. Each batch is one
 * transaction, so a run that is killed leaves a consistent index, and the next one goes on from
 * there.
 */
export async function harvest(input: HarvestInput): Promise<HarvestReport> {
  const { share, quick, inventory = input.archive } = input;
  const isWhole = !share && !quick;
  const lacking = isWhole && (await isReaderNewer(input.store.db));
  const run = await Run.start(input, lacking);
  const skipped: { path: string; reason: string }[] = [];
  const onSkipped = (path: string, reason: string): void => {
    skipped.push({ path, reason });
    input.log.warn({ path, reason }, 'passed over');
  };
  let isEmpty = true;
  const entries = async function* () {
    for await (const entry of inventory.list(onSkipped)) {
      isEmpty = false;
      if (!share || isInShare(entry.path, share)) yield entry;
    }
  };
  for await (const some of batches(entries())) {
    input.signal?.throwIfAborted();
    await run.take(some);
  }
  input.signal?.throwIfAborted();
  if (isEmpty && skipped.length === 0) await refuseToForgetAll(input.store);
  await run.forget(skipped.map((one) => one.path));
  if (lacking) await noteReader(input.store.db);
  await noteHarvestEnd(input.store.db, share);
  return run.report(skipped);
}

/**
 * A disk that is not mounted leaves an empty folder, which is no reason to forget its files. Throws
 * Problem 'not-found'.
 */
async function refuseToForgetAll({ db }: Store): Promise<void> {
  const { filed } = await db
    .selectFrom('files')
    .select((e) => e.fn.countAll<number>().as('filed'))
    .executeTakeFirstOrThrow();
  if (Number(filed) === 0) return;
  const known = Number(filed) === 1 ? '1 file of it was' : `${filed} files of it were`;
  throw new Problem(
    'not-found',
    `The archive is empty, and ${known} filed before: its disk may not be mounted. Nothing was changed.`,
  );
}

/**
 * The same for these files alone, some of which may be gone: what a watched folder or a list of
 * changes reports.
 */
export async function harvestPaths(
  input: HarvestInput,
  entries: readonly ArchiveEntry[],
  goneFiles: readonly string[],
): Promise<HarvestReport> {
  const run = await Run.start(input);
  for (let at = 0; at < entries.length; at += FILES_PER_TRANSACTION)
    await run.take(entries.slice(at, at + FILES_PER_TRANSACTION));
  await run.forgetPaths(goneFiles);
  return run.report([]);
}

/** Files per transaction: a few milliseconds of writing. */
const FILES_PER_TRANSACTION = 1000;
/** Tries to write a batch whose rows other processes write, too. */
const ATTEMPTS = 5;
const LOOK_ONLY = { checksums: false, quick: true } as const;

async function* batches(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<ArchiveEntry[]> {
  let batch: ArchiveEntry[] = [];
  for await (const entry of entries) {
    if (isDescription(entry.path)) continue; // it belongs to the tables of text beside it
    batch.push(entry);
    if (batch.length < FILES_PER_TRANSACTION) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

class Run {
  readonly #input: HarvestInput;
  /** Whether files that lack something are read again. */
  readonly #lacking: boolean;
  readonly #context: DescribeContext;
  readonly #largestId: number;
  readonly #seen = new Seen();
  readonly #unfiled = new Set<string>();
  readonly #touched = new Set<string>();
  readonly #started = performance.now();
  #counts = { listed: 0, unchanged: 0, added: 0, changed: 0, removed: 0, headersRead: 0 };

  static async start(input: HarvestInput, lacking = false): Promise<Run> {
    const { db } = input.store;
    return new Run(input, await knownDesigns(db), await largestFileId(db), lacking);
  }

  constructor(input: HarvestInput, designs: Set<string>, largestId: number, lacking: boolean) {
    this.#input = input;
    this.#lacking = lacking;
    this.#largestId = largestId;
    this.#context = {
      archive: input.archive,
      tables: input.tables,
      checksums: input.checksums ?? false,
      patterns: input.tables.rows['name-patterns.csv'].map(namePattern),
      designs,
      onHeader: () => {
        this.#counts.headersRead++;
      },
    };
  }

  /** Begins again when another process has written the same rows meanwhile. */
  async take(entries: readonly ArchiveEntry[]): Promise<void> {
    const now = this.#input.inventory ? await this.#asTheyAre(entries) : entries;
    const before = { ...this.#counts };
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#takeOnce(now);
      } catch (error) {
        if (attempt === ATTEMPTS || !metAnother(error)) throw error;
        this.#counts = { ...before };
      }
    }
  }

  /**
   * An inventory's entries, with those that differ from what is filed as the archive shows them
   * now, and without those that are gone.
   */
  async #asTheyAre(entries: readonly ArchiveEntry[]): Promise<readonly ArchiveEntry[]> {
    const { store, archive } = this.#input;
    const { toRead } = await sortEntries(store.db, archive, entries, LOOK_ONLY);
    const doubtful = toRead.flatMap(({ entry, row }) => (row ? [entry.path] : []));
    const looked = await sideBySide(doubtful, (path) => lookLogged(this.#input, path));
    const now = new Map(doubtful.map((path, at) => [path, looked[at] ?? null]));
    const gone = doubtful.filter((path) => now.get(path) === null);
    await this.#remove(gone);
    return entries.flatMap((entry) => {
      const found = now.get(entry.path);
      if (found === undefined) return [entry];
      return found === null || found === 'unreadable' ? [] : [found];
    });
  }

  async #takeOnce(entries: readonly ArchiveEntry[]): Promise<void> {
    const { store, archive, checksums = false, quick = false } = this.#input;
    const sorted = await sortEntries(store.db, archive, entries, {
      ...{ checksums, quick },
      lacking: this.#lacking,
    });
    for (const row of sorted.present) this.#seen.add(row.fileId);
    for (const path of sorted.stillUnfiled) this.#unfiled.add(path);
    const describe = (items: readonly EntryToRead[]) =>
      sideBySide(items, ({ entry }) => describeFile(entry, this.#context));
    const read =
      quick && !checksums
        ? await describeByHalves(sorted.toRead, describe)
        : await describe(sorted.toRead);
    const batch = this.#batchOf(sorted, read);
    for (const datastream of await writeBatch(store, batch)) this.#touched.add(datastream);
    this.#counts.listed += entries.length;
    const changed = sorted.toRead.filter((one) => one.isChanged).length;
    this.#counts.unchanged += entries.length - changed - sorted.duplicates.length;
    this.#input.onProgress?.({ ...this.#counts });
    await setImmediate();
  }

  #batchOf(sorted: SortedEntries, read: readonly (DescribedFile | UnfiledFile)[]): Batch {
    const { log } = this.#input;
    const filed: DescribedFile[] = [];
    const unfiled: UnfiledFile[] = [...sorted.duplicates];
    const removed: Batch['removed'][number][] = [];
    const cleared: string[] = [];
    const takenNames = new Set<string>();
    sorted.toRead.forEach(({ entry, row, isChanged, wasUnfiled }, at) => {
      const file = read[at];
      if (row) removed.push(row);
      if (!file || 'code' in file) {
        if (file) unfiled.push(file);
        return;
      }
      const name = `${file.identity.datastream}/${file.fileName}`;
      if (takenNames.has(name)) {
        unfiled.push({ entry, code: 'duplicate', reason: `Its name is taken: ${file.fileName}.` });
        return;
      }
      takenNames.add(name);
      filed.push(file);
      if (wasUnfiled) cleared.push(entry.path);
      if (!row) this.#counts.added++;
      else if (isChanged) {
        this.#counts.changed++;
        log.info({ path: entry.path }, 'changed');
      }
    });
    for (const { entry, code, reason } of unfiled) {
      this.#unfiled.add(entry.path);
      log.warn({ path: entry.path, code, reason }, 'not filed');
    }
    return { filed, unfiled, removed, cleared };
  }

  /** Forgets what the listing did not show, except below what it passed over. */
  async forget(skipped: readonly string[]): Promise<void> {
    const { store, log, archive, share, inventory } = this.#input;
    const absent = forgetAbsent(store, {
      upTo: this.#largestId,
      seen: this.#seen,
      unfiled: this.#unfiled,
      skipped,
      ...(share ? { isMeant: (path: string) => isInShare(path, share) } : {}),
      ...(inventory ? { isGone: async (path: string) => (await archive.look(path)) === null } : {}),
    });
    for await (const file of absent) {
      this.#counts.removed++;
      this.#touched.add(file.datastream);
      log.info({ path: file.path }, 'removed');
    }
    await this.#prune();
  }

  /**
   * Others may be about to file what needs a header that no file has now: it is removed by a
   * harvest that is alone.
   */
  async #prune(): Promise<void> {
    const { store, share } = this.#input;
    if (this.#touched.size > 0 && !share) await pruneDesigns(store.db);
  }

  async forgetPaths(paths: readonly string[]): Promise<void> {
    await this.#remove(paths);
    await this.#prune();
  }

  async #remove(paths: readonly string[]): Promise<void> {
    const { store, archive, log } = this.#input;
    for (let at = 0; at < paths.length; at += FILES_PER_TRANSACTION) {
      const gone = paths
        .slice(at, at + FILES_PER_TRANSACTION)
        .map((path) => ({ path, size: 0, modified: 0 }));
      const { present } = await sortEntries(store.db, archive, gone, {
        checksums: false,
        quick: true,
      });
      const removed = present.filter((row) => gone.some((entry) => entry.path === row.path));
      const cleared = gone.map((entry) => entry.path);
      for (const datastream of await writeBatch(store, {
        filed: [],
        unfiled: [],
        removed,
        cleared,
      }))
        this.#touched.add(datastream);
      for (const { path } of removed) log.info({ path }, 'removed');
      this.#counts.removed += removed.length;
    }
  }

  report(skipped: HarvestReport['skipped']): HarvestReport {
    return {
      ...this.#counts,
      unfiled: this.#unfiled.size,
      skipped,
      touched: [...this.#touched].sort(),
      seconds: (performance.now() - this.#started) / 1000,
    };
  }
}
