// The tests of one target, as `npm run mutation` names them; flows through processes and threads see no mutant and are left out.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The copy of the sources that has the mutants. Links in node_modules lead to the sources without them. */
const COPY = join(import.meta.dirname, '..');

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^@isobar\/(contract|query-language|search-engine)\//,
        replacement: `${join(COPY, 'packages')}/$1/src/`,
      },
    ],
  },
  test: {
    environment: 'node',
    include: (process.env.ISOBAR_MUTANT_TESTS ?? '').split('\n'),
    // One thread for all files of a change: most of the time would go into starting threads.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
