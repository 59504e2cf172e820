import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { onConsoleLog } from './scripts/console-log.ts';
import { aloneBelow } from './scripts/isolated-tests.ts';
import { LONGEST_UNITS, longestFirst } from './scripts/longest-first.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SEEDED = pathOf('./scripts/seeded-properties.mjs');
const TIDY = pathOf('./scripts/tidy.ts');
const SEARCH_ELEMENT = pathOf('./apps/portal/src/testing/search-element.ts');
const LAST_ITERATIONS = pathOf('./apps/portal/src/testing/last-iterations.ts');

/** Many wait for a process, a limit or a clock: with a worker a core, cores would wait too. */
const WORKERS = Math.ceil(availableParallelism() * 1.5);

const ROOT = pathOf('.');
const FILES = [
  'packages/*/src/**/*.test.ts',
  'apps/server/src/**/*.test.ts',
  'demo/**/*.test.ts',
  'scripts/**/*.test.ts',
];
const ALONE = aloneBelow(ROOT, FILES);
const PORTAL = pathOf('./apps/portal');
const PORTAL_FILES = ['src/**/*.test.{ts,tsx}'];
const PORTAL_ALONE = aloneBelow(PORTAL, PORTAL_FILES);
const NODE: TestProjectInlineConfiguration['test'] = {
  root: ROOT,
  environment: 'node',
  setupFiles: [SEEDED, TIDY],
  testTimeout: 180_000, // a guard against hanging, not a claim about speed
  hookTimeout: 180_000,
  pool: 'forks',
};

const portal = (
  name: string,
  files: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  extends: './apps/portal/vite.config.ts',
  test: {
    name,
    // projects with as many share them; with the default, one on two cores, these files would run
    // singly at the end
    maxWorkers: WORKERS,
    environment: 'jsdom',
    root: './apps/portal',
    setupFiles: [SEEDED, TIDY, SEARCH_ELEMENT, LAST_ITERATIONS],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...files,
  },
});

/** Unit and integration tests, by room. The flows in a real browser run apart (`npm run e2e`). */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    onConsoleLog,
    sequence: { sequencer: longestFirst(LONGEST_UNITS) },
    projects: [
      { test: { ...NODE, name: 'node-alone', include: ALONE } },
      {
        test: {
          ...NODE,
          name: 'node',
          include: FILES,
          exclude: [...ALONE, '**/node_modules/**'],
          isolate: false,
        },
      },
      portal('portal-alone', { include: PORTAL_ALONE }),
      portal('portal', {
        include: PORTAL_FILES,
        exclude: [...PORTAL_ALONE, '**/node_modules/**'],
        isolate: false,
      }),
    ],
    coverage: {
      provider: 'v8',
      reporter: ['text-summary'],
      include: ['packages/*/src/**', 'apps/*/src/**', 'demo/**/*.ts'],
      exclude: ['**/*.test.*', '**/testing/**'],
    },
  },
});
