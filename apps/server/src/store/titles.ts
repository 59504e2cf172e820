// Titles of datastreams whose names do not say what they are (migration 0247).
import { plainLine } from '@isobar/contract/plain-text.ts';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import * as z from 'zod';

export async function addTitles(db: Kysely<unknown>): Promise<void> {
  await sql`alter table datastreams add column title text not null default ''`.execute(db);
  const { rows } = await sql<{ datastream: string }>`
    select datastream from datastreams where datastream not like '%.%'`.execute(db);
  for (const { datastream } of rows) {
    const title = await titleOf(db, datastream);
    await sql`update datastreams set title = ${title} where datastream = ${datastream}`.execute(db);
  }
}

/**
 * Names of archives like this one, such as sgpmetE13.b1, say what a datastream is; what others call
 * theirs does not.
 */
export const isDescriptiveName = (datastream: string): boolean => datastream.includes('.');

/**
 * As its last file with a readable header has it, in one line that is safe to print; empty: that
 * has none.
 */
export async function titleOf(db: QueryExecutorProvider, datastream: string): Promise<string> {
  const { rows } = await sql<{ header: string }>`
    select header from designs where datastream = ${datastream} and design = (
      select design from files where datastream = ${datastream} and design is not null
      order by start_s desc limit 1
    )`.execute(db);
  const [row] = rows;
  if (!row) return '';
  const header = titled.safeParse(JSON.parse(row.header));
  return header.success ? plainLine(header.data.attributes.title) : '';
}

const titled = z.object({ attributes: z.object({ title: z.string() }) });
