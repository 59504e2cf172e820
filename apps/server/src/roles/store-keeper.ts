// Checks every minute that the store still keeps what is written, reports it loudly if not, and
// repairs what it can.
import type { Log } from '../platform/log/log.ts';
import type { Store } from '../store/open.ts';

export interface StoreKeeperInput {
  readonly store: Pick<Store, 'db' | 'guard'>;
  readonly log: Pick<Log, 'error' | 'warn' | 'info'>;
  /** Closes the other connections of this process, which are opened again on demand. */
  readonly letGo: () => Promise<void>;
  /** Called when the store cannot be repaired in this process. */
  readonly onTrouble?: (found: string) => void;
  /** Milliseconds between two looks. Default a minute. */
  readonly everyMs?: number;
}

export interface StoreKeeper {
  /** Resolves when nothing is in work any more. */
  close(): Promise<void>;
}

const EVERY_MS = 60_000;
/**
 * How often to look whether a transaction has noticed trouble; the store is then checked at once.
 */
const GLANCE_MS = 1000;

/** Resolves after the first look. On PostgreSQL there is nothing to look at. */
export async function keepStore(input: StoreKeeperInput): Promise<StoreKeeper> {
  const { guard } = input.store;
  return guard ? keepGuarded(guard, input) : { close: async () => {} };
}

async function keepGuarded(
  guard: NonNullable<Store['guard']>,
  input: StoreKeeperInput,
): Promise<StoreKeeper> {
  const everyMs = input.everyMs ?? EVERY_MS;
  let told: string | null = null;
  let last = performance.now();
  let work: Promise<void> | null = null;

  async function look(): Promise<void> {
    const { found, mended } = await guard.look(input.store.db, input.letGo);
    if (found === null) {
      if (told !== null) input.log.info('the store is well again');
      told = null;
      return;
    }
    if (mended) return input.log.warn({ found }, 'the store was in trouble and could be repaired');
    if (told !== found)
      input.log.error({ found }, 'THE STORE NO LONGER ACCEPTS WRITES: check it, then restart');
    told = found;
    input.onTrouble?.(found);
  }

  const timer = setInterval(
    () => {
      if (work || (guard.trouble === null && performance.now() - last < everyMs)) return;
      last = performance.now();
      work = look()
        .catch((error: unknown) => input.log.warn({ err: error }, 'the store was not looked at'))
        .finally(() => {
          work = null;
        });
    },
    Math.min(GLANCE_MS, everyMs),
  );
  timer.unref();
  await look();
  return {
    close: async () => {
      clearInterval(timer);
      await work;
    },
  };
}
