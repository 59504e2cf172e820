// npm run mutation [MODULE | PATH ...] [-- --sample N --nearest N --within N --seed N --minutes N
// --again --table]: changes the code one place at a time and counts the mutants that survive the
// tests (Stryker). Goes on where the last run stopped: a file is measured again when it, or a test
// that counts for it, changed. --changed REF [--seconds N]: the lines that differ from REF, as npm
// run check -- --changed does. Not in npm test.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, MUTANTS_SURVIVE, pinnedNode, root, runNode, say } from './project.mjs';
import { scratch } from './scratch.mjs';

/** Mutants of a file that are tried; all of them where it has no more. */
const SAMPLE = 12;
const SEED = 1;
/** Sources that are changed at the same time: what a run that is stopped has to repeat at most. */
const AT_ONCE = 30;
/** Test files that are tried for a mutant, nearest first, of those that reach it. */
const NEAREST = 6;
/** How many of the nearest test files of a source are looked through for them. */
const WITHIN = 24;
/** Bounds of a run over changed lines only. */
const CHANGED = { mutants: 40, seconds: 60, nearest: 4, within: 8 };

const asked = readArguments();
ensureInstalled();
if (process.versions.node.split('.')[0] < 24)
  process.exit(await runNode('scripts/mutation.mjs', process.argv.slice(2)));
ensureStryker();
const { compiler } = await import('../mutation/types.mjs');
const { instrument } = await import('../mutation/instrument.mjs');
const { measure } = await import('../mutation/measure.mjs');
const { reach } = await import('../mutation/reach.mjs');
const { inRandomOrder } = await import('../mutation/sample.mjs');
const { sandbox } = await import('../mutation/sandbox.mjs');
const scoring = await import('../mutation/scores.mjs');
const { moduleOf, modules, sources } = await import('../mutation/modules.mjs');
Object.assign(process.env, scratch());
/** When to stop, of performance.now. */
const limit = { at: Number.POSITIVE_INFINITY };
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (limit.at === 0) process.exit(130);
    say('Stopping; what is known of each file is kept …');
    limit.at = 0;
  });

const graph = reach(root);
const types = compiler(root, graph.importersWithTypes());
const isEquivalent = scoring.readEquivalents(root);
const nearest = new Map();
const testsOf = (path) => {
  const known = nearest.get(path) ?? graph.nearest(path).map((test) => test.path);
  nearest.set(path, known);
  return known;
};
const nearOf = (path, count) => testsOf(path).slice(0, count);
/** Whether the score holds: the source and the tests that noticed its mutants are as they were. */
const isFresh = (path, score) =>
  score?.key === scoring.keyOf(root, path, score?.by ?? nearOf(path, score?.tests[0] ?? 0));
/** Whether another run may find more: a mutant survived tests that changed since. */
const mayRise = (path, { killed, tried, by, near, tests }) =>
  killed < tried && by !== undefined && near !== scoring.keyOf(root, path, nearOf(path, tests[0]));

if (asked.changed !== undefined) process.exitCode = await changedLines(asked);
else {
  if (!asked.table) await measureModules(asked);
  const scores = scoring.readScores(root);
  console.log(scoring.writeTable(root, (path) => isFresh(path, scores.get(path))));
}

function readArguments() {
  const options = {
    sample: { type: 'string', default: String(SAMPLE) },
    nearest: { type: 'string', default: String(NEAREST) },
    within: { type: 'string', default: String(WITHIN) },
    seed: { type: 'string', default: String(SEED) },
    minutes: { type: 'string', default: '1000000' },
    again: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    changed: { type: 'string' },
    seconds: { type: 'string', default: String(CHANGED.seconds) },
  };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const counted = Object.fromEntries(
      ['sample', 'nearest', 'within', 'seed', 'minutes', 'seconds'].map((name) => [
        name,
        count(name, values[name]),
      ]),
    );
    return { ...values, ...counted, only: positionals };
  } catch (error) {
    return refuse(error.message);
  }
}

function count(name, text) {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`--${name} takes a number from 1.`);
  return Number(text);
}

function refuse(text) {
  console.error(text);
  return process.exit(2);
}

/**
 * Uses a folder and a lock file of its own, so that starting and testing Isobar never waits for it.
 */
function ensureStryker() {
  const folder = join(root, 'mutation');
  if (existsSync(join(folder, 'node_modules/@stryker-mutator/instrumenter'))) return;
  say('Installing Stryker (once) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync(npm, ['ci', ...quiet], { cwd: folder, stdio: 'inherit' });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/**
 * The sources that are named, by module or path, and whose scores are missing or older than they
 * are.
 */
function toMeasure({ only, again, sample, nearest: enough, within: count }) {
  const known = modules(root);
  const named = only.length > 0 ? only : [...known.keys()];
  const names = (one, path) =>
    `${path}/`.startsWith(`${one}/`) || `${moduleOf(path)}/`.startsWith(`${one}/`);
  const isNamed = (path) => named.some((one) => names(one, path));
  const unknown = named.filter((one) => !sources(root).some((path) => names(one, path)));
  if (unknown.length > 0)
    refuse(`There is no module or source ${unknown[0]}: ${[...known.keys()].join(', ')}`);
  const scores = scoring.readScores(root);
  const paths = sources(root).filter(isNamed);
  const isMeasured = (path, score) =>
    isFresh(path, score) &&
    !mayRise(path, score) &&
    score.sample >= Math.min(score.of, sample) &&
    score.tests[0] >= Math.min(score.tests[1], count) &&
    score.nearest >= enough;
  const due = paths.filter((path) => again || !isMeasured(path, scores.get(path)));
  // What was never measured comes first, and modules in the order in which they are named.
  const place = (path) => named.findIndex((one) => names(one, path));
  return due.sort((a, b) => Number(scores.has(a)) - Number(scores.has(b)) || place(a) - place(b));
}

async function measureModules({ minutes, ...options }) {
  const due = toMeasure(options);
  limit.at = performance.now() + minutes * 60_000;
  say(`${due.length} of ${sources(root).length} sources are to be measured`);
  const box = sandbox(root);
  const groups = Map.groupBy(due, moduleOf);
  for (const [module, paths] of groups)
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      if (performance.now() > limit.at) return say('The time is over; the next run goes on here.');
      const some = paths.slice(at, at + AT_ONCE);
      const done = await measureSome({ ...options, box, paths: some });
      say(`${module}: ${at + done} of ${paths.length}`);
    }
}

/**
 * Measures these sources and keeps their scores at once. Returns for how many of them the time
 * sufficed.
 */
async function measureSome({ box, paths, sample, seed, nearest: enough, within: count }) {
  const { files, mutants } = await instrument(root, paths);
  for (const [path, text] of files) box.write(path, text);
  const own = Map.groupBy(
    mutants.filter((mutant) => !isEquivalent(mutant)),
    ({ path }) => path,
  );
  const drawn = new Map(
    [...own].map(([path, all]) => [path, inRandomOrder(all, seed).slice(0, sample)]),
  );
  const node = pinnedNode();
  const tried = [...drawn.values()].flat();
  const tests = (path) => testsOf(path).slice(0, count);
  const refused = refusedByTypes(tried);
  const rest = tried.filter(({ id }) => !refused.has(id));
  const found = await measure({ node, box, mutants: rest, testsOf: tests, enough, limit });
  box.restore();
  for (const [id, file] of refused)
    found.states.set(id, { status: 'killed', file, isByTypes: true });
  const scores = scoring.readScores(root);
  const survivors = scoring.readSurvivors(root);
  const done = paths.filter(found.isDone);
  for (const path of done) {
    const some = (drawn.get(path) ?? []).filter(
      ({ id }) => found.states.get(id).status !== 'untried',
    );
    // the time of its tests was over before any: nothing is known
    if (some.length === 0 && drawn.has(path)) continue;
    const of = own.get(path)?.length ?? 0;
    const run = tests(path).length;
    scores.set(
      path,
      scoreOf({
        ...{ path, of, run, seed, sample, some, nearest: enough },
        ...{ states: found.states, known: scores.get(path) },
      }),
    );
    const left = some.flatMap((mutant) => {
      const { status } = found.states.get(mutant.id);
      return status === 'killed' ? [] : [scoring.survivor(mutant, status)];
    });
    survivors.set(path, left);
  }
  scoring.writeScores(root, scores, survivors);
  for (const [test, { name, why }] of found.unusable)
    say(`without ${test}, where '${name}' fails before anything is changed: ${why}`);
  for (const [test, why] of found.leftOut)
    say(`without the test ${test}, which fails before anything is changed: ${why}`);
  return done.length;
}

/** Mutant -> the file that does not compile with it. */
function refusedByTypes(mutants) {
  const refused = new Map();
  for (const mutant of mutants) {
    if (performance.now() > limit.at) break;
    const file = types.refusing(mutant);
    if (file !== undefined) refused.set(mutant.id, file);
  }
  return refused;
}

function scoreOf({ path, of, run, seed, sample, nearest: enough, some, states, known }) {
  const counted = (status) => some.filter(({ id }) => states.get(id).status === status).length;
  const killed = counted('killed');
  const date = new Date().toISOString().slice(0, 10);
  // Comparable only where as many mutants were tried against as many test files.
  const isSame = known?.sample === sample && known.tests[0] === run && known.nearest === enough;
  const first = isSame ? known.first : [killed, some.length];
  const noticed = some.map(({ id }) => states.get(id)).filter(({ status }) => status === 'killed');
  const by = [...new Set(noticed.map(({ file }) => file))].sort();
  return {
    key: scoring.keyOf(root, path, by),
    near: scoring.keyOf(root, path, nearOf(path, run)),
    by,
    of,
    tried: some.length,
    killed,
    typed: noticed.filter(({ isByTypes }) => isByTypes).length,
    late: counted('late'),
    unreached: counted('unreached'),
    tests: [run, testsOf(path).length],
    nearest: enough,
    seed,
    sample,
    date,
    first,
  };
}

/** Mutates lines that differ from `base`, a few of them, and lists survivors. */
async function changedLines({ changed: base, seconds: most }) {
  const ranges = rangesSince(base);
  if (ranges.size === 0) {
    say('mutants: no source line differs');
    return 0;
  }
  const began = performance.now();
  limit.at = began + most * 1000;
  const { files, mutants } = await instrument(root, [...ranges.keys()], ranges);
  const all = mutants.filter((mutant) => !isEquivalent(mutant));
  if (all.length === 0) {
    say('mutants: nothing to change in these lines');
    return 0;
  }
  const box = sandbox(root);
  for (const [path, text] of files) box.write(path, text);
  const some = inRandomOrder(all, SEED).slice(0, CHANGED.mutants);
  const tests = (path) => testsOf(path).slice(0, CHANGED.within);
  const node = pinnedNode();
  const found = await measure({
    ...{ node, box, mutants: some, testsOf: tests, limit },
    enough: CHANGED.nearest,
  });
  const with_ = (status) => some.filter(({ id }) => found.states.get(id).status === status);
  const survived = with_('survived');
  for (const { path, location, was, becomes } of survived)
    console.log(
      `${path}:${location.start.line + 1}  ${scoring.short(was)} -> ${scoring.short(becomes)}: no test noticed`,
    );
  const unreached = with_('unreached');
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const late = with_('late');
  const killed = with_('killed').length;
  say(
    `mutants: ${killed} of ${some.length} killed, ${survived.length} survive, ${late.length} ran out of time, ${unreached.length} not reached in ${most} s by the ${CHANGED.within} nearest test files; ${all.length - some.length} more not tried (${seconds} s)`,
  );
  return survived.length > 0 ? MUTANTS_SURVIVE : 0;
}

/**
 * Path -> [first, last] lines that were added or changed since `base`, in sources of the product.
 */
function rangesSince(base) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  const product = new Set(sources(root));
  const ranges = new Map();
  let path = null;
  for (const line of git('diff', '-U0', '--no-color', '--no-ext-diff', base).split('\n')) {
    if (line.startsWith('+++ ')) path = line.startsWith('+++ b/') ? line.slice(6) : null;
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!hunk || !product.has(path)) continue;
    const [first, lines] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    if (lines > 0) ranges.set(path, [...(ranges.get(path) ?? []), [first, first + lines - 1]]);
  }
  for (const added of git('ls-files', '--others', '--exclude-standard').split('\n'))
    if (product.has(added)) ranges.set(added, [[1, Number.MAX_SAFE_INTEGER]]);
  return ranges;
}
