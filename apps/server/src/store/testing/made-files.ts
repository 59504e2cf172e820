// Very many rows of files, made by one statement that both databases understand.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * `files` files, in turn of `streams` datastreams, with what the harvest keeps of each datastream.
 */
export async function makeFiles(db: Kysely<Tables>, files: number, streams: number): Promise<void> {
  await sql`insert into files (datastream, file_name, path, size, start_s, end_s, modified_ms)
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${sql.lit(files - 1)})
    select 'sgpmade' || (i % ${sql.lit(streams)}) || 'E1.b1', 'sgpmade' || (i % ${sql.lit(streams)}) || 'E1.b1.' || i || '.nc',
      'p' || i, i % 100000, i, i + 1, 0 from n`.execute(db);
  await sql`insert into datastreams (datastream, site_code, facility_code, datastream_class, data_level, start_s, end_s, longest_s, file_count, bytes)
    select datastream, 'sgp', 'E1', 'made', 'b1', min(start_s), max(end_s), 1, count(*), sum(size) from files group by 1`.execute(
    db,
  );
  await sql`analyze`.execute(db);
}

/** Takes all files away; PostgreSQL only. */
export async function emptyFiles(db: Kysely<Tables>): Promise<void> {
  await sql`truncate files, datastreams, designs cascade`.execute(db);
}

export async function analyze(db: Kysely<Tables>): Promise<void> {
  await sql`analyze`.execute(db);
}

/** Bytes of the table of files and its indexes; PostgreSQL only. */
export async function bytesOfFiles(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select pg_total_relation_size('files') as n`.execute(
    db,
  );
  return Number(rows[0]?.n);
}
