// npm run check: format, lint, types, dependency rules, casts, scale of type, rules, words, width
// of lines and dead code in parallel, then the unit tests if all pass. npm run check WORD …: only
// the steps whose names contain it, or with 'static' all but the tests; a PATH among the words is a
// test file, and no others run then. npm run check -- --file PATH: one file and the tests that
// reach it. npm run check -- --changed: what differs from main (or from --since REF), and the tests
// that reach it, the nearest first, as far as a minute and a half goes (all of them with --whole);
// then it mutates changed lines and lists the survivors, which fail the check with --strict only;
// --no-mutants leaves that out.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { changesImports, projectsOf, stepsOf } from './changed-steps.mjs';
import {
  ensureInstalled,
  MUTANTS_SURVIVE,
  pinnedNode,
  root,
  run,
  runNode,
  say,
} from './project.mjs';
import { skippedReaders } from './python-modules.mjs';
import { scratch } from './scratch.mjs';

ensureInstalled(); // first: the commands below name the Node that it installs

const bin = (name) => join(root, 'node_modules', name);
/**
 * The projects that TypeScript 7 checks, in half the time of 6; scripts still read sources through
 * the interface of 6 (decision 77).
 */
const TYPESCRIPT = [
  'apps/server',
  'apps/portal',
  '.',
  ...['contract', 'netcdf', 'query-language', 'search-engine'].map((name) => `packages/${name}`),
];
/**
 * What the last check of a workspace found, so that only what a change reaches is checked again.
 */
const stateOf = (folder) =>
  join(root, 'node_modules/.cache/types', `${folder.replaceAll('/', '-')}.json`);
const knip = (...options) => [pinnedNode(), bin('knip/bin/knip.js'), '--no-progress', ...options];
const own = (script) => [pinnedNode(), join(root, 'scripts', script)];

const typesOf = (folder) => [
  pinnedNode(),
  bin('typescript-native/bin/tsc'),
  // its threads check the same types again: twice the processor time
  ...['-p', join(root, folder), '--singleThreaded'],
  // a second check takes a tenth of the time
  ...['--incremental', '--tsBuildInfoFile', stateOf(folder)],
];

/**
 * Name -> commands, which do not depend on each other. They start in this order: the longest first.
 */
const STATIC = {
  types: TYPESCRIPT.map(typesOf),
  'format and lint': [[bin('.bin/biome'), 'ci', '--error-on-warnings', '--reporter=summary', '.']],
  // what only tests reach is dead too
  'dead code': [knip(), knip('--production', '--include', 'exports,files')],
  deps: [own('dependencies.mjs')],
  casts: [own('casts.mjs')],
  'scale of type': [own('type-scale.mjs')],
  rules: [own('colour-tokens.mjs'), own('lazy-imports.mjs')],
  words: [own('words.mjs')],
  width: [own('line-width.mjs')],
  statements: [own('statements.mjs')],
};
const TESTS = 'unit tests';
/** What decides which words may be used anywhere. */
const WORDS_RULES = /^(scripts\/words|docs\/glossary\.md$)/;

/**
 * Seconds since the start of a check of a change: no more tests begin after the first, and mutants
 * end by the second.
 */
const CHANGE = { tests: 40, end: 85 };
const LEAST_FOR_MUTANTS = 10;

const { file, words, changed, ...how } = asked();
if (file !== undefined) process.exit(await checkFile(file));
if (changed) process.exit(await checkChanged(how));
/** Former names of steps. */
const FORMER = { looks: 'static', floors: 'deps' };
const testFiles = words.filter((word) => word.includes('/'));
const only = words.filter((word) => !word.includes('/')).map((word) => FORMER[word] ?? word);
const isNamed = (word, name) => (word === 'static' ? name !== TESTS : name.includes(word));
const isMeant = (name) => only.length === 0 || only.some((word) => isNamed(word, name));
const names = [...Object.keys(STATIC), TESTS];
const unknown = only.filter((word) => !names.some((name) => isNamed(word, name)));
if (unknown.length > 0) refuse(`There is no step ${unknown.join(', ')}: ${names.join(', ')}.`);
const checks = Object.entries(STATIC).filter(([name]) => isMeant(name));
if (!(await areFine(checks))) process.exit(1);
if (isMeant(TESTS)) {
  const code = await timed(TESTS, () => runTests(vitestArguments(), scratch()));
  if (code !== 0) process.exit(code);
}

/**
 * Runs as many commands at a time as there are cores, and prints the output of each when it has
 * ended. After a failure only the other commands of the steps that have begun start: all workspaces
 * report their types, so that one run names every file to change.
 */
async function areFine(checks) {
  let isFine = true;
  const commands = checks.flatMap(([name, list]) => list.map((command) => ({ name, command })));
  const left = commands.values();
  const open = new Map(checks.map(([name, list]) => [name, list.length]));
  const began = new Map();
  const failed = new Set();
  const work = async () => {
    for (const { name, command } of left) {
      if (!isFine && !began.has(name)) continue;
      if (!began.has(name)) began.set(name, Date.now());
      const printed = [];
      const [file, ...args] = command;
      const code = await run(file, args, { heard: (text) => printed.push(text) });
      process.stdout.write(printed.join(''));
      open.set(name, open.get(name) - 1);
      if (code !== 0) {
        isFine = false;
        failed.add(name);
      }
      if (open.get(name) === 0) tell(name, failed.has(name) ? 1 : 0, began.get(name));
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  return isFine;
}

async function timed(name, act) {
  const began = Date.now();
  const code = await act();
  tell(name, code, began);
  return code;
}

function tell(name, code, began) {
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  say(`${name}: ${code === 0 ? 'fine' : 'FAILED'} (${seconds} s)`);
}

function asked() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        file: { type: 'string' },
        changed: { type: 'boolean' },
        since: { type: 'string', default: 'main' },
        strict: { type: 'boolean', default: false },
        whole: { type: 'boolean', default: false },
        mutants: { type: 'boolean', default: true },
      },
      allowNegative: true,
      allowPositionals: true,
    });
    return { ...values, words: positionals };
  } catch (error) {
    return refuse(error.message);
  }
}

/**
 * Checks one file: its format, its lint, and the tests that import it (or the file itself if it is
 * a test).
 */
async function checkFile(named) {
  const file = relative(root, resolve(root, named));
  if (!statSync(join(root, file), { throwIfNoEntry: false })?.isFile())
    refuse(`There is no file ${file || '(none given)'}.`);
  const biome = ['check', '--error-on-warnings', '--no-errors-on-unmatched', file];
  const lint = await run(bin('.bin/biome'), biome);
  if (lint !== 0) return lint;
  const isPage = file.endsWith('.md');
  const tests = isPage ? ['run', 'scripts/docs.test.ts'] : ['related', '--run', file];
  return runTests(tests);
}

/** Says first which tests will be skipped for want of Python's modules. */
function runTests(words, env = {}) {
  const skipped = skippedReaders();
  if (skipped) say(skipped);
  return runNode('node_modules/vitest/vitest.mjs', words, { env });
}

/**
 * Checks the files that differ from where this branch left `since`, whether committed or not: their
 * format and lint, the static checks whose findings they can change, and the tests that reach them.
 */
async function checkChanged({ since, strict, mutants, whole }) {
  let files;
  let base;
  let gone;
  try {
    base = git('merge-base', since, 'HEAD');
    const differing = git('diff', '--name-only', '--diff-filter=d', base);
    const added = git('ls-files', '--others', '--exclude-standard');
    files = [...new Set(`${differing}\n${added}`.split('\n').filter(Boolean))];
    gone = git('diff', '--name-only', '--no-renames', '--diff-filter=D', base)
      .split('\n')
      .filter(Boolean);
  } catch {
    return refuse(`There is no branch or commit ${since} to compare with.`);
  }
  say(`${files.length} files differ from ${since}`);
  const all = [...files, ...gone];
  if (all.length === 0) return 0;
  const lint = [bin('.bin/biome'), 'ci', '--error-on-warnings', '--reporter=summary'];
  const looks = {
    'format and lint': [[...lint, '--no-errors-on-unmatched', ...files]],
    types: projectsOf(all, TYPESCRIPT).map(typesOf),
    ...Object.fromEntries(stepsOf(all).map((name) => [name, STATIC[name]])),
    ...(changesImports(all.map((path) => textsOf(path, base)))
      ? {}
      : { deps: [[...own('dependencies.mjs'), '--same-imports']] }),
    // A text is judged by itself, unless the table of words changed.
    words: files.some((file) => WORDS_RULES.test(file))
      ? STATIC.words
      : [[...own('words.mjs'), ...files]],
    width: [[...own('line-width.mjs'), ...files]],
  };
  const needed = Object.entries(looks).filter(([, list]) => list.length > 0);
  if (!(await areFine(needed))) return 1;
  const code = await timed(TESTS, () => testChanged(all, base, whole));
  if (code !== 0 || !mutants) return code;
  return await timed('mutants', () => mutateChanged(base, strict));
}

/**
 * Without `whole`, the nearest tests as far as the time goes; those that are left out are listed.
 */
async function testChanged(files, base, whole) {
  // it reads the imports of all sources
  const { runNearest, testsOf } = await import('./changed-tests.mjs');
  const tests = whole ? null : testsOf(files, root);
  const reporter = '--reporter=dot';
  if (tests === null)
    return await runTests(['run', '--changed', base, '--passWithNoTests', reporter], scratch());
  const { code, left } = await runNearest(tests, {
    runAll: (some) => runTests(['run', reporter, ...some], scratch()),
    isOver: () => process.uptime() > CHANGE.tests,
  });
  if (left.length > 0)
    say(
      `${tests.length - left.length} of ${tests.length} test files that reach the change ran, the nearest; npm test runs the others, or --whole:\n  ${left.join('\n  ')}`,
    );
  return code;
}

/** A file as it was in `base` and as it is now; '' where it is missing. */
function textsOf(path, base) {
  const textOr = (read) => {
    try {
      return read();
    } catch {
      return '';
    }
  };
  return {
    path,
    before: textOr(() => git('show', `${base}:${path}`)),
    after: textOr(() => readFileSync(join(root, path), 'utf8')),
  };
}

/** Any other code but 0 is a failure of the run itself. */
async function mutateChanged(base, strict) {
  const seconds = Math.max(LEAST_FOR_MUTANTS, Math.floor(CHANGE.end - process.uptime()));
  const words = ['--changed', base, '--seconds', String(seconds)];
  const code = await runNode('scripts/mutation.mjs', words);
  return code === MUTANTS_SURVIVE && !strict ? 0 : code;
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function refuse(text) {
  console.error(
    `${text}\nUsage: npm run check -- [STEP | TEST-FILE | --file PATH | --changed [--since REF] [--whole] [--strict] [--no-mutants]]`,
  );
  process.exit(2);
}

function vitestArguments() {
  const results = process.env.ISOBAR_TEST_RESULTS;
  const json = results ? ['--reporter=json', `--outputFile.json=${results}`] : [];
  // Measuring coverage slows the tests down, so it is done only on request.
  const coverage = results || testFiles.length > 0 ? [] : ['--coverage'];
  return ['run', ...coverage, '--reporter=dot', ...json, ...testFiles];
}
