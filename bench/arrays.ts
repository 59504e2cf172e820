// A datastream as one array, read by xarray, beside the same work by xarray.open_mfdataset over the files: as ratios, in the same run.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DRIFTING, type DriftingOptions, writeDriftingArchive } from '../e2e/drifting-archive.ts';
import { LIBRARIES, root, served } from './served.ts';

/** ISOBAR_BENCH_DAYS days of a minute each: 1,050 are 1.5 million rows. */
const DAYS = Number(process.env.ISOBAR_BENCH_DAYS ?? 1050);
const ROWS = 1440;
const PLAIN = 10;
/** Days of a second each, of which only the opening is timed: 122 are 10.5 million rows; 0: none. */
const SECOND_DAYS = Number(process.env.ISOBAR_BENCH_SECOND_DAYS ?? 122);
const SECONDS = 86_400;

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
    await served(folder, async (url, pid) => {
      const program = join(root, 'bench/arrays.py');
      const { stdout } = await promisify(execFile)(
        'python3',
        [program, url, DRIFTING, join(folder, 'archive/sgp'), String(pid), ...only],
        {
          env: { ...process.env, PYTHONPATH: `${LIBRARIES}:${join(LIBRARIES, '../dask')}` },
          maxBuffer: 1e7,
        },
      );
      process.stdout.write(stdout);
      console.log(`the server had at most ${peakMegabytes(pid)} MB`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Linux only; elsewhere not a number. */
function peakMegabytes(pid: number): number {
  const status = existsSync(`/proc/${pid}/status`)
    ? readFileSync(`/proc/${pid}/status`, 'utf8')
    : '';
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1000);
}
