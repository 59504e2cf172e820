// A datastream as one array, read by xarray, beside the same work by xarray.open_mfdataset over the
// files and by an order: as ratios, in the same run.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ARRAY_LANGUAGES } from '@isobar/contract/code/array-code.ts';
import { DRIFTING, type DriftingOptions, writeDriftingArchive } from '../e2e/drifting-archive.ts';
import { CLI, LIBRARIES, peakMegabytes, root, served } from './served.ts';

/** ISOBAR_BENCH_DAYS days of a minute each: 1,050 are 1.5 million rows. */
const DAYS = Number(process.env.ISOBAR_BENCH_DAYS ?? 1050);
const ROWS = 1440;
const PLAIN = 10;
/**
 * Days of a second each, of which only the opening is timed: 122 are 10.5 million rows; 0: none.
 */
const SECOND_DAYS = Number(process.env.ISOBAR_BENCH_SECOND_DAYS ?? 122);
const SECONDS = 86_400;

/** Callers that ask for all they can get, and for how long. */
const GREEDY = 20;
const GREEDY_MS = 10_000;

/** The three lines that the portal gives to copy, with names in place of addresses. */
const SNIPPET = ARRAY_LANGUAGES[0].write({
  zarr: 'ZARR',
  dap: 'DAP',
  variable: 'temp',
  rows: ROWS,
});

export async function run(): Promise<void> {
  if (!existsSync(LIBRARIES)) {
    console.log('xarray and zarr are not installed: nothing is measured (npm test installs them)');
    return;
  }
  await measured({ days: DAYS, rows: ROWS, plain: PLAIN });
  if (SECOND_DAYS === 0) return;
  console.log(`${SECOND_DAYS} days of a row each second:`);
  await measured({ days: SECOND_DAYS, rows: SECONDS }, 'open');
}

async function measured(options: DriftingOptions, ...only: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-bench-arrays-'));
  try {
    await writeDriftingArchive(folder, options);
    await served(folder, async (url, pid, env) => {
      const files = join(folder, 'archive/sgp');
      await python(['arrays.py', url, DRIFTING, files, SNIPPET, ...only]);
      const isWhole = only.length === 0;
      // before its address has spent what an address may
      if (isWhole) await besideAnOrder(url, env);
      if (isWhole) await besideGreedy(url);
      console.log(`the server had at most ${peakMegabytes(pid)} MB`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a program of this folder, and prints what it prints. */
async function python(
  [program = '', ...args]: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const path = [LIBRARIES, join(LIBRARIES, '../dask'), join(root, 'clients/python/src')].join(':');
  const { stdout } = await promisify(execFile)('python3', [join(root, 'bench', program), ...args], {
    env: { ...process.env, ...env, PYTHONPATH: path },
    maxBuffer: 1e7,
  });
  process.stdout.write(stdout);
}

/** The same variable by an order, which a process of its own fulfils. */
async function besideAnOrder(url: string, env: NodeJS.ProcessEnv): Promise<void> {
  const isobar = async (...args: string[]): Promise<string> => {
    const running = promisify(execFile)(process.execPath, [CLI, ...args], { env });
    running.child.stdin?.end('a-password-of-a-bench\n');
    return (await running).stdout;
  };
  await isobar('user', 'add', 'ada', '--email', 'ada@example.org');
  const token = (await isobar('user', 'token', 'ada')).trim().split(/\s+/).at(-1);
  const worker = spawn(process.execPath, [CLI, 'worker'], { env, stdio: 'ignore' });
  try {
    await python(['array-order.py', url, DRIFTING], { ISOBAR_TOKEN: `ada:${token}` });
  } finally {
    worker.kill('SIGTERM');
  }
}

/**
 * How soon health is answered while greedy callers ask for blocks that are not kept, and what they
 * get.
 */
async function besideGreedy(url: string): Promise<void> {
  const { variants, rows } = (await (await fetch(`${url}/services/arrays/${DRIFTING}`)).json()) as {
    variants: Record<string, { zarr: string }>;
    rows: number;
  };
  const chunks = Math.ceil(rows / 16_384);
  const end = performance.now() + GREEDY_MS;
  const statuses = new Map<number, number>();
  const refusals: number[] = [];
  let asked = 0;
  const greedy = async (): Promise<void> => {
    while (performance.now() < end) {
      const name = `plain${asked % PLAIN}`;
      const began = performance.now();
      const reply = await fetch(`${variants.strict?.zarr}/${name}/c/${asked++ % chunks}`);
      await reply.arrayBuffer();
      if (reply.status !== 200) refusals.push(performance.now() - began);
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    }
  };
  const health: number[] = [];
  const watch = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      health.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await Promise.all([watch(), ...Array.from({ length: GREEDY }, greedy)]);
  const share = (list: number[], part: number): string =>
    (list.toSorted((a, b) => a - b)[Math.floor(list.length * part)] ?? Number.NaN).toFixed(0);
  const after = refusals.length === 0 ? '' : `; refused after ${share(refusals, 0.5)} ms`;
  const got = [...statuses].map(([status, count]) => `${status} ${count} times`).join(', ');
  console.log(
    `beside ${GREEDY} greedy callers (${got}${after}): health p50 ${share(health, 0.5)} ms, p95 ${share(health, 0.95)} ms`,
  );
}
