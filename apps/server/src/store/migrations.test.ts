// What each migration does to the tables, one after the other.
import SQLite from 'better-sqlite3';
import { Kysely, PGliteDialect, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';
import { memoryPostgres } from './testing/memory-postgres.ts';
import { STORE_KINDS } from './testing/temporary-store.ts';

/** All that a database states of its tables, columns and indexes. */
const SCHEMA = {
  sqlite: sql<{ text: string }>`select sql as text from sqlite_master where sql is not null`,
  postgres: sql<{ text: string }>`
    select concat(table_name, column_name, data_type, is_nullable, column_default, collation_name) as text
      from information_schema.columns where table_schema = 'public'
    union select indexdef from pg_indexes where schemaname = 'public'
    union select pg_get_constraintdef(oid) from pg_constraint`,
};
/**
 * Tables that several servers share are in PostgreSQL only; some migrations change rows, which have
 * tests of their own.
 */
const WITHOUT_CHANGE = {
  sqlite: ['0201-shared-counts', '0221-curated-files', '0245-time-first', '0248-counted-rows'],
  postgres: ['0245-time-first', '0248-counted-rows'],
};

async function unmigrated(kind: (typeof STORE_KINDS)[number]) {
  const dialect =
    kind === 'sqlite'
      ? new SqliteDialect({ database: new SQLite(':memory:') })
      : new PGliteDialect({ pglite: await memoryPostgres() });
  const db = new Kysely<Tables>({ dialect });
  const all = migrations(kind);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
  const migrateTo = async (name: string): Promise<void> => {
    expect((await migrator.migrateTo(name)).error).toBeUndefined();
  };
  return { db, names: Object.keys(all).toSorted(), migrateTo };
}

it.each(STORE_KINDS)(
  'each migration changes the tables of %s, but those of the other database',
  async (kind) => {
    const { db, names, migrateTo } = await unmigrated(kind);
    const schema = async () =>
      (await SCHEMA[kind].execute(db)).rows.map(({ text }) => text).toSorted();
    const unchanged: string[] = [];
    let before = await schema();
    for (const name of names) {
      await migrateTo(name);
      const after = await schema();
      if (String(after) === String(before)) unchanged.push(name);
      before = after;
    }
    expect(unchanged).toEqual(WITHOUT_CHANGE[kind]);
    await db.destroy();
  },
);

const BEHIND = '{"leftOut":["t is left out: time is not its slowest dimension"]}';
const COUNTS = '{"attributes":[["sample_dimension","char","obs"]]}';

it.each(
  STORE_KINDS.flatMap((kind) => [
    [kind, '0244-log-subjects', '0245-time-first', BEHIND] as const,
    [kind, '0247-titles', '0248-counted-rows', COUNTS] as const,
  ]),
)(
  'files that are read otherwise since are described again (%s, after %s, by %s)',
  async (kind, before, migration, former) => {
    const { db, migrateTo } = await unmigrated(kind);
    await migrateTo(before);
    const shapes = [
      { shape: 'whole', text: former, common: '' },
      { shape: 'former', text: former, common: null },
      { shape: 'shared', text: former, common: '' },
      { shape: 'part', text: '["digest"]', common: 'shared' },
      {
        shape: 'other',
        text: '{"leftOut":["t is left out: one row of it claims 200 MB"]}',
        common: '',
      },
      { shape: 'other part', text: '["digest"]', common: 'other' },
    ];
    await db.insertInto('file_shapes').values(shapes).execute();
    const times = { rows: 1, first_s: 0, last_s: 0, unordered: 0, step_s: null };
    const rows = shapes.map(({ shape }) => ({
      ...{ datastream: 'a', file_name: `of ${shape}`, size: 1, modified_ms: 1 },
      ...{ ...times, shape, constants: '{}', reason: '' },
    }));
    await db.insertInto('file_rows').values(rows).execute();
    await migrateTo(migration);
    const left = await db.selectFrom('file_rows').select('file_name').execute();
    expect(left.map((row) => row.file_name).sort()).toEqual(['of other', 'of other part']);
    await db.destroy();
  },
);

const datastreamRow = (datastream: string) => ({
  ...{ datastream, site_code: 'ogr', facility_code: 'X1', datastream_class: 'a' },
  ...{ data_level: 'b1', start_s: 0, end_s: 1, longest_s: 1, file_count: 1, bytes: 1 },
});
const fileRow = (datastream: string, n: number) => ({
  ...{ datastream, file_name: `${n}.nc`, path: `${datastream}/${n}.nc`, size: 1 },
  ...{ start_s: n, end_s: n, modified_ms: 1 },
});

it.each(STORE_KINDS)(
  'datastreams of which no file states a time are found, and indexes that were made before are made again (%s)',
  async (kind) => {
    const { db, migrateTo } = await unmigrated(kind);
    await migrateTo('0245-time-first');
    const notices = {
      none: [null],
      mixed: ['no-time', 'no-place'],
      bare: ['no-place,no-time', 'no-time'],
    };
    for (const [datastream, each] of Object.entries(notices)) {
      await db.insertInto('datastreams').values(datastreamRow(datastream)).execute();
      for (const [n, notice] of each.entries())
        await db
          .insertInto('files')
          .values({ ...fileRow(datastream, n), notices: notice })
          .execute();
    }
    const settings = { 'catalogue.changed': 'a', 'catalogue.indexed': 'a' };
    for (const [name, value] of Object.entries(settings))
      await db.insertInto('settings').values({ name, value }).execute();
    await migrateTo('0246-undated');
    const found = await db.selectFrom('datastreams').select(['datastream', 'undated']).execute();
    expect(Object.fromEntries(found.map((row) => [row.datastream, row.undated]))).toEqual({
      ...{ none: 0, mixed: 0, bare: 1 },
    });
    const kept = await db.selectFrom('settings').select('name').orderBy('name').execute();
    expect(kept.map(({ name }) => name)).toEqual(['catalogue.changed', 'catalogue.revision']);
    const changes = await db.selectFrom('catalogue_changes').selectAll().execute();
    expect(changes.at(-1)).toMatchObject({ revision: 1, datastreams: null });
    await db.destroy();
  },
);

it.each(STORE_KINDS)(
  'datastreams whose names do not say what they are have the titles of their last files (%s)',
  async (kind) => {
    const { db, migrateTo } = await unmigrated(kind);
    await migrateTo('0246-undated');
    const header = (attributes: object) => JSON.stringify({ attributes });
    const designs = {
      map: [header({ title: 'Old' }), header({ title: 'Map of the valley' })],
      bare: [header({})],
      'sgpmetE13.b1': [header({ title: 'Its name says more' })],
    };
    for (const [datastream, headers] of Object.entries(designs)) {
      await db.insertInto('datastreams').values(datastreamRow(datastream)).execute();
      for (const [n, text] of headers.entries()) {
        const design = `${n}`;
        await db.insertInto('designs').values({ datastream, design, header: text }).execute();
        await db
          .insertInto('files')
          .values({ ...fileRow(datastream, n), design })
          .execute();
      }
    }
    await migrateTo('0247-titles');
    const found = await db.selectFrom('datastreams').select(['datastream', 'title']).execute();
    expect(Object.fromEntries(found.map((row) => [row.datastream, row.title]))).toEqual({
      ...{ map: 'Map of the valley', bare: '', 'sgpmetE13.b1': '' },
    });
    await db.destroy();
  },
);

it('every account is found by its names after names became one name space, ids before addresses and older accounts first', async () => {
  const { db, names, migrateTo } = await unmigrated('sqlite');
  await migrateTo(names[names.indexOf('0140-identity') - 1] ?? '');
  const person = (id: string, created_at: number, user_name = `user-${id}`) => ({
    ...{ person_id: id, user_name, email: `${id}@example.org`, created_at },
    ...{ name_first: '', name_last: '', password_hash: '' },
  });
  const many = Array.from({ length: 1001 }, (_, n) => person(`p${n}`, n));
  const alike = [person('older', 5000, 'Same'), person('newer', 6000, 'SAME')];
  const taking = person('taking', 0, 'p7');
  const all = [...alike.toReversed(), ...many, taking];
  for (let at = 0; at < all.length; at += 500)
    await db
      .insertInto('people')
      .values(all.slice(at, at + 500))
      .execute();
  const roles = [
    { person_id: 'p1', role: 'operator', given_by: 'site', given_at: 1000 },
    { person_id: 'p2', role: 'operator', given_by: '', given_at: 1000 },
  ];
  await db
    .withTables<{ person_roles: (typeof roles)[number] }>() // as it was before
    .insertInto('person_roles')
    .values(roles)
    .execute();
  await migrateTo('0140-identity');
  const found = await db.selectFrom('person_names').selectAll().execute();
  const whose = new Map(found.map((one) => [one.name_key, one.person_id]));
  for (const { person_id, user_name, email } of many)
    expect([person_id, user_name, email].map((name) => whose.get(name))).toEqual(
      Array(3).fill(person_id),
    );
  expect(whose.get('same')).toBe('older');
  expect(whose.get('taking@example.org')).toBe('taking');
  expect(found.length).toBe(3 * (many.length + 3) - 2);
  const ends = await db.selectFrom('person_roles').select('ends_at').orderBy('person_id').execute();
  expect(ends.map(({ ends_at }) => ends_at && Number(ends_at))).toEqual([1000 + 30 * 86_400, null]);
  await db.destroy();
});
