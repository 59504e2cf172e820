// The counts of limits that several web processes keep as one through PostgreSQL; a server with
// SQLite is alone and exchanges nothing.
import { type CountExchange, countExchange } from '../platform/admission/count-exchange.ts';
import type { Log } from '../platform/log/log.ts';
import type { Store } from '../store/open.ts';
import { forgetCounts, swapCounts } from '../store/swap-counts.ts';

const FORGET_MS = 60_000;

export interface SharedCounts {
  /** Undefined: there is no other process. */
  readonly exchange: CountExchange | undefined;
  close(): Promise<void>;
}

/** While the store does not answer, each process counts for itself, and tells the others later. */
export function shareCounts({ kind, db }: Store, log: Pick<Log, 'debug'>): SharedCounts {
  if (kind === 'sqlite') return { exchange: undefined, close: async () => {} };
  const exchange = countExchange((given) => swapCounts(db, given));
  const trouble = (error: unknown) => log.debug({ err: error }, 'counts were not exchanged');
  const keeping = exchange.keep(trouble);
  const forgetting = setInterval(() => void forgetCounts(db).catch(trouble), FORGET_MS);
  forgetting.unref();
  return {
    exchange,
    async close() {
      clearInterval(forgetting);
      await keeping.close();
    },
  };
}
