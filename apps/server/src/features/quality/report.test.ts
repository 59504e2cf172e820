// One report over HTTP: the fields that a page is made of, its table, and the addresses that lead
// to it.
import { reportReply } from '@isobar/contract/calls/quality.ts';
import { shownVariable } from '@isobar/contract/quality/report.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Http } from '../../platform/http/http.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { registerQuality } from './routes.ts';
import { addDatastream, MET, NO_ORDERS, REPORTS, tablesWith } from './testing/reports.ts';

let store: TemporaryStore;
let http: Http<never>;
beforeAll(async () => {
  store = await temporaryStore();
  await addDatastream(store.db, MET, ['temp_mean', 'rh_mean', 'qc_temp_mean', 'time']);
  http = await anonymousHttp();
  registerQuality(http, {
    db: store.db,
    tables: async () => tablesWith(REPORTS),
    orders: NO_ORDERS,
    elsewhere: undefined,
  });
});
afterAll(async () => {
  await http.app.close();
  await store.close();
});

const get = (url: string, accept = 'application/json') =>
  http.app.inject({ url: `/services/dqr${url}`, headers: { accept } });

it('[T060] the report service tells id, titles, texts, datastreams, time spans and measurements', async () => {
  const reply = reportReply.parse((await get('/report/D200115.1')).json());
  expect(reply).toMatchObject({
    dqrid: 'D200115.1',
    subjectTitle: 'A gauge was clogged',
    subject: 'SGP/MET/E13 – A gauge was clogged',
    description: '<p>Rain is wrong.</p>',
    suggestions: 'Use the other gauge.',
    datastreams: [MET],
    timespans: [
      {
        startDateTime: '2020-01-10T06:00:00Z',
        endDateTime: '2020-01-11T23:59:59Z',
        metric: 'Incorrect',
      },
      {
        startDateTime: '2020-01-12T00:00:00Z',
        endDateTime: '2020-01-20T00:00:00Z',
        metric: 'Suspect',
      },
    ],
    code: 4,
    filed: '2020-01-15T00:00:00Z',
    supersededBy: ['D190101.3'],
  });
  expect(reply.affected.map((span) => span.variables)).toEqual([
    ['rain'],
    ['temp_mean', 'rh_mean'],
  ]);
});

it('[T061] [T062] the report service keys measurements by datastream, each variable in two parts of which the second counts', async () => {
  const { measurements } = reportReply.parse((await get('/report/D210301.12')).json());
  const [own, other] = measurements;
  expect(Object.keys(own ?? {})).toEqual([MET]);
  expect(own?.[MET]).toEqual([`${MET}&&temp_mean`, `${MET}&&rh_mean`]);
  expect(own?.[MET]?.map(shownVariable)).toEqual(['temp_mean', 'rh_mean']);
  expect(other).toEqual({ 'sgpmetE15.b1': [] });
});

it('the report service lists the reports of a datastream by their first days', async () => {
  const { reports } = (await get(`/reports?datastream=${MET}`)).json();
  expect(reports.map((one: { dqrid: string }) => one.dqrid)).toEqual([
    'D190101.3',
    'D200115.1',
    'D210301.12',
  ]);
  expect(reports[2]).toMatchObject({ code: 0, endDateTime: null });
});

it('[T021] the report service leads people to the page and programs to the report by dqrid', async () => {
  const page = await get('?dqrid=D200115.1&print=true', 'text/html,*/*');
  expect(page.statusCode).toBe(302);
  expect(page.headers.location).toBe('/discovery/#/report/D200115.1?print=true');
  expect((await get('/?dqrid=D200115.1')).json().dqrid).toBe('D200115.1');
});

it.each(['D999999.9', '0', 'a%20b', '..%2F..', '__proto__', 'x'.repeat(100)])(
  'the call for a report does not know %s',
  async (id) => {
    const reply = await get(`/report/${id}`);
    expect([400, 404]).toContain(reply.statusCode);
    expect(reply.json().code).toMatch(/not-found|bad-request/);
  },
);

it('the report service gives the time spans as a table that no spreadsheet runs', async () => {
  const reply = await get('/report/D210301.12/spans.csv');
  expect(reply.headers['content-disposition']).toContain('D210301.12.csv');
  expect(reply.body.split('\r\n').slice(0, 3)).toEqual([
    'dqrid,datastream,metric,start,end,variables,subject',
    `D210301.12,${MET},Missing,2021-03-01T00:00:00Z,,temp_mean;rh_mean,No data`,
    'D210301.12,sgpmetE15.b1,Missing,2021-03-02T00:00:00Z,2021-03-03T23:59:59Z,,No data',
  ]);
  const risky = tablesWith([
    {
      dqr_id: 'D1.1',
      datastream: '=cmd',
      quality_code: '4',
      start_time: '2020-01-01',
      subject: '@x',
    },
  ]);
  const other = await anonymousHttp();
  registerQuality(other, {
    db: store.db,
    tables: async () => risky,
    orders: NO_ORDERS,
    elsewhere: undefined,
  });
  const { body } = await other.app.inject('/services/dqr/report/D1.1/spans.csv');
  expect(body).toContain("'=cmd");
  expect(body).toContain("'@x");
  await other.app.close();
});
