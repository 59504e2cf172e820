// Extracts at once: joined, cut to variables, masked, in each form; and what is refused.

import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { bytesSource, type Dataset, openDataset } from '@isobar/netcdf';
import { expect, it } from 'vitest';
import { qualityAt, temperatureAt } from '../orders/testing/met-file.ts';
import { addMetDays, DAY, JANUARY_1 } from '../orders/testing/order-fixture.ts';
import { liveForAll, MET, nameOf, type Query, USER } from './testing/live-fixture.ts';

const here = liveForAll();

const firstDays = (count: number) => here.names.slice(0, count);

async function opened<T>(answer: Response, look: (dataset: Dataset) => Promise<T>): Promise<T> {
  expect(answer.status).toBe(200);
  const dataset = await openDataset(bytesSource(new Uint8Array(await answer.arrayBuffer())));
  try {
    return await look(dataset);
  } finally {
    await dataset.close();
  }
}

it('[P117] [P119] [P121] [P123] [P124] mod joins files in time, with the variables that were named', async () => {
  const answer = await here.live.mod(
    { user: USER, variables: 'temp_mean,qc_temp_mean', wt: 'cdf' },
    firstDays(3).reverse(),
  );
  expect(nameOf(answer)).toBe('sgpmetE13.b1.20190101.000000.20190103.235000.custom.cdf');
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
  await opened(answer, async (dataset) => {
    expect(dataset.format).toBe('cdf2');
    const variables = dataset.variables.map(({ name }) => name);
    expect(variables).toEqual(expect.arrayContaining(['time', 'temp_mean', 'qc_temp_mean', 'lat']));
    expect(variables).not.toContain('rh_mean');
    const expected = Array.from({ length: 432 }, (_, n) => temperatureAt(JANUARY_1 + n * 600));
    expect([...((await dataset.read('temp_mean')) as Float32Array)]).toEqual(expected);
    const history = dataset.attributes.find(({ name }) => name === 'history')?.value;
    expect(history).toMatch(
      /Isobar 1\.0\.0, live data: variables temp_mean, qc_temp_mean; files joined along time/,
    );
  });
});

it('an extract joins the files of a datastream and has the rows of the requested range only', async () => {
  const range = { ds: MET, start: '2019-01-02T12:00:00Z', end: '2019-01-03T11:50:00Z' };
  const answer = await here.live.get('/mod', { user: USER, variables: 'temp_mean', ...range });
  expect(nameOf(answer)).toBe('sgpmetE13.b1.20190102.120000.20190103.115000.custom.cdf');
  await opened(answer, async (dataset) => {
    const start = JANUARY_1 + DAY + DAY / 2;
    const expected = Array.from({ length: 144 }, (_, n) => temperatureAt(start + n * 600));
    expect([...((await dataset.read('temp_mean')) as Float32Array)]).toEqual(expected);
    const history = String(dataset.attributes.find(({ name }) => name === 'history')?.value);
    expect(history).toContain('rows of 2019-01-02T12:00:00Z to 2019-01-03T11:50:00Z');
  });
  const whole = await here.live.get('/mod', { user: USER, ds: MET });
  await opened(whole, async (dataset) => {
    expect(dataset.dimensions.find(({ name }) => name === 'time')?.length).toBe(4 * 144);
    const history = String(dataset.attributes.find(({ name }) => name === 'history')?.value);
    expect(history).not.toContain('rows of');
  });
  const day = await here.live.get('/mod', { user: USER, file: here.names[2] ?? '', wt: 'csv' });
  expect(nameOf(day)).toBe('sgpmetE13.b1.20190103.000000.custom.csv');
  expect((await day.text()).split('\n').length).toBeGreaterThan(144);
});

it.each<[string, Query, number, RegExp]>([
  [
    'a range without files',
    { ds: MET, start: '1999-01-01', end: '1999-01-02' },
    404,
    /no data file of sgpmetE13/,
  ],
  ['a datastream that is not here', { ds: 'xxxX1.b1' }, 404, /no data file of xxxX1/],
  ['a datastream and files', { ds: MET, file: 'x.nc' }, 400, /name a datastream, or files/],
  [
    'a range that goes backwards',
    { ds: MET, start: '2019-01-03', end: '2019-01-01' },
    400,
    /later than end/,
  ],
  ['neither', {}, 400, /the address names ds/],
])('mod refuses %s', async (_, query, status, message) => {
  const answer = await here.live.get('/mod', { user: USER, ...query });
  const told = (await answer.json()) as { message: string };
  expect([answer.status, told.message]).toEqual([status, expect.stringMatching(message)]);
});

it('[P118] [P120] mod takes its list with GET as well, and all variables where none is named', async () => {
  const { hostname, port, pathname, search } = new URL(
    here.live.address('/mod', { wt: 'CDF', user: USER }),
  );
  const list = JSON.stringify(firstDays(1));
  const headers = { 'content-length': list.length };
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const pieces: Buffer[] = [];
    const asked = request(
      { hostname, port, path: pathname + search, method: 'GET', headers },
      (answer) => {
        answer
          .on('data', (piece: Buffer) => pieces.push(piece))
          .on('end', () => resolve(Buffer.concat(pieces)));
      },
    );
    asked.on('error', reject).end(list);
  });
  const dataset = await openDataset(bytesSource(new Uint8Array(bytes)));
  expect(dataset.variables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['temp_mean', 'rh_mean', 'alt']),
  );
  await dataset.close();
});

it('[P122] mod makes text, NetCDF-4 and JSON as well', async () => {
  const ask = (wt: string) =>
    here.live.mod({ user: USER, wt, variables: 'temp_mean' }, firstDays(2));
  const csv = await ask('csv');
  expect([csv.headers.get('content-type'), nameOf(csv)]).toEqual([
    'text/csv; charset=utf-8',
    'sgpmetE13.b1.20190101.000000.20190102.235000.custom.csv',
  ]);
  const lines = (await csv.text())
    .trim()
    .split('\r\n')
    .filter((line) => !line.startsWith('#'));
  expect(lines.length).toBe(1 + 288);
  expect(lines[1]).toMatch(/^2019-01-01T00:00:00Z,/);
  await opened(await ask('nc4'), async (dataset) => {
    expect(dataset.format).toBe('netcdf4');
    expect(((await dataset.read('temp_mean')) as Float32Array).length).toBe(288);
  });
  const parquet = await ask('parquet');
  expect([parquet.headers.get('content-type'), nameOf(parquet)]).toEqual([
    'application/vnd.apache.parquet',
    'sgpmetE13.b1.20190101.000000.20190102.235000.custom.parquet',
  ]);
  const table = Buffer.from(await parquet.arrayBuffer());
  expect([table.subarray(0, 4).toString(), table.subarray(-4).toString()]).toEqual([
    'PAR1',
    'PAR1',
  ]);
  const icartt = await ask('icartt');
  expect(nameOf(icartt)).toMatch(/\.ict$/);
  expect(await icartt.text()).toMatch(/^\d+, 1001/);
  const json = (await (await ask('json')).json()) as Record<
    string,
    Record<string, { data: number[]; dims: string[] }>
  >;
  expect(json.dims).toEqual({ time: 288 });
  expect(json.data_vars?.temp_mean?.dims).toEqual(['time']);
  expect(json.data_vars?.temp_mean?.data.map(Math.fround)).toEqual(
    Array.from({ length: 288 }, (_, n) => temperatureAt(JANUARY_1 + n * 600)),
  );
  expect(json.coords?.time?.data.slice(0, 2)).toEqual([0, 600]);
});

it('mod masks by embedded quality and by quality reports, as orders do', async () => {
  const values = async (query: Query) =>
    await opened(
      await here.live.mod({ user: USER, variables: 'temp_mean', ...query }, firstDays(2)),
      async (dataset) => [...((await dataset.read('temp_mean')) as Float32Array)],
    );
  const all = Array.from({ length: 288 }, (_, n) => JANUARY_1 + n * 600);
  const masked = (isMasked: (at: number) => boolean) =>
    all.map((at) => (isMasked(at) ? -9999 : temperatureAt(at)));
  expect(await values({ qc: 'bad' })).toEqual(masked((at) => qualityAt(at) === 1));
  expect(await values({ dqr: 'suspect' })).toEqual(masked((at) => at >= JANUARY_1 + DAY));
  expect(await values({ dqr: 'incorrect' })).toEqual(masked(() => false));
  expect(await values({ dqr: 'true', qc: 'true' })).toEqual(
    masked((at) => at >= JANUARY_1 + DAY || qualityAt(at) === 1),
  );
});

it('mod refuses what it cannot make, with the reason and what to do', async () => {
  const cases: [Query, unknown, number, RegExp][] = [
    [{}, 'nonsense', 400, /JSON list of file names/],
    [{}, [], 400, /JSON list/],
    [{}, [1, 2], 400, /JSON list/],
    [{}, {}, 400, /JSON list/],
    [{}, Array.from({ length: 2001 }, (_, n) => `f${n}`), 413, /at most 2000/],
    [
      {},
      ['sgpmetE13.b1.19990101.000000.cdf'],
      404,
      /This data file is not available: sgpmetE13\.b1\.1999/,
    ],
    [{}, [...firstDays(1), 'sgpmetE13.b1.19990101.000000.cdf'], 404, /not available/],
    [{}, [...firstDays(1), 'nsametC1.b1.20190101.000000.cdf'], 400, /not of sgpmetE13\.b1/],
    [{}, ['nsametC1.b1.20190101.000000.cdf'], 403, /limited/],
    [{}, ['sgpradarC1.00.20190101.000000.raw.scan.dat'], 400, /saveData/],
    [
      { variables: 'temp_mean,no_such' },
      firstDays(1),
      400,
      /no variable no_such\. It has .*temp_mean/,
    ],
    [{ wt: 'xlsx' }, firstDays(1), 400, /cdf, nc4, csv, icartt, json/],
    [{ qc: 'awful' }, firstDays(1), 400, /Bad, Indeterminate/],
    [{ dqr: 'missing' }, firstDays(1), 400, /incorrect, suspect/],
  ];
  for (const [query, body, status, message] of cases) {
    const answer = await here.live.mod({ user: USER, ...query }, body);
    expect([answer.status, message.source]).toEqual([status, message.source]);
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(message) });
  }
});

it('mod refuses more than comes at once, with a link to an order of it', async () => {
  await addMetDays(here.live.house, 'sgpmetE15.b1', 1, 10);
  const answer = await here.live.mod({ user: USER }, ['sgpmetE15.b1.20190101.000000.cdf']);
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({
    code: 'too-large',
    message: expect.stringContaining('place an order'),
    details: [
      {
        path: 'order',
        reason: 'https://data.example.org/discovery/#/results/datastream::sgpmetE15.b1',
      },
    ],
  });
});

it('mod refuses more files than one call joins, with the same link', async () => {
  const many = Array.from({ length: 2001 }, (_, n) => `sgpmetE13.b1.2019.${n}.cdf`);
  const reason = 'https://data.example.org/discovery/#/results/datastream::sgpmetE13.b1';
  const answer = await here.live.mod({ user: USER }, ['sgpmetE13.b1.20190101.000000.cdf', ...many]);
  expect([answer.status, await answer.json()]).toEqual([
    413,
    expect.objectContaining({ details: [{ path: 'order', reason }] }),
  ]);
  const { db } = here.live.house.store;
  const [row] = await db.selectFrom('files').selectAll().where('datastream', '=', MET).execute();
  const { file_id: _, ...file } = row!;
  const names = Array.from({ length: 2000 }, (_, n) => `sgpmetE13.b1.x${n}.cdf`);
  await db
    .insertInto('files')
    .values(names.map((name) => ({ ...file, file_name: name, path: name })))
    .execute();
  const range = await here.live.get('/mod', { user: USER, ds: MET, start: '2019-01-01' });
  await db.deleteFrom('files').where('file_name', 'in', names).execute();
  expect([range.status, await range.json()]).toEqual([
    413,
    expect.objectContaining({ details: [{ path: 'order', reason }] }),
  ]);
});

it('mod leaves nothing on the disk, and fewer than a few at once to one person', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => here.live.mod({ user: USER, wt: 'nc4' }, firstDays(3))),
  );
  const statuses = answers.map((answer) => answer.status);
  expect(statuses).toContain(200);
  expect(statuses).toContain(429);
  for (const answer of answers) {
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await answer.arrayBuffer();
  }
  await expect.poll(() => readdir(join(here.live.house.home, 'live'))).toEqual([]);
});

const ask = async (path: string, query: Query) => {
  const answer = await here.live.get(path, { user: 'grace:grace-token', ...query });
  const text = await answer.text();
  const notes = answer.headers.get('x-isobar-notes');
  return { status: answer.status, text, told: /^\{/.test(text) ? JSON.parse(text) : null, notes };
};

it('a datastream is found whatever its case', async () => {
  const { told, notes } = await ask('/query', { ds: 'SGPMETe13.B1', wt: 'json' });
  expect([told.num_found, told.files[0], notes]).toEqual([4, here.names[0], null]);
  const made = await ask('/mod', { ds: MET.toUpperCase(), wt: 'csv', variables: 'temp_mean' });
  expect([made.status, made.text.includes('2019-01-04T00:00:00Z')]).toEqual([200, true]);
});

it('a datastream that does not exist is refused with a list of those that begin alike', async () => {
  const { told, notes } = await ask('/query', { ds: 'sgpmetE13', wt: 'json' });
  expect([told.num_found, notes]).toEqual([
    0,
    `there is no datastream sgpmetE13 here; these begin so: ${MET}`,
  ]);
  const made = await ask('/mod', { ds: 'sgpmetE13' });
  expect([made.status, made.told.message]).toEqual([404, expect.stringContaining(MET)]);
});

it.each(['/query', '/mod'])(
  'as a pattern is refused by %s: nothing would look like no data',
  async (path) => {
    const { status, told } = await ask(path, {
      ds: 'sgpmet*',
      wt: path === '/mod' ? 'csv' : 'json',
    });
    expect([status, told.message]).toEqual([400, expect.stringMatching(/^query\.ds: names one/)]);
  },
);

it('a page of links leads on beside the address that was asked', async () => {
  for (const path of ['/query', '/data/query', '/livedata/query']) {
    const asked = await here.live.get(path, {
      user: 'grace:grace-token',
      ds: MET,
      end: '2019-01-01',
    });
    const [, href = ''] = /<a href="([^"]+)">/.exec(await asked.text()) ?? [];
    const address = new URL(href.replaceAll('&amp;', '&'), asked.url);
    expect(address.pathname).toBe(new URL(asked.url).pathname.replace('query', 'saveData'));
    expect((await fetch(address)).headers.get('content-type')).toBe('application/x-netcdf');
  }
});
