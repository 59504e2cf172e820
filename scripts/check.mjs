// npm run check: format, lint, types, floors, dead code, unit tests, in that order; stops at the first that fails.
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, root, run, runNode, say } from './house.mjs';

const bin = (name) => join(root, 'node_modules', name);
const TYPESCRIPT = ['packages/contract', 'packages/netcdf', 'apps/server', 'apps/portal', '.'];

/** Name -> what runs; each resolves an exit code. */
const STEPS = {
  'format and lint': () =>
    run(bin('.bin/biome'), ['ci', '--error-on-warnings', '--reporter=summary', '.']),
  types: async () => {
    const tsc = bin('typescript/bin/tsc');
    for (const project of TYPESCRIPT) {
      const code = await run(pinnedNode(), [tsc, '-p', join(root, project)]);
      if (code !== 0) return code;
    }
    return 0;
  },
  floors: () => runNode('scripts/floors.mjs'),
  'dead code': () => run(pinnedNode(), [bin('knip/bin/knip.js'), '--no-progress']),
  'unit tests': () => runNode('node_modules/vitest/vitest.mjs', vitestArguments()),
};

ensureInstalled();
const only = process.argv.slice(2).filter((a) => !a.startsWith('-'));
for (const [name, step] of Object.entries(STEPS)) {
  if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
  const started = Date.now();
  const code = await step();
  say(
    `${name}: ${code === 0 ? 'fine' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(0)} s)`,
  );
  if (code !== 0) process.exit(code);
}

function vitestArguments() {
  const results = process.env.ISOBAR_TEST_RESULTS;
  const json = results ? ['--reporter=json', `--outputFile.json=${results}`] : [];
  return ['run', '--coverage', '--reporter=dot', ...json];
}
