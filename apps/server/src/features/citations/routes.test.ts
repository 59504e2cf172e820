// The citation service over HTTP: every parameter, both addresses, refusals, and how old clients
// read it.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALIASES, withoutAlias } from '@isobar/contract/calls/aliases.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { styleApplier } from '../../core/citation/apply-style.ts';
import { openStyles } from '../../core/citation/styles.ts';
import { loadTables } from '../../core/tables/load.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import { openStore, type Store } from '../../store/open.ts';
import { addOwnDatastream } from '../../store/testing/own-datastream.ts';
import { registerCitations } from './routes.ts';

const here = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 1000;
let folder: string;
let store: Store;
let http: Http<never>;
const styles = openStyles(styleApplier([here('citation-styles')]));

beforeAll(async () => {
  folder = temporaryFolder();
  store = await openStore({ file: join(folder, 'isobar.sqlite') });
  const names = ['sgpmetE13.b1', 'sgpmetE13.a1', 'sgpmetE15.b1', 'nsametC1.b1', 'sgpnoneE1.b1'];
  for (const datastream of names) {
    const [, site_code = '', datastream_class = '', facility_code = '', data_level = ''] =
      /^(...)([a-z]+)([A-Z]\d+)\.(..)$/.exec(datastream) ?? [];
    await store.db
      .insertInto('datastreams')
      .values({
        datastream,
        site_code,
        facility_code,
        datastream_class,
        data_level,
        start_s: day(datastream === 'sgpmetE13.b1' ? '1993-07-20' : '2011-01-01'),
        end_s: day('2021-06-30') + 86_399,
        longest_s: 86_399,
        file_count: 1,
        bytes: 1,
      })
      .execute();
  }
  const tables = await loadTables(here('tables'));
  http = await createHttp<never>({
    log: createLog('silent'),
    requestsPerMinute: 10_000,
    trustProxy: false,
    session: async () => null,
    noSessionMessage: '',
    ownAddress: (address) => withoutAlias(address, ALIASES),
  });
  registerCitations(http, {
    db: store.db,
    tables: async () => tables,
    styles,
    publisher: { archiveName: 'ARM', publisher: 'ARM User Facility', url: 'http://a.example' },
  });
});

afterAll(async () => {
  await http.app.close();
  await store.close();
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await http.app.inject({ method: 'GET', url: path, headers });
  const { statusCode: status, body: text } = reply;
  return { status, text, headers: reply.headers, json: () => JSON.parse(text) };
};
const cite = (query: string) => get(`/services/citation/datastream?${query}`);
const dates = 'startDate=2019-01-01&endDate=2019-01-03&dateAccessed=2026-11-21';

it('[I001, I016, P137] answers the text in the archive’s own form by default', async () => {
  const reply = await cite(`id=sgpmetE13.b1&${dates}`);
  expect(reply.headers['cache-control']).toBe('no-cache');
  expect(reply.json().citation).toMatch(
    /^ARM User Facility\. 2019\. Surface Meteorological Instrumentation \(MET\)\. 2019-01-01 to 2019-01-03, Southern Great Plains \(SGP\), .* \(E13\), data level b1\. ARM Data Center\. Data set accessed 2026-11-21 at https:\/\/doi\.org\/10\.5439\/1786358\.$/,
  );
});

it('GET {citation}/datastream names data whose name does not say what they are as their files do, by datastream and by class', async () => {
  const named = { datastream: 'roof-2', datastream_class: 'roof', title: 'Our rain' };
  await addOwnDatastream(store.db, named);
  for (const asked of ['datastream?id=roof-2', 'inst-class?id=roof']) {
    const { citation } = (await get(`/services/citation/${asked}`)).json();
    expect(citation, asked).toContain('. Our rain (ROOF). ');
  }
});

it('[P058] [P134] GET {citation}/datastream takes arm, apa, mla, chicago, in any case', async () => {
  const text = async (type: string): Promise<string> =>
    (await cite(`id=sgpmetE13.b1&citationType=${type}&${dates}`)).json().citation;
  const own = (await cite(`id=sgpmetE13.b1&${dates}`)).json().citation;
  for (const type of ['arm', 'ARM', 'Arm']) expect(await text(type)).toBe(own);
  for (const type of ['mla', 'chicago', 'bibtex'])
    expect(await text(type.toUpperCase())).toBe(await text(type));
  const apa = await text('APA');
  expect(apa).toMatch(/^ARM User Facility\. \(2019\)\. Surface Meteorological .* \[Data set\]\./);
  expect(apa).toContain('https://doi.org/10.5439/1786358');
  expect(await text('mla')).toMatch(/ARM User Facility, 2019, https:\/\/doi\.org/);
  expect(await text('chicago')).toMatch(/^ARM User Facility\. 2019\. “Surface/);
  expect(await text('bibtex')).toMatch(/^@misc\{sgpmetE13\.b1_2019-01-01_2019-01-03,\n/);
  expect(await text('ris')).toMatch(/^TY {2}- DATA\r\n/);
  expect(JSON.parse(await text('csl-json'))).toMatchObject({
    type: 'dataset',
    DOI: '10.5439/1786358',
    issued: { 'date-parts': [[2019]] },
    accessed: { 'date-parts': [[2026, 11, 21]] },
  });
  expect(JSON.parse(await text('datacite-json'))).toMatchObject({
    doi: '10.5439/1786358',
    schemaVersion: 'http://datacite.org/schema/kernel-4',
  });
  const unknown = await cite(`id=sgpmetE13.b1&citationType=nature`);
  expect(unknown.status).toBe(400);
  expect(unknown.json().message).toContain('known are arm, apa, mla');
});

it.each(['apa', 'mla', 'chicago', 'harvard', 'vancouver'])(
  '%s leaves names and codes as they are written, and no mark of that',
  async (type) => {
    const { citation, html } = (await cite(`id=sgpmetE13.b1&citationType=${type}&${dates}`)).json();
    for (const text of [citation, html])
      expect(text).toMatch(
        /Instrumentation \(MET\), 2019-01-01 to 2019-01-03, Southern Great Plains \(SGP\), .*\(E13\), data level b1/,
      );
    expect(citation).not.toContain('nocase');
    expect(html).not.toContain('span');
  },
);

it('GET {citation}/datastream finds a datastream without regard to case', async () => {
  const [own, other] = [await cite('id=sgpmetE13.b1'), await cite('id=SGPMETe13.B1')];
  expect(other.json()).toEqual(own.json());
});

it('[P136] GET {citation}/datastream takes days of the form YYYY-MM-DD only, the first before the last', async () => {
  expect((await cite('id=sgpmetE13.b1&startDate=20190101')).status).toBe(400);
  expect((await cite('id=sgpmetE13.b1&endDate=2019-02-30')).status).toBe(400);
  expect((await cite('id=sgpmetE13.b1&dateAccessed=yesterday')).json().message).toContain(
    'dateAccessed',
  );
  const reversed = await cite('id=sgpmetE13.b1&startDate=2019-02-01&endDate=2019-01-01');
  expect(reversed.status).toBe(400);
  expect(reversed.json().message).toContain('after the end date');
});

it('GET {citation}/datastream names the version of the software that made the files of these days', async () => {
  const of = async (query: string): Promise<string> =>
    (await cite(`id=sgpmetE15.b1&citationType=${query}`)).json().citation;
  for (const [design, start] of [
    ['old', '2011-01-01'],
    ['new', '2019-01-01'],
  ] as const) {
    const datastream = 'sgpmetE15.b1';
    const attributes = { process_version: `ingest-${design}` };
    const header = { format: 'cdf1', attributes, dimensions: [], variables: [], place: null };
    await store.db
      .insertInto('designs')
      .values({ datastream, design, header: JSON.stringify(header) })
      .execute();
    await store.db
      .insertInto('files')
      .values({
        datastream,
        file_name: `${datastream}.${start.replaceAll('-', '')}.000000.cdf`,
        path: start,
        size: 1,
        start_s: day(start),
        end_s: day(start) + 86_399,
        scan_name: null,
        sha256: null,
        modified_ms: 0,
        design,
        notices: null,
      })
      .execute();
  }
  expect(await of('arm')).toContain('data level b1, version ingest-new.');
  const days = 'startDate=2011-01-01&endDate=2012-01-01';
  expect(await of(`arm&${days}`)).toContain('version ingest-old');
  expect(await of(`apa&${days}`)).toContain('(Version ingest-old)');
  expect(await of(`bibtex&${days}`)).toContain('version = {ingest-old}');
  expect(await of('arm&startDate=2014-01-01&endDate=2015-01-01')).not.toContain('version');
});

it('GET {citation}/datastream cites the whole record where no dates are given', async () => {
  expect((await cite('id=sgpmetE13.b1')).json().citation).toContain('1993-07-20 to 2021-06-30');
  const begun = (await cite('id=sgpmetE13.b1&startDate=2020-01-01')).json();
  expect(begun.citation).toContain('2020-01-01 to 2021-06-30');
  const later = (await cite('id=sgpmetE13.b1&startDate=2024-01-01')).json();
  expect(later.citation).not.toContain('2021');
});

it('[P135, I018] takes site, facility and data level instead of its own, and tells the choices', async () => {
  const other = (await cite(`id=sgpmetE13.b1&dataLevel=a1&${dates}`)).json();
  expect(other.citation).toContain('data level a1');
  expect(other).toMatchObject({
    selectedSite: 'sgp::Southern Great Plains',
    dataLevels: ['a1', 'b1'],
    selectedDataLevel: 'a1',
  });
  expect(other.sites).toHaveLength(2);
  expect(other.facilities.map((f: string) => f.split('::')[0])).toEqual(['E13', 'E15']);
  const site = (await cite(`id=sgpmetE13.b1&site=nsa&${dates}`)).json();
  expect(site).toMatchObject({ selectedDataLevel: 'b1' });
  expect(site.citation).toContain('(NSA)');
  const labelled = await cite(`id=sgpmetE13.b1&facility=E15::Somewhere&${dates}`);
  expect(labelled.json().citation).toContain('(E15)');
  expect((await cite('id=sgpmetE13.b1&dataLevel=c1')).status).toBe(404);
});

it('GET {citation}/datastream cites a datastream without files when its class has a DOI and the dates are given', async () => {
  const reply = await cite(`id=sgpmetE33.b1&${dates}`);
  expect(reply.json().citation).toContain('10.5439/1786358');
  expect((await cite('id=sgpmetE33.b1')).status).toBe(400);
  expect((await cite(`id=zzzmetE33.b1&${dates}`)).status).toBe(404);
});

it('GET {citation}/datastream refuses an unknown datastream with that reason', async () => {
  const reply = await cite('id=nowhere');
  expect(reply.status).toBe(404);
  expect(reply.json()).toMatchObject({ code: 'not-found' });
  expect((await cite('')).status).toBe(400);
  expect((await cite('id=a&id=b')).status).toBe(400);
  expect((await cite('id=__proto__&citationType=constructor')).status).toBe(400);
});

it('GET {citation}/datastream cites without a DOI where there is none', async () => {
  const reply = (await cite(`id=sgpnoneE1.b1&${dates}`)).json();
  expect(reply.citation).not.toContain('doi.org');
  expect(reply.citation).toContain('accessed 2026-11-21.');
});

const ofClass = (query: string) => get(`/services/citation/inst-class?${query}`);

it('[P060] [P061] GET {citation}/inst-class cites a class, in small or capital letters, and narrows it down', async () => {
  const all = (await ofClass(`id=MET&${dates}`)).json();
  expect(Object.keys(all)).toEqual(
    expect.arrayContaining([
      'citation',
      'sites',
      'selectedSite',
      'facilities',
      'selectedFacility',
      'dataLevels',
      'selectedDataLevel',
    ]),
  );
  expect(all.citation).toContain('Surface Meteorological Instrumentation (MET)');
  expect(all).toMatchObject({ selectedSite: '', selectedFacility: '', facilities: [] });
  expect(all.sites.map((s: string) => s.split('::')[0])).toEqual(['nsa', 'sgp']);
  const one = (await ofClass(`id=met&site=sgp&facility=E13&dataLevel=b1&${dates}`)).json();
  expect(one).toMatchObject({
    selectedSite: 'sgp::Southern Great Plains',
    selectedDataLevel: 'b1',
    dataLevels: ['a1', 'b1'],
  });
  expect(one.citation).toContain('(E13), data level b1');
});

it('GET {citation}/inst-class refuses a facility without a site, and what the class does not have', async () => {
  expect((await ofClass('id=met&facility=E13')).status).toBe(400);
  expect((await ofClass('id=met&site=ena')).status).toBe(404);
  expect((await ofClass('id=nothing')).status).toBe(404);
});

const old = '/citationservice/citation/datastream';

it('the address of the former service answers the same', async () => {
  const query = `?id=sgpmetE13.b1&citationType=apa&${dates}`;
  expect((await get(old + query)).text).toBe(
    (await get(`/services/citation/datastream${query}`)).text,
  );
});

it('the address of the former service answers an empty body for what is unknown, which its clients read as no DOI', async () => {
  const reply = await get(`${old}?id=nowhere&citationType=apa`, { accept: '*/*' });
  expect(reply).toMatchObject({ status: 404, text: '' });
  const asked = await get(`${old}?id=nowhere`, { accept: 'application/json' });
  expect(asked.json().code).toBe('not-found');
});

it('[I017] formats of citations are loaded from the table', async () => {
  const { formats } = (await get('/services/citation/formats')).json();
  expect(formats[0]).toEqual({ code: 'arm', label: 'ARM', extension: 'txt' });
  expect(formats.map((f: { code: string }) => f.code)).toEqual(
    expect.arrayContaining(['apa', 'mla', 'chicago', 'bibtex', 'ris', 'csl-json']),
  );
});

it('each citation is written with the day on which it was accessed', async () => {
  const item = { of: 'datastream', id: 'sgpmetE13.b1' };
  const days = ['2020-01-01', '2021-12-31'];
  for (const citationType of ['arm', 'bibtex']) {
    const { body } = await http.app.inject({
      method: 'POST',
      url: '/services/citation/export',
      payload: { citationType, items: days.map((dateAccessed) => ({ ...item, dateAccessed })) },
    });
    expect(body.match(/[Aa]ccessed (\d{4}-\d\d-\d\d)/g)).toHaveLength(2);
    for (const day of days) expect(body).toContain(day);
  }
});

it('many citations are written as one file', async () => {
  const post = async (citationType: string, items: unknown[]) =>
    await http.app.inject({
      method: 'POST',
      url: '/services/citation/export',
      payload: { citationType, items },
    });
  const item = { of: 'datastream', id: 'sgpmetE13.b1', startDate: '2019-01-01' };
  const items = [item, item, { of: 'inst-class', id: 'met' }];
  const bib = await post('bibtex', items);
  expect(bib.headers['content-disposition']).toContain('citations.bib');
  expect(bib.body.match(/@misc\{([^,]+)/g)).toHaveLength(3);
  expect(new Set(bib.body.match(/@misc\{([^,]+)/g)).size).toBe(3);
  expect(JSON.parse((await post('csl-json', items)).body)).toHaveLength(3);
  expect((await post('ris', items)).body.match(/ER {2}- /g)).toHaveLength(3);
  expect((await post('apa', items)).body.trim().split('\n\n')).toHaveLength(3);
  expect((await post('bibtex', [])).statusCode).toBe(400);
  expect((await post('bibtex', Array(201).fill(item))).statusCode).toBe(400);
});
