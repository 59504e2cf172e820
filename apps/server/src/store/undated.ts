// Datastreams of which no file states a time (migration 0246).
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

export async function addUndated(db: Kysely<unknown>): Promise<void> {
  await sql`alter table datastreams add column undated integer not null default 0`.execute(db);
  const found = await sql`update datastreams set undated = 1 where not exists (
    select 1 from files where files.datastream = datastreams.datastream
      and (files.notices is null or ',' || files.notices || ',' not like '%,no-time,%')
  )`.execute(db);
  if ((found.numAffectedRows ?? 0n) > 0n) await makeIndexesAgain(db);
}

/**
 * Documents of these datastreams are others now: each search index that was made before is made
 * again at the next start.
 */
async function makeIndexesAgain(db: Kysely<unknown>): Promise<void> {
  await sql`delete from settings where name = 'catalogue.indexed'`.execute(db);
  await sql`insert into settings (name, value) values ('catalogue.revision', '1')
    on conflict (name) do update set value = cast(cast(settings.value as bigint) + 1 as text)`.execute(
    db,
  );
  await sql`insert into catalogue_changes (revision, token, datastreams)
    select cast(value as bigint), ${randomUUID()}, null from settings
    where name = 'catalogue.revision'`.execute(db);
}
