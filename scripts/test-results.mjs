// Reads the JSON files of the test runners: sums, what skipped tests need, which tests failed and
// why.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const LINES_OF_A_FAILURE = 6;

/**
 * The test files of a run, with their tests; empty if the run broke off before it could write them.
 *
 * @param {string} file results in the form of Jest, as vitest writes them
 * @param {string} root the folder that paths are relative to
 */
export function readResults(file, root) {
  if (!existsSync(file)) return [];
  return JSON.parse(readFileSync(file, 'utf8')).testResults.map((one) => ({
    path: relative(root, one.name),
    isFailed: one.status === 'failed',
    message: one.message ?? '',
    tests: one.assertionResults ?? [],
  }));
}

/** The files of a run, with the results of the later run for those that it contains. */
export function laterOf(files, later) {
  const byPath = new Map(later.map((one) => [one.path, one]));
  return files.map((one) => byPath.get(one.path) ?? one);
}

/** How many tests passed, and what each skipped one needs, as its title tells. */
export function sumsOf(files) {
  const tests = files.flatMap((one) => one.tests);
  const rest = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    needs: rest.map(({ fullName }) => /\(needs ([^():]+)/.exec(fullName)?.[1]?.trim() ?? fullName),
  };
}

/** What failed: tests, and files that failed outside any test, which have an empty `name`. */
export function failuresOf(files) {
  return files
    .filter(({ isFailed }) => isFailed)
    .flatMap(({ path, message, tests }) => {
      const failed = tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({
          path,
          name: fullName,
          why: failureMessages?.[0] ?? '',
        }));
      return failed.length > 0 ? failed : [{ path, name: '', why: message }];
    });
}

/** A failure in a few lines: the file, the test and the beginning of its message. */
export function tellFailure({ path, name, why }) {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*(node_modules|new Promise)/.test(line))
    .slice(0, LINES_OF_A_FAILURE);
  return [`✗ ${path}${name && `: ${name}`}`, ...lines.map((line) => `    ${line}`)].join('\n');
}
