// npm test: everything, as the very first command in a fresh clone. Closes with what failed and one
// line: N passed, N failed.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePrograms } from './machine.mjs';
import { ensureInstalled, root, runNode, say } from './project.mjs';
import { failuresOf, laterOf, readResults, sumsOf, tellFailure } from './test-results.mjs';

/**
 * At most so many failed files of a suite are run a second time; more failures than that are no
 * coincidence.
 */
const MOST_AGAIN = 4;
/**
 * A suite that has written its results ends within this time, or it is ended: the summary comes,
 * whatever it left running.
 */
const LONGEST_END_MS = 180_000;

ensureInstalled();
const folder = mkdtempSync(join(tmpdir(), 'isobar-results-'));
const suites = [
  { name: 'static checks', file: 'scripts/check.mjs', words: ['static'], again: [] },
  { name: 'unit tests', file: 'scripts/check.mjs', words: ['unit tests'], again: ['unit tests'] },
  { name: 'orders on PostgreSQL', file: 'scripts/orders-on-postgres.mjs', again: [] },
  { name: 'flows in a browser', file: 'scripts/e2e.mjs', again: [] },
];
let passed = 0;
const needs = [];
const failed = [];
const onlyOnce = [];
/** What is only read needs none of them: both go on side by side. */
const programs = ensurePrograms();
for (const [index, suite] of suites.entries()) {
  if (index === 1) await programs;
  const { code, files } = await runSuite(index, suite, suite.words ?? []);
  const first = failuresOf(files);
  const paths = [...new Set(first.map(({ path }) => path))];
  const isAgain = code !== 0 && paths.length > 0 && paths.length <= MOST_AGAIN;
  if (isAgain) say(`${suite.name}: what failed is run once more by itself`);
  const again = isAgain
    ? await runSuite(`${index}-again`, suite, [...suite.again, ...paths])
    : null;
  const last = again ? laterOf(files, again.files) : files;
  const left = failuresOf(last);
  const sums = sumsOf(last);
  passed += sums.passed;
  needs.push(...sums.needs);
  failed.push(...left);
  onlyOnce.push(
    ...first.filter((one) => !left.some((it) => it.path === one.path && it.name === one.name)),
  );
  if ((again ?? { code }).code === 0) continue;
  // Something other than a test failed: the lint, say, or the size of the portal.
  if (left.length === 0)
    failed.push({ path: suite.name, name: '', why: 'see what it printed above' });
  say(`${suite.name}: failed`);
}
rmSync(folder, { recursive: true, force: true });
for (const [need, count] of counted(needs)) say(`${count} skipped: needs ${need}`);
if (onlyOnce.length > 0) console.log('\nFailed once and passed when run again by itself:');
for (const one of onlyOnce) console.log(tellFailure(one));
if (failed.length > 0) console.log('\nFailed:');
for (const one of failed) console.log(tellFailure(one));
console.log(`\n${passed} passed, ${failed.length} failed, ${needs.length} skipped`);
process.exitCode = failed.length === 0 && passed > 0 ? 0 : 1;

async function runSuite(name, { file }, words) {
  const results = join(folder, `${name}.json`);
  const late = new AbortController();
  const watching = setInterval(() => {
    const written = statSync(results, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - written > LONGEST_END_MS) late.abort();
  }, 1000);
  const env = { ISOBAR_TEST_RESULTS: results };
  const code = await runNode(file, words, { env, signal: late.signal });
  clearInterval(watching);
  if (late.signal.aborted) say(`${name}: it had its results and did not end`);
  return { code, files: readResults(results, root) };
}

/** Each -> how often. */
function counted(list) {
  const counts = new Map();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
