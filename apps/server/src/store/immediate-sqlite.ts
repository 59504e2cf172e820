// SQLite for several writers: a transaction takes the write lock when it begins, so that it waits for others
// instead of failing halfway with a stale snapshot, which no busy timeout would cure.
import type { Database } from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';

export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Database;
  constructor(database: Database) {
    super({ database });
    this.#database = database;
  }
  override createDriver(): Driver {
    return new ImmediateSqliteDriver({ database: this.#database });
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}
