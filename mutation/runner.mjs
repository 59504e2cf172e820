// Runs a test file as usual, then once for each mutant that it reaches, in the same process:
// modules stay loaded, so that a mutant costs what its tests cost. ISOBAR_MUTANTS names the plan: {
// results, enough, tests: { PATH: [mutant, …] }, paths: { mutant: SOURCE } }; results are lines of
// JSON.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { TestRunner, vi } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import { linesOf, settledOf } from './settled.mjs';

const plan = JSON.parse(readFileSync(process.env.ISOBAR_MUTANTS, 'utf8'));
const now = performance.now.bind(performance);
const later = setImmediate;
/**
 * A test that took so long without a mutant gets ten times as long with one, and this much more.
 */
const PATIENCE_MS = 4000;
const MOST_MS = 60_000;
/**
 * What the tests that reach a mutant may take together, without it: the slowest beyond it are not
 * run, so that a score is the least.
 */
const BUDGET_MS = 3000;
/**
 * Other programs make tests take longer: what they took is counted for no more than this many times
 * less.
 */
const MOST_SLOWED = 4;
/**
 * CPU time that the mutants of a source may take in a test file; what is left over is for other
 * test files, and is not counted if none tries it.
 */
const SOURCE_MS = 15_000;
/** Rounds of a loop beyond those that the tests need: more is a loop without an end. */
const HITS = 20_000;

const space = () => {
  globalThis.__stryker__ ??= {};
  return globalThis.__stryker__;
};
space().isOfRunner = true;
/** What ran in threads and processes that tests start. */
const ELSEWHERE = `${plan.results}.elsewhere`;
process.env.ISOBAR_MUTANTS_ELSEWHERE = ELSEWHERE;
const tell = (what) => appendFileSync(plan.results, `${JSON.stringify(what)}\n`);

/** Vitest takes what a runner exports by default. */
export default class MutantRunner extends TestRunner {
  /** Nothing is loaded for a test file whose mutants were all noticed by then. */
  importFile(path, source) {
    if (source === 'collect' && undecided(path).length === 0) return undefined;
    return super.importFile(path, source);
  }

  async onBeforeTryTask(test, options) {
    await super.onBeforeTryTask(test, options);
    space().currentTestId = test.id;
  }

  onAfterRunTask(test) {
    space().currentTestId = undefined;
    return super.onAfterRunTask(test);
  }

  async onAfterRunFiles(files) {
    super.onAfterRunFiles(files);
    for (const file of files) await new MutantsOf(this, file).tryAll();
  }
}

/** The mutants that one test file may notice. */
class MutantsOf {
  constructor(runner, file) {
    this.runner = runner;
    this.path = file.filepath;
    this.name = relative(plan.root, file.filepath);
    this.first = file;
    this.strays = 0;
    /** Tests that fail without a mutant: only what else the file has is run. */
    this.leftOut = new Set();
    this.count = () => {
      this.strays += 1;
    };
  }

  async tryAll() {
    const left = undecided(this.path);
    const loaded = takeCoverage();
    const broken = left.length > 0 ? this.leaveOut(failed(this.first)) : undefined;
    tell({ file: this.name, begins: true, pid: process.pid, ...(broken ? { broken } : {}) });
    process.on('uncaughtException', this.count);
    process.on('unhandledRejection', this.count);
    try {
      if (left.length > 0 && !broken) await this.tryThese(left, loaded);
    } finally {
      process.off('uncaughtException', this.count);
      process.off('unhandledRejection', this.count);
      this.loadAgain();
      tell({ file: this.name, ends: true });
    }
  }

  async tryThese(ids, loaded) {
    const { reached, broken } = await this.unchanged();
    if (broken) return tell({ file: this.name, broken });
    this.reachedByOthers(loaded);
    const onlyLoading = [];
    const spent = new Map();
    const within = async (id, run) => {
      const path = plan.paths[id];
      const before = spent.get(path) ?? 0;
      if (before > SOURCE_MS) return tell({ id, status: 'untried' });
      const began = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(began);
      spent.set(path, before + (user + system) / 1000);
      return undefined;
    };
    for (const id of ids) {
      // Threads that were started before do not read the variable: those of modules that are loaded
      // again do.
      const one = reached.get(id);
      if (one) await within(id, () => this.tryOne(id, one, this.whole || one.isElsewhere));
      else if (loaded.has(id)) onlyLoading.push(id);
    }
    // Places that are run while modules are loaded, such as tables: everything is loaded again with
    // the mutant.
    const whenLoaded = { hits: 0, tests: null, isLoadedOnly: true };
    for (const id of onlyLoading) await within(id, () => this.tryOne(id, whenLoaded, true));
    return undefined;
  }

  /** Runs the file again as it is. Tests that fail by then are left out, and the others tried. */
  async unchanged() {
    this.whole = false;
    let result = await this.run(null, null);
    if (result.failedTests.length > 0) {
      // What it exchanged or left behind is loaded again for every mutant.
      this.whole = true;
      takeCoverage();
      this.loadAgain();
      result = await this.run(null, null);
    }
    const broken = this.leaveOut(result.failedTests);
    const { durations, slowed } = result;
    this.durations = new Map(
      [...durations].filter(([id]) => !this.leftOut.has(id)).map(([id, ms]) => [id, ms / slowed]),
    );
    return { reached: this.reachedByOthers(takeCoverage()), broken };
  }

  /** Returns why nothing of the file can be used, if so: a hook failed, or every test. */
  leaveOut(failures) {
    for (const { id, name, why } of failures) {
      if (id !== null) this.leftOut.add(id);
      if (id !== null) tell({ file: this.name, leftOut: { name, why } });
    }
    const isAll = testsOf(this.first).every(({ id }) => this.leftOut.has(id));
    return failures.find(({ id }) => id === null || isAll);
  }

  reachedByOthers(reached) {
    for (const [id, { tests }] of reached) {
      for (const test of this.leftOut) tests?.delete(test);
      if (tests?.size === 0) reached.delete(id);
    }
    return reached;
  }

  async tryOne(id, { tests, hits, isLoadedOnly }, fresh) {
    tell({ id, doing: this.name });
    const which = this.whole ? null : this.affordable(tests);
    const run = async () => {
      if (fresh) this.loadAgain();
      let result = await this.run(id, which, hits);
      if (result.isStarved) result = await this.run(id, which, hits, MOST_MS);
      if (fresh) this.loadAgain();
      return result;
    };
    const began = now();
    let result = await run();
    if (result.failedTests.length > 0 && !(await this.isGreen(result.failedTests, which))) {
      // An earlier mutant left something behind, or the test needs others before it.
      this.loadAgain();
      if (!(await this.isGreen(result.failedTests, which))) this.whole = true;
      result = await (async () => {
        this.loadAgain();
        const again = await this.run(id, this.whole ? null : which, hits);
        this.loadAgain();
        return again;
      })();
    }
    const by = result.failedTests[0];
    const isKilled = by !== undefined || result.strays > 0;
    tell({
      id,
      status: isKilled ? (result.isLate ? 'late' : 'killed') : 'survived',
      file: this.name,
      ...(by ? { by: by.name } : {}),
      ...(isLoadedOnly ? { isLoadedOnly } : {}),
      ms: Math.round(now() - began),
    });
  }

  /** The fastest of these tests (null: of all) that fit into the budget together, one at least. */
  affordable(tests) {
    const durations = [...this.durations]
      .filter(([id]) => tests?.has(id) ?? true)
      .sort(([, a], [, b]) => a - b);
    let sum = 0;
    const fitting = durations.filter(([, ms], place) => {
      sum += ms;
      return place === 0 || sum <= BUDGET_MS;
    });
    return tests === null && fitting.length === this.durations.size
      ? null
      : new Set(fitting.map(([id]) => id));
  }

  /**
   * Whether the test that noticed a mutant passes without it, in the state that the mutant left.
   */
  async isGreen(tests, which) {
    const [first] = tests;
    const only = which === null || first.id === null ? null : new Set([first.id]);
    const { failedTests } = await this.run(null, only);
    takeCoverage();
    return failedTests.length === 0;
  }

  loadAgain() {
    vi.resetModules();
    this.runner.moduleRunner.mocker?.reset();
  }

  /**
   * Runs the tests with these ids (null: all of them) until the first fails. `isStarved`: it ran
   * out of time, of which the process had less than half for itself.
   */
  async run(id, ids, hits = 0, patience = undefined) {
    const stryker = space();
    this.strays = 0;
    activate(stryker, id, hits);
    const inner = this.inner(ids, id !== null, patience);
    const began = { at: now(), cpu: process.cpuUsage() };
    let files = [];
    try {
      files = await startTests([{ filepath: this.path }], inner);
    } finally {
      await new Promise((next) => later(next));
      activate(stryker, null, 0);
      vi.resetConfig();
      vi.restoreAllMocks();
    }
    const failedTests = files.flatMap(failed);
    const durations = new Map(
      files.flatMap(testsOf).map((test) => [test.id, test.result?.duration ?? 0]),
    );
    const isLate = failedTests.some(({ why }) => /timed out in \d+ms/.test(why));
    const { user, system } = process.cpuUsage(began.cpu);
    const slowed = (now() - began.at) / Math.max(1, (user + system) / 1000);
    const isStarved = isLate && slowed > 2 && !patience;
    return {
      ...{ failedTests, durations, isLate, isStarved, strays: id === null ? 0 : this.strays },
      slowed: Math.min(MOST_SLOWED, Math.max(1, slowed)),
    };
  }

  inner(ids, stopsAtFirst, patience) {
    const { runner, durations, leftOut } = this;
    const slowest = Math.max(0, ...(durations?.values() ?? []));
    const testTimeout = stopsAtFirst
      ? (patience ?? Math.min(MOST_MS, 10 * slowest + PATIENCE_MS))
      : runner.config.testTimeout;
    let hasFailed = false;
    return Object.create(runner, {
      config: { value: { ...runner.config, testTimeout, hookTimeout: testTimeout } },
      cancel: { value: undefined, writable: true },
      onCleanupWorkerContext: { value: undefined },
      onTaskUpdate: { value: async () => {} },
      onCollectStart: { value: (file) => TestRunner.prototype.onCollectStart.call(runner, file) },
      onCollected: {
        value: (files) => {
          const isRun = (id) => (ids?.has(id) ?? true) && !leftOut.has(id);
          if (ids || leftOut.size > 0) for (const file of files) only(file, isRun);
        },
      },
      onAfterRunFiles: {
        value: (files) => TestRunner.prototype.onAfterRunFiles.call(runner, files),
      },
      onBeforeRunTask: {
        value: async (test) => {
          if (stopsAtFirst && hasFailed) test.mode = 'skip';
          await TestRunner.prototype.onBeforeRunTask.call(runner, test);
        },
      },
      onAfterRunTask: {
        value: (test) => {
          if (test.result?.state === 'fail') hasFailed = true;
          return runner.onAfterRunTask(test);
        },
      },
    });
  }
}

/** Threads and processes that a test starts read the variable. */
function activate(stryker, id, hits) {
  stryker.activeMutant = id ?? undefined;
  stryker.hitCount = 0;
  stryker.hitLimit = 100 * hits + HITS;
  if (id === null) delete process.env.__STRYKER_ACTIVE_MUTANT__;
  else process.env.__STRYKER_ACTIVE_MUTANT__ = id;
}

/**
 * Mutant -> how often it was reached, and the tests that did; null where it was reached outside of
 * a test, or only in other threads and processes (`isElsewhere`). Starts counting again.
 */
function takeCoverage() {
  const covered = space().mutantCoverage ?? { static: {}, perTest: {} };
  const reached = new Map();
  for (const [test, counts] of [[null, covered.static], ...Object.entries(covered.perTest)])
    for (const [id, hits] of Object.entries(counts)) {
      const one = reached.get(id) ?? { hits: 0, tests: new Set() };
      one.hits += hits;
      if (test === null) one.tests = null;
      else one.tests?.add(test);
      reached.set(id, one);
    }
  for (const id of Object.keys(covered.static)) delete covered.static[id];
  for (const test of Object.keys(covered.perTest)) delete covered.perTest[test];
  for (const id of takeElsewhere())
    if (!reached.has(id)) reached.set(id, { hits: 0, tests: null, isElsewhere: true });
  return reached;
}

function takeElsewhere() {
  if (!existsSync(ELSEWHERE)) return [];
  const ids = readFileSync(ELSEWHERE, 'utf8').split('\n').filter(Boolean);
  writeFileSync(ELSEWHERE, '');
  return new Set(ids);
}

/** What this test file is asked to notice and other test files have not settled so far. */
function undecided(path) {
  const settled = settledOf(linesOf(plan.results), plan.enough);
  return (plan.tests[relative(plan.root, path)] ?? []).filter((id) => !settled.has(id));
}

const testsOf = (task) => (task.type === 'test' ? [task] : (task.tasks ?? []).flatMap(testsOf));

/**
 * Leaves out every test for whose id `isRun` is false, and every suite without another, so that its
 * hooks are not run.
 */
function only(task, isRun) {
  if (task.type === 'test') {
    if (!isRun(task.id)) task.mode = 'skip';
  } else {
    for (const one of task.tasks) only(one, isRun);
    if (!testsOf(task).some(({ mode }) => mode === 'run' || mode === 'queued')) task.mode = 'skip';
  }
}

/** What failed in it: tests, or hooks and the file itself. */
function failed(task) {
  const below = task.type === 'test' ? [] : task.tasks.flatMap(failed);
  if (task.result?.state !== 'fail' || below.length > 0) return below;
  const why = String(task.result.errors?.[0]?.message ?? '').slice(0, 200);
  return [{ id: task.type === 'test' ? task.id : null, name: task.name, why }];
}
