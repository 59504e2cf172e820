// Whether one large order uses both cores: processor seconds of its worker for each second that the
// order takes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { concatenate, openDataset } from '@isobar/netcdf';
import {
  addDesign,
  addMetDays,
  DAY,
  fileAway,
  JANUARY_1,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../apps/server/src/features/orders/testing/order-fixture.ts';
import { completed, MOST_RSS_MB, peakMegabytes, place } from './order-placing.ts';

/** Cores that must be busy on average; checksums and documents cannot use two. */
const LEAST_CORES = 1.4;
/** The HDF5 library compresses one file in one thread, while the next block is read. */
const LEAST_FOR_ONE_NETCDF4 = 1.2;
const DAYS = 30;
const ROUNDS = 4;
const CLASSIC = 'sgpmetE13.b1';
const NETCDF4 = 'sgpmetE15.b1';
/** A worker that polls without pause; it is given the folder and the database of a test house. */
const WORKER = fileURLToPath(
  new URL('../apps/server/src/features/orders/testing/worker-child.ts', import.meta.url),
);
/** Ticks of a second in /proc. */
const TICKS = 100;

export async function run(): Promise<void> {
  if (availableParallelism() < 2) {
    console.log('This machine has one core only.');
    return;
  }
  const house = await openOrderFixture();
  try {
    const { headers } = await house.signIn('ada');
    const names = await addMetDays(house, CLASSIC, DAYS, 1);
    await addAsNetcdf4(house, names);
    const csv = { outputFormat: ['NCSV'] };
    const joined = { mergedOutput: true, maxMb: 2048 };
    const last = `2019-01-${DAYS}`;
    // All but the first second, so that nothing can be delivered as it is.
    const dates = { dates: [{ startDate: '2019-01-01 00:00:01', endDate: `${last} 23:59:59` }] };
    const some = { variables: ['temp_mean', 'rh_mean'] };
    const order = (datastream: string, selected: object, selectedData: object) =>
      requestOf(datastream, '2019-01-01', last, { ...dates, ...selected }, selectedData);
    const orders: readonly [string, object, number][] = [
      ['ASCII-CSV', order(CLASSIC, {}, csv), LEAST_CORES],
      ['ASCII-CSV, joined', order(CLASSIC, {}, { ...csv, ...joined }), LEAST_CORES],
      ['NetCDF-4', order(NETCDF4, some, {}), LEAST_CORES],
      ['NetCDF-4, joined', order(NETCDF4, some, joined), LEAST_FOR_ONE_NETCDF4],
      ['NetCDF-4 to ASCII-CSV', order(NETCDF4, {}, csv), LEAST_CORES],
    ];
    for (const [name, request, least] of orders)
      await measure(house, headers, { name, request, least });
  } finally {
    await house.close();
  }
}

/**
 * One order by its own worker, which has made the same order before, so that warming up is not
 * measured.
 */
async function measure(
  house: OrderFixture,
  headers: { cookie: string },
  { name, request, least }: { name: string; request: object; least: number },
): Promise<void> {
  const worker = spawn(process.execPath, [WORKER, house.folder, house.database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(worker.stdout, 'data');
    await completed(house, await place(house, headers, request), 20);
    // Other work may occupy a core, so the best of a few rounds counts.
    let [cores, seconds] = [0, 0];
    for (let round = 0; round < ROUNDS && cores < least; round++) {
      const before = await used(worker);
      const began = performance.now();
      await completed(house, await place(house, headers, request), 20);
      const took = (performance.now() - began) / 1000;
      const share = ((await used(worker)) - before) / took;
      if (share > cores) [cores, seconds] = [share, took];
    }
    const rss = await peakMegabytes(worker);
    if (cores < least || rss > MOST_RSS_MB) process.exitCode = 1;
    console.log(
      `${DAYS} files, ${name}: ${seconds.toFixed(1)} s; ${cores.toFixed(2)} processor seconds a second (at least ${least}); RSS ${rss.toFixed(0)} MB (at most ${MOST_RSS_MB})`,
    );
  } finally {
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
}

/** Processor seconds of all threads so far. */
async function used(worker: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${worker.pid}/stat`, 'utf8');
  const [utime, stime] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(utime) + Number(stime)) / TICKS;
}

async function addAsNetcdf4(house: OrderFixture, names: readonly string[]): Promise<void> {
  for (const [day, name] of names.entries()) {
    const from = join(house.archiveFolder, name);
    const output = join(house.archiveFolder, name.replace(CLASSIC, NETCDF4).replace('.cdf', '.nc'));
    const inputs = [{ name, open: () => openDataset(from) }];
    await concatenate({ inputs, variables: 'all', output, format: 'netcdf4' });
    const start = JANUARY_1 + day * DAY;
    await fileAway(house.store, output, { datastream: NETCDF4, start, end: start + DAY - 1 });
    if (day === 0) await addDesign(house.store, NETCDF4, output);
  }
}
