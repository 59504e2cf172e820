// The pages for operators, put together for the web role from what other features do.
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExternalRecord } from '@isobar/contract/catalogue/external-record.ts';
import type { Session } from '../core/accounts/session.ts';
import { indexEverywhere, isIndexed } from '../core/catalogue/index-catalogue.ts';
import { maintenanceAt } from '../core/maintenance.ts';
import type { CuratedTables } from '../core/tables/curated-tables.ts';
import { openTableEditor } from '../core/tables/table-editor.ts';
import type { AdminFeature } from '../features/admin/feature.ts';
import { registerAdmin } from '../features/admin/routes.ts';
import { harvestReport } from '../features/harvest/report.ts';
import {
  approveOrder,
  cancelOrder,
  denyOrder,
  pauseOrder,
  resumeOrder,
  retryOrder,
} from '../features/orders/control.ts';
import { inboxOf } from '../features/support/inbox.ts';
import { answerIncident, incidentIdOf } from '../features/support/incidents.ts';
import type { Configuration } from '../platform/config/config.ts';
import type { Http } from '../platform/http/http.ts';
import type { Log } from '../platform/log/log.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { Store } from '../store/open.ts';

export interface OperateInput {
  readonly configuration: Configuration;
  readonly log: Log;
  readonly store: Store;
  readonly index: SearchIndex;
  readonly tables: () => Promise<CuratedTables>;
  readonly external: () => readonly ExternalRecord[];
  readonly simulated: boolean;
  readonly version: string;
}

export function registerOperators(http: Http<Session>, input: OperateInput): void {
  const { configuration, store, tables, simulated, version } = input;
  const { db } = store;
  registerAdmin(http, {
    db,
    maintenance: maintenanceAt(configuration.home, store),
    version,
    simulated,
    learns: configuration.learns,
    tables: openTableEditor(join(configuration.home, 'tables')),
    orderActs: {
      approve: (orderId) => approveOrder(db, orderId),
      deny: (orderId, words) => denyOrder(db, orderId, words),
      pause: (orderId) => pauseOrder(db, orderId),
      resume: (orderId) => resumeOrder(db, orderId),
      cancel: (orderId) => cancelOrder(db, orderId),
      retry: (orderId) => retryOrder(db, orderId, () => null),
    },
    support: {
      list: (state) => inboxOf(db, state),
      answer: (number, text, close) =>
        answerIncident(db, incidentIdOf(number), {
          text,
          close,
          now: Math.floor(Date.now() / 1000),
        }),
    },
    harvestReport: async () => harvestReport({ db, tables: await tables(), skipped: [] }),
    index: rebuilding(input),
    health: () => healthOf(input),
  });
}

function rebuilding({ store, tables, external, index, log }: OperateInput): AdminFeature['index'] {
  let building = false;
  let builtAt: number | null = null;
  let failed: string | null = null;
  const build = async (): Promise<void> => {
    try {
      const { documents } = await indexEverywhere({
        db: store.db,
        tables: await tables(),
        external: external(),
        index,
      });
      builtAt = Math.floor(Date.now() / 1000);
      failed = null;
      log.info({ documents }, 'the search indexes are rebuilt for an operator');
    } catch (error) {
      failed = error instanceof Error ? error.message : String(error);
      log.error({ err: error }, 'the search indexes could not be rebuilt');
    } finally {
      building = false;
    }
  };
  return {
    state: async () => ({
      building,
      documents: await documentsOf(index),
      builtAt,
      failed,
    }),
    rebuild: () => {
      if (building) return;
      building = true;
      void build();
    },
  };
}

async function documentsOf(index: SearchIndex): Promise<number> {
  if (!(await index.has('metadata'))) return 0;
  const { hits } = await index.search('metadata', { size: 0, track_total_hits: true });
  return hits.total?.value ?? 0;
}

const LEAST_FREE_BYTES = 1e9;

async function healthOf({
  configuration: { home },
  store,
  index,
  tables,
}: OperateInput): ReturnType<AdminFeature['health']> {
  const entries: [what: string, look: () => Promise<string | null>][] = [
    ['Database writable', async () => store.guard?.trouble ?? null],
    [
      'Search index ready',
      async () => ((await isIndexed(index)) ? null : 'The index is being made.'),
    ],
    [
      'Curated tables valid',
      async () => {
        await tables();
        return null;
      },
    ],
    [
      'Enough disk space',
      async () => {
        await access(home, constants.W_OK);
        const disk = await statfs(home);
        const free = disk.bavail * disk.bsize;
        return free < LEAST_FREE_BYTES ? 'Less than 1 GB is free there.' : null;
      },
    ],
  ];
  const told = [];
  for (const [what, look] of entries) {
    const problem = await look().catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    told.push({ what, problem });
  }
  return told;
}
