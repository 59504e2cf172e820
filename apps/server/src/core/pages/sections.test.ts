// Sections of pages: each is there once, in the text or beside it, and a site begins with the
// facilities that have data.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statedByFiles } from '../catalogue/stated-by-files.ts';
import { openPageFixture } from './testing/page-fixture.ts';
import { storeStream } from './testing/stored-stream.ts';

let pages: Awaited<ReturnType<typeof openPageFixture>>;
beforeAll(async () => {
  pages = await openPageFixture([]);
  for (const name of ['sgpmetE13.b1', 'sgpmetE3.b1'])
    await storeStream(pages.db, name, { months: ['2019-01'] });
});
afterAll(() => pages.close());

it('handbooks are beside the text of a page, and no section is there twice', async () => {
  const { body } = await pages.get('/product/met');
  const ids = [...body.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual([...new Set(ids)]);
  const [text = '', beside = ''] = body.split('<aside');
  expect([text, beside].map((part) => part.includes('id="documents"'))).toEqual([false, true]);
  expect(beside).toContain('met_handbook.pdf');
});

it('a datastream whose files state no time has no share of the time that they cover, and is cited without dates', async () => {
  const quality = async (name: string, notices: string | null) => {
    await storeStream(pages.db, name, { months: ['2019-01'] });
    const files = pages.db.updateTable('files').where('datastream', '=', name);
    await files.set({ notices }).execute();
    const { body } = await pages.get(`/datastream/${name}`);
    const cover = body.split('<section id="quality"')[1]?.split('</section>')[0];
    const { undated } = await statedByFiles(pages.db, name, { start: 0, end: 2e9 });
    const facts = /<dl class="facts">(.*?)<\/dl>/s.exec(body)?.[1];
    return {
      ...{ cover, facts },
      cite: /<p class="cite">(.*?)<\/p>/s.exec(body)?.[1],
      undated: undated ?? false,
      tables: [...body.matchAll(/href="[^"]*\/(data\/[^"]*|croissant\.json)"/g)].map(
        ([, to]) => to,
      ),
    };
  };
  const dated = await quality('enametC1.b1', 'no-datastream');
  expect(dated.cover).toContain('<p>Files cover 100.0 % of the time');
  expect(dated.cite).toContain('2019-01-01 to 2019-02-28');
  expect(dated.undated).toBe(false);
  expect(dated.tables).toEqual(expect.arrayContaining(['data/2019-01.csv', 'croissant.json']));
  expect(dated.facts).toContain('2019-01-01');
  const undated = await quality('enametC2.b1', 'no-datastream,no-time');
  expect(undated.cover).toContain(
    '<p>Files that state no time from 1850 to 2299 are filed under the day',
  );
  expect(undated.cover).not.toContain('Files cover');
  expect(undated.cite).toContain('data level b1');
  expect(undated.cite).not.toContain('2019-01-01 to');
  expect(undated.undated).toBe(true);
  expect(undated.tables).toEqual([]);
  expect(undated.facts).toContain('1 file');
  expect(undated.facts).not.toContain('2019-01-01');
});

it('pages of data that state no time name no dates of them, and offer no array', async () => {
  await storeStream(pages.db, 'ogrtopoX9.b1', { months: ['2019-01', '2020-06'] });
  const own = pages.db.updateTable('files').where('datastream', '=', 'ogrtopoX9.b1');
  await own.set({ notices: 'no-time' }).execute();
  const row = pages.db.updateTable('datastreams').where('datastream', '=', 'ogrtopoX9.b1');
  await row.set({ undated: 1 }).execute();
  const { body } = await pages.get('/datastream/ogrtopoX9.b1');
  expect(body).toContain('<dd>dates unknown</dd>');
  const sections = [...body.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id);
  expect(sections).toContain('files');
  expect(sections).not.toContain('array');
  expect(body).not.toMatch(/temporalCoverage|Days without a new file|Good, of all years/);
  expect(body).toMatch(/<th[^>]*>Last change<\/th>/);
  for (const address of ['/product/topo', '/site/ogr', '/facility/ogr.X9']) {
    const page = await pages.get(address);
    // Code to copy fetches files by the days of their last changes.
    const [told = ''] = page.body.split('<section id="code"');
    expect(told, address).toContain('dates unknown');
    expect(told.match(/.{200}(2019-0|2020-06|1970).{30}/s)?.[0], address).toBeUndefined();
  }
});

it('a page links the measurements that have pages, and names those that only these files have', async () => {
  const variable = { units: '1', long_name: 'Widget count' };
  await storeStream(pages.db, 'xyzwidgetX1.b1', { variable });
  const links: string[] = [];
  for (const address of [
    '/datastream/sgpmetE13.b1',
    '/datastream/xyzwidgetX1.b1',
    '/product/widget',
  ]) {
    const { body } = await pages.get(address);
    if (!address.includes('met')) expect(body, address).toContain('Widget count');
    links.push(...[...body.matchAll(/href="(\/measurement\/[^"]+)"/g)].map(([, to = '']) => to));
  }
  expect(links).not.toEqual([]);
  for (const to of new Set(links)) expect((await pages.get(to)).statusCode, to).toBe(200);
});

it('a site lists its facilities with datastreams, and the others behind one disclosure', async () => {
  const { body } = await pages.get('/site/sgp');
  const [, section = ''] = body.split('<section id="facilities"');
  const [shown = '', rest = ''] = (section.split('</section>')[0] ?? '').split('<details>');
  const codes = (html: string) =>
    [...html.matchAll(/\/facility\/sgp\.(\w+)"/g)].map(([, id]) => id);
  expect(codes(shown)).toEqual(['E3', 'E13']);
  expect(codes(rest)).toContain('C1');
  const count = codes(rest).length;
  expect(rest).toContain(`<summary>${count} facilities without datastreams</summary>`);
  expect(body).toContain(`${count + 2}, 2 of them with data`);
  expect(section.match(/<details>/g)).toHaveLength(1);
});

it('a site without any datastream shows its facilities in the open', async () => {
  const { body } = await pages.get('/site/nsa');
  const [, section = ''] = body.split('<section id="facilities"');
  const [shown = ''] = (section.split('</section>')[0] ?? '').split('<details>');
  expect(shown).toContain('/facility/nsa.C1"');
});

it('the title of a page names the thing and its code, since many products are called as their instrument is', async () => {
  for (const address of ['/product/met', '/instrument/met', '/site/sgp', '/facility/sgp.E13']) {
    const { body } = await pages.get(address);
    const [, heading = ''] = /<h1>([^<]+)<\/h1>/.exec(body) ?? [];
    const [, kind, code] = address.split('/');
    const named = kind === 'instrument' ? `instrument ${code}` : code;
    expect(heading).not.toBe('');
    expect(body).toContain(`<title>${heading} (${named}) · `);
  }
  const { body } = await pages.get('/datastream/sgpmetE13.b1');
  expect(body).toMatch(/<title>[^<]+ \(sgpmetE13\.b1\) · /);
});

it('crawlers find places, instruments and measurements with data, not all that tables know', async () => {
  await pages.pages.sync();
  const { body } = await pages.get('/sitemap-1.xml');
  for (const held of ['site/sgp', 'facility/sgp.E13', 'instrument/met', 'measurement/atmpres'])
    expect(body).toContain(`/${held}</loc>`);
  for (const bare of ['site/twp', 'facility/twp.C1', 'instrument/ceil', 'measurement/aerosabs']) {
    expect(body).not.toContain(`/${bare}</loc>`);
    expect((await pages.get(`/${bare}`)).statusCode).toBe(200);
  }
});
