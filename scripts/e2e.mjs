// npm run e2e: the flows of a person, in a real Chromium against a real server.
import { ensureBuilt, ensureInstalled, runNode } from './house.mjs';
import { ensureBrowser } from './machine.mjs';

ensureInstalled();
ensureBuilt();
ensureBrowser();
const results = process.env.ISOBAR_TEST_RESULTS;
const json = results ? ['--reporter=json', `--outputFile.json=${results}`] : [];
process.exitCode = await runNode('node_modules/vitest/vitest.mjs', [
  'run',
  '--config=e2e/vitest.config.ts',
  '--reporter=default',
  ...json,
  ...process.argv.slice(2),
]);
