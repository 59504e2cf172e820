// A datastream as one array, read by xarray, beside the same work by xarray.open_mfdataset over the files: as ratios, in the same run.
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DRIFTING, writeDriftingArchive } from '../e2e/drifting-archive.ts';

/** ISOBAR_BENCH_DAYS days of a minute each: 1,050 are 1.5 million rows. */
const DAYS = Number(process.env.ISOBAR_BENCH_DAYS ?? 1050);
const ROWS = 1440;
const PLAIN = 10;
const PORT = 20_000 + Math.floor(Math.random() * 20_000);
const root = fileURLToPath(new URL('..', import.meta.url));
const LIBRARIES = join(root, 'node_modules/.cache/python-programs/arrays');
const CLI = join(root, 'apps/server/src/cli.ts');

export async function run(): Promise<void> {
  if (!existsSync(LIBRARIES)) {
    console.log('xarray and zarr are not installed: nothing is measured (npm test installs them)');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'isobar-bench-arrays-'));
  const environment = {
    ...process.env,
    ISOBAR_HOME: join(folder, 'home'),
    ISOBAR_PORT: String(PORT),
    ISOBAR_WORKER: 'apart',
    ISOBAR_LOG: 'error',
  };
  try {
    await writeDriftingArchive(folder, { days: DAYS, rows: ROWS, plain: PLAIN });
    await timed('harvest', () =>
      promisify(execFile)(process.execPath, [CLI, 'harvest', join(folder, 'archive')], {
        env: environment,
      }),
    );
    const server = spawn(process.execPath, [CLI, 'serve'], { env: environment, stdio: 'ignore' });
    try {
      const url = `http://127.0.0.1:${PORT}`;
      await answering(`${url}/healthz`);
      const program = join(root, 'bench/arrays.py');
      const { stdout } = await promisify(execFile)(
        'python3',
        [program, url, DRIFTING, join(folder, 'archive/sgp'), String(server.pid)],
        { env: { ...process.env, PYTHONPATH: LIBRARIES }, maxBuffer: 1e7 },
      );
      process.stdout.write(stdout);
      console.log(`the server had at most ${peakMegabytes(server.pid ?? 0)} MB`);
    } finally {
      server.kill('SIGTERM');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(what: string, act: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await act();
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(2)} s`);
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const reply = await fetch(url).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not answer within a minute.');
}

/** Linux only; elsewhere not a number. */
function peakMegabytes(pid: number): number {
  const status = existsSync(`/proc/${pid}/status`)
    ? readFileSync(`/proc/${pid}/status`, 'utf8')
    : '';
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1000);
}
