// After each test file: mocks are restored, the modules of this project are loaded again for the
// next one, with which it may share a process, and programs that a failed test left running are
// killed. Libraries stay.
import { ChildProcess } from 'node:child_process';
import { afterAll, vi } from 'vitest';

// Modules that are loaded again listen to the process again, so that a process with many files has
// many listeners.
for (const each of [process, process.stdout]) each.setMaxListeners(0);

/**
 * Where the programs that run are kept: this file is loaded again for each test file, the interface
 * of Node is not.
 */
const RUNNING = Symbol.for('isobar.tests.running');
const running = runningPrograms();

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
  // A program that inherited the output of this process keeps the test runner from ending, for
  // ever.
  for (const child of running) child.kill('SIGKILL');
});

/**
 * The programs that this process started and that have not ended; Node starts each of them by one
 * method.
 */
function runningPrograms(): Set<ChildProcess> {
  const prototype = ChildProcess.prototype as ChildProcess & {
    spawn(options: unknown): number;
    [RUNNING]?: Set<ChildProcess>;
  };
  const known = prototype[RUNNING];
  if (known) return known;
  const children = new Set<ChildProcess>();
  const { spawn } = prototype;
  prototype[RUNNING] = children;
  prototype.spawn = function started(options) {
    this.once('exit', () => children.delete(this));
    const failure = spawn.call(this, options);
    if (failure === 0) children.add(this);
    return failure;
  };
  return children;
}
