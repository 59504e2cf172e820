// npm run mutation [TARGET ...] [-- --sample N --seed N --minutes N --mutate PATH,… --tests PATH,… --at-once N]: changes the code one
// place at a time and counts the mutants that survive the tests (Stryker). Prints a table, writes each survivor to var/mutation/TARGET.txt. Not in npm test.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { interval } from '../mutation/sample.mjs';
import { TARGETS } from '../mutation/targets.mjs';
import { ensureInstalled, pinnedNode, root, run, say } from './project.mjs';

/** The percentage of changes that tests have to notice, in every target. */
const GOAL_PERCENT = 85;
const SANDBOXES = join(root, '.stryker-tmp');
const OUT = join(root, 'var/mutation');
const NOTICED = ['Killed'];
/** A change without an end is noticed so, but on a busy machine others run out of time as well: they are listed, and do not count. */
const LATE = 'Timeout';
const MISSED = ['Survived', 'NoCoverage'];
/**
 * Instead of the ten thousand cases of the engine's tests: most changes show within the first hundred cases, and each
 * change would have to go through all ten thousand.
 */
const RANDOM_SEARCHES = 400;
/** Added to the time of a test, because a busy machine must not make a change count as noticed. */
const PATIENCE_MS = 20_000;

const { only, mutate, tests, sample, seed, atOnce, minutes } = readArguments();
ensureInstalled();
ensureStryker();
const rows = [];
for (const target of only) rows.push(await score(target));
console.log(table(rows));
process.exitCode = rows.every(({ percent }) => percent >= GOAL_PERCENT) ? 0 : 1;

/**
 * TARGET …: these targets only. --mutate: only these files. --tests: only some of a target's tests (others may notice what these
 * miss). --sample: so many changes of each target. --seed: which of them are drawn. --minutes: for each target at most.
 */
function readArguments() {
  const words = process.argv.slice(2);
  const option = (name) => {
    const at = words.indexOf(`--${name}`);
    return at < 0 ? undefined : words.splice(at, 2)[1];
  };
  const counted = (name, otherwise) => {
    const text = option(name);
    if (text === undefined) return otherwise;
    if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
    console.error(`--${name} takes a number from 1.`);
    return process.exit(2);
  };
  const path = option('mutate');
  const some = option('tests');
  const more = {
    sample: counted('sample', null),
    seed: counted('seed', 1),
    atOnce: counted('at-once', 2),
    minutes: counted('minutes', null),
  };
  const unknown = words.filter((word) => !Object.hasOwn(TARGETS, word));
  if (unknown.length > 0) {
    console.error(`There is no target ${unknown[0]}: ${Object.keys(TARGETS).join(', ')}`);
    process.exit(2);
  }
  return {
    only: words.length > 0 ? words : Object.keys(TARGETS),
    mutate: path?.split(/,(?![^{]*\})/),
    tests: some?.split(/,(?![^{]*\})/),
    ...more,
  };
}

/** Uses a folder and a lock file of its own, so that starting and testing Isobar never waits for it. */
function ensureStryker() {
  const folder = join(root, 'mutation');
  if (!existsSync(join(folder, 'node_modules'))) {
    say('Installing Stryker (once) …');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const quiet = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
    const done = spawnSync(npm, ['ci', ...quiet], { cwd: folder, stdio: 'inherit' });
    if (done.status !== 0) process.exit(done.status ?? 1);
  }
  mkdirSync(OUT, { recursive: true });
  mkdirSync(SANDBOXES, { recursive: true });
}

async function score(target) {
  const results = join(OUT, `${target}.jsonl`);
  const settings = join(OUT, `${target}.config.json`);
  writeFileSync(settings, JSON.stringify(strykerSettings(target)));
  const stryker = join(root, 'mutation/node_modules/@stryker-mutator/core/bin/stryker.js');
  rmSync(results, { force: true });
  const code = await run(pinnedNode(), [stryker, 'run', settings], {
    ...(minutes === null ? {} : { timeout: minutes * 60_000 }),
    env: {
      ISOBAR_MUTANT_TESTS: (tests ?? TARGETS[target].tests).join('\n'),
      ISOBAR_MUTANT_SAMPLE: String(sample ?? 0),
      ISOBAR_MUTANT_SEED: String(seed),
      ISOBAR_MUTANT_RESULTS: results,
      ISOBAR_SEARCH_RUNS: String(RANDOM_SEARCHES),
    },
  });
  if (code !== 0) say(`${target}: stopped before the end (${code})`);
  const lines = existsSync(results) ? readLines(results) : [];
  const drawn = lines.find(({ sampled }) => sampled !== undefined);
  const mutants = lines.filter(({ status }) => status !== undefined);
  const count = (...of) => mutants.filter(({ status }) => of.includes(status)).length;
  const missed = mutants.filter(({ status }) => [...MISSED, LATE].includes(status));
  writeFileSync(join(OUT, `${target}.txt`), missed.map(line).join(''));
  const [noticed, survived, unreached] = [
    count(...NOTICED),
    count('Survived'),
    count('NoCoverage'),
  ];
  const late = count(LATE);
  const tried = noticed + survived + late;
  // The changes that no test reaches are known completely, even when only a sample of the others was tried.
  const reached = drawn ? 1 - unreached / Math.max(1, drawn.sampled) : 0;
  const bounds = interval(noticed, tried).map((bound) => bound * reached);
  const percent = tried === 0 ? 0 : (100 * noticed * reached) / tried;
  const isAll = drawn !== undefined && tried + unreached === drawn.of;
  return {
    target,
    all: drawn?.of ?? 0,
    tried,
    noticed,
    late,
    unreached,
    percent,
    bounds: isAll ? null : bounds,
  };
}

function strykerSettings(target) {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', join(root, 'mutation/stryker-plugins.mjs')],
    checkers: ['sample'],
    vitest: { configFile: 'mutation/vitest.config.ts', related: false },
    mutate: mutate ?? [...TARGETS[target].mutate, '!**/*.test.ts', '!**/testing/**'],
    mutator: { excludedMutations: ['StringLiteral', 'Regex'] },
    ignoreStatic: true,
    coverageAnalysis: 'perTest',
    concurrency: atOnce,
    timeoutMS: PATIENCE_MS,
    tempDirName: '.stryker-tmp',
    ignorePatterns: ['var', '**/dist', 'e2e', 'bench', 'docs', 'coverage'],
    reporters: ['lines', 'progress-append-only'],
    allowEmpty: true,
    disableTypeChecks: false,
    allowConsoleColors: false,
    fileLogLevel: 'off',
    logLevel: 'warn',
  };
}

function readLines(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => JSON.parse(one));
}

/** A survivor as a person reads it: where, what it was, what it became. */
function line({ fileName, location: { start, end }, mutatorName, replacement, status }) {
  const file = relative(root, fileName);
  const source = readFileSync(join(root, file), 'utf8');
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const was = (
    lines.length === 1
      ? lines[0].slice(start.column - 1, end.column - 1)
      : lines.join(' ').slice(start.column - 1)
  ).replace(/\s+/g, ' ');
  const becomes = (replacement ?? '').replace(/\s+/g, ' ');
  const why = { NoCoverage: ' (no test comes here)', [LATE]: ' (ran out of time)' }[status] ?? '';
  return `${file}:${start.line}${why} ${mutatorName}: ${was.slice(0, 120)} -> ${becomes.slice(0, 120)}\n`;
}

function table(rows) {
  const cells = rows.map(({ target, all, tried, noticed, late, unreached, percent, bounds }) => {
    const range = bounds ? ` (${bounds.map((bound) => bound.toFixed(0)).join(' to ')})` : '';
    return `| ${target} | ${all} | ${unreached} | ${tried} | ${noticed} | ${late} | ${percent.toFixed(1)} %${range} |`;
  });
  const head =
    '| target | changes | where no test comes | tried | noticed | ran out of time | share (95 %) |';
  return [head, '|---|---|---|---|---|---|---|', ...cells].join('\n');
}
