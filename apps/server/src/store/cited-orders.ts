// The tables of citable orders (migration 0061). They outlive the order's delivery, its owner's
// account and the order itself.
import type { Kysely } from 'kysely';
import { sql } from 'kysely';

export async function createCitedOrders(db: Kysely<unknown>): Promise<void> {
  await sql`create table cited_orders (
    order_id bigint not null primary key,
    person_id text not null,
    cited_at bigint not null,
    doi text,
    record text not null,
    recipe text not null,
    reports text not null
  )`.execute(db);
  await sql`create table order_remakes (
    order_id bigint not null primary key,
    state text not null,
    asked_at bigint not null,
    done_at bigint,
    differences text not null
  )`.execute(db);
}
