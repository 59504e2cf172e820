// The tests of a change, in the order in which they are worth their time: those that reach it
// through fewest imports first.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reach } from '../mutation/reach.mjs';

const TEST = /\.test\.tsx?$/;
/** Sources whose imports `reach` follows. */
const FOLLOWED = /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$|^(demo|e2e)\/.*\.ts$/;
/** What is read by no test that its name would lead to. */
const TEXT = /\.(md|png|css|svg|txt)$|^(e2e|bench|docs)\//;

/**
 * Test files for changed files, the nearest first: changed tests, then for each source in turn the
 * next nearest of it. Null where imports do not tell which tests a change reaches: scripts,
 * configurations, data.
 */
export function testsOf(files, root) {
  const others = files.filter((file) => !FOLLOWED.test(file) && !TEXT.test(file));
  if (others.length > 0) return null;
  const changed = files.filter((file) => TEST.test(file) && existsSync(join(root, file)));
  const { nearest } = reach(root);
  const lists = files
    .filter((file) => FOLLOWED.test(file) && !TEST.test(file))
    .map((file) => nearest(file).map(({ path }) => path));
  return [...new Set([...changed, ...inTurn(lists)])];
}

/** The first of each list, then the second of each … */
const inTurn = (lists) =>
  Array.from({ length: Math.max(0, ...lists.map((list) => list.length)) }, (_, n) =>
    lists.flatMap((list) => list[n] ?? []),
  ).flat();

/**
 * Runs lists of tests one after another, each twice as long as the one before, until one fails or
 * `isOver` says that time is up; what has begun is finished. Resolves the code of the last run and
 * the tests that were left out.
 */
export async function runNearest(tests, { runAll, isOver, first = 8 }) {
  let [done, size, code] = [0, first, 0];
  while (done < tests.length && code === 0 && (done === 0 || !isOver())) {
    code = await runAll(tests.slice(done, done + size));
    done += size;
    size *= 2;
  }
  return { code, left: tests.slice(done) };
}
