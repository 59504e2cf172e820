// npm run e2e: what the portal may weigh, then the flows of a person, in a real Chromium against a
// real server.

import { ensureBrowser } from './machine.mjs';
import { ensureBuilt, ensureInstalled, runNode, say } from './project.mjs';
import { skippedReaders } from './python-modules.mjs';
import { scratch } from './scratch.mjs';

ensureInstalled();
ensureBuilt();
await ensureBrowser();
const skipped = skippedReaders();
if (skipped) say(skipped);
const results = process.env.ISOBAR_TEST_RESULTS;
const json = results ? ['--reporter=json', `--outputFile.json=${results}`] : [];
const weighed = await runNode('node_modules/size-limit/bin.js');
if (weighed !== 0) say('The search route loads more than it may: see .size-limit.mjs.');
const flows = await runNode(
  'node_modules/vitest/vitest.mjs',
  ['run', '--config=e2e/vitest.config.ts', '--reporter=default', ...json, ...process.argv.slice(2)],
  { env: scratch() }, // what test processes leave behind of their Chromium goes with it
);
process.exitCode = weighed || flows;
