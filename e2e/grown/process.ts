// A process of the grown system: started by its command, ended with all that it started, and
// started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../server.ts';

export interface Kept {
  readonly name: string;
  /** SIGKILL for it and its children, and a new one. */
  killed(): Promise<void>;
  /** SIGTERM; resolves when it has ended. */
  stop(): Promise<void>;
  /** What it printed, the last lines. */
  printed(): string;
}

const CLI = join(root, 'apps/server/src/cli.ts');
const MOST_PRINTED = 20_000;

/** `isobar ARGS`. A process that ends by itself is started again, as systemd and compose do. */
export function keep(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Kept {
  let stopping = false;
  let printed = '';
  let child: ChildProcess;
  const start = (): void => {
    child = spawn(process.execPath, [CLI, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // a group of its own, which is ended as a whole
    });
    const hear = (chunk: Buffer): void => {
      printed = (printed + chunk).slice(-MOST_PRINTED);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', () => {
      if (!stopping) setTimeout(() => !stopping && start(), 200);
    });
  };
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const endGroup = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // it has ended
    }
  };
  start();
  return {
    name,
    printed: () => printed,
    async killed() {
      const ended = isGone() ? null : once(child, 'exit');
      endGroup('SIGKILL');
      await ended;
    },
    async stop() {
      stopping = true;
      const ended = isGone() ? null : once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => endGroup('SIGKILL'), 20_000);
      await ended;
      clearTimeout(late);
      endGroup('SIGKILL'); // children that it left
    },
  };
}
