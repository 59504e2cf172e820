// The work of orders by Isobar and by NCO in one run: whole processes, then warm; and how fast
// ASCII-CSV is written.

import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeMetFile } from '../apps/server/src/features/orders/testing/met-file.ts';
import { DAY, JANUARY_1 } from '../apps/server/src/features/orders/testing/order-fixture.ts';
import { REAL_ARCHIVE } from '../fixtures/real-files.ts';
import type { OrderJob, OrderJobResult } from './order-job.ts';

const exec = promisify(execFile);
const JOB = fileURLToPath(new URL('./order-job.ts', import.meta.url));
/**
 * Rounds, and the milliseconds after which none starts: NCO takes most of a minute for seven files
 * whose units of time differ.
 */
const ROUNDS = 7;
const MOST_MS = 15_000;
/** A peer that takes longer is stopped, and counts as having taken just that long. */
const PEER_MS = 60_000;
/** The least rate of ASCII-CSV. */
const LEAST_CSV_MB_PER_S = 60;

interface Task {
  readonly name: string;
  readonly groups: readonly (readonly string[])[];
  readonly variables: readonly string[] | null;
  readonly format: 'netcdf' | 'csv';
  /** Isobar is at least this many times as fast as NCO. */
  readonly least: number;
}

export async function run(): Promise<void> {
  if (
    !(await exec('ncrcat', ['--version']).then(
      () => true,
      () => false,
    ))
  ) {
    console.log('NCO is not installed (Debian: nco): nothing to compare with.');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'isobar-bench-orders-'));
  try {
    for (const task of await tasks(folder)) await compare(task, folder);
    await csv(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tasks(folder: string): Promise<Task[]> {
  const met = await real('sgpmetE13.b1.201901', 7, folder);
  const sondes = (await readdir(REAL_ARCHIVE)).filter((n) => n.startsWith('twpsonde'));
  const days = await made(join(folder, 'days'), 420, 1440);
  const hdf = await asNetcdf4(await real('sgpmfrsr7nch', 1, folder), 12, folder);
  const three = ['temp_mean', 'rh_mean', 'qc_temp_mean'];
  const all: (Task | null)[] = [
    {
      name: '7 met days, all variables',
      groups: [met],
      variables: null,
      format: 'netcdf',
      least: 3,
    },
    {
      name: '7 met days, 3 variables with qc',
      groups: [met],
      variables: three,
      format: 'netcdf',
      least: 1,
    },
    sondes.length === 0
      ? null
      : {
          name: `${sondes.length} sondes`,
          groups: [sondes.sort().map((name) => join(REAL_ARCHIVE, name))],
          variables: null,
          format: 'netcdf',
          least: 1,
        },
    {
      name: '12 facilities, NetCDF-4',
      groups: hdf.map((path) => [path]),
      variables: null,
      format: 'netcdf',
      least: 1,
    },
    { name: '420 day files', groups: [days], variables: null, format: 'netcdf', least: 1 },
  ];
  return all.filter((task) => task !== null);
}

async function compare(task: Task, folder: string): Promise<void> {
  const job = { groups: task.groups, variables: task.variables, format: task.format, folder };
  const nco: number[] = [];
  const whole: number[] = [];
  const until = performance.now() + MOST_MS;
  for (let round = 0; round < ROUNDS && (round === 0 || performance.now() < until); round++) {
    nco.push(Math.min(PEER_MS, await timed(() => byNco(task, folder))));
    whole.push(
      await timed(async () => {
        await isobar({ ...job, warmRuns: 0 });
      }),
    );
  }
  const last = await isobar({ ...job, warmRuns: ROUNDS });
  const warm = median(last.warm);
  const times = median(nco) / median(whole);
  const atLeast = nco.includes(PEER_MS) ? 'more than ' : '';
  const verdict = times >= task.least ? '' : `  TOO SLOW: at least ${task.least}`;
  if (times < task.least) process.exitCode = 1;
  console.log(
    `${task.name}: NCO ${atLeast}${ms(nco)}, Isobar ${ms(whole)} (${times.toFixed(1)} times as fast), warm ${warm.toFixed(0)} ms (${(median(nco) / warm).toFixed(1)} times); RSS ${mb(last.rss)} MB${verdict}`,
  );
}

async function byNco(task: Task, folder: string): Promise<void> {
  const until = performance.now() + PEER_MS;
  for (const [n, files] of task.groups.entries()) {
    const chosen = task.variables ? ['-v', task.variables.join(',')] : [];
    const tool = files.length > 1 ? 'ncrcat' : 'ncks';
    const timeout = Math.max(1, Math.ceil(until - performance.now()));
    const output = join(folder, `nco-${n}.nc`);
    const ended = exec(tool, ['-O', ...chosen, ...files, output], { maxBuffer: 1 << 26, timeout });
    await ended.catch((error: unknown) => {
      if (performance.now() < until) throw error;
    });
  }
}

async function csv(folder: string): Promise<void> {
  const days = await made(join(folder, 'csv'), 10, 86_400);
  const result = await isobar({
    groups: [days],
    variables: null,
    format: 'csv',
    folder,
    warmRuns: 3,
  });
  const speed = result.bytes / 1e6 / (median(result.warm) / 1000);
  const alone = result.bytes / 1e6 / (median(result.processor) / 1000);
  if (speed < LEAST_CSV_MB_PER_S) process.exitCode = 1;
  console.log(
    `ASCII-CSV: ${speed.toFixed(0)} MB/s (at least ${LEAST_CSV_MB_PER_S}), ${alone.toFixed(0)} MB for each second of a processor; ${mb(result.bytes)} MB; RSS ${mb(result.rss)} MB`,
  );
}

async function isobar(job: OrderJob): Promise<OrderJobResult> {
  const { stdout } = await exec(process.execPath, [JOB, JSON.stringify(job)], {
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout) as OrderJobResult; // what order-job.ts writes
}

/** The real day files, or made ones where they are absent. */
async function real(prefix: string, count: number, folder: string): Promise<string[]> {
  const names = (await readdir(REAL_ARCHIVE)).filter((n) => n.startsWith(prefix)).sort();
  if (names.length >= count) return names.slice(0, count).map((name) => join(REAL_ARCHIVE, name));
  return await made(join(folder, 'met'), count, 1440);
}

async function made(folder: string, days: number, samples: number): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (let day = 0; day < days; day++) {
    const path = join(folder, `sgpmetE15.b1.${String(day).padStart(4, '0')}.cdf`);
    const start = JANUARY_1 + day * DAY;
    await writeMetFile(path, { start, samples, step: DAY / samples, datastream: 'sgpmetE15.b1' });
    paths.push(path);
  }
  return paths;
}

async function asNetcdf4(
  from: readonly string[],
  count: number,
  folder: string,
): Promise<string[]> {
  const [source = ''] = from;
  const first = join(folder, 'facility-0.nc');
  await exec('nccopy', ['-k', 'netCDF-4', '-d', '4', '-s', source, first]);
  const paths = [first];
  for (let n = 1; n < count; n++) {
    const path = join(folder, `facility-${n}.nc`);
    await copyFile(first, path);
    paths.push(path);
  }
  return paths;
}

async function timed(act: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const ms = (values: readonly number[]): string => `${median(values).toFixed(0)} ms`;
const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);
