// The project's tests as they are, in a copy of it, where each test file is run again for each
// mutant that it reaches (runner.mjs).
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import whole from '../vitest.config.ts';

const ROOT = join(import.meta.dirname, '..');
const RUNNER = join(import.meta.dirname, 'runner.mjs');
/**
 * Loads the project's modules again after each file; the runner does so itself, when it has tried
 * the last mutant.
 */
const LOADS_AGAIN = /\/tidy\.ts$/;
const OWN_TIDY = join(import.meta.dirname, 'tidy.mjs');

/** In the order in which they are named: the nearest tests first. */
const ORDER = (process.env.ISOBAR_MUTANT_TESTS ?? '').split('\n');
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      ORDER.indexOf(moduleId.slice(ROOT.length + 1));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}
const isPortal = (path: string) => path.startsWith('apps/portal/');

const projects = (whole.test?.projects ?? []).flatMap((project) => {
  if (typeof project !== 'object' || !('test' in project)) return [];
  const { test, ...rest } = project;
  // The tools of a project that has none of these tests are not started.
  if (!ORDER.some((path) => isPortal(path) === String(test?.name).startsWith('portal'))) return [];
  const setupFiles = [test?.setupFiles ?? []]
    .flat()
    .map((file) => (LOADS_AGAIN.test(file) ? OWN_TIDY : file));
  const more =
    'extends' in rest && typeof rest.extends === 'string'
      ? { extends: join(ROOT, rest.extends) }
      : {};
  const root = test?.root ? join(ROOT, test.root.startsWith('/') ? '' : test.root) : ROOT;
  return [{ ...rest, ...more, test: { ...test, root, setupFiles, runner: RUNNER, maxWorkers: 1 } }];
});

export default defineConfig({
  root: ROOT,
  test: {
    root: ROOT,
    projects,
    maxWorkers: 1,
    sequence: { sequencer: AsNamed },
    passWithNoTests: true,
    fileParallelism: false,
    reporters: [{}],
    silent: true,
    onConsoleLog: () => false,
  },
});
