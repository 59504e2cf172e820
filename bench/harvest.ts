// How fast a harvest files an archive, and in how much memory: classic and NetCDF-4 files, and a
// second run over both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Attribute,
  ClassicWriter,
  type Definition,
  Hdf5Writer,
  openDataset,
} from '@isobar/netcdf';
import { openDiskArchive } from '../apps/server/src/adapters/archive-disk.ts';
import { loadTables } from '../apps/server/src/core/tables/load.ts';
import { type HarvestReport, harvest } from '../apps/server/src/features/harvest/harvest.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { openStore } from '../apps/server/src/store/open.ts';
import { CLI, peakMegabytes } from './served.ts';

/** The bars on two cores; ISOBAR_BENCH_FILES makes a shorter run. */
const CLASSIC_FILES = Number(process.env.ISOBAR_BENCH_FILES ?? 100_000);
const NETCDF4_FILES = Math.ceil(CLASSIC_FILES / 25);
const LEAST = { classic: 1500, netcdf4: 150 };
const MOST_MB = 400;

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-bench-harvest-'));
  try {
    const alone = await oneAfterTheOther(join(folder, 'classic'), 'classic', CLASSIC_FILES);
    const classic = await harvestOf(folder, 'classic');
    tellSpeed('classic', classic.first, LEAST.classic, alone);
    const most = await memoryOfCommand(folder, 'classic');
    tell(
      `memory of the command with ${classic.first.listed} files`,
      `${most} MB (at most ${MOST_MB})`,
      most <= MOST_MB,
    );
    tell(
      'the same again',
      `${classic.second.seconds.toFixed(1)} s, ${classic.second.headersRead} headers (none)`,
      classic.second.headersRead === 0,
    );
    const alone4 = await oneAfterTheOther(join(folder, 'netcdf4'), 'netcdf4', NETCDF4_FILES);
    const netcdf4 = await harvestOf(folder, 'netcdf4');
    tellSpeed('NetCDF-4', netcdf4.first, LEAST.netcdf4, alone4);
    await quickly(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A first harvest with --quick, which opens only the files that it must, against one that opens
 * all: the same days of one datastream.
 */
async function quickly(folder: string): Promise<void> {
  const days = Math.min(730, NETCDF4_FILES);
  await mkdir(join(folder, 'days'), { recursive: true });
  for (let n = 0; n < days; n++) {
    const day = new Date(Date.UTC(2019, 0, 1 + n)).toISOString().slice(0, 10);
    const name = `sgpmetE13.b1.${day.replaceAll('-', '')}.000000.nc`;
    await writeModel(join(folder, 'days', name), 'netcdf4', day);
  }
  const whole = await harvestOf(folder, 'days');
  await rm(join(folder, 'days.sqlite'));
  const quick = await harvestOf(folder, 'days', true);
  const rate = ({ listed, seconds }: HarvestReport) => (listed / seconds).toFixed(0);
  tell(
    'NetCDF-4, --quick',
    `${rate(quick.first)} files/s, ${quick.first.headersRead} of ${days} opened; all of them: ${rate(whole.first)} files/s`,
    quick.first.headersRead <= 4 && quick.first.unfiled === 0,
  );
}

function tellSpeed(what: string, report: HarvestReport, least: number, peer: number): void {
  const perSecond = report.listed / report.seconds;
  tell(
    what,
    `${perSecond.toFixed(0)} files/s (at least ${least}); opening one after the other: ${peer.toFixed(0)}`,
    perSecond >= least,
  );
  if (report.unfiled > 0 || report.headersRead !== report.listed)
    throw new Error(`Only ${report.listed - report.unfiled} of ${report.listed} were filed.`);
}

function tell(what: string, text: string, isMet: boolean): void {
  console.log(`  ${what}: ${text}${isMet ? '' : '  MISSED'}`);
  if (!isMet) process.exitCode = 1;
}

async function harvestOf(folder: string, kind: string, quick = false) {
  const store = await openStore({ file: join(folder, `${kind}.sqlite`) });
  const input = {
    store,
    archive: await openDiskArchive(join(folder, kind)),
    tables: await loadTables(join(folder, 'no tables')),
    log: createLog('silent'),
  };
  const first = await harvest({ ...input, quick });
  const second = await harvest({ ...input, quick });
  await store.close();
  return { first, second };
}

/** Megabytes that `isobar harvest` takes at most, with a store of its own. */
async function memoryOfCommand(folder: string, kind: string): Promise<number> {
  const home = join(folder, 'home');
  const env = { ...process.env, ISOBAR_HOME: home, ISOBAR_LOG: 'error' };
  const command = spawn(process.execPath, [CLI, 'harvest', join(folder, kind)], {
    env,
    stdio: 'ignore',
  });
  const ended = once(command, 'exit');
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, peakMegabytes(command.pid ?? 0) || 0);
  }, 100);
  const [code] = await ended;
  clearInterval(look);
  await rm(home, { recursive: true, force: true });
  if (code !== 0) throw new Error(`isobar harvest ended with ${code}.`);
  return most;
}

/** Makes the files, then opens some of them with nothing but the reader: files a second. */
async function oneAfterTheOther(
  folder: string,
  kind: 'classic' | 'netcdf4',
  count: number,
): Promise<number> {
  const paths = await makeFiles(folder, kind, count);
  const some = paths.slice(0, kind === 'classic' ? 3000 : 300);
  const started = performance.now();
  for (const path of some) {
    const dataset = await openDataset(path);
    const { length } = dataset.dimensions[0] ?? { length: 0 };
    await dataset.read('time', 0, 1);
    await dataset.read('time', length - 1, length);
    await dataset.close();
  }
  return some.length / ((performance.now() - started) / 1000);
}

/**
 * Makes a year of day files for each datastream. They are links to a few real files, but the reader
 * opens each of them again.
 */
async function makeFiles(
  folder: string,
  kind: 'classic' | 'netcdf4',
  count: number,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (let made = 0, model = ''; made < count; made++) {
    const facility = `E${Math.floor(made / 365)}`;
    const day = new Date(Date.UTC(2019, 0, 1 + (made % 365))).toISOString().slice(0, 10);
    const path = join(folder, `sgpmet${facility}.b1.${day.replaceAll('-', '')}.000000.nc`);
    if (made % 10_000 === 0) {
      model = path;
      await writeModel(path, kind);
    } else await link(model, path);
    paths.push(path);
  }
  return paths;
}

const MINUTES = 1440;
const VARIABLES = 35;

/** About what a day of a weather station holds. */
async function writeModel(
  path: string,
  kind: 'classic' | 'netcdf4',
  day = '2019-01-01',
): Promise<void> {
  const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });
  const names = Array.from({ length: VARIABLES }, (_, n) => `variable_${n}`);
  const definition: Definition = {
    dimensions: [{ name: 'time', length: MINUTES, unlimited: true }],
    attributes: [
      ...['site_id', 'facility_id', 'process_version', 'dod_version', 'history'].map((name) =>
        text(name, `value of ${name} `.repeat(4)),
      ),
    ],
    variables: [
      {
        name: 'time',
        type: 'double',
        dimensions: ['time'],
        attributes: [text('units', `seconds since ${day} 00:00:00`)],
      },
      ...names.map((name) => ({
        name,
        type: 'float' as const,
        dimensions: ['time'],
        attributes: [
          text('long_name', `Long name of ${name}`),
          text('units', 'degC'),
          { name: 'missing_value', type: 'float' as const, value: Float32Array.of(-9999) },
          { name: 'valid_min', type: 'float' as const, value: Float32Array.of(-40) },
          { name: 'valid_max', type: 'float' as const, value: Float32Array.of(50) },
        ],
      })),
    ],
  };
  const create = kind === 'classic' ? ClassicWriter.create : Hdf5Writer.create;
  const writer = await create(path, definition, MINUTES);
  const columns = new Map<string, Float32Array | Float64Array>(
    names.map((name) => [name, new Float32Array(MINUTES)]),
  );
  columns.set(
    'time',
    Float64Array.from({ length: MINUTES }, (_, minute) => minute * 60),
  );
  await writer.writeRecords(columns, MINUTES);
  await writer.close();
}
