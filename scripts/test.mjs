// npm test: everything, as the very first command in a fresh clone. Closes with one line: N passed, N failed.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, runNode, say } from './house.mjs';
import {
  ensureBrowser,
  ensurePostgres,
  ensurePythonPrograms,
  ensureReferenceTools,
} from './machine.mjs';

ensureInstalled();
ensureReferenceTools();
ensurePythonPrograms();
ensureBrowser();
ensurePostgres();

const folder = mkdtempSync(join(tmpdir(), 'isobar-results-'));
const suites = [
  { name: 'check', file: 'scripts/check.mjs', results: join(folder, 'unit.json') },
  {
    name: 'orders on PostgreSQL',
    file: 'scripts/orders-on-postgres.mjs',
    results: join(folder, 'postgres.json'),
  },
  { name: 'flows in a browser', file: 'scripts/e2e.mjs', results: join(folder, 'e2e.json') },
];
let passed = 0;
let failed = 0;
let skipped = 0;
/** What skipped tests need, as their titles tell -> how many. */
const needs = new Map();
for (const suite of suites) {
  const code = await runNode(suite.file, [], { env: { ISOBAR_TEST_RESULTS: suite.results } });
  const counted = existsSync(suite.results)
    ? JSON.parse(readFileSync(suite.results, 'utf8'))
    : null;
  passed += counted?.numPassedTests ?? 0;
  failed += counted?.numFailedTests ?? 0;
  skipped += (counted?.numPendingTests ?? 0) + (counted?.numTodoTests ?? 0);
  for (const title of skippedOf(counted)) {
    const need = /\(needs ([^():]+)/.exec(title)?.[1]?.trim() ?? title;
    needs.set(need, (needs.get(need) ?? 0) + 1);
  }
  if (code === 0) continue;
  if (!counted?.numFailedTests) failed += 1; // something before or beside the tests broke
  say(`${suite.name}: failed`);
}
rmSync(folder, { recursive: true, force: true });
for (const [need, count] of needs) say(`${count} skipped: needs ${need}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function skippedOf(counted) {
  const results = (counted?.testResults ?? []).flatMap((file) => file.assertionResults);
  return results
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName);
}
