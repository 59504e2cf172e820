// The quality web service over HTTP: its forms, its 404 and 400, and that unknown reports never
// look like 'no report'.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TableError } from '../../core/tables/read-table.ts';
import type { Http } from '../../platform/http/http.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { registerQuality } from './routes.ts';
import { addDatastream, MET, NO_ORDERS, REPORTS, tablesWith } from './testing/reports.ts';

let store: TemporaryStore;
let http: Http<never>;
let broken: Error | null;
beforeAll(async () => {
  store = await temporaryStore();
  await addDatastream(store.db, MET, ['temp_mean', 'rh_mean', 'qc_temp_mean', 'time', 'lat']);
  await addDatastream(store.db, 'sgpcleanE13.b1', ['x']);
  await addDatastream(store.db, 'sgpallE13.b1', ['x']);
  http = await anonymousHttp();
  registerQuality(http, {
    db: store.db,
    tables: async () => {
      if (broken) throw broken;
      return tablesWith(REPORTS);
    },
    orders: NO_ORDERS,
    elsewhere: undefined,
  });
});
afterAll(async () => {
  await http.app.close();
  await store.close();
});
beforeEach(() => {
  broken = null;
});

const get = async (url: string) => {
  const reply = await http.app.inject({ url });
  return {
    status: reply.statusCode,
    body: reply.body,
    type: reply.headers['content-type'],
    headers: reply.headers,
    json: () => reply.json(),
  };
};

describe.each(['/services/dqr/dqr_full', '/services/dqr/dqr', '/services/dqr'])(
  'under %s',
  (root) => {
    it('[P127] [P128] the quality service answers the reports of the datastream in that period', async () => {
      const { status, json } = await get(`${root}/${MET}/20200110/20200112/incorrect,suspect`);
      expect(status).toBe(200);
      expect(json()).toEqual({
        [MET]: {
          incorrect: {
            'D200115.1': {
              subject: 'A gauge was clogged',
              description: '<p>Rain is wrong.</p>',
              suggestions: 'Use the other gauge.',
              variables: ['rain'],
              dates: [{ start_date: '2020-01-10 06:00:00', end_date: '2020-01-11 23:59:59' }],
            },
          },
          suspect: {
            'D200115.1': expect.objectContaining({ variables: ['temp_mean', 'rh_mean'] }),
          },
        },
      });
    });
    it('[P131] the quality service says Not Found where there is none in that period', async () => {
      const reply = await get(`${root}/${MET}/19990101/19990102/incorrect`);
      expect([reply.status, reply.body]).toEqual([404, '{"detail":"Not Found"}']);
    });
  },
);

describe.each(['/services/dqr/dqr_qc', '/services/dqr/dqr'])('under %s', (root) => {
  it('[P129] [P133] the quality service answers the whole record; what goes on has no end', async () => {
    const { json } = await get(`${root}/${MET}/incorrect,suspect,missing,reprocessed`);
    const found = json()[MET];
    expect(Object.keys(found).sort()).toEqual(['incorrect', 'missing', 'reprocessed', 'suspect']);
    expect(found.missing['D210301.12'].dates).toEqual([
      { start_date: '2021-03-01 00:00:00', end_date: null },
    ]);
  });
  it('[P130] the quality service gives the assessments that were asked for, and no others', async () => {
    const { json } = await get(`${root}/${MET}/missing`);
    expect(Object.keys(json()[MET])).toEqual(['missing']);
    expect((await get(`${root}/${MET}/reprocessed`)).json()[MET].reprocessed).toHaveProperty(
      'D190101.3',
    );
  });
});

it('the quality service answers the forms without assessments too', async () => {
  expect((await get(`/services/dqr/dqr_ds/${MET}`)).status).toBe(200);
  expect((await get(`/services/dqr/dqr_se/${MET}/20200110/20200112`)).status).toBe(200);
});

it('the service finds a datastream whatever its case, and answers with its name as archived', async () => {
  const reply = await get(`/services/dqr/dqr_qc/${MET.toUpperCase()}/Missing`);
  expect([reply.status, Object.keys(reply.json())]).toEqual([200, [MET]]);
});

it('the quality service reads an end in the year 3001 as none', async () => {
  const { json } = await get('/services/dqr/dqr_qc/sgpfarE13.b1/incorrect');
  expect(json()['sgpfarE13.b1'].incorrect['D180101.1'].dates[0].end_date).toBeNull();
});

it.each([
  ['20200132/20200201/incorrect', 'start date'],
  ['2020-01-01/20200201/incorrect', 'start date'],
  ['20200201/20200101/incorrect', 'ends'],
  ['20200101/20200201/bad', 'assessment'],
  ['20200101/20200201/incorrect,', 'assessment'],
  ['20200101/20200201/', 'Ask as'],
  ['20200101', 'Ask as'],
  ['', 'Ask as'],
])('[P132] the quality service refuses /dqr_full/…/%s', async (rest, why) => {
  const reply = await get(`/services/dqr/dqr_full/${MET}/${rest}`);
  expect(reply.status).toBe(400);
  expect(reply.json()).toEqual({ detail: expect.stringContaining(why) });
});

it.each(['..%2F..%2Fetc', '__proto__', '%20', 'a%00b'])(
  'the quality service refuses %s as a datastream',
  async (name) => {
    expect((await get(`/services/dqr/dqr_qc/${name}/incorrect`)).status).toBe(400);
  },
);

it('the quality service tells a datastream without reports from one that it does not know', async () => {
  expect((await get('/services/dqr/dqr_qc/sgpcleanE13.b1/incorrect')).status).toBe(404);
  const empty = await get('/services/dqr/dqr_qc/sgpcleanE13.b1/incorrect?none=empty');
  expect([empty.status, empty.json()]).toEqual([200, {}]);
  const unknown = await get('/services/dqr/dqr_qc/xxxnothingE13.b1/incorrect?none=empty');
  expect(unknown.status).toBe(400);
  expect(unknown.json().detail).toContain('xxxnothingE13.b1');
});

it('the quality service names every measured variable where a report names none: clients flag what is listed', async () => {
  const { json } = await get(`/services/dqr/dqr_qc/${MET}/missing`);
  expect(json()[MET].missing['D210301.12'].variables).toEqual(['temp_mean', 'rh_mean']);
});

it("the quality service takes the word 'all' among the variables for all of them", async () => {
  const { json } = await get('/services/dqr/dqr_qc/sgpallE13.b1/suspect');
  expect(json()['sgpallE13.b1'].suspect['D160101.1'].variables).toEqual(['x']);
});

it('the quality service answers 503, and nothing that reads as JSON, while the table cannot be read', async () => {
  broken = new TableError('quality-reports.csv, line 7: is broken.');
  for (const url of [
    `/services/dqr/dqr_full/${MET}/20200101/20200201/incorrect`,
    '/services/dqr/dqr_qc/sgpcleanE13.b1/missing',
  ]) {
    const reply = await get(url);
    expect([reply.status, reply.type]).toEqual([503, expect.stringContaining('text/plain')]);
    expect(reply.headers['retry-after']).toBe('30');
    expect(() => JSON.parse(reply.body)).toThrow();
  }
  expect((await get('/services/dqr/report/D200115.1')).status).toBe(503);
  expect((await get(`/services/dqr/reports?datastream=${MET}`)).status).toBe(503);
});

it('the quality service answers 501 everywhere when the service is configured away', async () => {
  const away = await anonymousHttp();
  registerQuality(away, {
    db: store.db,
    tables: async () => tablesWith(REPORTS),
    orders: NO_ORDERS,
    elsewhere: 'https://dqr.example/',
  });
  for (const url of [
    `/services/dqr/dqr_qc/${MET}/missing`,
    '/services/dqr/report/D200115.1',
    '/services/dqr?orderID=1',
  ]) {
    const reply = await away.app.inject({ url });
    expect([reply.statusCode, reply.body]).toEqual([
      501,
      expect.stringContaining('https://dqr.example/'),
    ]);
  }
  await away.app.close();
});

it('the quality service makes hostile descriptions harmless', async () => {
  const { json } = await get('/services/dqr/dqr_qc/sgpbadE13.b1/incorrect');
  const { description } = json()['sgpbadE13.b1'].incorrect['D170101.1'];
  expect(description).toBe('<p>Wrong</p><a rel="noopener noreferrer nofollow">here</a>');
});
