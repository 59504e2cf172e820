// Pages, feeds and records as reports come, go and are not to be read; what was made of what; many
// records harvested.
import { XMLParser } from 'fast-xml-parser';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldIds, semantic } from './formats/croissant.ts';
import { changedAt, syncRecords } from './records.ts';
import { FIXTURE_URL, openPageFixture, reportRow } from './testing/page-fixture.ts';

const LONG_AGO = reportRow('D100101.1', { start_time: '2010-01-01', end_time: '2010-01-02' });
const REPORTS = [
  reportRow('D190101.1', { variables: 'all', end_time: '9999-12-31' }),
  reportRow('D190101.2', { supersedes: 'D190101.1' }),
];

let house: Awaited<ReturnType<typeof openPageFixture>>;
beforeAll(async () => {
  house = await openPageFixture(REPORTS);
  await house.addStream('sgpmetE13.a1');
  await house.addStream('sgpmetE13.b1');
  await house.addStream('sgppwdE13.b1');
  await house.addStream('sgp1twrmrC1.c1', { input_datastreams: 'sgpmetE13.b1 : 7.6 : 2019' });
  Object.assign(house.found, { 'sgpmetE13.b1': Date.UTC(2019, 2, 1) / 1000 });
});
afterAll(() => house?.close());

describe('the page of a report', () => {
  it('the page of a report leads to the report in the portal, and to those that it supersedes and that supersede it', async () => {
    const { body } = await house.get('/report/D190101.2');
    expect(body).toContain('href="/discovery/#/report/D190101.2"');
    expect(body).toMatch(/It supersedes <a href="\/report\/D190101\.1">/);
    const before = await house.get('/report/D190101.1');
    expect(before.body).toMatch(/replaces this one: <a href="\/report\/D190101\.2">/);
  });

  it('the page of a report tells an end that stands for none, and all variables, as what they are', async () => {
    const { body } = await house.get('/report/D190101.1');
    expect(body).toContain('2019-01-05 00:00:00 – ongoing');
    expect(body).toContain('<td>all</td>');
    expect(body).not.toContain('9999');
    const stream = await house.get('/datastream/sgpmetE13.b1');
    expect(stream.body).toContain('2019-01-05 – now');
    // While a report on all variables lasts, this variable has no good values.
    expect(stream.body).toMatch(/temp_mean[\s\S]*?<\/svg> 6\.8 %/);
  });

  it('the page of a report that operators took back tells their reason, and where it can still be read', async () => {
    await house.db
      .insertInto('quality_reports')
      .values({
        dqr_id: 'D180101.9',
        published: '[]',
        published_at: Date.UTC(2020, 5, 1) / 1000,
        withdrawn: 'It was <another> probe.',
        proposal: null,
        state: 'withdrawn',
        version: 2,
        revision: 3,
        author_id: null,
        author_name: '',
        changed_at: 0,
        pending: null,
      })
      .execute();
    const { statusCode, body } = await house.get('/report/D180101.9');
    expect(statusCode).toBe(410);
    expect(body).toContain('It was &lt;another&gt; probe.');
    expect(body).toContain('since 2020-06-01');
    expect(body).toContain('href="/discovery/#/report/D180101.9"');
    for (const [path, accept] of [
      ['/report/D180101.9', 'application/ld+json'],
      ['/report/D180101.9.datacite.xml', '*/*'],
    ] as const) {
      const record = await house.get(path, accept);
      expect([record.statusCode, record.json().code]).toEqual([410, 'gone']);
    }
    expect((await house.get('/report/D180101.8.jsonld')).statusCode).toBe(404);
  });
});

describe('the page of a product', () => {
  it('the page of a product tells method, quality, plots, what is around and code', async () => {
    const { body } = await house.get('/product/met');
    expect(body).toMatch(/<dt>Made by<\/dt><dd>ingest-4\.46<\/dd>/);
    expect(body).toContain('2 reports are on 1 of 2 datastreams: Incorrect 2');
    expect(body).toMatch(/sgpmetE13\.b1\/temp_mean\/20190228\.svg/);
    expect(body).toMatch(/<h3>Used to make<\/h3><ul><li><a href="\/product\/1twrmr">/);
    expect(body).toMatch(/<h3>Of the same instrument<\/h3><ul><li><a href="\/product\/pwd">/);
    expect(body).toContain('<summary>Python</summary>');
  });

  it('the page of a product and those of its datastreams tell what was made of them, and of what they were made', async () => {
    const input = await house.get('/datastream/sgpmetE13.b1');
    expect(input.body).toMatch(/They are used to make <a href="\/datastream\/sgp1twrmrC1\.c1">/);
    const made = await house.get('/datastream/sgp1twrmrC1.c1');
    expect(made.body).toMatch(/These data are made from <a href="\/datastream\/sgpmetE13\.b1">/);
  });

  it('the page of a product follows all its data, recommended or not', async () => {
    const { body } = await house.get('/product/met');
    const search = encodeURIComponent('instrument_code::met?data=all');
    expect(body).toContain(`href="/feeds/data.atom?search=${search}"`);
  });
});

describe('records by Accept', () => {
  it.each([
    [
      '/datastream/sgpmetE13.b1',
      'application/ld+json; profile="http://schema.org/"',
      200,
      'ld+json',
    ],
    ['/site/sgp', 'application/x-bibtex', 406, 'json'],
    ['/site/sgp', 'application/x-bibtex, text/html;q=0.5', 200, 'text/html'],
    ['/site/sgp', 'text/html;q=0, application/xml; charset=utf-8; q=0.3', 200, 'application/xml'],
  ])('%s as %s is %i', async (path, accept, status, type) => {
    const reply = await house.get(path, accept);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      status,
      expect.stringContaining(type),
    ]);
  });

  it('Croissant is named in the header where values are available without an account', async () => {
    const { headers } = await house.get('/datastream/sgpmetE13.b1');
    expect(String(headers.link)).toContain(
      `<${FIXTURE_URL}/datastream/sgpmetE13.b1/croissant.json>; rel="describedby"; type="application/ld+json"; profile="http://mlcommons.org/croissant/1.0"`,
    );
    expect(String((await house.get('/site/sgp')).headers.link)).not.toContain('croissant');
  });
});

describe('a datastream in the calendar of a model', () => {
  const page = async () => await house.get('/datastream/sgpmodelE13.c1');
  beforeAll(() =>
    house.addStream('sgpmodelE13.c1', {}, { units: 'days since 2000-01-01', calendar: '360_day' }),
  );

  it('a datastream in the calendar of a model offers no table, no Croissant, no plot and no array, which cannot be made of it', async () => {
    const { body, headers } = await page();
    expect(body).toContain('no time axis in dates</small>');
    expect(body).toContain(
      'These files have no time axis in dates, so that they are not one array',
    );
    expect(body).not.toMatch(/\/data\/2019-|croissant|quicklooks\/plots/);
    expect(String(headers.link)).not.toMatch(/\/data\/|croissant/);
    expect((await house.get('/datastream/sgpmetE13.b1')).body).toMatch(/\/data\/2019-01\.csv/);
  });
});

describe('records that search engines read', () => {
  it('records that search engines read spell out no data set but their own, and hold nothing that is empty', async () => {
    for (const path of [
      '/instrument/met',
      '/report/D190101.2',
      '/product/met',
      '/site/sgp',
      '/instrument/acsm',
    ]) {
      const record: Record<string, unknown> = (await house.get(`${path}.jsonld`)).json();
      const { '@type': own, ...more } = record;
      expect(own).toEqual(expect.any(String));
      const text = JSON.stringify(more);
      expect(text).not.toMatch(/"@type":"Dataset"|:\[\]|:""|:null/);
      for (const [download] of text.matchAll(/\{"@type":"DataDownload"[^}]*\}/g))
        expect(download).toContain('"contentUrl"');
    }
  });

  it('records that search engines read have no spaces in the ids of columns, and each id once', () => {
    const columns = ['time', 'wind speed', 'wind_speed', 'wind\u00a0speed', 'größe'];
    const ids = fieldIds(columns);
    expect(ids).toEqual(['time', 'wind_speed_', 'wind_speed', 'wind_speed__', 'größe']);
  });

  it.each([
    ['ingest-met-7.6', '7.6.0'],
    ['v1.12.3-beta', '1.12.3'],
    ['007.05', '7.5.0'],
    ['', '1.0.0'],
    ['unknown', '1.0.0'],
  ])('records that search engines read have a version of three numbers: %s', (version, told) => {
    expect(semantic(version)).toBe(told);
  });
});

const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });
const reportsOf = async (): Promise<string[]> => {
  const { body } = await house.get('/feeds/reports.atom');
  return [parser.parse(body).feed.entry].flat().map((entry: { id: string }) => entry.id);
};

describe('reports that come', () => {
  it('reports that come stand first in the feed, however long ago that was which they tell', async () => {
    await house.pages.sync();
    expect(await reportsOf()).toHaveLength(2);
    await house.setReports([...REPORTS, LONG_AGO]);
    expect((await reportsOf())[0]).toBe(`${FIXTURE_URL}/report/D100101.1`);
  });
});

describe('a feed that lists nothing', () => {
  const updatedOf = async (url: string) => {
    const { feed } = parser.parse((await house.get(url)).body);
    return [feed.entry, Date.parse(feed.updated)];
  };

  it('a feed that lists nothing is named after what is searched, and leads to that search', async () => {
    const search = encodeURIComponent('s::temperature SGP summer 2019/site_code::nsa?data=all');
    for (const path of ['data', 'reports']) {
      const { feed } = parser.parse((await house.get(`/feeds/${path}.atom?search=${search}`)).body);
      expect(feed.title).toMatch(/ · temperature SGP summer 2019, nsa · /);
      expect(JSON.stringify(feed.link)).toContain(
        '/discovery/#/results/s::temperature%20SGP%20summer%202019/site_code::nsa?data=all',
      );
    }
  });

  it('a feed that lists nothing has the date since which nothing came', async () => {
    await house.pages.sync();
    await house.db.updateTable('page_records').set({ changed_at: 1_500_000_000 }).execute();
    const newest = { changed_at: 1_600_000_000 };
    for (const id of ['sgpmetE13.a1', 'D190101.2'])
      await house.db.updateTable('page_records').set(newest).where('id', '=', id).execute();
    const found = { ...house.found };
    for (const name of Object.keys(found)) delete house.found[name];
    for (const url of ['/feeds/data.atom', '/feeds/reports.atom'])
      expect([url, ...(await updatedOf(url))]).toEqual([url, undefined, 1_600_000_000_000]);
    await house.db.deleteFrom('page_records').where('kind', '=', 'report').execute();
    const [, today] = await updatedOf('/feeds/reports.atom');
    expect(Math.abs(Date.now() - Number(today))).toBeLessThan(3_600_000);
    Object.assign(house.found, found);
    await house.db.deleteFrom('settings').where('name', '=', 'pages.state').execute();
    await house.pages.sync();
  });
});

describe('where the table of reports is not there', () => {
  it('no page claims that there are no reports, and no harvester receives deletions', async () => {
    await house.pages.sync();
    await house.setReports(null);
    for (const path of ['/datastream/sgpmetE13.b1', '/product/met', '/report/D190101.2'])
      expect([path, (await house.get(path)).statusCode]).toEqual([path, 503]);
    expect((await house.get('/feeds/reports.atom')).statusCode).toBe(503);
    await house.pages.sync();
    const gone = await house.db
      .selectFrom('page_records')
      .select('id')
      .where('kind', '=', 'report')
      .where('deleted', '=', 1)
      .execute();
    expect(gone).toEqual([]);
    await house.setReports(REPORTS);
    expect((await house.get('/report/D190101.2')).statusCode).toBe(200);
  });
});

describe('records', () => {
  it('records bear the time at which they were written, not that at which the look began', async () => {
    for (let n = 1; n <= 300; n++) await house.addStream(`ogrozonX${n}.b1`);
    let clock = 2_000_000_000;
    await house.db.deleteFrom('page_records').execute();
    await house.db.deleteFrom('settings').where('name', '=', 'pages.state').execute();
    const changed = await syncRecords(house.db, await house.tables(), () => clock++);
    expect(changed).toBeGreaterThan(600); // several batches
    const sites = await changedAt(house.db, 'site', ['sgp']);
    const reports = await changedAt(house.db, 'report', ['D190101.2']);
    expect(reports.get('D190101.2') ?? 0).toBeGreaterThan(sites.get('sgp') ?? 0);
  });

  it('records are asked for by a form no longer than an address may be, before a field of it is read', async () => {
    const post = async (payload: string) =>
      await house.app.inject({
        method: 'POST',
        url: '/oai',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
    expect((await post('verb=Identify')).body).toContain('<repositoryName>');
    expect((await post(`verb=Identify&x=${'a'.repeat(20_000)}`)).statusCode).toBe(413);
  });

  it('records are harvested a hundred thousand, each once', async () => {
    await house.pages.sync();
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000)
      insert into page_records (kind, id, fingerprint, changed_at, deleted)
      select 'report', 'X' || i, '', 1000000000 + i % 7, i % 10 = 0 from n`.execute(house.db);
    const met = new Set<string>();
    let told = 0;
    let query = 'metadataPrefix=oai_dc&until=2001-09-10';
    for (let requests = 0; query !== '' && requests < 300; requests++) {
      const { body } = await house.get(`/oai?verb=ListIdentifiers&${query}`);
      for (const [, id = ''] of body.matchAll(/<identifier>([^<]+)</g)) {
        met.add(id);
        told++;
      }
      const token = /<resumptionToken[^>]*>([^<]+)</.exec(body)?.[1] ?? '';
      query = token && `resumptionToken=${encodeURIComponent(token)}`;
    }
    expect([told, met.size]).toEqual([100_000, 100_000]);
  }, 60_000);
});
