// The tables as Kysely sees them are those that the migrations make: each column of one is a column
// of the other.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TemporaryStore, temporaryStore } from './testing/temporary-store.ts';

/** Made in PostgreSQL only. */
const NOT_IN_SQLITE = ['shared_counts', 'curated_files'];

let store: TemporaryStore;
beforeAll(async () => {
  store = await temporaryStore();
});
afterAll(() => store.close());

/**
 * Table -> columns, of every interface that ends in Tables; the formatter puts each on a line of
 * its own, or all on one.
 */
function stated(): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const name of readdirSync(import.meta.dirname)) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const source = readFileSync(join(import.meta.dirname, name), 'utf8');
    const text = source.replace(/\/\*\*.*?\*\//gs, ''); // comments have colons, too
    for (const [, body = ''] of text.matchAll(/^export interface \w*Tables\b[^{]*\{\n(.*?)^\}/gms))
      for (const [, table = '', columns = ''] of body.matchAll(/^ {2}(\w+): \{(.*?)\};$/gms))
        tables.set(
          table,
          [...columns.matchAll(/(?:^ {4}|^ |; )(\w+)\??: /gm)].map(([, column = '']) => column),
        );
  }
  return tables;
}

async function made(): Promise<Map<string, string[]>> {
  const tables = await store.db.introspection.getTables();
  return new Map(
    tables
      .filter(({ name }) => !/^(kysely|sqlite)_/.test(name))
      .map(({ name, columns }) => [name, columns.map((column) => column.name)]),
  );
}

const sorted = (tables: ReadonlyMap<string, readonly string[]>) =>
  Object.fromEntries([...tables].map(([name, columns]) => [name, columns.toSorted()]));

it('every table and column of the types is in a migrated store, and no other', async () => {
  const types = sorted(stated());
  for (const name of NOT_IN_SQLITE) {
    expect(types).toHaveProperty(name);
    delete types[name];
  }
  expect(Object.keys(types).length).toBeGreaterThan(30);
  expect(sorted(await made())).toEqual(types);
});
