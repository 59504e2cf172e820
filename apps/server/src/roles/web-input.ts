// What the web role is started with.
import type { ExternalRecord } from '@isobar/contract/catalogue/external-record.ts';
import type { CuratedTables } from '../core/tables/curated-tables.ts';
import type { Words } from '../core/words/current-vocabulary.ts';
import type { LiveFeature } from '../features/live/routes.ts';
import type { OrdersFeature } from '../features/orders/routes.ts';
import type { QuicklooksFeature } from '../features/quicklooks/routes.ts';
import type { Configuration } from '../platform/config/config.ts';
import type { Log } from '../platform/log/log.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Cases } from '../ports/cases.ts';
import type { Proposals } from '../ports/proposals.ts';
import type { ReadOnlyIndex, SearchIndex } from '../ports/search-index.ts';
import type { SignInSite } from '../ports/sign-in-site.ts';
import type { Store } from '../store/open.ts';
import type { WorkPool } from './work-pool.ts';

/** What the words of a text mean, for everything that follows from a search. */
export interface Understanding extends WebInput {
  readonly understand: Words['understand'];
}

export interface WebInput {
  readonly configuration: Configuration;
  readonly log: Log;
  readonly store: Store;
  readonly index: SearchIndex;
  /** The indexes that are searched in the store itself; closed with the web role. */
  readonly stored: { readonly files: ReadOnlyIndex; readonly plots: ReadOnlyIndex };
  /** The tables as they are now, or as they last were right: see lastRight. */
  readonly tables: () => Promise<CuratedTables>;
  /** The tables as they are on disk now. */
  readonly freshTables: () => Promise<CuratedTables>;
  /** Records of other repositories that the catalogue shows next to its own. */
  readonly external: () => readonly ExternalRecord[];
  readonly cases: Cases;
  readonly simulated: boolean;
  readonly plots: Pick<QuicklooksFeature, 'days'>;
  readonly pool: WorkPool;
  /** Where encoded blocks of arrays are kept. */
  readonly arrays: Blobs;
  readonly live: Pick<LiveFeature, 'archive' | 'tables'>;
  readonly orders: Omit<OrdersFeature, 'db' | 'log'>;
  /** The installation's secret. */
  readonly secret: Uint8Array;
  readonly signInSites: readonly SignInSite[];
  /** Absent: the curated tables say who takes part in what. */
  readonly proposals?: Proposals | undefined;
}
