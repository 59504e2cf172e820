// Values on the real server: files that the conventions allow but few programs write, ordered over
// HTTP in every format and compared with what Python reads.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { appendFile, mkdir, open, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deliveryIndex, orderCreated } from '@isobar/contract/calls/orders.ts';
import { asyncBufferFromFile, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasReaders } from '../../../../scripts/python-modules.mjs';
import { writeMetFile } from '../features/orders/testing/met-file.ts';
import { type RealInstallation, type RealServer, realInstallation } from './real-server.ts';

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const hasPython = hasReaders();

const FIRST = Date.UTC(2019, 0, 1) / 1000;
const DAY = 86_400;
/** From the second time of each file to its nineteenth, both included. */
const CUT = { startDate: '2019-01-01 00:10:00', endDate: '2019-01-01 03:00:00' };
const CUT_SECONDS = { first: FIRST + 600, last: FIRST + 10_800 };
/** Variables that are left out of a delivery and reported, by the code of their datastream. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  svlen: ['lists'],
  scompound: ['pairs'],
  szero: ['empty'],
};
const ONE_TIME = ['smonth', 'sone'];
/** A datastream whose files change while they are read. */
const MOVING = 'sgpmovingE13.b1';

let house: RealInstallation;
let server: RealServer;
let made: readonly string[];
/**
 * A NetCDF-4 file of a few kilobytes that claims more values than any machine holds; none of them
 * was ever written.
 */
const CLAIMING = 'sgpclaimE13.b1.20190101.000000.nc';
const CLAIM = `
import sys, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    most = 2 ** 31 - 5
    f.createDimension('time', 24); f.createDimension('x', most); f.createDimension('y', most)
    t = f.createVariable('time', 'f8', ('time',)); t.units = 'seconds since 2019-01-01'; t[:] = [600 * n for n in range(24)]
    f.createVariable('claimed', 'f4', ('x', 'y'), chunksizes=(64, 64))
    f.createVariable('small', 'f4', ('time',))[:] = range(24)`;
const codeOf = (name: string) => /^sgp(\w+)E13/.exec(name)?.[1] ?? '';
const datastreamOf = (name: string) => name.split('.').slice(0, 2).join('.');

describe.skipIf(!hasPython)('values on the real server (needs Python netCDF4)', () => {
  beforeAll(async () => {
    house = await realInstallation(0);
    await house.addPerson();
    const printed = execFileSync('python3', [program('./strange-files.py'), house.archive]);
    made = JSON.parse(printed.toString()) as string[]; // as it prints
    execFileSync('python3', ['-c', CLAIM, join(house.archive, CLAIMING)]);
    for (let day = 1; day <= 9; day++) {
      const start = FIRST + (day - 1) * DAY;
      const path = join(house.archive, `${MOVING}.2019010${day}.000000.cdf`);
      await writeMetFile(path, { start, samples: 43_200, step: 2, datastream: MOVING });
    }
    server = await house.serve({ ISOBAR_RATE: '1000000' }); // the status of an order is polled
  }, 300_000);
  afterAll(() => house?.close());

  it('values on the real server are those of the files, cut by time, in NetCDF, CSV and Parquet; what is left out is named', async () => {
    const names = made.filter((name) => !ONE_TIME.includes(codeOf(name)));
    const order = { outputFormat: ['ANDR', 'NCSV', 'PARQ'] };
    const { folder, files, readme } = await delivered(names, order, { dates: [CUT] });
    const claims = await claimsOf(folder, files, CUT_SECONDS);
    expect(claims).toHaveLength(3 * names.length);
    const compared = beside(claims);
    expect(compared).toBeGreaterThan(460);
    for (const one of Object.values(LEFT_OUT).flat())
      expect(readme).toMatch(new RegExp(`- ${one} is left out: `));
  });

  it('values on the real server are those of the files, for whole files that are regenerated', async () => {
    const names = made.filter((name) => codeOf(name) !== 'smonth');
    const order = { outputFormat: ['ANDR', 'NCSV', 'PARQ'], mergedOutput: true };
    const { folder, files } = await delivered(names, order, { dates: [] });
    const claims = await claimsOf(folder, files, {});
    expect(claims).toHaveLength(3 * names.length);
    expect(beside(claims)).toBeGreaterThan(480);
  });

  it('values of a file whose times count months are whole as NetCDF, and its tables fail alone, with the reason', async () => {
    const names = made.filter((name) => /sone|smonth/.test(name));
    const order = { outputFormat: ['ANDR', 'NCSV'], mergedOutput: true };
    const orderId = await place(names, order, { dates: [] });
    const status = await server.ended(orderId);
    expect(Reflect.get(status, 'missing')).toEqual([
      {
        file: names.find((name) => name.includes('smonth')),
        reason: expect.stringMatching(/^As ASCII-CSV: .*"months since 2018-12-01"/),
      },
    ]);
    const { folder, files } = await fetched(orderId);
    const claims = await claimsOf(folder, files, {});
    expect(claims.map(({ format }) => format).sort()).toEqual(['csv', 'netcdf', 'netcdf']);
    expect(beside(claims)).toBe(5);
  });

  it('values on the real server are masked by a report of all variables in every numeric type, and what cannot be masked is named', async () => {
    const table = join(house.home, 'tables/quality-reports.csv');
    const head = (await readFile(table, 'utf8')).split('\n')[0] ?? '';
    const codes = ['sinteger', 'sfill', 'spack', 'sunsigned', 'schar', 'snan', 'sbig', 'sextreme'];
    const names = made.filter((name) => codes.includes(codeOf(name)));
    const columns = head.split(',');
    const row = (name: string) => {
      const cells: Record<string, string> = {
        ...{ dqr_id: 'D190101.1', datastream: datastreamOf(name), quality_code: '4' },
        ...{ quality_name: 'Incorrect', open_ended: 'no', extent: 'all', variables: 'all' },
        ...{ start_time: '2019-01-01T01:00:00Z', end_time: '2019-01-01T01:30:00Z' },
        ...{ subject: 'The mast was down', description: 'All of it', suggestions: 'Do not use' },
      };
      return columns.map((column) => cells[column] ?? '').join(',');
    };
    await writeFile(table, `${[head, ...names.map(row)].join('\n')}\n`);
    const order = { outputFormat: ['ANDR'] };
    const chosen = { dates: [CUT], dqrFilter: ['incorrect'] };
    const { folder, files, readme } = await delivered(names, order, chosen);
    const masks = [{ first: FIRST + 3600, last: FIRST + 5400 }];
    const claims = await claimsOf(folder, files, { ...CUT_SECONDS, masks });
    const results = asked(claims);
    expect(results.flatMap(({ found }) => found)).toEqual([]);
    expect(results.flatMap(({ masked }) => masked).length).toBeGreaterThan(40);
    for (const text of ['weather', 'pair', 'letter'])
      expect(readme).toMatch(new RegExp(`${text}\\b.*(text|characters)`));
  });

  it('values of a file that changes in the middle, size and date kept, are not delivered, and the others are', async () => {
    const name = `${MOVING}.20190101.000000.cdf`;
    const path = join(house.archive, name);
    const dates = [{ startDate: '2019-01-01', endDate: '2019-01-09' }];
    const selected = { dates, variables: ['temp_mean'] };
    let [orderId, lost] = [0, [] as unknown[]];
    // On a fast machine an order may be done before the test can change what it reads.
    for (let attempt = 0; attempt < 20 && lost.length === 0; attempt++) {
      orderId = await place([`${MOVING}.x`], { outputFormat: ['ANDR'] }, selected);
      const journal = join(house.home, `work/${orderId}/round-0/inputs.jsonl`);
      const isLookedAt = async () =>
        (await readFile(journal, 'utf8').catch(() => '')).includes('"input":0') ||
        (await server.status(orderId)).curStep === 'complete';
      while (!(await isLookedAt()));
      await spoil(path, attempt);
      const status = await server.ended(orderId);
      expect(status).toMatchObject({ curStep: 'complete', failure: null });
      lost = Reflect.get(status, 'missing');
    }
    const reason = expect.stringContaining('changed or removed in the archive');
    expect(lost).toEqual([{ file: name, reason }]);
    const { files, readme } = await fetched(orderId);
    expect(files.filter((file) => /\.(nc|cdf)$/.test(file))).toHaveLength(8);
    expect(readme).toContain(`- ${name}: The file was changed`);
  });

  it('values of times that repeat or decrease, and of groups, are reported, and sorted where that is requested', async () => {
    const names = made.filter((name) => ['sback', 'srepeat', 'sgroup'].includes(codeOf(name)));
    const asIs = await delivered(
      names,
      { outputFormat: ['ANDR'], mergedOutput: true },
      { dates: [] },
    );
    expect(asIs.readme).toContain('23 times are earlier than the one before; its rows are in');
    expect(asIs.readme).toContain('12 times repeat the one before; its rows are in');
    expect(asIs.readme).toContain('radar/beam/power is radar_beam_power');
    const sorted = { outputFormat: ['ANDR'], mergedOutput: true, sortTimes: true };
    const { folder, files, readme } = await delivered(names, sorted, { dates: [] });
    expect(readme).toContain('rows were put in the order of their times');
    expect(readme).toContain('12 rows whose times were there before were dropped');
    const values = (code: string) => {
      const file = files.find((one) => codeOf(one) === code && one.endsWith('.nc')) ?? '';
      const script =
        'import sys, netCDF4; print(*[int(x) for x in netCDF4.Dataset(sys.argv[1])["x"][:]])';
      return execFileSync('python3', ['-c', script, join(folder, file)])
        .toString()
        .trim();
    };
    const count = Array.from({ length: 24 }, (_, n) => n);
    expect(values('sback')).toBe(count.reverse().join(' '));
    expect(values('srepeat')).toBe(
      count
        .reverse()
        .filter((n) => n % 2 === 0)
        .join(' '),
    );
  });

  it('values that a small file claims and no machine can hold are left out, without delays for other users', async () => {
    expect((await stat(join(house.archive, CLAIMING))).size).toBeLessThan(60_000);
    const order = { outputFormat: ['ANDR', 'NCSV'], mergedOutput: true };
    const orderId = await place([CLAIMING], order, { dates: [] });
    expect((await server.call('/healthz')).status).toBe(200);
    expect(await server.ended(orderId)).toMatchObject({ curStep: 'complete', failure: null });
    const { folder, files, readme } = await fetched(orderId);
    expect(readme).toContain('- claimed is left out: it claims more values than can be counted');
    const csv = await readFile(
      join(folder, files.find((name) => name.endsWith('.csv')) ?? ''),
      'utf8',
    );
    const rows = csv.split('\r\n').filter((line) => line.startsWith('2019-'));
    expect(rows.map((row) => Number(row.split(',')[1]))).toEqual(
      Array.from({ length: 24 }, (_, n) => n),
    );
    expect(server.child.exitCode).toBeNull();
  });

  it('values on the real server bring coordinates, bounds, grid mapping and ancillary variables of what was chosen', async () => {
    const names = made.filter((name) => codeOf(name) === 'sgrid');
    const { folder, files } = await delivered(
      names,
      { outputFormat: ['ANDR'] },
      {
        dates: [CUT],
        variables: ['wind'],
      },
    );
    const wanted = [
      'time',
      'y',
      'y_bnds',
      'x',
      'lat2d',
      'lon2d',
      'lat_vertices',
      'crs',
      'flag',
      'wind',
    ];
    const claims = await claimsOf(folder, files, { ...CUT_SECONDS, names: wanted });
    expect(beside(claims)).toBe(wanted.length);
    const variables = 'import sys, netCDF4; print(*sorted(netCDF4.Dataset(sys.argv[1]).variables))';
    const held = execFileSync('python3', ['-c', variables, claims[0]?.delivered ?? '']);
    expect(held.toString().trim().split(' ')).toEqual([...wanted].sort());
  });

  it('values on the real server are masked by names that the files have: the harvest tells those that none has', async () => {
    const row = 'D310101.1,sgpmovingE13.b1,0,Missing,2031-01-01T00:00:00Z,2031-01-02T00:00:00Z';
    await appendFile(
      join(house.home, 'tables/quality-reports.csv'),
      `${row},no,some,tmep_mean;temp_mean,A mistyped name,Nothing else.,\n`,
    );
    const report = join(house.folder, 'missing.csv');
    const harvested = await house.isobar(['harvest', house.archive, '--report', report]);
    expect(harvested.code).toBe(0);
    const told = (await readFile(report, 'utf8'))
      .split('\n')
      .filter((line) => /sgpmovingE13.*unknown-report-variable/.test(line));
    expect(told).toEqual([expect.stringContaining(',unknown-report-variable,tmep_mean,')]);
  });
});

interface Claim {
  readonly source: string;
  readonly delivered: string;
  readonly format: 'netcdf' | 'csv' | 'cells';
}
interface Result {
  readonly compared: number;
  readonly absent: readonly string[];
  readonly masked: readonly string[];
  readonly found: readonly string[];
}

const asked = (claims: readonly Claim[]): Result[] =>
  JSON.parse(
    execFileSync('python3', [program('./same-values.py')], {
      input: JSON.stringify(claims),
      maxBuffer: 1 << 26,
    }).toString(),
  ) as Result[]; // as it prints

/**
 * How many variables were compared; all have to be the same in both, except those that are left
 * out.
 */
function beside(claims: readonly Claim[]): number {
  const results = asked(claims);
  const differing = results.flatMap(({ absent, found }, n) => {
    const name = claims[n]?.source.split('/').at(-1) ?? '';
    const lost = absent.filter((one) => !LEFT_OUT[codeOf(name)]?.includes(one));
    return [...found, ...lost].map((what) => `${claims[n]?.format} of ${name}: ${what}`);
  });
  expect(differing).toEqual([]);
  return results.reduce((sum, { compared }) => sum + compared, 0);
}

async function place(names: readonly string[], order: object, selected: object): Promise<number> {
  const selectedDatastreams = names.map((name) => ({
    datastream: datastreamOf(name),
    ...selected,
  }));
  const reply = await server.call('/services/order/orders/create', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ selectedData: { selectedDatastreams, ...order } }),
  });
  const answer: unknown = await reply.json();
  expect([reply.status, answer]).toEqual([200, expect.anything()]);
  return orderCreated.parse(answer).orderId;
}

async function delivered(names: readonly string[], order: object, selected: object) {
  const orderId = await place(names, order, selected);
  const status = await server.ended(orderId);
  expect(status).toMatchObject({ curStep: 'complete', failure: null, missing: [] });
  return await fetched(orderId);
}

/** All files of a delivery, as they come over HTTP. */
async function fetched(orderId: number) {
  const base = `/services/order/delivery/${orderId}/`;
  const index = deliveryIndex.parse(await (await server.call(`${base}index.json`)).json());
  const folder = join(house.folder, `order-${orderId}`);
  await mkdir(folder);
  for (const { url, name, bytes } of index.files) {
    const reply = await server.call(url);
    const content = Buffer.from(await reply.arrayBuffer());
    expect(content.length).toBe(bytes);
    await writeFile(join(folder, name), content);
  }
  const readme = (await readFile(join(folder, 'README.txt'), 'utf8')).replace(/\n {2,}/g, ' ');
  return { folder, files: index.files.map(({ name }) => name), readme };
}

async function claimsOf(folder: string, files: readonly string[], more: object): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const file of files) {
    const name = made.find((one) => datastreamOf(one) === datastreamOf(file));
    if (name === undefined) continue;
    const delivered = join(folder, file);
    const of = { source: join(house.archive, name), ...more };
    if (file.endsWith('.nc')) claims.push({ ...of, delivered, format: 'netcdf' });
    if (file.endsWith('.csv')) claims.push({ ...of, delivered, format: 'csv' });
    if (!file.endsWith('.parquet')) continue;
    await writeFile(`${delivered}.json`, JSON.stringify(await cellsOf(delivered)));
    const csv = delivered.replace(/parquet$/, 'csv');
    claims.push({ ...of, delivered: `${delivered}.json`, format: 'cells', ...{ csv } });
  }
  return claims;
}

/** The columns of a Parquet file: numbers with all their digits, times in seconds. */
async function cellsOf(path: string): Promise<[title: string, cells: unknown[]][]> {
  const file = await asyncBufferFromFile(path);
  const { schema } = await parquetMetadataAsync(file);
  let rows: unknown[][] = [];
  await parquetRead({ file, rowFormat: 'array', onComplete: (all) => (rows = all) });
  return schema.slice(1).map(({ name }, n) => [name, rows.map((row) => inJson(row[n]))]);
}

function inJson(cell: unknown): unknown {
  if (cell instanceof Date) return cell.getTime() / 1000;
  if (typeof cell === 'bigint') return String(cell);
  if (typeof cell !== 'number') return cell ?? null;
  return Number.isFinite(cell) && !Object.is(cell, -0)
    ? cell
    : Object.is(cell, -0)
      ? '-0'
      : String(cell);
}

/**
 * Writes other values in the same place, without a trace in a listing: size and times stay the
 * same.
 */
async function spoil(path: string, value: number): Promise<void> {
  const { size, atime, mtime } = await stat(path);
  const file = await open(path, 'r+');
  await file.write(Buffer.from([1, 2, 3, value]), 0, 4, size - 64);
  await file.close();
  await utimes(path, atime, mtime);
  expect((await stat(path)).size).toBe(size);
  expect(readFileSync(path).length).toBe(size);
}
