// The order suites once more, on a real PostgreSQL server of their own; where none can be had, that is said.
// With paths: those files alone.
import { ensureInstalled, runNode, say } from './house.mjs';
import { ensurePostgres } from './machine.mjs';

const given = process.argv.slice(2);
/** All but the one that starts a server by itself. */
const SUITES = [
  ...(given.length > 0 ? given : ['apps/server/src/features/orders']),
  '--exclude=**/node_modules/**',
  '--exclude=**/orders/postgres.test.ts',
];

ensureInstalled();
ensurePostgres();
const { startPostgresServer } = await import('../apps/server/src/store/testing/postgres-server.ts');
const server = await startPostgresServer();
if (!server) say('PostgreSQL is not installed: the order suites run on SQLite and PGlite only.');
else {
  const results = process.env.ISOBAR_TEST_RESULTS;
  const json = results ? ['--reporter=json', `--outputFile.json=${results}`] : [];
  try {
    process.exitCode = await runNode(
      'node_modules/vitest/vitest.mjs',
      ['run', '--project=node', '--reporter=dot', ...json, ...SUITES],
      { env: { ISOBAR_TEST_POSTGRES: server.url } },
    );
  } finally {
    await server.stop();
  }
}
