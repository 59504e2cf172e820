// Addresses of arrays while files and reports change: what each answers, and for how long.
import { createHash } from 'node:crypto';
import { appendFile, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ArrayInfo } from '@isobar/contract/calls/arrays.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../adapters/archive-disk.ts';
import { openDiskBlobs } from '../adapters/blobs-disk.ts';
import { describeHere } from '../core/series/fill-rows.ts';
import { cachedTables } from '../core/tables/cached-tables.ts';
import type { CuratedTables } from '../core/tables/curated-tables.ts';
import { ensureTables } from '../core/tables/load.ts';
import { ENCODING } from '../features/arrays/block-tags.ts';
import { fromBlosc } from '../features/arrays/blosc.ts';
import { type ArrayPerformer, arrayPerformer } from '../features/arrays/perform.ts';
import { registerArrays } from '../features/arrays/routes.ts';
import { harvest } from '../features/harvest/harvest.ts';
import { writeTestFile } from '../features/harvest/testing/write-file.ts';
import type { Http } from '../platform/http/http.ts';
import { anonymousHttp } from '../platform/testing/anonymous-http.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../store/testing/temporary-store.ts';

const DATASTREAM = 'sgpmetE13.b1';
const SHIPPED = fileURLToPath(new URL('../../tables', import.meta.url));
const HOURS = Array.from({ length: 24 }, (_, hour) => hour * 3600);
const DAY_MS = 86_400_000;

let folder: string;
let store: TemporaryStore;
let http: Http<never>;
let now: number;
/** The variables of each block that was read. */
let names: (readonly string[])[];
/** States that threads were made ready for. */
let made: string[];
let performer: ArrayPerformer;
let tables: () => Promise<CuratedTables>;

const path = (day: string): string => join(folder, `archive/sgp/${DATASTREAM}.${day}.000000.cdf`);
type Attributes = Readonly<Record<string, string>>;
const write = (day: string, times = HOURS, variables?: Readonly<Record<string, Attributes>>) =>
  writeTestFile(path(day), {
    ...(variables && { variables }),
    timeUnits: `seconds since ${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)} 00:00:00`,
    times,
  });

async function begin(kind: 'sqlite' | 'postgres' = 'sqlite'): Promise<void> {
  folder = temporaryFolder();
  store = await temporaryStore(kind);
  now = Date.UTC(2024, 0, 1);
  names = [];
  made = [];
  await ensureTables({
    shipped: SHIPPED,
    instead: join(SHIPPED, 'own'),
    folder: join(folder, 'tables'),
  });
  tables = cachedTables(join(folder, 'tables'), { seenWithinMs: 0 });
  for (const day of ['20190101', '20190102', '20190103']) await write(day);
  await harvestAll();
  await serve();
}

const harvestAll = async () =>
  await harvest({
    store,
    archive: await openDiskArchive(join(folder, 'archive')),
    tables: await tables(),
    log: pino({ level: 'silent' }),
  });

/** A server on the store and home, again after a restart. */
async function serve(): Promise<void> {
  http = await anonymousHttp();
  const archive = await openDiskArchive(join(folder, 'archive'));
  performer = arrayPerformer();
  const { perform } = performer;
  registerArrays(http, {
    store,
    tables,
    log: pino({ level: 'silent' }),
    perform: (job) => {
      if (job.is === 'block') names.push(job.names);
      if (job.is === 'times') names.push(['time']);
      if (job.is === 'ready') made.push(job.id);
      return perform(archive, job);
    },
    atOnce: 2,
    warm: () => undefined,
    describe: describeHere(archive),
    blobs: await openDiskBlobs(join(folder, 'blobs')),
    mostBytes: 1e9,
    days: 30,
    ...{ url: 'http://isobar.test', title: 'Data Discovery', simulated: true, version: '1' },
    now: () => now,
  });
}

async function restart(): Promise<void> {
  await http.app.close();
  await performer.close();
  await serve();
}

afterEach(async () => {
  await http.app.close();
  await performer.close();
  await store.close();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  http.app.inject({ url, headers });
async function present(): Promise<ArrayInfo> {
  const reply = await get(`/services/arrays/${DATASTREAM}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}
const key = ({ state }: Pick<ArrayInfo, 'state'>, name: string, variant = 'whole') =>
  `/services/arrays/${DATASTREAM}/${state}/${variant}.zarr/${name}`;
async function temperatures(url: string): Promise<number[]> {
  const reply = await get(url);
  expect(reply.statusCode, reply.body).toBe(200);
  const raw = await fromBlosc(reply.rawPayload);
  return [...new Float32Array(raw.buffer, raw.byteOffset, raw.byteLength / 4)];
}

describe.each(STORE_KINDS)('an address of an array in %s', (kind) => {
  beforeEach(() => begin(kind));

  it('an address of an array is the same while nothing changes, and another once a file came; the old one answers as before [AR3] [AR5]', async () => {
    const first = await present();
    expect(first).toMatchObject({ rows: 72, files: 3, start: '2019-01-01T00:00:00Z' });
    expect((await present()).state).toBe(first.state);
    const before = await get(key(first, 'temp/c/0'));
    await write('20190104');
    await harvestAll();
    const second = await present();
    expect(second.state).not.toBe(first.state);
    expect(second.rows).toBe(96);
    const after = await get(key(first, 'temp/c/0'));
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
    expect(
      (await get(key(first, 'zarr.json'))).json().consolidated_metadata.metadata.temp.shape,
    ).toEqual([72]);
  });

  it('an address of an array answers 410 with the present address once a file that it needs was replaced or went [AR5]', async () => {
    const first = await present();
    await write('20190102', HOURS.slice(0, 5));
    await utimes(path('20190102'), 1.6e9, 1.6e9);
    await harvestAll();
    const replaced = await get(key(first, 'temp/c/0'));
    expect(replaced.statusCode).toBe(410);
    const address = `http://isobar.test/services/arrays/${DATASTREAM}`;
    expect(replaced.headers.link).toBe(`<${address}>; rel="successor-version"`);
    expect([replaced.json().code, replaced.headers['cache-control']]).toEqual(['gone', 'no-store']);
    expect(replaced.statusMessage).toMatch(/^Gone\. .* The present one is at /); // in Python
    const second = await present();
    await rm(path('20190103'));
    await harvestAll();
    expect((await get(key(second, 'temp/c/0'))).statusCode).toBe(410);
    expect((await get(key(second, 'zarr.json'))).statusCode).toBe(200);
  });

  it('a state of an array is over after the configured days, and remembered as one that was [AR5]', async () => {
    const first = await present();
    await write('20190104');
    await harvestAll();
    await present();
    now += 31 * DAY_MS;
    await restart();
    expect((await get(key(first, 'zarr.json'))).statusCode).toBe(410);
    await write('20190105');
    await harvestAll();
    await present(); // forgets the content of what is over
    expect((await get(key(first, 'zarr.json'))).statusCode).toBe(410);
    expect((await get(key({ state: '0123456789' }, 'zarr.json'))).statusCode).toBe(404);
  });
});

describe('arrays', () => {
  beforeEach(() => begin());

  it('arrays never give other values for a file that changed and is not harvested yet [AR5]', async () => {
    const first = await present();
    await appendFile(path('20190102'), 'x');
    const reply = await get(key(first, 'temp/c/0'));
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'unavailable']);
  });

  it('arrays read the first variable of a block alone, then all variables once, keep them, and use them for a later state and after a restart [AR13]', async () => {
    const plain = { temp: { units: 'degC' }, rh: { units: '%' }, pressure: { units: 'kPa' } };
    for (const day of ['20190101', '20190102', '20190103']) await write(day, HOURS, plain);
    await harvestAll();
    const first = await present();
    const chunk = async (name: string) => {
      expect((await get(key(first, `${name}/c/0`))).statusCode).toBe(200);
      return names.at(-1);
    };
    expect(await chunk('time')).toEqual(['time']);
    expect(await chunk('temp')).toEqual(['temp']);
    expect(await chunk('temp')).toEqual(['temp']);
    expect(names).toHaveLength(2); // it is kept
    expect(await chunk('rh')).toEqual(['temp', 'rh', 'pressure']);
    await chunk('pressure');
    expect(names).toHaveLength(3);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await restart();
    for (const name of ['time', 'temp', 'rh', 'pressure']) await chunk(name);
    expect(names).toHaveLength(3);
  });

  it('arrays read times once for all variants, which never mask them [AR11] [AR13]', async () => {
    const info = await present();
    const times = async (variant: string) => (await get(key(info, 'time/c/0', variant))).rawPayload;
    const whole = await times('whole');
    for (const variant of ['clean', 'strict'])
      expect((await times(variant)).equals(whole)).toBe(true);
    expect(names).toEqual([['time']]);
  });

  it('arrays make and keep the times of a state when it is opened, without its files and before a reader asks [AR13]', async () => {
    await write('20190102', [0, 3600, 9000, 25_200]); // not evenly spaced
    await harvestAll();
    await rm(path('20190102')); // the times are known
    const info = await present();
    await expect.poll(() => names).toEqual([['time']]);
    await expect.poll(() => made).toHaveLength(2); // the times are kept by then
    const { rawPayload } = await get(key(info, 'time/c/0'));
    const times = new Float64Array((await fromBlosc(new Uint8Array(rawPayload))).buffer);
    const day = Date.UTC(2019, 0, 2) / 1000;
    expect([...times.slice(23, 29)]).toEqual(
      [-1, 0, 1, 2.5, 7, 24].map((hour) => day + hour * 3600),
    );
    expect(names).toEqual([['time']]);
  });

  it('arrays make each thread that reads blocks ready when a state is opened, once [AR13]', async () => {
    const { state } = await present();
    const id = `${DATASTREAM}/${state}`;
    await expect.poll(() => made).toEqual([id, id]);
    await present();
    expect(made).toHaveLength(2);
  });

  it('arrays leave out what reports call incorrect, and have another state when a report comes [AR5] [AR11]', async () => {
    const first = await present();
    await report({
      ...{ quality_code: '4', extent: 'some', variables: 'temp' },
      ...{ start_time: '2019-01-01T02:00:00Z', end_time: '2019-01-01T03:00:00Z' },
    });
    const second = await present();
    expect(second.state).not.toBe(first.state);
    const begin = async (info: ArrayInfo, variant: string) =>
      (await temperatures(key(info, 'temp/c/0', variant))).slice(0, 5);
    expect(await begin(second, 'clean')).toEqual([0, 0, -9999, -9999, 0]);
    expect(await begin(second, 'whole')).toEqual([0, 0, 0, 0, 0]);
    expect(await begin(first, 'clean')).toEqual([0, 0, 0, 0, 0]);
  });

  it('arrays say where to order what is of limited access, all of it or a part, also at addresses that were open before [AR3] [AR4]', async () => {
    const noon = '2019-01-09T12:00:00Z';
    await write('20190109', [20 * 3600, 12 * 3600, 19 * 3600]).then(harvestAll); // back in time
    const first = await present();
    await report({ quality_code: '99', start_time: noon, end_time: noon });
    const part = await present();
    const reason = 'access is limited; place an order, which is reviewed';
    expect(part).toMatchObject({ leftOut: [{ reason, files: 1 }], rows: first.rows - 3 });
    const refusal = async (url: string) => {
      const reply = await get(url);
      return `${reply.statusCode} ${reply.json().message}`;
    };
    const told = `403 Of ${DATASTREAM}, ${reason}: http://isobar.test/discovery/#/results/datastream::${DATASTREAM}`;
    expect(await refusal(key(first, 'temp/c/0'))).toBe(told);
    await report({ quality_code: '99', start_time: '2000-01-01T00:00:00Z', open_ended: 'yes' });
    expect(await refusal(`/services/arrays/${DATASTREAM}`)).toBe(told);
    for (const info of [first, part]) expect(await refusal(key(info, 'zarr.json'))).toBe(told);
  });

  it('arrays say in a sentence which files are left out, in the description and in the notes of the array [AR3]', async () => {
    await writeTestFile(path('20190108'), { calendar: 'noleap' });
    await harvestAll();
    const info = await present();
    const [left] = info.leftOut;
    expect(left?.reason).toMatch(
      /^The file has no time axis .* counts in the calendar noleap, which is not that of dates$/,
    );
    const { attributes } = (await get(key(info, 'zarr.json'))).json();
    expect(attributes.isobar_notes).toContain(`${left?.first} is left out: ${left?.reason}`);
  });

  /** Replaces all reports by one. */
  async function report(own: Readonly<Record<string, string>>): Promise<void> {
    const table = join(folder, 'tables/quality-reports.csv');
    const [head = ''] = (await readFile(table, 'utf8')).split('\n');
    const values: Readonly<Record<string, string>> = {
      ...{
        dqr_id: 'D1',
        datastream: DATASTREAM,
        quality_name: 'Q',
        subject: 'S',
        description: 'D',
      },
      ...{ open_ended: 'no', extent: 'all', ...own },
    };
    const row = head.split(',').map((name) => values[name] ?? '');
    await writeFile(table, `${head}\n${row.join(',')}\n`);
  }

  it('arrays are cached for good, in ranges and by tag, and open to pages of other sites [AR14]', async () => {
    const info = await present();
    const whole = await get(key(info, 'temp/c/0'));
    expect(whole.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(whole.headers['access-control-allow-origin']).toBe('*');
    const part = await get(key(info, 'temp/c/0'), { range: 'bytes=4-9' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(4, 10))).toBe(true);
    const etag = String(whole.headers.etag);
    expect((await get(key(info, 'temp/c/0'), { 'if-none-match': etag })).statusCode).toBe(304);
    const head = await http.app.inject({ method: 'HEAD', url: key(info, 'temp/c/0') });
    expect([head.statusCode, head.headers['content-length']]).toEqual([
      200,
      String(whole.rawPayload.length),
    ]);
  });

  it('arrays are another state once a file comes that is left out, so that no address ever says something else [AR4] [AR5]', async () => {
    await writeTestFile(path('20190108'), { calendar: 'noleap' });
    await harvestAll();
    const first = await present();
    const before = await get(key(first, 'zarr.json'));
    await writeTestFile(path('20190109'), { calendar: 'noleap' });
    await harvestAll();
    const second = await present();
    expect([first, second].map(({ leftOut }) => leftOut[0]?.files)).toEqual([1, 2]);
    expect((await get(key(first, 'zarr.json'))).body).toBe(before.body);
    expect(second.state).not.toBe(first.state);
  });

  it('arrays answer 304 without reading, and HEAD from the same budget as GET [AR14]', async () => {
    const info = await present();
    const { headers } = await get(key(info, 'time/c/0'));
    names = [];
    const etag = `"${info.state}-${createHash('sha1').update(`${ENCODING}/whole//temp/c/0`).digest('base64url')}"`;
    const known = await get(key(info, 'temp/c/0'), { 'if-none-match': etag });
    expect([known.statusCode, names]).toEqual([304, []]);
    const again = await get(key(info, 'temp/c/0'), { 'accept-encoding': 'br, gzip' });
    expect([again.headers.etag, names]).toEqual([etag, [['temp']]]);
    expect(again.headers['content-encoding']).toBeUndefined(); // it is compressed already
    const statuses = new Set<number>();
    const url = key(info, 'time/c/0');
    for (let n = 0; n < 1000; n++)
      statuses.add((await http.app.inject({ method: 'HEAD', url })).statusCode);
    expect([...statuses]).toEqual([200, 429]);
    const own = { 'if-none-match': String(headers.etag) };
    expect((await get(key(info, 'time/c/0'), own)).statusCode).toBe(304);
  });

  it('arrays have the keys of Zarr 3 and 2, and no others [AR4]', async () => {
    const info = await present();
    const statuses = async (names: readonly string[]) =>
      await Promise.all(names.map(async (name) => (await get(key(info, name))).statusCode));
    const there =
      'zarr.json .zgroup .zattrs .zmetadata temp/zarr.json temp/.zarray temp/.zattrs temp/c/0 temp/0';
    expect(await statuses(there.split(' '))).toEqual(Array(9).fill(200));
    const absent =
      'temp/c/1 temp/1 temp/c temp/c/00 temp/c/-1 temp/c/0/0 none/c/0 none/ c/0 ..%2fzarr.json temp/0.0';
    expect(await statuses(absent.split(' '))).toEqual(Array(11).fill(404));
  });

  it('by DAP2 refuse in its own form what is unknown, wrong or too much, before they read [DP3]', async () => {
    const { state } = await present();
    const dap = (suffix: string) =>
      get(`/services/arrays/${DATASTREAM}/${state}/whole.dap.${suffix}`);
    const unknown = await dap('dods?none');
    const kind = unknown.headers['content-description'];
    expect([unknown.statusCode, kind]).toEqual([404, 'dods-error']);
    expect(unknown.body).toBe(
      'Error {\n    code = 404;\n    message = "There is no variable none.";\n};\n',
    );
    for (const wrong of ['temp[0:1:72]', 'temp[5:4]', 'temp[0][0]', 'temp&time>3', 'temp[a]', '%'])
      expect((await dap(`dods?${wrong}`)).statusCode, wrong).toBe(400);
    expect(names.filter(([name]) => name !== 'time')).toEqual([]); // times are made ahead
    expect((await dap('dods?temp,time')).statusCode).toBe(200);
    expect((await dap('ver')).body).toContain('DAP/2.0');
  });

  it('arrays of an unknown datastream are 404, and of a state in another form 400', async () => {
    expect((await get('/services/arrays/nonesuch.b1')).statusCode).toBe(404);
    expect((await get(key({ state: 'xyz' }, 'zarr.json'))).statusCode).toBe(400);
  });
});
