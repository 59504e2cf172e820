// Tries mutants: writes them into the copy, runs the nearest tests first and those farther away for
// what is left, and says what became of each.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf, settledOf } from './settled.mjs';

/** After so much CPU time without a result, a mutant holds the process itself. */
const SILENT_CPU_MS = 45_000;
/**
 * The same where the system does not tell the CPU time of a process, or a process waits for
 * nothing.
 */
const SILENT_MS = 600_000;
/** A test file that has not come through without a mutant after this is left out. */
const LOADING_MS = 900_000;
/** Of the clock in which Linux counts CPU time. */
const TICK_MS = 10;
/**
 * Instead of the ten thousand cases of the engine's tests: most mutants are noticed within the
 * first hundred, and each would go through all of them.
 */
const RANDOM_SEARCHES = '60';

/**
 * `mutants` with `path`; `testsOf(path)`: its test files, nearest first; `enough`: how many that
 * reach a mutant are tried; `limit.at`: when to stop, of performance.now, which may come nearer.
 * Returns `states`, mutant id -> { status: 'killed' | 'late' | 'survived' | 'untried' | 'unreached'
 * }, `unusable`, test file -> the test that fails or hook that fails without any mutant, `leftOut`,
 * 'test file: test' -> why it fails when the file is run once more, and `isDone(path)`: whether all
 * of its tests have had their chance.
 */
export async function measure({ node, box, mutants, testsOf, enough, limit, env = {} }) {
  const results = join(box.folder, 'mutants.jsonl');
  const planFile = join(box.folder, 'mutants.json');
  rmSync(results, { force: true });
  const hung = [];
  const paths = Object.fromEntries(mutants.map(({ id, path }) => [id, path]));
  let files = inRounds(mutants, testsOf);
  while (files.length > 0 && performance.now() < limit.at) {
    const settled = settledIn(results, hung, enough);
    const tests = Object.fromEntries(files.map((file) => [file, []]));
    for (const { id, path } of mutants)
      if (!settled.has(id)) for (const file of testsOf(path)) tests[file]?.push(id);
    writeFileSync(planFile, JSON.stringify({ root: box.folder, results, enough, tests, paths }));
    const asked = files.filter((file) => tests[file].length > 0);
    const rest = await runTests({ node, box, planFile, results, files: asked, limit, env });
    if (rest.hung) hung.push(rest.hung);
    files = rest.files;
  }
  const settled = settledIn(results, hung, enough);
  const isDone = (path) =>
    !testsOf(path).some((file) => files.includes(file)) ||
    mutants.every((mutant) => mutant.path !== path || settled.has(mutant.id));
  return { ...outcome(mutants, linesOf(results), hung), isDone };
}

/**
 * The nearest test file of each source, then the second of each, and so on. Of those that are as
 * near, the ones of few sources come first: others would use up the chances of a mutant before its
 * own test has run.
 */
function inRounds(mutants, testsOf) {
  const place = new Map();
  const sourcesOf = new Map();
  for (const path of new Set(mutants.map((mutant) => mutant.path)))
    for (const [at, file] of testsOf(path).entries()) {
      place.set(file, Math.min(at, place.get(file) ?? at));
      sourcesOf.set(file, (sourcesOf.get(file) ?? 0) + 1);
    }
  return [...place.keys()].sort(
    (a, b) => place.get(a) - place.get(b) || sourcesOf.get(a) - sourcesOf.get(b),
  );
}

function outcome(mutants, lines, hung) {
  const states = new Map(mutants.map(({ id }) => [id, { status: 'unreached' }]));
  for (const { id, status, by, file } of [...lines, ...hung]) {
    if (status === undefined || !states.has(id)) continue;
    const known = states.get(id).status;
    if (known === 'killed' || known === 'late' || (known === 'survived' && status === 'untried'))
      continue;
    states.set(id, { status, by, file });
  }
  const unusable = new Map(lines.flatMap(({ file, broken }) => (broken ? [[file, broken]] : [])));
  const leftOut = new Map(
    lines.flatMap(({ file, leftOut: one }) => (one ? [[`${file}: ${one.name}`, one.why]] : [])),
  );
  return { states, unusable, leftOut };
}

/**
 * Runs test files one after the other in one process. Returns those that are left when it was
 * ended, and the mutant that it ended with.
 */
async function runTests({ node, box, planFile, results, files, limit, env }) {
  if (files.length === 0) return { files: [] };
  const before = linesOf(results).length;
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'mutation/vitest.config.ts'];
  const printed = [];
  const child = spawn(node, [...words, ...files], {
    cwd: box.folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ISOBAR_MUTANTS: planFile,
      ISOBAR_MUTANT_TESTS: files.join('\n'),
      ISOBAR_SEED: '1',
      ISOBAR_SEARCH_RUNS: RANDOM_SEARCHES,
      ...env,
    },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => printed.push(text));
  const ended = new Promise((done) => child.on('close', done));
  const stop = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {} // it has ended
  };
  process.on('exit', stop);
  const isStopped = await watched({ ended, results, stop, limit });
  process.off('exit', stop);
  const lines = linesOf(results).slice(before);
  if (lines.length === 0 && isStopped === null)
    throw new Error(`The tests of mutants did not start:\n${printed.join('').slice(-4000)}`);
  return leftOf(files, lines, isStopped);
}

function leftOf(files, lines, isStopped) {
  const ends = new Set(lines.flatMap((line) => (line.ends ? [line.file] : [])));
  const last = lines.at(-1);
  const left = files.filter((file) => !ends.has(file));
  if (isStopped === 'deadline' || left.length === 0) return { files: left };
  // The process ended, or hung, while this mutant was tried: its file goes on with the next one.
  if (last?.doing) return { files: left, hung: { id: last.id, status: 'late', file: last.doing } };
  const stuck = left.find((file) => lines.some((line) => line.begins && line.file === file));
  return { files: left.filter((file) => file !== (stuck ?? left[0])) };
}

/** Null when it ended by itself; otherwise why it was ended. */
function watched({ ended, results, stop, limit }) {
  let size = -1;
  let since = { at: performance.now(), cpu: 0 };
  let why = null;
  const timer = setInterval(() => {
    const lines = linesOf(results);
    const pid = lines.findLast((line) => line.pid)?.pid;
    if (lines.length !== size) {
      size = lines.length;
      since = { at: performance.now(), cpu: cpuOf(pid) };
    }
    const isTrying = lines.at(-1)?.doing !== undefined;
    const silent = performance.now() - since.at;
    if (performance.now() > limit.at) why = 'deadline';
    else if (silent > (isTrying ? SILENT_MS : LOADING_MS)) why = 'silent';
    else if (isTrying && cpuOf(pid) - since.cpu > SILENT_CPU_MS) why = 'silent';
    if (why) stop();
  }, 1000);
  return ended.then(() => {
    clearInterval(timer);
    return why;
  });
}

/**
 * CPU time of a process in milliseconds, so that a busy machine makes no mutant late; 0 where it is
 * not known.
 */
function cpuOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

const settledIn = (results, hung, enough) => settledOf([...linesOf(results), ...hung], enough);
