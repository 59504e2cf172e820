// Rebuilds the search indexes from the store when one of them is missing or damaged, and has them follow quality reports.
import type { ExternalRecord } from '@isobar/contract/catalogue/external-record.ts';
import { indexCatalogue, isIndexed } from '../core/catalogue/index-catalogue.ts';
import { followReports } from '../core/reports/follow.ts';
import type { CuratedTables } from '../core/tables/curated-tables.ts';
import type { Log } from '../platform/log/log.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { Store } from '../store/open.ts';

export interface IndexKeeperInput {
  readonly store: Store;
  readonly tables: () => Promise<CuratedTables>;
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

export function keepIndexed(input: IndexKeeperInput): IndexKeeper {
  const { log } = input;
  let work: Promise<void> | null = null;
  let leftOut = 0;
  const timer = setInterval(() => {
    if (work || leftOut-- > 0) return;
    work = rebuildIfNeeded(input)
      .catch((error: unknown) => {
        leftOut = LEFT_OUT;
        log.error({ err: error }, 'the search indexes cannot be rebuilt; it is retried');
      })
      .finally(() => {
        work = null;
      });
  }, input.everyMs ?? EVERY_MS);
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
