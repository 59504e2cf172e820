// SQLite for several writers: transactions take the write lock when they begin, and waiting for it
// blocks no other work.
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
import { breathe } from '../platform/admission/main-thread.ts';

/**
 * Milliseconds: how long SQLite itself may wait, which stops the thread; and how long we do, which
 * does not.
 */
export const SQLITE_WAIT_MS = 5;
const LONGEST_WAIT_MS = 10_000;
const LONGEST_PAUSE_MS = 50;

/** A database with what this module needs of it. */
type Database = SqliteDatabase & { readonly inTransaction: boolean };

/**
 * Migrations run in one transaction: SQLite undoes table changes as well, whatever Kysely supposes.
 */
export class RetryingSqliteDialect extends SqliteDialect {
  readonly #database: Database;
  readonly #admit: () => void;
  /** `admit` is called before anything is written, and throws when nothing may be written. */
  constructor(database: Database, admit: () => void) {
    super({ database });
    this.#database = database;
    this.#admit = admit;
  }
  override createDriver(): Driver {
    return new RetryingSqliteDriver(this.#database, this.#admit);
  }
  override createAdapter(): SqliteAdapter {
    return new UndoingAdapter();
  }
}

class UndoingAdapter extends SqliteAdapter {
  /** There is only one connection. True because the driver itself queues those who wait for it. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Begins with the write lock: no waiting would cure a stale snapshot halfway. */
const BEGIN = 'begin immediate';

class RetryingSqliteDriver extends SqliteDriver {
  readonly #database: Database;
  readonly #admit: () => void;
  /** The queue for the one connection. */
  readonly #turn = new Turn();
  /**
   * The line of those that wait until another program releases the write lock; only the first of
   * them tries.
   */
  readonly #line = new Turn();
  #connection: DatabaseConnection | undefined;
  constructor(database: Database, admit: () => void) {
    super({ database });
    this.#database = database;
    this.#admit = admit;
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turn.take();
    this.#connection ??= this.#patient(await super.acquireConnection());
    return this.#connection;
  }
  /**
   * Statements run in this thread: a call that makes many of them yields to other callers in
   * between.
   */
  override async releaseConnection(): Promise<void> {
    this.#turn.give();
    await breathe();
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#admit();
    await connection.executeQuery(CompiledQuery.raw(BEGIN));
  }
  /**
   * A full disk has ended the transaction already; the failing rollback must not hide the reason.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }

  /**
   * A statement that finds the store busy has done nothing: it is tried again, and meanwhile others
   * of this process have the connection. They read what is there while another program writes.
   */
  #patient(connection: DatabaseConnection): DatabaseConnection {
    return {
      executeQuery: async (query, options) => {
        const isRaw = query.query.kind === 'RawNode';
        const isRead = SelectQueryNode.is(query.query);
        if (!isRead && !isRaw) this.#admit();
        const writes = isRaw ? query.sql === BEGIN : !isRead;
        const until = performance.now() + LONGEST_WAIT_MS;
        let inLine = false;
        try {
          for (let pause = 0; ; pause = Math.min(pause * 2 || 1, LONGEST_PAUSE_MS)) {
            const waits = pause > 0 || (writes && this.#line.isTaken);
            if (waits && !this.#database.inTransaction) {
              this.#turn.give();
              if (!inLine) await this.#line.take();
              inLine = true;
              await sleep(pause);
              await this.#turn.take();
            } else if (pause > 0) await sleep(pause);
            try {
              return await connection.executeQuery(query, options);
            } catch (error) {
              if (!isBusy(error) || performance.now() > until) throw error;
            }
          }
        } finally {
          if (inLine) this.#line.give();
        }
      },
      streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
    };
  }
}

/** One has it at a time; the others get it in the order in which they came. */
class Turn {
  #waiting: (() => void)[] = [];
  isTaken = false;
  async take(): Promise<void> {
    if (this.isTaken) await new Promise<void>((begin) => this.#waiting.push(begin));
    this.isTaken = true;
  }
  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.isTaken = false;
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
