// The real server as an operator runs it: `isobar serve` in a process of its own over a small
// archive, with a person signed in.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { signedIn } from '../../../../fixtures/signed-in.ts';
import { writeMetFile } from '../features/orders/testing/met-file.ts';

export const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
const DATASTREAM = 'sgpmetE13.b1';
const DAY = 86_400;
const JANUARY_1 = Date.UTC(2019, 0, 1) / 1000;
const PASSWORD = 'a password of ada';
/** A busy machine does everything late. */
const PATIENCE_MS = 150_000;

export interface Status {
  readonly orderId: number;
  readonly curStep: string;
  readonly failure: string | null;
  readonly waiting?: string | null;
}

export interface RealServer {
  readonly url: string;
  readonly child: ChildProcess;
  /** What the server has printed so far. */
  printed(): string;
  call(path: string, init?: RequestInit): Promise<Response>;
  /**
   * Places an order of one day and resolves to its number. For another datastream than that of the
   * installation, it orders all variables.
   */
  order(day?: number, datastream?: string): Promise<number>;
  status(orderId: number): Promise<Status>;
  /** Resolves the status when the order is complete or has failed. */
  ended(orderId: number): Promise<Status>;
  /** Numbers of the orders in the history, ascending. */
  history(): Promise<number[]>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export type RealInstallation = Awaited<ReturnType<typeof realInstallation>>;

/** An archive of so many days, a home, and a person `ada` when the first server is started. */
export async function realInstallation(days = 4, env: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-real-'));
  const archive = join(folder, 'archive');
  const home = env.ISOBAR_HOME ?? join(folder, 'home');
  await mkdir(archive);
  for (let day = 0; day < days; day++) {
    const start = JANUARY_1 + day * DAY;
    const stamp = new Date(start * 1000).toISOString().slice(0, 10).replaceAll('-', '');
    const path = join(archive, `${DATASTREAM}.${stamp}.000000.cdf`);
    await writeMetFile(path, { start, samples: 144, step: 600, datastream: DATASTREAM });
  }
  const running = new Set<ChildProcess>();
  const environment = {
    ...process.env,
    ISOBAR_LOG: 'warn',
    ISOBAR_SEARCHES_AHEAD: 'off',
    ISOBAR_PLOTS_AHEAD: 'off',
    ...env,
    ISOBAR_HOME: home,
    ISOBAR_ARCHIVE: archive,
    ISOBAR_PORT: '0',
  };

  /** Starts a command; it is killed when the installation closes. */
  function start(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [CLI, ...args], { env: { ...environment, ...more } });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  /** Runs a command to its end. */
  async function isobar(args: readonly string[], input = '', more = {}) {
    const child = start(args, more);
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.stdin.end(input);
    const [code] = await once(child, 'close');
    return { code: code as number | null, out, err };
  }

  return {
    folder,
    archive,
    home,
    environment,
    isobar,
    start,
    async addPerson() {
      const added = await isobar(['user', 'add', 'ada', '--email', 'ada@example.org'], PASSWORD);
      if (added.code !== 0) throw new Error(added.err);
    },
    serve: (more: Readonly<Record<string, string>> = {}) => serving(start(['serve'], more)),
    async close() {
      for (const child of [...running]) {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Waits until the process answers; signs in at the first call that needs it. */
export async function serving(child: ChildProcess, known?: string): Promise<RealServer> {
  let text = '';
  const heard = (chunk: Buffer) => {
    text += chunk;
  };
  child.stdout?.on('data', heard);
  child.stderr?.on('data', heard);
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`The server ended: ${text}`);
    if (known)
      return fetch(`${known}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    return text.includes('Isobar is at');
  });
  const [url = known ?? ''] = /http:\S+/.exec(text.slice(text.indexOf('Isobar is at'))) ?? [];
  let session: Promise<string> | undefined;

  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    session ??= signedIn(url, 'ada', PASSWORD);
    return fetch(`${url}${path}`, {
      ...init,
      headers: { ...init.headers, cookie: await session },
    });
  }
  async function status(orderId: number): Promise<Status> {
    const reply = await call(`/services/order/status/${orderId}`);
    if (!reply.ok) throw new Error(`status of ${orderId}: ${reply.status}`);
    return (await reply.json()) as Status; // as the call table says
  }
  return {
    url,
    child,
    printed: () => text,
    call,
    status,
    async order(day = 1, datastream?: string) {
      const reply = await call('/services/order/orders/create', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(orderOf(day, datastream)),
      });
      const body = (await reply.json()) as { orderId?: number; message?: string };
      if (body.orderId === undefined)
        throw new Error(`not placed: ${reply.status} ${body.message}`);
      return body.orderId;
    },
    async ended(orderId) {
      let last: Status | undefined;
      await until(async () => {
        last = await status(orderId);
        return last.curStep === 'complete' || last.failure !== null;
      });
      return last!; // until has set it
    },
    async history() {
      const reply = await call('/services/order/orders/history');
      if (!reply.ok) throw new Error(`history: ${reply.status} ${await reply.text()}`);
      const body = (await reply.json()) as { orderHistoryResponses: { orderId: number }[] };
      return body.orderHistoryResponses.map((row) => row.orderId).sort((a, b) => a - b);
    },
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

export const orderOf = (day: number, datastream = DATASTREAM): object => {
  const date = `2019-01-0${day}`;
  const dates = [{ startDate: date, endDate: date }];
  return {
    selectedData: {
      selectedDatastreams: [
        { datastream, dates, variables: datastream === DATASTREAM ? ['temp_mean'] : [] },
      ],
      outputFormat: ['ANDR'],
    },
  };
};

export async function until(done: () => Promise<boolean>, patience = PATIENCE_MS): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(50))
    if (await done()) return;
  throw new Error('What was waited for did not happen.');
}
