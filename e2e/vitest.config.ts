import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LONGEST_FLOWS, longestFirst } from '../scripts/longest-first.ts';

/** Each file has a server, a home and a Chromium of its own; some wait for limits and clocks more than they work. */
export default defineConfig({
  test: {
    name: 'e2e',
    environment: 'node',
    setupFiles: './scripts/seeded-properties.mjs',
    include: ['e2e/**/*.spec.ts'],
    globalSetup: './e2e/demo-home.ts',
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: longestFirst(LONGEST_FLOWS) },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    isolate: false, // files share a process, and so its Chromium (e2e/one-browser.ts)
  },
});
