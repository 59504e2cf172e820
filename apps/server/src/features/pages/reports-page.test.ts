import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Http } from '../../platform/http/http.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import { tablesOf } from '../orders/testing/tables.ts';
import { registerReportsPage } from './reports-page.ts';

const publisher = {
  title: 'Archive',
  archiveName: 'ARM',
  publisher: 'ARM',
  url: 'https://data.example',
  contact: 'desk@example.org',
  simulated: false,
};
const reports = Array.from({ length: 30 }, (_, n) => ({
  dqr_id: `D190101.${n}`,
  datastream: n < 28 ? 'sgpmetE13.b1' : 'enametC1.b1',
  quality_code: n === 0 ? '4' : '3',
  start_time: '2019-01-01T00:00:00Z',
  end_time: '2019-01-31T23:59:59Z',
  subject: `Fault <b>${n}</b>`,
}));
const open = async (elsewhere?: string, rows = reports) => {
  const http = await anonymousHttp();
  const tables = tablesOf({ 'quality-reports.csv': rows });
  registerReportsPage(http, { tables: async () => tables, publisher, elsewhere });
  return http;
};
let http: Http<never>;
beforeAll(async () => {
  http = await open();
});
afterAll(() => http.app.close());
const get = (url: string) => http.app.inject({ url });

it('the page of all reports lists reports with links, escapes their subjects, and leads to the next page', async () => {
  const { statusCode, body } = await get('/reports');
  expect(statusCode).toBe(200);
  expect(body).toContain('<a href="/report/D190101.0">D190101.0</a>');
  expect(body).toContain('Fault &lt;b&gt;0&lt;/b&gt;');
  expect(body).toContain('<strong>30</strong> reports, page 1 of 2');
  expect(body).toContain('<a rel="next" href="/reports?page=2">');
  expect(body).not.toContain('noindex');
  expect(body).toContain(
    '<a href="/reports" aria-current="page"><span class="calm">QUALITY REPORTS</span></a>',
  );
  expect((await get('/reports?page=2')).body).toContain('rel="prev" href="/reports?page=1"');
});

it('the page of all reports keeps its filters in the form and in the links, and such a list is not for crawlers', async () => {
  const { body } = await get('/reports?class=suspect&site=sgp&from=2019-01-02&words=%22fault');
  expect(body).toContain('<option value="suspect" selected>Suspect (29)</option>');
  expect(body).toContain('<option value="sgp" selected>');
  expect(body).toContain('name="from" value="2019-01-02"');
  expect(body).toContain('name="words" value="&quot;fault"');
  expect(body).toContain('<meta name="robots" content="noindex, follow">');
  expect((await get('/reports?class=suspect&site=sgp')).body).toContain(
    'href="/reports?class=suspect&amp;site=sgp&amp;page=2"',
  );
  expect((await get('/reports?words=nothing')).body).toContain('No reports match these filters.');
});

it('the page of all reports states that an archive has no reports, where nothing is filtered', async () => {
  const none = await open(undefined, []);
  const { body } = await none.app.inject({ url: '/reports' });
  expect(body).toContain('This archive has no data quality reports in force.');
  expect(body).not.toContain('match these filters');
  await none.app.close();
});

it('the page of all reports refuses a day that is none, and leads to the service that has the reports', async () => {
  expect((await get('/reports?from=soon')).statusCode).toBe(400);
  const away = await open('https://quality.example/');
  const reply = await away.app.inject({ url: '/reports' });
  expect([reply.statusCode, reply.headers.location]).toEqual([302, 'https://quality.example/']);
  await away.app.close();
});
