// The tests of one target, as `npm run mutation` names them; flows through processes and threads see no mutant and are left out.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: (process.env.ISOBAR_MUTANT_TESTS ?? '').split('\n'),
    // One thread for all files of a change: most of the time would go into starting threads.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
