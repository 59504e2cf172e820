// What the pages for operators work with. What other features do comes in as functions: they are put together by the web role.
import type { OrderAct } from '@isobar/contract/calls/operate.ts';
import type { Kysely } from 'kysely';
import type { TableEditor } from '../../core/tables/table-editor.ts';
import type { Tables } from '../../store/tables.ts';

export interface IndexState {
  readonly building: boolean;
  readonly documents: number;
  /** Seconds UTC since this server runs; null: not built by it. */
  readonly builtAt: number | null;
  /** Why the last try failed. */
  readonly failed: string | null;
}

export interface OperateFeature {
  readonly db: Kysely<Tables>;
  readonly home: string;
  readonly version: string;
  readonly simulated: boolean;
  /** Whether words are counted. */
  readonly learns: boolean;
  readonly tables: TableEditor;
  /** `words` are for the owner of a refused order. Throws 'conflict', 'not-found'. */
  readonly orderActs: Readonly<Record<OrderAct, (orderId: number, words: string) => Promise<void>>>;
  /** Lines of CSV, the first names the columns. */
  readonly harvestReport: () => Promise<AsyncIterable<string>>;
  readonly index: { state(): Promise<IndexState>; rebuild(): void };
  /** Name -> null where it is well, else what is wrong. */
  readonly health: () => Promise<readonly { what: string; problem: string | null }[]>;
}
