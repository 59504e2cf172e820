// What the pages for operators work with. Functions of other features are handed in by the web
// role.
import type { OperateInbox, OrderAct } from '@isobar/contract/calls/admin.ts';
import type { Kysely } from 'kysely';
import type { Maintenance } from '../../core/maintenance.ts';
import type { TableEditor } from '../../core/tables/table-editor.ts';
import type { Tables } from '../../store/tables.ts';

export interface IndexState {
  readonly building: boolean;
  readonly documents: number;
  /** Seconds UTC of the start of this server; null: the role did not set it. */
  readonly builtAt: number | null;
  /** Why the last try failed. */
  readonly failed: string | null;
}

export interface AdminFeature {
  readonly db: Kysely<Tables>;
  readonly maintenance: Maintenance;
  readonly version: string;
  readonly simulated: boolean;
  /** Whether this installation counts words and use. */
  readonly learns: boolean;
  readonly tables: TableEditor;
  /** `words` are for the owner of a refused order. Throws 'conflict', 'not-found'. */
  readonly orderActs: Readonly<Record<OrderAct, (orderId: number, words: string) => Promise<void>>>;
  readonly support: {
    list(state: 'open' | 'all'): Promise<OperateInbox>;
    /** Mails the text, if there is one. Throws 'not-found'. */
    answer(number: string, text: string, close: boolean): Promise<void>;
  };
  /** Lines of CSV, the first of which names the columns. */
  readonly harvestReport: () => Promise<AsyncIterable<string>>;
  readonly index: { state(): Promise<IndexState>; rebuild(): void };
  /** Name -> null if it is well, else what is wrong. */
  readonly health: () => Promise<readonly { what: string; problem: string | null }[]>;
}
