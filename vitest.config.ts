import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LONGEST_UNITS, longestFirst } from './scripts/longest-first.ts';

const SEEDED = fileURLToPath(new URL('./scripts/seeded-properties.mjs', import.meta.url));
const LAST_TURNS = fileURLToPath(
  new URL('./apps/portal/src/testing/last-turns.ts', import.meta.url),
);

/** Many wait for a process, a limit or a clock: with a worker a core, cores would wait too. */
const WORKERS = Math.ceil(availableParallelism() * 1.5);

/** Unit and integration tests, by room. The flows in a real browser run apart (`npm run e2e`). */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: longestFirst(LONGEST_UNITS) },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          setupFiles: [SEEDED],
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'demo/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          testTimeout: 180_000, // a guard against hanging, not a claim about speed
          hookTimeout: 180_000,
          pool: 'forks',
        },
      },
      {
        extends: './apps/portal/vite.config.ts',
        test: {
          name: 'portal',
          maxWorkers: WORKERS, // projects with as many share them; with the default, one on two cores, these files would run singly at the end
          environment: 'jsdom',
          root: './apps/portal',
          setupFiles: [SEEDED, LAST_TURNS],
          include: ['src/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
    coverage: {
      provider: 'v8',
      reporter: ['text-summary'],
      include: ['packages/*/src/**', 'apps/*/src/**', 'demo/**/*.ts'],
      exclude: ['**/*.test.*', '**/testing/**'],
    },
  },
});
