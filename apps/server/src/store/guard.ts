// Watches over the store while it is open: when writes would be lost, none are accepted until that
// is repaired.
import { statSync } from 'node:fs';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import type { SqliteHandle } from './sqlite-handle.ts';
import {
  type Identity,
  identityOf,
  isSharedWithOthers,
  movedOf,
  type Trouble,
  troubleOf,
} from './standing.ts';
import type { Tables } from './tables.ts';

const WORDS: Readonly<Record<Trouble, string>> = {
  replaced: 'The file of the store was removed or exchanged while it was in use.',
  log: 'The log of the store was removed by another program while it was in use.',
  lock: 'The lock on the store was lost, so that another program could remove its log.',
};

export interface Looked {
  /** Found now; null: all is well. */
  readonly found: string | null;
  /** Whether it could be repaired at once. */
  readonly mended: boolean;
}

export class StoreGuard {
  readonly #handle: SqliteHandle;
  #meant: Identity;
  #trouble: string | null = null;

  constructor(handle: SqliteHandle) {
    this.#handle = handle;
    this.#meant = identityOf(handle.file);
  }

  /** Why nothing can be written now; null: it can. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /**
   * Throws Problem 'unavailable' when writes might be lost. Called before each transaction, so it
   * must be quick.
   */
  admit(): void {
    const moved = this.#trouble === null && movedOf(this.#handle.file, this.#meant);
    if (moved) this.#trouble = WORDS[moved];
    if (this.#trouble !== null) throw new Problem('unavailable', NOT_TAKEN);
  }

  /**
   * Checks the store and repairs what can be repaired. `letGo` closes all other connections of this
   * process; code that needs one opens another later.
   */
  async look(db: Kysely<Tables>, letGo: () => Promise<void>): Promise<Looked> {
    const trouble = troubleOf(this.#handle.file, this.#meant);
    this.#trouble = trouble && WORDS[trouble];
    if (trouble === null) return { found: null, mended: false };
    const mended = await db.connection().execute(async () => {
      await letGo();
      return this.#mend(trouble);
    });
    if (mended) this.#trouble = null;
    return { found: WORDS[trouble], mended };
  }

  /**
   * A lost log holds acknowledged writes. They are copied into the store's file before another log
   * is begun, which is safe only if no other process has written to the store meanwhile.
   */
  #mend(trouble: Trouble): boolean {
    const { file, database } = this.#handle;
    if (trouble === 'replaced' || database.inTransaction) return false;
    if (trouble === 'log') {
      const other = statSync(`${file}-wal`, { throwIfNoEntry: false });
      if ((other?.size ?? 0) > 0 || isSharedWithOthers(this.#meant)) return false;
      const [done] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      if (done?.busy !== 0) return false;
    }
    this.#handle.reopen();
    this.#handle.prepare('select count(*) from orders').get(); // makes the log, and takes the lock
    this.#meant = identityOf(file);
    return troubleOf(file, this.#meant) === null;
  }
}

const NOT_TAKEN =
  'Nothing can be stored at the moment: the store has to be looked at first. What was taken before is kept; please try again later.';
