import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failuresOf, laterOf, readResults, sumsOf, tellFailure } from './test-results.mjs';

const ROOT = '/house';
const passed = (fullName: string) => ({ fullName, status: 'passed' });
const failed = (fullName: string) => ({
  fullName,
  status: 'failed',
  failureMessages: ['\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n\n    at file.ts:3'],
});
const fileOf = (name: string, ...assertionResults: { status: string }[]) => ({
  name: `${ROOT}/${name}`,
  status: assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  message: '',
  assertionResults,
});

function written(...testResults: object[]) {
  const file = join(mkdtempSync(join(tmpdir(), 'isobar-results-')), 'results.json');
  writeFileSync(file, JSON.stringify({ testResults }));
  return readResults(file, ROOT);
}

test('the summary of test results sums what passed, and tells what skipped tests need', () => {
  const files = written(
    fileOf('a.test.ts', passed('one'), {
      ...passed('two (needs Julia: reads)'),
      status: 'pending',
    }),
    fileOf('b.test.ts', failed('three'), { ...passed('four'), status: 'todo' }),
  );
  expect(sumsOf(files)).toEqual({ passed: 1, needs: ['Julia', 'four'] });
});

test('a failure is reported with its file, its name and the beginning of its message, without colours', () => {
  const [failure] = failuresOf(written(fileOf('b.test.ts', passed('two'), failed('three'))));
  expect(failure && tellFailure(failure)).toBe(
    '✗ b.test.ts: three\n    AssertionError: expected 1 to be 2\n        at file.ts:3',
  );
});

test('a file that broke outside of its tests is a failure, though no test failed', () => {
  const broken = { ...fileOf('c.test.ts'), status: 'failed', message: 'Cannot find module x' };
  expect(failuresOf(written(broken, fileOf('a.test.ts', passed('one'))))).toEqual([
    { path: 'c.test.ts', name: '', why: 'Cannot find module x' },
  ]);
});

test('a later run counts for the files that were in it, and for no other', () => {
  const first = written(
    fileOf('a.test.ts', failed('one'), passed('two')),
    fileOf('b.test.ts', failed('three')),
  );
  const later = written(fileOf('a.test.ts', passed('one'), passed('two')));
  const last = laterOf(first, later);
  expect(sumsOf(last).passed).toBe(2);
  expect(failuresOf(last).map((one: { name: string }) => one.name)).toEqual(['three']);
});

test('a run that broke off before it wrote leaves what was there', () => {
  const first = written(fileOf('a.test.ts', failed('one')));
  const last = laterOf(first, readResults('/nowhere/results.json', ROOT));
  expect(failuresOf(last)).toHaveLength(1);
});
