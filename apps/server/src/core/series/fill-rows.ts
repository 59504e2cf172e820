// Fills the index with the rows of files that no harvest described: older stores, quick harvests,
// archives that know their files.
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@isobar/contract/problem.ts';
import { NetcdfError, openDataset } from '@isobar/netcdf';
import type { Log } from '../../platform/log/log.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { Store } from '../../store/open.ts';
import { catalogueState } from '../catalogue/freshness.ts';
import { givenUp } from '../catalogue/given-up.ts';
import { type DescribedRows, describeRows, type NoRows } from './describe-rows.ts';
import { keepRows, type PendingFile, pendingFiles, type RowsOf } from './file-rows.ts';
import { shareFormerShapes } from './file-shapes.ts';

/**
 * What was found in each file, in order; null: it cannot be opened now, and is tried again later.
 */
export type DescribeFiles = (
  files: readonly PendingFile[],
) => Promise<readonly (DescribedRows | NoRows | null)[]>;

/**
 * Files of one step: what is found is stored in one transaction, which must not hold the thread
 * that answers calls.
 */
const STEP_FILES = 16;

/** Describes files in this thread. */
export const describeHere =
  (archive: ArchiveStore, signal?: AbortSignal): DescribeFiles =>
  async (files) => {
    const found: (DescribedRows | NoRows | null)[] = [];
    for (const { path } of files) {
      signal?.throwIfAborted();
      found.push(await describeOne(archive, path));
    }
    return found;
  };

async function describeOne(archive: ArchiveStore, path: string) {
  try {
    const dataset = await openDataset(archive.localPath?.(path) ?? (await archive.open(path)));
    try {
      return await describeRows(dataset);
    } finally {
      await dataset.close();
    }
  } catch (error) {
    if (error instanceof NetcdfError && error.code !== 'unreadable')
      return { reason: error.message.slice(0, 500) };
    if (error instanceof NetcdfError || error instanceof Problem) return null;
    throw error;
  }
}

export interface FillInput {
  readonly store: Store;
  readonly describe: DescribeFiles;
  readonly signal?: AbortSignal;
}

/**
 * Describes pending files, of one datastream or of all, some at a time and each batch in one
 * transaction; yields how many became known. What cannot be opened now stays pending.
 */
export async function* fillRows(
  { store, describe, signal }: FillInput,
  datastream?: string,
): AsyncGenerator<number> {
  for (let after: PendingFile | undefined; ; ) {
    const pending = await pendingFiles(store.db, STEP_FILES, { datastream, after });
    after = pending.at(-1);
    if (!after) return;
    const paths = pending.map(({ path }) => path);
    const hopeless = await givenUp(store.db, paths);
    const toOpen = pending.filter(({ path }) => !hopeless.has(path));
    const found = await describe(toOpen);
    signal?.throwIfAborted();
    const kept: RowsOf[] = toOpen.flatMap((file, index) => {
      const one = found[index];
      return one ? [{ ...file, found: one }] : [];
    });
    for (const file of pending) {
      const reason = hopeless.get(file.path);
      if (reason !== undefined) kept.push({ ...file, found: { reason } });
    }
    if (kept.length > 0)
      await store.db.transaction().execute((db) => keepRows(db, store.kind, kept));
    yield kept.length;
  }
}

const EVERY_MS = 2000;

export interface KeepRowsInput extends FillInput {
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly everyMs?: number;
}

/** Fills the whole index in the background whenever files changed, until the signal is aborted. */
export async function keepRowsFilled(input: KeepRowsInput): Promise<void> {
  const { store, log, signal, everyMs = EVERY_MS } = input;
  let filled: string | undefined;
  while (!signal.aborted) {
    try {
      const state = await catalogueState(store.db);
      if (state !== filled) {
        await shareFormerShapes(store.db, signal);
        for await (const _ of fillRows(input)) signal.throwIfAborted();
        filled = state;
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'rows of files could not be indexed');
    }
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
