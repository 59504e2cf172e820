// npm run mutants [ROOM ...]: changes the code one place at a time and counts the changes that no test notices (Stryker).
// Prints a table and writes each survivor to var/mutants/ROOM.txt. Takes minutes to hours; not part of npm test.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOMS } from '../mutants/rooms.mjs';
import { ensureInstalled, pinnedNode, root, run, say } from './house.mjs';

/** Of a hundred changes at least so many are to be noticed, in every room. */
const GOAL_PERCENT = 85;
const SANDBOXES = join(root, '.stryker-tmp');
const OUT = join(root, 'var/mutants');
const NOTICED = ['Killed', 'Timeout'];
const MISSED = ['Survived', 'NoCoverage'];

ensureInstalled();
ensureStryker();
const { only, mutate } = readArguments();
const rows = [];
for (const room of only) rows.push(await score(room));
console.log(table(rows));
process.exitCode = rows.every(({ percent }) => percent >= GOAL_PERCENT) ? 0 : 1;

/** ROOM … and, for a look at some files, --mutate PATH,… */
function readArguments() {
  const words = process.argv.slice(2);
  const at = words.indexOf('--mutate');
  const path = at < 0 ? undefined : words.splice(at, 2)[1];
  const unknown = words.filter((word) => !Object.hasOwn(ROOMS, word));
  if (unknown.length > 0) {
    console.error(`There is no room ${unknown[0]}: ${Object.keys(ROOMS).join(', ')}`);
    process.exit(2);
  }
  return {
    only: words.length > 0 ? words : Object.keys(ROOMS),
    mutate: path?.split(/,(?![^{]*\})/),
  };
}

/** Its own folder and lock: who starts or tests Isobar does not wait for it. */
function ensureStryker() {
  const folder = join(root, 'mutants');
  if (!existsSync(join(folder, 'node_modules'))) {
    say('Installing Stryker (once) …');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const quiet = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
    const done = spawnSync(npm, ['ci', ...quiet], { cwd: folder, stdio: 'inherit' });
    if (done.status !== 0) process.exit(done.status ?? 1);
  }
  mkdirSync(OUT, { recursive: true });
  mkdirSync(SANDBOXES, { recursive: true });
  // Tests look for the real files beside the project's root; the copies of the project lie one folder deeper.
  const shared = join(SANDBOXES, 'shared');
  if (!existsSync(shared)) symlinkSync(join(root, '../shared'), shared);
}

async function score(room) {
  const report = join(OUT, `${room}.json`);
  const settings = join(OUT, `${room}.config.json`);
  writeFileSync(settings, JSON.stringify(strykerSettings(room, report)));
  const stryker = join(root, 'mutants/node_modules/@stryker-mutator/core/bin/stryker.js');
  const code = await run(pinnedNode(), [stryker, 'run', settings], {
    env: { ISOBAR_MUTANT_TESTS: ROOMS[room].tests.join('\n') },
  });
  if (code !== 0) say(`${room}: Stryker ended with ${code}`);
  const mutants = existsSync(report) ? mutantsOf(JSON.parse(readFileSync(report, 'utf8'))) : [];
  const noticed = mutants.filter(({ status }) => NOTICED.includes(status)).length;
  const missed = mutants.filter(({ status }) => MISSED.includes(status));
  writeFileSync(join(OUT, `${room}.txt`), missed.map(line).join(''));
  const all = noticed + missed.length;
  return { room, all, noticed, percent: all === 0 ? 0 : (100 * noticed) / all };
}

function strykerSettings(room, report) {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'mutants/vitest.config.ts', related: false },
    mutate: mutate ?? [...ROOMS[room].mutate, '!**/*.test.ts', '!**/testing/**'],
    mutator: { excludedMutations: ['StringLiteral', 'Regex'] },
    ignoreStatic: true,
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: 5000,
    tempDirName: '.stryker-tmp',
    ignorePatterns: ['var', '**/dist', 'e2e', 'bench', 'docs', 'coverage'],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    allowEmpty: true,
    disableTypeChecks: false,
    allowConsoleColors: false,
    fileLogLevel: 'off',
    logLevel: 'warn',
  };
}

function mutantsOf(report) {
  return Object.entries(report.files).flatMap(([file, { mutants, source }]) =>
    mutants.map((mutant) => ({ ...mutant, file, source })),
  );
}

/** A survivor as a person reads it: where, what it was, what it became. */
function line({ file, source, location: { start, end }, mutatorName, replacement, status }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const was = (
    lines.length === 1
      ? lines[0].slice(start.column - 1, end.column - 1)
      : lines.join(' ').slice(start.column - 1)
  ).replace(/\s+/g, ' ');
  const becomes = (replacement ?? '').replace(/\s+/g, ' ');
  const why = status === 'NoCoverage' ? ' (no test comes here)' : '';
  return `${file}:${start.line}${why} ${mutatorName}: ${was.slice(0, 120)} -> ${becomes.slice(0, 120)}\n`;
}

function table(rows) {
  const cells = rows.map(
    ({ room, all, noticed, percent }) =>
      `| ${room} | ${all} | ${noticed} | ${percent.toFixed(1)} % |`,
  );
  return ['| room | changes | noticed | share |', '|---|---|---|---|', ...cells].join('\n');
}
