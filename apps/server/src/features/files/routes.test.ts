// What a cart asks of the file service.
import { metricsReply, stagingProjects, variablesReply } from '@isobar/contract/calls/orders.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storedHeader } from '../../core/catalogue/header.ts';
import type { Http } from '../../platform/http/http.ts';
import { dayFiles, storeFiles, unusualFile } from '../../store/testing/some-files.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { fileServer } from './testing/file-server.ts';

let store: TemporaryStore;
let http: Http<string>;
beforeAll(async () => {
  store = await temporaryStore();
  await storeFiles(store.db, [
    ...dayFiles('sgpmetE13.b1', 400),
    ...dayFiles('nsaradarC1.b1', 12, ['ppi', 'rhi']),
    unusualFile('lamp-series', 'profile.nc', 1_546_300_800),
  ]);
  http = await fileServer(store, async (person) => (person === 'ada' ? PROJECTS : []));
});
afterAll(async () => {
  await http.app.close();
  await store.close();
});

const PROJECTS = [{ name: 'clouds', path: '/projects/clouds' }];
const post = (url: string, payload: unknown) =>
  http.app.inject({ method: 'POST', url, payload: payload as object });

const metrics = (body: unknown) => post('/services/files/metrics', body);

it('[P057] the file service counts the files of a selection and their megabytes', async () => {
  const dates = [{ startDate: '2019-01-01', endDate: '2019-01-03 12:00:00' }];
  const part = { datastream: 'sgpmetE13.b1', dates };
  const reply = await metrics(part);
  expect(metricsReply.parse(reply.json())).toEqual({
    fileCount: 3,
    fileSize: 3003 / 1e6,
    limited: null,
  });
  const several = await metrics([
    part,
    { ...part, files: ['sgpmetE13.b1.20190501.000000.nc', 'nothing.nc'] },
    { datastream: 'nsaradarC1.b1', dates: [], scanNames: ['rhi'] },
    { datastream: 'nothing', dates },
  ]);
  expect(several.json()).toEqual([
    { fileCount: 3, fileSize: 3003 / 1e6, limited: null },
    { fileCount: 1, fileSize: 1120 / 1e6, limited: null },
    { fileCount: 6, fileSize: (1001 + 1003 + 1005 + 1007 + 1009 + 1011) / 1e6, limited: null },
    { fileCount: 0, fileSize: 0, limited: null },
  ]);
});

it.each([
  [
    { datastream: 'x', dates: [{ startDate: '2019-02-30', endDate: '2019-03-01' }] },
    '2019-02-30 is no date',
  ],
  [{ datastream: 'x', dates: [{ startDate: '2019-03-02', endDate: '2019-03-01' }] }, 'is after'],
  [{ dates: [] }, 'body'],
])('the file service refuses a selection that is none', async (body, reason) => {
  const reply = await metrics(body);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().code).toBe('bad-request');
  expect(reply.json().message).toContain(reason);
});

it('[P047] the file service lists the variables of datastreams that can be ordered by name', async () => {
  const variable = (
    name: string,
    dimensions: string[],
    attributes: Record<string, string> = {},
  ) => ({
    name,
    type: 'float',
    dimensions,
    attributes,
  });
  const header = (variables: ReturnType<typeof variable>[]) =>
    storedHeader({ format: 'cdf1', attributes: {}, dimensions: [], variables, place: null });
  const temperature = { long_name: 'Temperature', units: 'degC' };
  await store.db
    .insertInto('designs')
    .values([
      {
        datastream: 'sgpmetE13.b1',
        design: 'a',
        header: header([
          variable('base_time', []),
          variable('time', ['time'], { units: 'seconds since 2019-01-01' }),
          variable('time_bounds', ['time', 'bound']),
          variable('height', ['height'], { long_name: 'Height', units: 'm' }),
          variable('temp', ['time', 'height'], temperature),
          variable('qc_temp', ['time', 'height']),
          variable('old_one', ['time']),
          variable('lat', []),
        ]),
      },
      {
        datastream: 'sgpmetE13.b1',
        design: 'b',
        header: header([
          variable('time', ['time']),
          variable('temp', ['time', 'height'], { ...temperature, long_name: 'Air temperature' }),
          variable('new_one', ['time']),
        ]),
      },
    ])
    .execute();
  const reply = await post('/services/files/variables/', ['sgpmetE13.b1', 'nothing.b1']);
  const listed = variablesReply.parse(reply.json());
  expect(listed.map((one) => one.datastream)).toEqual(['sgpmetE13.b1', 'nothing.b1']);
  expect(listed[1]?.variables).toEqual([]);
  expect(listed[0]?.variables.map((one) => [one.variable, one.default])).toEqual([
    ['base_time', true],
    ['time', true],
    ['height', true],
    ['temp', false],
    ['old_one', false],
    ['lat', true],
    ['new_one', false],
  ]);
  expect(listed[0]?.variables[3]).toMatchObject({
    description: 'Air temperature',
    units: 'degC',
  });
  expect((await post('/services/files/variables', ['sgpmetE13.b1'])).statusCode).toBe(200);
  await store.db
    .insertInto('datastreams')
    .values({
      datastream: 'sgpmetE13.b1',
      site_code: 'sgp',
      facility_code: 'E13',
      datastream_class: 'met',
      data_level: 'b1',
      start_s: 0,
      end_s: 1,
      longest_s: 1,
      file_count: 1,
      bytes: 1,
    })
    .onConflict((c) => c.doNothing())
    .execute();
  const shouted = await post('/services/files/variables/', ['SGPMETE13.B1']);
  expect(variablesReply.parse(shouted.json())).toEqual([listed[0]]);
  expect((await post('/services/files/variables/', { not: 'a list' })).statusCode).toBe(400);
});

it('the file service refuses lists that are too long before it looks at what is in them', async () => {
  const wrong = Array.from({ length: 20_001 }, () => 1);
  for (const [url, body] of [
    ['metrics', wrong],
    ['metrics', { datastream: 'a', dates: wrong }],
    ['metrics', [{ files: wrong }, { files: wrong }]],
    ['variables/', wrong],
  ] as const) {
    const reply = await post(`/services/files/${url}`, body);
    expect([url, reply.statusCode, reply.json().code]).toEqual([url, 413, 'too-large']);
  }
  const million = await http.app.inject({
    method: 'POST',
    url: '/services/files/metrics',
    headers: { 'content-type': 'application/json' },
    payload: `[${'1,'.repeat(2 << 20)}1]`,
  });
  expect(million.statusCode).toBe(413);
});

it('[P046] the file service lists the folders of the notebook hub to whom they belong, and none without a hub', async () => {
  const projects = async (from: Http<string>, cookie: string) => {
    const reply = await from.app.inject({
      url: '/services/files/jupyter?personId=ada',
      headers: { cookie },
    });
    return stagingProjects.parse(reply.json()).projects;
  };
  expect(await projects(http, 'person=ada')).toEqual(PROJECTS);
  expect(await projects(http, '')).toEqual([]);
  const plain = await fileServer(store);
  expect(await projects(plain, 'person=ada')).toEqual([]);
  await plain.app.close();
});
