// A connection to SQLite that can be reopened without its users noticing.
import SQLite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { SQLITE_WAIT_MS } from './retrying-sqlite.ts';

/** How long to wait while another process opens or repairs the same file, in milliseconds. */
const OPENING_MS = 10_000;
/** The write-ahead log is cut to this after a large harvest. */
const LARGEST_LOG_BYTES = 64 << 20;

/**
 * Statements that are kept compiled, and the longest of them in characters: those with a parameter
 * for each of many rows are seldom alike.
 */
const MOST_STATEMENTS = 200;
const LONGEST_STATEMENT = 4000;
/** Statements that leave tables as they are, and take longer to compile than to run. */
const KEPT = /^(select|insert|update|delete)\b/i;

/** What Kysely needs of a database. Between two statements its connection may be replaced. */
export class SqliteHandle {
  readonly file: string;
  #open: SQLite.Database;
  readonly #statements = new LRUCache<string, SQLite.Statement>({ max: MOST_STATEMENTS });

  constructor(file: string) {
    this.file = file;
    this.#open = connect(file);
  }

  get database(): SQLite.Database {
    return this.#open;
  }

  get inTransaction(): boolean {
    return this.#open.inTransaction;
  }

  /**
   * Compiles a statement, or takes the one that was compiled before, unless its rows are still
   * being read.
   */
  prepare(sql: string): SQLite.Statement {
    const kept = this.#statements.get(sql);
    if (kept && !kept.busy) return kept;
    const statement = this.#open.prepare(sql);
    if (sql.length <= LONGEST_STATEMENT && KEPT.test(sql)) this.#statements.set(sql, statement);
    return statement;
  }

  /** Not within a transaction. */
  reopen(): void {
    this.#statements.clear();
    this.#open.close();
    this.#open = connect(this.file);
  }

  close(): void {
    this.#open.close();
  }
}

/**
 * WAL with synchronous FULL: what was acknowledged survives a power cut (with NORMAL it does not;
 * see docs/decisions).
 */
function connect(file: string): SQLite.Database {
  const sqlite = new SQLite(file, { timeout: OPENING_MS });
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('cache_size = -32000');
  sqlite.pragma(`journal_size_limit = ${LARGEST_LOG_BYTES}`);
  sqlite.pragma(`busy_timeout = ${SQLITE_WAIT_MS}`);
  return sqlite;
}
