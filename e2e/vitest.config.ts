import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files start first, so that the run does not end waiting for them. */
const LONGEST = [
  'screens',
  'screens-narrow',
  'location-drawing',
  'page-links',
  'code',
  'data-search-states',
  'data-search',
  'location-search',
  'main-flow',
  'words',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.spec.ts`));
      return found < 0 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** Each file has a server, a home and a Chromium of its own; some wait for limits and clocks more than they work. */
export default defineConfig({
  test: {
    name: 'e2e',
    environment: 'node',
    setupFiles: './scripts/seeded-properties.mjs',
    include: ['e2e/**/*.spec.ts'],
    globalSetup: './e2e/demo-home.ts',
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
  },
});
