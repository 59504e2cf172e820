// Rebuilds the search indexes from the store when one of them is missing or damaged, and has them
// follow quality reports; indexes that are some of several of a store follow all that other
// processes change there.
import type { ExternalRecord } from '@isobar/contract/catalogue/external-record.ts';
import { followChanges } from '../core/catalogue/follow-changes.ts';
import { catalogueIsStale } from '../core/catalogue/freshness.ts';
import { indexCatalogue, isIndexed } from '../core/catalogue/index-catalogue.ts';
import { followReports } from '../core/reports/follow.ts';
import type { CuratedTables } from '../core/tables/curated-tables.ts';
import type { Log } from '../platform/log/log.ts';
import type { Followed, SearchIndex } from '../ports/search-index.ts';
import type { Store } from '../store/open.ts';

export interface IndexKeeperInput {
  readonly store: Store;
  readonly tables: () => Promise<CuratedTables>;
  /** Brings the tables of this home in step with those of the store. */
  readonly exchangeTables: () => Promise<unknown>;
  readonly external: () => readonly ExternalRecord[];
  readonly index: SearchIndex;
  readonly log: Log;
  /** Milliseconds between two looks. Default 2000. */
  readonly everyMs?: number;
}

export interface IndexKeeper {
  /** Resolves when nothing is in work any more. */
  close(): Promise<void>;
}

const EVERY_MS = 2000;
/** Checks that are skipped after a failure, which may need an operator. */
const LEFT_OUT = 30;
/**
 * Of the time at most one part in so many goes into following, as a long harvest elsewhere changes
 * something all the time.
 */
const SHARE = 4;

export function keepIndexed(input: IndexKeeperInput): IndexKeeper {
  const { log } = input;
  let work: Promise<void> | null = null;
  let leftOut = 0;
  const everyMs = input.everyMs ?? EVERY_MS;
  const timer = setInterval(() => {
    if (work || leftOut-- > 0) return;
    const begun = performance.now();
    work = rebuildIfNeeded(input)
      .then(() => {
        const rest = (performance.now() - begun) * (SHARE - 1);
        leftOut = input.index.followed ? Math.floor(rest / everyMs) : 0;
      })
      .catch((error: unknown) => {
        leftOut = LEFT_OUT;
        log.error({ err: error }, 'the search indexes cannot be rebuilt; it is retried');
      })
      .finally(() => {
        work = null;
      });
  }, everyMs);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      await work;
    },
  };
}

async function rebuildIfNeeded(input: IndexKeeperInput) {
  const { store, tables, external, index, log } = input;
  if (await isIndexed(index)) {
    if (index.followed) return await followStore(input, index.followed);
    const followed = await followReports({ db: store.db, tables, external, index });
    if (followed > 0) log.info({ datastreams: followed }, 'the catalogue follows quality reports');
    return;
  }
  log.warn('a search index is missing or damaged; all are rebuilt');
  const { documents } = await indexCatalogue({
    db: store.db,
    tables: await tables(),
    external: external(),
    index,
  });
  log.info({ documents }, 'the search indexes are rebuilt');
}

/** Logged only when there was something to follow. */
async function followStore(input: IndexKeeperInput, followed: Followed): Promise<void> {
  const { store, tables, external, index, log } = input;
  if (!(await catalogueIsStale(store.db, index))) return;
  await input.exchangeTables();
  const sources = { db: store.db, tables: await tables(), external: external(), index };
  const { updated, built } = await followChanges(sources, followed);
  if (built !== null)
    log.info({ documents: built }, 'the search indexes were rebuilt from the store');
  else if (updated > 0)
    log.info({ datastreams: updated }, 'the search index was updated from the store');
}
