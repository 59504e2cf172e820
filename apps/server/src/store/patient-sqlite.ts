// SQLite for several writers: transactions take the write lock when they begin, and waiting for it stops nobody else.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';

/** Milliseconds: how long SQLite itself may wait, which stops the thread; and how long we do, which does not. */
export const SQLITE_WAIT_MS = 5;
const LONGEST_WAIT_MS = 10_000;
const LONGEST_PAUSE_MS = 50;

/** What is asked of a database here. */
type Database = SqliteDatabase & { readonly inTransaction: boolean };

/** Migrations run in one transaction: SQLite undoes table changes as well, whatever Kysely supposes. */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #database: Database;
  readonly #admit: () => void;
  /** `admit` is asked before anything is written; it throws when nothing may be. */
  constructor(database: Database, admit: () => void) {
    super({ database });
    this.#database = database;
    this.#admit = admit;
  }
  override createDriver(): Driver {
    return new PatientSqliteDriver(this.#database, this.#admit);
  }
  override createAdapter(): SqliteAdapter {
    return new UndoingAdapter();
  }
}

class UndoingAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class PatientSqliteDriver extends SqliteDriver {
  readonly #database: Database;
  readonly #admit: () => void;
  #connection: DatabaseConnection | undefined;
  constructor(database: Database, admit: () => void) {
    super({ database });
    this.#database = database;
    this.#admit = admit;
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= patient(await super.acquireConnection(), this.#admit);
    return this.#connection;
  }
  /** Takes the write lock at once: no waiting would cure a stale snapshot halfway. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#admit();
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
  /** A full disk has ended the transaction already; the failing rollback must not hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** A statement that finds the store busy has done nothing: it is tried again while others of this process go on. */
const patient = (connection: DatabaseConnection, admit: () => void): DatabaseConnection => ({
  async executeQuery(query, options) {
    if (!SelectQueryNode.is(query.query) && query.query.kind !== 'RawNode') admit();
    const until = performance.now() + LONGEST_WAIT_MS;
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS))
      try {
        return await connection.executeQuery(query, options);
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error;
        await sleep(pause);
      }
  },
  streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
});

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
