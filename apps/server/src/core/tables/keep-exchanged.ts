// Keeps the curated files of a home in step with those of the store, as long as the process lives.
import type { Kysely } from 'kysely';
import type { Log } from '../../platform/log/log.ts';
import type { Tables } from '../../store/tables.ts';
import { openFileExchange } from './exchange.ts';

/** Milliseconds between two exchanges. */
const EVERY_MS = 5000;

export interface KeptExchange {
  /**
   * Resolves to what keeps an edit of this home from being shared; null: nothing. Never rejects.
   */
  now(): Promise<string | null>;
  /** Exchanges once more: a command may just have edited. */
  close(): Promise<void>;
}

/** Resolves after the first exchange. */
export async function keepExchanged(
  db: Kysely<Tables>,
  home: string,
  log: Pick<Log, 'info' | 'warn'>,
  everyMs: number = EVERY_MS,
): Promise<KeptExchange> {
  const exchange = await openFileExchange(db, home);
  let told: string | null = null;
  const act = async (): Promise<string | null> => {
    const { given, taken, replaced, problem } = await exchange();
    if (given.length + taken.length > 0) log.info({ given, taken }, 'curated files were exchanged');
    for (const [file, aside] of replaced)
      log.warn({ file, aside }, 'a file of this home was not that of the store and was put aside');
    if (problem !== told && problem !== null)
      log.warn({ problem }, 'an edit in this home is shared once it is right');
    told = problem;
    return problem;
  };
  let waiting = 0;
  let last: Promise<string | null> = Promise.resolve(null);
  const now = (): Promise<string | null> => {
    waiting++;
    last = last
      .then(act)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'curated files could not be exchanged; it is retried');
        return told;
      })
      .finally(() => waiting--);
    return last;
  };
  await now();
  const timer = setInterval(() => {
    if (waiting === 0) void now();
  }, everyMs);
  timer.unref();
  return {
    now,
    close: async () => {
      clearInterval(timer);
      await now();
    },
  };
}
