import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { onConsoleLog } from '../scripts/console-log.ts';
import { LONGEST_FLOWS, longestFirst } from '../scripts/longest-first.ts';

/**
 * Some files wait for limits and clocks more than they work: with a process a core, cores would
 * wait too.
 */
export default defineConfig({
  test: {
    name: 'e2e',
    environment: 'node',
    setupFiles: './scripts/seeded-properties.mjs',
    include: ['e2e/**/*.spec.ts'],
    globalSetup: './e2e/demo-home.ts',
    onConsoleLog,
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: longestFirst(LONGEST_FLOWS) },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    isolate: false, // files share a process, and so its Chromium (decision 79)
  },
});
