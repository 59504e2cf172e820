// npm run check: format, lint, types, floors, casts, scale of type, rules, dead code, unit tests, in that order; stops at the first that fails.
// npm run check WORD: the steps of that name; paths with them are of test files, and leave out the others.
// npm run check -- --file PATH: one file and the tests that reach it.
import { existsSync } from 'node:fs';
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
  casts: () => runNode('scripts/casts.mjs'),
  'scale of type': () => runNode('scripts/type-scale.mjs'),
  rules: () => runNode('scripts/house-rules.mjs'),
  'dead code': async () =>
    (await knip()) || (await knip('--production', '--include', 'exports,files')), // what only tests reach is dead too
  'unit tests': () => runNode('node_modules/vitest/vitest.mjs', vitestArguments()),
};

function knip(...options) {
  return run(pinnedNode(), [bin('knip/bin/knip.js'), '--no-progress', ...options]);
}

ensureInstalled();
const fileAt = process.argv.indexOf('--file');
if (fileAt > 0) process.exit(await checkFile(process.argv[fileAt + 1] ?? ''));
const words = process.argv.slice(2).filter((a) => !a.startsWith('-'));
const testFiles = words.filter((word) => word.includes('/'));
const only = words.filter((word) => !word.includes('/'));
for (const [name, step] of Object.entries(STEPS)) {
  if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
  const started = Date.now();
  const code = await step();
  say(
    `${name}: ${code === 0 ? 'fine' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(0)} s)`,
  );
  if (code !== 0) process.exit(code);
}

/** One source or test file: its format and lint, and the tests that it is or that import it. */
async function checkFile(file) {
  if (!existsSync(join(root, file))) {
    say(`There is no file ${file || '(none given)'}: npm run check -- --file apps/server/src/…`);
    return 2;
  }
  const lint = await run(bin('.bin/biome'), ['check', '--error-on-warnings', file]);
  if (lint !== 0) return lint;
  return runNode('node_modules/vitest/vitest.mjs', ['related', '--run', file]);
}

function vitestArguments() {
  const results = process.env.ISOBAR_TEST_RESULTS;
  const json = results ? ['--reporter=json', `--outputFile.json=${results}`] : [];
  const coverage = testFiles.length > 0 ? [] : ['--coverage'];
  return ['run', ...coverage, '--reporter=dot', ...json, ...testFiles];
}
