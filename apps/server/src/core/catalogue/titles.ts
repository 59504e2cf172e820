// How the files of datastreams call them, where their names do not say what they are.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';

/** By datastream, or by the class of datastreams; without those that have no title. */
export async function titlesOf(
  db: Kysely<Tables>,
  column: 'datastream' | 'datastream_class',
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('datastreams')
    .select([column, 'title'])
    .where(column, 'in', [...names])
    .where('title', '!=', '')
    .execute();
  return new Map(rows.map((row) => [row[column], row.title]));
}

/** What datastreams of one product are called by their files; empty where none says it. */
export const titleAmong = (rows: readonly { readonly title: string }[]): string =>
  rows.find(({ title }) => title !== '')?.title ?? '';
