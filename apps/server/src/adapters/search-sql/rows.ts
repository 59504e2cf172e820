// The statements of a file search over one connection, so that its callers need not know an SQL
// dialect.
import { type AliasedRawBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import type { Condition } from './condition.ts';
import type { FileColumn } from './fields.ts';
import { isOfDatastreams, keptGroups, keptTotal } from './kept-counts.ts';
import type { MetricContext } from './metric.ts';
import { isOneDatastream, reachOf } from './reach.ts';
import { type Dialect, whereInTime, whereOf } from './where.ts';

export type FileSource = {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
  /** See WhereOptions. */
  readonly stop?: string | undefined;
  /** Throws when the search has to stop; called before each statement. */
  readonly check?: () => void;
};

type Row = Readonly<Record<string, unknown>>;

export type Page = {
  readonly columns: readonly (FileColumn | 'named' | 'file_id')[];
  readonly order: RawBuilder<unknown>;
  readonly from: number;
  readonly size: number;
};

export type Groups = {
  readonly key: RawBuilder<unknown>;
  /** The column that `key` is, as it stands; absent: it is something else. */
  readonly keyColumn?: FileColumn | undefined;
  readonly columns: readonly AliasedRawBuilder<unknown, string>[];
  /** Smaller groups are left out. */
  readonly least: number;
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly allTotal?: true;
};

export interface FileRows {
  readonly dialect: Dialect;
  /** The present for relative dates, in milliseconds since 1970. */
  readonly now: number;
  /** Some file's name does not begin with its datastream. */
  readonly foreign: boolean;
  metrics(condition: Condition): MetricContext;
  /** One row: `total` files, and the columns. */
  summary(
    condition: Condition,
    columns: readonly AliasedRawBuilder<unknown, string>[],
  ): Promise<Row>;
  /**
   * Rows with `key`, `total`, the columns and, if `allTotal` is set, `all_total`: the files of all
   * groups together.
   */
  grouped(condition: Condition, groups: Groups): Promise<Row[]>;
  page(condition: Condition, page: Page): Promise<Row[]>;
}

export async function fileRows(source: FileSource, now: number): Promise<FileRows> {
  const { db, dialect, stop, check = () => undefined } = source;
  const odd = await db
    .selectFrom('files')
    .select('named')
    .where('named', '=', sql.lit(0))
    .limit(1)
    .execute();
  const foreign = odd.length > 0;
  const where = (condition: Condition, make = whereOf): RawBuilder<unknown> => {
    check();
    const reach = reachOf(condition);
    const options = { dialect, foreign, reach, ...(stop ? { stop } : {}) };
    const found = make(condition, options);
    return found ? sql`where ${found}` : sql``;
  };
  const rows = async (statement: RawBuilder<Row>): Promise<Row[]> =>
    (await statement.execute(db)).rows;
  return {
    dialect,
    now,
    foreign,
    metrics: (condition) => ({
      dialect,
      uniqueNames: !foreign || isOneDatastream(reachOf(condition)),
    }),
    async summary(condition, columns) {
      if (columns.length === 0 && isOfDatastreams(condition)) {
        check();
        const [kept] = await rows(keptTotal(condition, dialect));
        return kept ?? { total: 0 };
      }
      const selected = sql.join([sql`count(*) as total`, ...columns]);
      const [row] = await rows(sql<Row>`select ${selected} from files ${where(condition)}`);
      return row ?? { total: 0 };
    },
    grouped: (condition, groups) => {
      const { key, keyColumn, columns, least, order, limit, allTotal } = groups;
      if (columns.length === 0 && keyColumn === 'datastream' && isOfDatastreams(condition)) {
        check();
        return rows(keptGroups(condition, dialect, groups));
      }
      const all = allTotal ? [sql`sum(count(*)) over () as all_total`] : [];
      const counts = [sql`count(*) as total`, ...all];
      const selected = sql.join([sql`${key} as key`, ...counts, ...columns]);
      // There may be as many groups as files, so the clock is looked at for each group, too.
      const inTime = stop ? sql`and ${sql.raw(stop)}() = 0` : sql``;
      const enough = sql`group by 1 having count(*) >= ${least} ${inTime}`;
      return rows(
        sql<Row>`select ${selected} from files ${where(condition, whereInTime)} ${enough} order by ${order} limit ${limit}`,
      );
    },
    page: (condition, { columns, order, from, size }) => {
      const selected = sql.join(columns.map((column) => sql.ref(column)));
      return rows(
        sql<Row>`select ${selected} from files ${where(condition)} order by ${order} limit ${size} offset ${from}`,
      );
    },
  };
}
