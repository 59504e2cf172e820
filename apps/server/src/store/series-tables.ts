// Tables of arrays: what is known of the rows of each file, shapes of files, and the states that
// addresses of arrays stand for.
import { type Kysely, sql } from 'kysely';

export interface SeriesTables {
  /**
   * Rows, times and shape of a file of `files` with the same datastream, name, size and date. A row
   * with another size or date says nothing about the file, and is replaced.
   */
  file_rows: {
    datastream: string;
    file_name: string;
    size: number;
    modified_ms: number;
    rows: number;
    /**
     * Time of the first and of the last row, seconds since 1970 UTC with fractions; 0 in a file
     * without rows.
     */
    first_s: number;
    last_s: number;
    /** Rows without a time, or whose time is not later than that of the row before. */
    unordered: number;
    /** Key of `file_shapes`; '': the file is in no array. */
    shape: string;
    /** JSON: digests of its values without time, by variable. */
    constants: string;
    /**
     * Seconds between rows that are evenly spaced; null: they are not, and `file_times` has them.
     */
    step_s: number | null;
    /** Why the file is in no array; '': it is in one. */
    reason: string;
  };
  /** Times of files whose rows are not evenly spaced, as packTimes packs them. */
  file_times: { datastream: string; file_name: string; modified_ms: number; times: Uint8Array };
  /**
   * Texts of shapes (shapeText), each once. `common`: the key of what it has in common with others
   * (shapeParts), `text` is then JSON of its digests; '': the text is whole, or is such a part;
   * null: an earlier version stored it whole.
   */
  file_shapes: { shape: string; text: string; common: string | null };
  /**
   * What the token in an address of arrays stands for; kept when it is replaced, so that it is
   * never taken for an unknown one.
   */
  array_states: {
    datastream: string;
    state: string;
    made_ms: number;
    /** When another state took its place; null: it is the current one. */
    replaced_ms: number | null;
    /** Files and masks, compressed; null once it is not answered any more. */
    manifest: Uint8Array | null;
    /** Variables, notes and changes, compressed. */
    description: Uint8Array | null;
  };
}

export async function createSeriesTables(db: Kysely<unknown>, postgres: boolean): Promise<void> {
  const name = postgres ? sql`text collate "C"` : sql`text`;
  const bytes = postgres ? sql`bytea` : sql`blob`;
  const real = postgres ? sql`double precision` : sql`real`;
  await sql`create table file_rows (
    datastream ${name} not null,
    file_name ${name} not null,
    size bigint not null,
    modified_ms bigint not null,
    rows bigint not null,
    first_s ${real} not null,
    last_s ${real} not null,
    unordered bigint not null,
    shape text not null,
    constants text not null,
    step_s ${real},
    reason text not null,
    primary key (datastream, file_name)
  )`.execute(db);
  await sql`create table file_times (
    datastream ${name} not null,
    file_name ${name} not null,
    modified_ms bigint not null,
    times ${bytes} not null,
    primary key (datastream, file_name)
  )`.execute(db);
  await sql`create table file_shapes (shape text primary key, text text not null)`.execute(db);
  await sql`create table array_states (
    datastream ${name} not null,
    state text not null,
    made_ms bigint not null,
    replaced_ms bigint,
    manifest ${bytes},
    description ${bytes},
    primary key (datastream, state)
  )`.execute(db);
}

/**
 * Shapes share what they have in common; earlier ones are stored again in parts while the store is
 * used (shareFormerShapes).
 */
export async function shareShapes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('file_shapes').addColumn('common', 'text').execute();
}

/**
 * Variables with time behind another dimension are read since, so that files whose shape leaves
 * some out for that reason are described again. Only what is left out is stored in these words.
 */
export const forgetTurned = (db: Kysely<unknown>): Promise<void> =>
  forgetWith(db, '%is left out: time is not its slowest dimension%');

/**
 * Rows that files count are read with an index since, and profiles that they count by time are no
 * rows: such files are described again.
 */
export const forgetCounted = (db: Kysely<unknown>): Promise<void> =>
  forgetWith(db, '%"sample_dimension"%');

/** Of files whose shape, or what it shares with others, holds a text. */
async function forgetWith(db: Kysely<unknown>, former: string): Promise<void> {
  await sql`delete from file_rows where shape in (
    select shape from file_shapes where text like ${former}
      or common in (select shape from file_shapes where text like ${former})
  )`.execute(db);
}
