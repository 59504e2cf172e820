// Tables of the hour facts: one compressed block a variable and year, and which days of a year are
// still to be computed.
import { type Kysely, sql } from 'kysely';

export interface HourFactTables {
  /**
   * How far the facts of a datastream and year are. No row: nothing has been computed for that
   * year. Days in `due` or `taken` have no valid facts, whatever the blocks hold.
   */
  fact_years: {
    datastream: string;
    year: number;
    /** Days to compute, as bits in hexadecimal: core/facts/year-days. */
    due: string;
    /** Days that a worker is computing until `leased_until_ms`. */
    taken: string;
    leased_until_ms: number;
    /** Last time that a user's question needed days of it, milliseconds since 1970; 0: never. */
    wanted_ms: number;
    /** Days without facts that users' questions needed, as bits in hexadecimal. */
    wanted: string;
    /** Counts every change of the blocks. */
    version: number;
  };
  hour_facts: {
    datastream: string;
    variable: string;
    /** Units of the values; a variable whose units changed has a row for each. */
    units: string;
    year: number;
    /** 1: a sample is a number; 2: a sample is a column of numbers. */
    dimensions: number;
    /** core/facts/hour-columns. */
    block: Uint8Array;
  };
}

export async function createHourFacts(db: Kysely<unknown>, postgres: boolean): Promise<void> {
  const name = postgres ? sql`text collate "C"` : sql`text`;
  const bytes = postgres ? sql`bytea` : sql`blob`;
  await sql`create table fact_years (
    datastream ${name} not null,
    year integer not null,
    due text not null,
    taken text not null,
    leased_until_ms bigint not null,
    wanted_ms bigint not null,
    version bigint not null,
    primary key (datastream, year)
  )`.execute(db);
  await sql`create index fact_years_by_wish on fact_years (wanted_ms, year)`.execute(db);
  await sql`create table hour_facts (
    datastream ${name} not null,
    variable ${name} not null,
    units ${name} not null,
    year integer not null,
    dimensions integer not null,
    block ${bytes} not null,
    primary key (datastream, variable, units, year)
  )`.execute(db);
}

/**
 * Questions concern days: a few days of a year need not wait for the rest of it. Those of former
 * questions are noted again.
 */
export async function addWantedDays(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fact_years add column wanted text not null default ''`.execute(db);
}
