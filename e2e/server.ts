// A real Isobar on a free port with a home folder of its own, started as a person would start it.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { freePort } from '../fixtures/free-port.ts';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The password of everybody: the demo person has it, and `isobar user add` is given it here. */
export const PASSWORD = 'isobar-demo';
const CLI = join(root, 'apps/server/src/cli.ts');

export interface Isobar {
  /** Origin without a slash at the end. */
  readonly url: string;
  readonly home: string;
  /** The process id of the server that runs now. */
  pid(): number;
  /** Runs `isobar ARGS` on the same home; rejects with what it printed when it fails. */
  command(...args: string[]): Promise<string>;
  /** SIGKILL, as a power cut would; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Starts again on the same home and port. */
  start(): Promise<void>;
  /** SIGTERM; resolves when the process is gone. */
  stop(): Promise<void>;
  /** Ends the server and removes its home. */
  remove(): Promise<void>;
}

/** As much of a server as flows need that change nothing. */
export type Served = Pick<Isobar, 'url'>;

/** Variables of a server's environment, which may depend on its port. */
type Environment = Record<string, string> | ((port: number) => Record<string, string>);

/** For flows without orders: starting the order worker costs half as much as starting a server. */
export const NO_ORDERS = { ISOBAR_WORKER: 'apart' };

/** A server over the demo archive, in a copy of the home that was prepared for all flows. */
export const demoIsobar = (env: Environment = {}): Promise<Isobar> =>
  isobar(env, async () => {}, inject('demoHome'));

/**
 * A server with its own home, a copy of `model` if one is given; `setUp` may run commands on it
 * before the server starts.
 */
export async function isobar(
  env: Environment = {},
  setUp: (command: Isobar['command']) => Promise<void> = async () => {},
  model?: string,
): Promise<Isobar> {
  const home = mkdtempSync(join(tmpdir(), 'isobar-e2e-'));
  if (model) cpSync(model, home, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const port = await freePort();
  const environment = {
    ...process.env,
    ISOBAR_HOME: home,
    ISOBAR_PORT: String(port),
    ISOBAR_LOG: 'warn',
    ISOBAR_CHECK_ANSWERS: 'on',
    // The demo archive has 420,000 files: servers that work through them, each for itself, would
    // take more of the machine than all flows.
    ISOBAR_FACTS_AHEAD: 'off',
    ISOBAR_SEARCHES_AHEAD: 'off',
    ISOBAR_PLOTS_AHEAD: 'off',
    ...(typeof env === 'function' ? env(port) : env),
  };
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;

  const command: Isobar['command'] = async (...args) => {
    const run = promisify(execFile);
    const running = run(process.execPath, [CLI, ...args], {
      env: environment,
      maxBuffer: 1 << 26,
    });
    running.child.stdin?.end(`${PASSWORD}\n`); // commands that ask for a password read it there
    return (await running).stdout;
  };
  const start = async () => {
    child = spawn(process.execPath, [CLI, 'serve'], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    await answering(`${url}/healthz`, child);
  };
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  await setUp(command);
  await start();
  return {
    url,
    home,
    pid: () => child?.pid ?? 0,
    command,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    remove: async () => {
      await end('SIGTERM');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not answer within two minutes.');
}
