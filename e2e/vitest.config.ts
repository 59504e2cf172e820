import { defineConfig } from 'vitest/config';

/** Flows share one machine and one browser: one file at a time. */
export default defineConfig({
  test: {
    name: 'e2e',
    environment: 'node',
    setupFiles: './scripts/seeded-properties.mjs',
    include: ['e2e/**/*.spec.ts'],
    globalSetup: './e2e/demo-home.ts',
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
  },
});
