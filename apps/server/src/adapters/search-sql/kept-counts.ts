// Counts that the harvest keeps with each datastream, where they answer a question about all files:
// the rows of files are not read.
import { type RawBuilder, sql } from 'kysely';
import type { Condition } from './condition.ts';
import { type Dialect, plainWhere } from './where.ts';

/** Whether the condition looks at nothing of a file but its datastream. */
export function isOfDatastreams(condition: Condition): boolean {
  switch (condition.kind) {
    case 'all':
    case 'none':
      return true;
    case 'and':
    case 'or':
    case 'some':
      return condition.of.every(isOfDatastreams);
    case 'not':
      return isOfDatastreams(condition.of);
    case 'keys':
      return false;
    default:
      return condition.column === 'datastream';
  }
}

/** How many files there are of such a condition: one row with `total`. */
export const keptTotal = (condition: Condition, dialect: Dialect): RawBuilder<Row> =>
  sql<Row>`select coalesce(sum(file_count), 0) as total from datastreams where ${plainWhere(condition, dialect)}`;

interface Groups {
  readonly least: number;
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly allTotal?: true;
}

/** As the grouped statement over files, of datastreams without metrics below. */
export function keptGroups(
  condition: Condition,
  dialect: Dialect,
  { least, order, limit, allTotal }: Groups,
): RawBuilder<Row> {
  const all = allTotal ? sql`, sum(sum(file_count)) over () as all_total` : sql``;
  const where = plainWhere(condition, dialect);
  return sql<Row>`select datastream as key, sum(file_count) as total${all} from datastreams where ${where} group by 1 having sum(file_count) >= ${least} order by ${order} limit ${limit}`;
}

type Row = Readonly<Record<string, unknown>>;
