// Arrays on a time grid: the same values as an order on the same grid delivers, read by Zarr and
// DAP2 in any part.
import { join } from 'node:path';
import type { ArrayInfo } from '@isobar/contract/calls/arrays.ts';
import { onGrid } from '@isobar/contract/calls/arrays.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as zarrita from 'zarrita';
import { openDiskBlobs } from '../adapters/blobs-disk.ts';
import { headersOf } from '../core/catalogue/designs.ts';
import { arraySection } from '../core/pages/kinds/array-section.ts';
import { describeHere } from '../core/series/fill-rows.ts';
import type { ArrayJob } from '../features/arrays/array-job.ts';
import { fromBlosc } from '../features/arrays/blosc.ts';
import { type ArrayPerformer, arrayPerformer } from '../features/arrays/perform.ts';
import { registerArrays } from '../features/arrays/routes.ts';
import { writeTestFile } from '../features/harvest/testing/write-file.ts';
import { writeMetFile } from '../features/orders/testing/met-file.ts';
import { openedForEach } from '../features/orders/testing/opened-for-each.ts';
import {
  addMetDays,
  DAY,
  fileAway,
  JANUARY_1,
  requestOf,
} from '../features/orders/testing/order-fixture.ts';
import type { Http } from '../platform/http/http.ts';
import { anonymousHttp } from '../platform/testing/anonymous-http.ts';

const MET = 'sgpmetE13.b1';
const DAYS = 4;
const URL_HERE = 'http://isobar.test';
const here = openedForEach();

let http: Http<never>;
let performer: ArrayPerformer;
let jobs: ArrayJob[];

beforeEach(async () => {
  await addMetDays(here.house, MET, DAYS);
  here.house.setTables({
    'quality-reports.csv': [
      {
        ...{ dqr_id: 'D190101.1', datastream: MET, variables: 'temp_mean', quality_code: '4' },
        ...{ start_time: '2019-01-02T06:00:00Z', end_time: '2019-01-02T09:00:00Z' },
      },
    ],
  });
  performer = arrayPerformer();
  await answer();
});
afterEach(async () => {
  await http.app.close();
  await performer.close();
});

/** `atOnce`: how many blocks are read at once before readers ask for them. */
async function answer(atOnce = 0): Promise<void> {
  http = await anonymousHttp();
  jobs = [];
  const { archive, tables } = here.house.worker;
  registerArrays(http, {
    store: here.house.store,
    tables,
    log: pino({ level: 'silent' }),
    perform: async (job) => {
      jobs.push(job);
      return await performer.perform(archive, job);
    },
    describe: describeHere(archive),
    blobs: await openDiskBlobs(join(here.house.home, 'array-blobs')),
    ...{
      atOnce,
      quietMs: 0,
      warm: () => undefined,
      mostBytes: 1e9,
      days: 30,
      url: URL_HERE,
      title: 'Data Discovery',
      simulated: true,
      version: '1',
    },
  });
}

const get = async (url: string, headers: Record<string, string> = {}) =>
  await http.app.inject({ url: url.replace(URL_HERE, ''), headers });
const present = async (): Promise<ArrayInfo> => (await get(`/services/arrays/${MET}`)).json();

interface Metadata {
  readonly shape: readonly number[];
  readonly data_type: string;
  readonly chunk_grid: { readonly configuration: { readonly chunk_shape: readonly number[] } };
  readonly attributes: Readonly<Record<string, unknown>>;
}
interface Group {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly consolidated_metadata: { readonly metadata: Readonly<Record<string, Metadata>> };
}

async function numbers(store: string, name: string): Promise<number[]> {
  const group: Group = (await get(`${store}/zarr.json`)).json();
  const { shape, data_type } = group.consolidated_metadata.metadata[name]!;
  const key = shape.length === 0 ? 'c' : ['c', ...shape.map(() => 0)].join('/');
  const reply = await get(`${store}/${name}/${key}`);
  expect(reply.statusCode, reply.body).toBe(200);
  const raw = await fromBlosc(reply.rawPayload);
  const kinds = { float32: Float32Array, float64: Float64Array, int32: Int32Array };
  const values = new kinds[data_type as keyof typeof kinds](Uint8Array.from(raw).buffer);
  return [...values].slice(
    0,
    shape.reduce((product, length) => product * length, 1),
  );
}

it('arrays on a grid have the values of an order on the same grid, to the last bit, with and without bad data [AV1] [AV18]', async () => {
  const info = await present();
  const orders = {
    whole: {},
    clean: { dqrFilter: ['incorrect', 'suspect'] },
    strict: { dqrFilter: ['incorrect', 'suspect'], embeddedQc: ['Bad', 'Indeterminate'] },
  };
  for (const [variant, masks] of Object.entries(orders)) {
    const { orderId, names } = await here.ada.delivered(
      requestOf(MET, '2019-01-01', '2019-01-04', masks, { timeGrid: { step: 3600 } }),
    );
    const file = await here.ada.dataset(orderId, names[0] ?? '');
    const store = onGrid(info.variants[variant as 'whole'].zarr, 3600);
    const group: Group = (await get(`${store}/zarr.json`)).json();
    const { metadata } = group.consolidated_metadata;
    expect(Object.keys(metadata).sort()).toEqual(file.variables.map(({ name }) => name).sort());
    for (const { name } of file.variables) {
      const ordered = [...((await file.read(name)) as Float64Array)];
      expect([variant, name, await numbers(store, name)]).toEqual([variant, name, ordered]);
    }
    await file.close();
  }
});

it('arrays on a grid have those variables of which the description says how they are put on it [AR3] [AR17]', async () => {
  await addDay('sgpwindC1.b1', 1, {
    site_code: { units: '1', long_name: 'Site code', axis: 'X' },
    wspd: { units: 'm/s', long_name: 'Wind speed' },
    wdir: { units: 'degree', long_name: 'Wind direction' },
    rain: { units: 'mm', long_name: 'Rain' },
    echo: { units: 'dBZ', long_name: 'Reflectivity' },
    spoken: { units: '1', long_name: 'Share' },
  });
  const info: ArrayInfo = (await get('/services/arrays/sgpwindC1.b1')).json();
  const methods = info.variables.map(({ name, gridMethod }) => [name, gridMethod]);
  expect(Object.fromEntries(methods)).toMatchObject({
    ...{ time: undefined, site_code: undefined, wspd: 'vector', wdir: 'vector' },
    ...{ rain: 'sum', echo: 'nearest', spoken: 'mean' },
  });
  const store = onGrid(info.variants.whole.zarr, 21_600);
  const { metadata } = (await get(`${store}/zarr.json`)).json().consolidated_metadata;
  for (const [name = '', method] of methods)
    if (name !== 'time')
      expect([name, metadata[name]?.attributes.isobar_method]).toEqual([name, method]);
});

it('arrays on a grid are read by zarrita in version 3 and 2, rows and cells, to the same values [AR4]', async () => {
  const { variants, variables } = await present();
  const hourly = onGrid(variants.clean.zarr, 3600);
  const names = [...variables.map(({ name }) => name), 'temp_mean_std', 'time_bounds'];
  for (const address of [variants.clean.zarr, hourly]) {
    const store = {
      get: async (key: string): Promise<Uint8Array | undefined> => {
        const reply = await get(`${address}${key}`);
        return reply.statusCode === 200 ? new Uint8Array(reply.rawPayload) : undefined;
      },
    };
    for (const open of [zarrita.open.v3, zarrita.open.v2]) {
      const group = await open(store, { kind: 'group' });
      for (const name of names) {
        const isHere = (await store.get(`/${name}/zarr.json`)) !== undefined;
        if (!isHere) continue;
        const got: unknown = await zarrita.get(await open(group.resolve(name), { kind: 'array' }));
        // a value without dimensions is no chunk
        const data = typeof got === 'number' ? [got] : (got as { data: Float64Array }).data;
        expect([name, Array.from(data, Number)]).toEqual([name, await numbers(address, name)]);
      }
    }
  }
});

it('arrays on a grid leave out what reports call incorrect in the clean variant, and have flags for it [AV9] [AR11]', async () => {
  const { variants } = await present();
  const [clean, whole] = [onGrid(variants.clean.zarr, 3600), onGrid(variants.whole.zarr, 3600)];
  expect((await numbers(clean, 'temp_mean')).slice(30, 33)).toEqual([-9999, -9999, -9999]);
  expect((await numbers(clean, 'qc_temp_mean')).slice(30, 33)).toEqual([257, 257, 257]);
  expect((await numbers(whole, 'temp_mean')).slice(30, 33)).not.toContain(-9999);
});

it('arrays on a grid are read by DAP2, in any part, with the time of each cell [DP1] [AV2]', async () => {
  const { variants } = await present();
  const dap = onGrid(variants.clean.dap, 21_600);
  expect((await get(`${dap}.dds`)).body).toContain(`Float64 time[time = ${DAYS * 4}];`);
  expect((await get(`${dap}.das`)).body).toContain('isobar_grid_step "21600 s');
  const reply = await get(`${dap}.dods?time[2:1:4]`);
  const at = reply.rawPayload.indexOf('Data:\n') + 6 + 8;
  const times = [0, 1, 2].map((n) => reply.rawPayload.readDoubleBE(at + 8 * n));
  expect(times).toEqual([2, 3, 4].map((n) => JANUARY_1 + n * 21_600));
});

it('arrays on a grid read a block once for all variables, none for the times, and keep what they read [AR13]', async () => {
  const store = onGrid((await present()).variants.clean.zarr, 3600);
  await numbers(store, 'time');
  await numbers(store, 'time_bounds');
  const reads = () => jobs.filter(({ is }) => is === 'cells').length;
  const before = reads();
  for (const name of ['temp_mean', 'qc_temp_mean', 'temp_mean_std', 'rh_mean'])
    await numbers(store, name);
  expect(reads() - before).toBe(1);
});

it('arrays on a grid are not read before readers ask, neither on the grid nor as the files have them [AR13]', async () => {
  await http.app.close();
  await answer(1);
  const { whole, clean } = (await present()).variants;
  await get(`${onGrid(clean.zarr, 3600)}/zarr.json`);
  const read = () =>
    jobs.flatMap((job) => (job.is === 'block' || job.is === 'cells' ? [job.variant] : []));
  // Blocks of one array are read at a time: those of this one come after any that the grid began.
  await expect
    .poll(async () => {
      await get(`${whole.zarr}/zarr.json`);
      return read();
    })
    .toContain('whole');
  expect(read()).not.toContain('clean');
});

it('arrays on a grid of a step that does not divide a day are 404, and of one with too many cells 413', async () => {
  const name = `${MET}.20210101.000000.cdf`;
  const path = join(here.house.archiveFolder, name);
  const start = JANUARY_1 + 731 * DAY;
  await writeMetFile(path, { start, samples: 9, step: 600, datastream: MET });
  await fileAway(here.house.store, path, { datastream: MET, start, end: start + 4800 });
  const { variants } = await present();
  const step = async (seconds: number) =>
    await get(`${onGrid(variants.clean.zarr, seconds)}/zarr.json`);
  const wrong = await step(7);
  expect([wrong.statusCode, wrong.json().message]).toEqual([
    404,
    expect.stringContaining('does not divide a day'),
  ]);
  expect([(await step(1)).statusCode, (await step(2)).statusCode]).toEqual([413, 200]);
  const unlike = await get(`${variants.clean.zarr.replace('clean', 'clean-max-300s')}/zarr.json`);
  expect(unlike.statusCode).toBe(400);
});

it('arrays on a grid show on the page of the datastream how large they are, and what changed over the years [AR1] [AR2]', async () => {
  const drift = 'sgpdriftC1.b1';
  await addDay(drift, 1, { temp: { units: 'degC', long_name: 'Air' } });
  await addDay(drift, 2, { temp: { units: 'K', long_name: 'Air' } });
  const { db } = here.house.store;
  const row = { datastream: drift, start_s: JANUARY_1, end_s: JANUARY_1 + 2 * DAY };
  const sources = { db, tables: await here.house.worker.tables(), publisher: { url: URL_HERE } };
  const page = async () =>
    (await arraySection(sources, row, await headersOf(db, drift))).body.text.replace(/\s+/g, ' ');
  expect(await page()).not.toContain('What changed');
  const info: ArrayInfo = (await get(`/services/arrays/${drift}`)).json();
  const text = await page();
  expect(text).toContain('48 rows from 2019-01-01 – 2019-01-02');
  expect(text).toContain(`state <code>${info.state}</code>`);
  expect(text).toContain('What changed over the years');
  expect(text).toMatch(/<code>temp<\/code><\/th><td>units<\/td><td>degC<\/td>.*temp__to_20190101/);
  expect(text).toContain(onGrid(info.variants.clean.zarr, 3600));
  for (const { zarr, dap } of Object.values(info.variants)) {
    expect(text).toContain(`<code>${zarr}</code>`);
    expect(text).toContain(`<code>${dap}</code>`);
  }
  const { attributes } = (await get(`${info.variants.clean.zarr}/zarr.json`)).json();
  expect(attributes.isobar_changes).toEqual([
    'temp: units degC from 2019-01-01 to 2019-01-01, in temp__to_20190101',
    'temp: units K from 2019-01-02 to 2019-01-02, in temp',
  ]);
  expect((await get(`${info.variants.clean.dap}.das`)).body).toContain(
    attributes.isobar_changes[1],
  );
  // Examples read a variable, and no more rows than there are.
  expect(text).toContain('ncvar_get(data, &quot;temp&quot;, start = 1, count = 48)');
});

/** A file of 24 hours with these variables; `day` of January 2019. */
async function addDay(
  datastream: string,
  day: number,
  variables: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<void> {
  const path = join(here.house.archiveFolder, `${datastream}.2019010${day}.000000.cdf`);
  await writeTestFile(path, { timeUnits: `seconds since 2019-01-0${day} 00:00:00`, variables });
  const start = JANUARY_1 + (day - 1) * DAY;
  await fileAway(here.house.store, path, { datastream, start, end: start + DAY - 3600 });
}

it('arrays on a grid list what they hold, as other stores do, for programs that look before they read, and have a page for browsers [AR4]', async () => {
  const info = await present();
  const { zarr: plain } = info.variants.whole;
  const links = async (url: string) => {
    const { headers, body } = await get(url);
    expect([headers['content-type'], headers.vary]).toEqual(['text/html; charset=utf-8', 'accept']);
    return [...body.matchAll(/href="([^"]*)"/g)].map(([, link]) => `${URL_HERE}${link}`);
  };
  for (const zarr of [plain, onGrid(plain, 3600)]) {
    const group: Group = (await get(`${zarr}/zarr.json`)).json();
    const names = Object.keys(group.consolidated_metadata.metadata);
    const folders = names.map((name) => `${zarr}/${name}/`);
    for (const root of [zarr, `${zarr}/`])
      expect((await links(root)).sort()).toEqual([...folders, `${zarr}/zarr.json`].sort());
    for (const name of names)
      for (const end of ['', '/'])
        expect(await links(`${zarr}/${name}${end}`)).toEqual([`${zarr}/${name}/zarr.json`]);
    const page = await get(zarr, { accept: 'text/html,*/*;q=0.8' });
    expect(page.body).toContain(`<code>${zarr}</code>`);
    for (const name of names) expect(page.body).toContain(`${zarr}/${name}/zarr.json`);
    const byDap = await get(zarr.replace(/zarr$/, 'dap'));
    for (const { body } of [page, byDap]) expect(body).toMatch(/simulated/i);
  }
});
