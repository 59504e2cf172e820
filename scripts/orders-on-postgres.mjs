// The order suites once more, on a real PostgreSQL server of their own; reports where there is
// none. With paths: only those files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePostgres } from './machine.mjs';
import { ensureInstalled, root, runNode, say } from './project.mjs';
import { scratch } from './scratch.mjs';

const ORDERS = 'apps/server/src/features/orders';
/** Tests that open the store; the others do not depend on the database. */
const STORE = /from '.*\/testing\/(order-fixture|customer|soak)\.ts'/;
/**
 * Left out: tests that start a server themselves, and tests of file contents, which no store
 * touches.
 */
const LEFT_OUT = ['postgres', 'verify-real-files'].map((name) => `${ORDERS}/${name}.test.ts`);

const given = process.argv.slice(2);
const suites = given.length > 0 ? given : filesWithStore();

ensureInstalled();
await ensurePostgres();
Object.assign(process.env, scratch()); // the database server's too, which this process starts
const { makeModel, startPostgresServer } = await import(
  '../apps/server/src/store/testing/postgres-server.ts'
);
const server = await startPostgresServer();
if (!server) say('PostgreSQL is not installed: the order suites run on SQLite and PGlite only.');
else {
  const results = process.env.ISOBAR_TEST_RESULTS;
  const json = results ? ['--reporter=json', `--outputFile.json=${results}`] : [];
  try {
    await makeModel(server.url);
    process.exitCode = await runNode(
      'node_modules/vitest/vitest.mjs',
      ['run', '--project=node*', '--reporter=dot', ...json, ...suites],
      { env: { ISOBAR_TEST_POSTGRES: server.url } },
    );
  } finally {
    await server.stop();
  }
}

function filesWithStore() {
  return readdirSync(join(root, ORDERS), { recursive: true })
    .map((name) => `${ORDERS}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts') && !LEFT_OUT.includes(path))
    .filter((path) => STORE.test(readFileSync(join(root, path), 'utf8')));
}
