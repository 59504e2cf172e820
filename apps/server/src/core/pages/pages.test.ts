// Pages over HTTP: every kind, every form, what is withdrawn, what crawlers and harvesters read.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { markFilesChanged } from '../catalogue/freshness.ts';
import { loadTables } from '../tables/load.ts';
import { FORMATS } from './formats/all-formats.ts';
import { FIXTURE_URL, openPageFixture, reportRow, SHIPPED } from './testing/page-fixture.ts';
import { storeStream } from './testing/stored-stream.ts';

let house: Awaited<ReturnType<typeof openPageFixture>>;

const HOSTILE = reportRow('D999.1', {
  end_time: '',
  subject: 'Hostile <img src=x onerror=alert(1)>',
  description: '<script>alert(1)</script><p onclick="x()">Set <b>bold</b></p>',
  text_format: 'html',
  supersedes: 'D1.1',
  suggestions: '"quoted" & more',
});

beforeAll(async () => {
  const shipped = await loadTables(SHIPPED);
  house = await openPageFixture([...shipped.rows['quality-reports.csv'].slice(0, 40), HOSTILE], {
    'people.csv': [
      {
        datastream_class: 'met',
        instrument_class_code: '',
        role: 'author',
        family_name: 'Muster',
        given_names: 'Carla',
        orcid: '0000-0002-1825-0097',
        affiliation: 'Institute',
      },
    ],
    'withdrawn.csv': [
      {
        kind: 'datastream',
        id: 'sgpoldE1.b1',
        date: '2020-01-01',
        reason: 'The site asked for it.',
        replaced_by: 'sgpmetE13.b1',
      },
    ],
  });
  for (const name of ['sgpmetE13.b1', 'sgpmetE13.a1', 'nsametC1.b1', 'sgpgoneE9.b1'])
    await storeStream(house.db, name, {
      attributes: { title: 'Station <b>x</b>' },
      variable: {
        long_name: 'Temperature </script><script>alert(1)</script>',
        units: 'degC',
        standard_name: 'air_temperature',
      },
      months: ['2019-01', '2019-02'],
    });
});

afterAll(() => house.close());

const get: typeof house.get = (url, accept) => house.get(url, accept);

const PAGES = [
  '/product/met',
  '/datastream/sgpmetE13.b1',
  '/site/sgp',
  '/facility/sgp.E13',
  '/instrument/met',
  '/campaign/sgp1996wv',
  '/measurement/atmpres',
  '/report/D999.1',
];

it.each(PAGES)('%s is whole without a script', async (path) => {
  const reply = await get(path);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.body).toMatch(/<h1>[^<]+<\/h1>/);
  expect(reply.body).toContain(`<link rel="canonical" href="${FIXTURE_URL}${path}">`);
  expect(reply.headers.etag).toMatch(/^"/);
  expect(reply.headers['last-modified']).toBeTruthy();
  expect(
    reply.body.match(
      /<script(?! type="application\/ld\+json"| src="\/discovery\/(?:theme|page).js")/g,
    ),
  ).toBeNull();
  const again = await get(path, {
    accept: 'text/html',
    'if-none-match': String(reply.headers.etag),
  });
  expect(again.statusCode).toBe(304);
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(reply.body)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({
    '@context': 'https://schema.org/',
    url: FIXTURE_URL + path,
  });
});

it('the page of a datastream tells its variables, reports, files, versions, people and how to cite it', async () => {
  const { body } = await get('/datastream/sgpmetE13.b1');
  for (const words of [
    'Surface Meteorological Instrumentation',
    'air_temperature',
    'degC',
    'href="/report/D999.1"',
    'href="/datastream/sgpmetE13.b1/files/2019-01.csv"',
    'ingest-4.46',
    'Muster, C.',
    'https://orcid.org/0000-0002-1825-0097',
    '10.5439/1786358',
    'CC BY 4.0',
    'href="/datastream/sgpmetE13.a1"',
    '<summary>Julia</summary>',
    'ds=&quot;sgpmetE13.b1&quot;',
    'os.environ[&quot;ISOBAR_TOKEN&quot;]',
  ])
    expect(body).toContain(words);
});

it('the page of a datastream has its plots in both themes', async () => {
  const { body } = await get('/datastream/sgpmetE13.b1');
  for (const theme of ['light', 'dark'])
    expect(body).toMatch(
      new RegExp(
        `<img class="in-${theme}" src="[^"]*temp_mean/\\d{8}\\.svg\\?size=small(&amp;|&)theme=${theme}"`,
      ),
    );
});

it('a page keeps hostile texts of files and tables as text', async () => {
  for (const path of PAGES) {
    const { body } = await get(path);
    expect(body).not.toMatch(/<img src=x|<script>alert|<b>x<\/b>/);
  }
  expect((await get('/report/D999.1')).body).toContain('Hostile &lt;img src=x');
  expect((await get('/report/D999.1')).body).toMatch(/<p>Set <(b|strong)>bold/);
  expect((await get('/site/%3Cscript%3Ealert(1)%3C%2Fscript%3E')).body).not.toContain(
    '<script>alert',
  );
});

it('link back to the screen of the portal that a reader came from, and to no other site', async () => {
  const from = encodeURIComponent('/results/site_code::sgp?page=2&sort="x"');
  const back = await get(`/datastream/sgpmetE13.b1?from=${from}`);
  expect(back.body).toContain(
    'href="/discovery/#/results/site_code::sgp?page=2&amp;sort=&quot;x&quot;"',
  );
  const away = await get('/datastream/sgpmetE13.b1?from=//evil.example');
  expect(away.body).not.toContain('evil.example');
});

it('pages say what is not there, and what was withdrawn and why', async () => {
  expect((await get('/datastream/nowhere')).statusCode).toBe(404);
  expect((await get('/facility/sgp')).statusCode).toBe(404);
  const gone = await get('/datastream/sgpoldE1.b1');
  expect(gone.statusCode).toBe(410);
  expect(gone.body).toContain('The site asked for it.');
  expect(gone.body).toContain('href="/datastream/sgpmetE13.b1"');
});

it('redirect to the archive’s spelling of a name from one in a different case', async () => {
  const page = await get('/datastream/SGPMETE13.B1?from=%2Fresults');
  expect([page.statusCode, page.headers.location]).toEqual([
    301,
    '/datastream/sgpmetE13.b1?from=%2Fresults',
  ]);
  const record = await get('/facility/SGP.e13.jsonld');
  expect(record.headers.location).toBe('/facility/sgp.E13.jsonld');
  expect((await get('/datastream/SGPNOTHINGE1.B1')).statusCode).toBe(404);
});

it('pages are packed once, and the same whatever the form they travel in', async () => {
  const plain = await get('/datastream/sgpmetE13.b1');
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const reply = await get('/datastream/sgpmetE13.b1', {
      accept: 'text/html',
      'accept-encoding': encoding,
    });
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.headers.vary).toBe('Accept, Accept-Encoding');
    expect(unpack(reply.rawPayload).toString()).toBe(plain.body);
  }
  const refused = await get('/datastream/sgpmetE13.b1', {
    accept: 'text/html',
    'accept-encoding': 'br;q=0, gzip;q=0',
  });
  expect(refused.headers['content-encoding']).toBeUndefined();
});

it('pages list the files of a month', async () => {
  const reply = await get('/datastream/sgpmetE13.b1/files/2019-01.csv');
  expect(reply.body.split('\r\n')[1]).toBe(
    `sgpmetE13.b1.20190101.000000.cdf,1000,2019-01-01T00:00:00Z,2019-01-01T23:59:59Z,${'ab'.repeat(32)}`,
  );
  expect((await get('/datastream/sgpmetE13.b1/files/2018-01.csv')).statusCode).toBe(404);
  expect((await get('/datastream/sgpmetE13.b1/files/2018-13.csv')).statusCode).toBe(400);
});

it('records of a page are chosen by the ending of the address or by the Accept header', async () => {
  for (const format of FORMATS) {
    const byEnding = await get(`/datastream/sgpmetE13.b1${format.ending}`);
    expect(byEnding.statusCode, format.ending).toBe(200);
    expect(byEnding.headers['content-type']).toContain(format.type);
    const byType = await get('/datastream/sgpmetE13.b1', { accept: format.type });
    expect(byType.body).toBe(byEnding.body);
    if (format.type.endsWith('xml')) expect(XMLValidator.validate(byEnding.body)).toBe(true);
    else if (format.type.endsWith('json')) JSON.parse(byEnding.body);
  }
  expect((await get('/site/sgp.bib')).statusCode).toBe(404);
  expect((await get('/site/sgp', { accept: 'image/png' })).statusCode).toBe(406);
});

it('records of every kind are well formed', async () => {
  for (const path of PAGES)
    for (const { ending, dataOnly } of FORMATS) {
      if (dataOnly) continue;
      const { body, statusCode } = await get(path + ending);
      expect(statusCode, path + ending).toBe(200);
      if (ending.endsWith('xml')) expect(XMLValidator.validate(body), path + ending).toBe(true);
      else JSON.parse(body);
    }
});

it('records of a page are named in its header (FAIR signposting)', async () => {
  const { headers } = await get('/datastream/sgpmetE13.b1');
  const link = String(headers.link);
  for (const part of [
    '<https://doi.org/10.5439/1786358>; rel="cite-as"',
    `<${FIXTURE_URL}/datastream/sgpmetE13.b1.jsonld>; rel="describedby"; type="application/ld+json"`,
    '<https://orcid.org/0000-0002-1825-0097>; rel="author"',
    'rel="license"',
    '<https://schema.org/Dataset>; rel="type"',
    `<${FIXTURE_URL}/datastream/sgpmetE13.b1/data/2019-02.csv>; rel="item"; type="text/csv"`,
    `<${FIXTURE_URL}/datastream/sgpmetE13.b1/files/2019-02.csv>; rel="item"; type="text/csv"`,
  ])
    expect(link).toContain(part);
  expect(String((await get('/site/sgp')).headers.link)).not.toContain('rel="item"');
});

it('records of a page tell search engines what to fetch, with what it was measured and when it changed', async () => {
  const record = (await get('/datastream/sgpmetE13.b1.jsonld')).json();
  expect(record).toMatchObject({
    '@type': 'Dataset',
    license: expect.stringMatching(/^https:/),
    measurementTechnique: ['Surface Meteorological Instrumentation'],
    dateModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    temporalCoverage: expect.stringMatching(/^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/),
  });
  const { distribution } = record as { distribution: { contentUrl?: string }[] };
  const addresses = distribution.flatMap(({ contentUrl }) => contentUrl ?? []);
  expect(addresses).toEqual([
    `${FIXTURE_URL}/datastream/sgpmetE13.b1/data/2019-02.csv`,
    `${FIXTURE_URL}/datastream/sgpmetE13.b1/files/2019-02.csv`,
  ]);
  // What the page points programs to is there, without a script and without an account.
  const files = await get((addresses[1] ?? '').slice(FIXTURE_URL.length));
  expect([files.statusCode, files.headers['content-type']]).toEqual([
    200,
    'text/csv; charset=utf-8',
  ]);
});

it('records of a page are announced to reference managers in the head of a page with data', async () => {
  const { body } = await get('/datastream/sgpmetE13.b1');
  const tags = [
    ...body.matchAll(/<meta name="((?:DC|DCTERMS|citation)[\w.]*)" content="([^"]*)"/g),
  ];
  const of = (name: string) => tags.flatMap(([, key, value]) => (key === name ? [value] : []));
  expect(of('DC.type')).toEqual(['Dataset']);
  expect(of('citation_author')).toEqual(['Muster, Carla']);
  expect(of('DC.creator')).toEqual(of('citation_author'));
  expect(of('citation_doi')).toEqual(['10.5439/1786358']);
  expect(of('DC.identifier')).toEqual(['https://doi.org/10.5439/1786358']);
  expect(of('citation_title')[0]).toMatch(/^Surface Meteorological .*data level b1/);
  expect(of('citation_publication_date')[0]).toMatch(/^\d{4}$/);
  expect((await get('/site/sgp')).body).not.toContain('citation_title');
});

it('crawlers find every page in the sitemap, with its last change', async () => {
  const robots = await get('/robots.txt');
  expect(robots.body).toContain(`Sitemap: ${FIXTURE_URL}/sitemap.xml`);
  const index = await get('/sitemap.xml');
  expect(index.body).toContain(`<loc>${FIXTURE_URL}/sitemap-1.xml</loc><lastmod>`);
  const part = await get('/sitemap-1.xml');
  expect(part.body).toContain(`<loc>${FIXTURE_URL}/reports</loc>`);
  for (const path of PAGES) expect(part.body).toContain(`<loc>${FIXTURE_URL}${path}</loc>`);
  expect(robots.body).toContain('Disallow: /datastream/*/data/');
  // Wget obeys the first rule of its own part that fits.
  const [, ofWget = ''] = robots.body.split('User-agent: Wget\n');
  expect(ofWget.split('\n').slice(0, 3)).toEqual([
    'Allow: /services/order/delivery/',
    'Disallow: /services/',
    '',
  ]);
  for (const none of ['/sitemap-99.xml', '/sitemap-0.xml', '/sitemap-1.xml.gz', '/foo', '/.env'])
    expect([none, (await get(none)).statusCode]).toEqual([none, 404]);
  expect((await get('/foo', '*/*')).json().message).toBe('There is nothing at /foo.');
  expect((await get('/foo', 'text/html')).headers['content-type']).toMatch(/^text\/html/);
  expect((await get('/opensearch.xml')).body).toContain('#/results/s::{searchTerms}');
});

const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });
type Listed = { identifiers: string[]; token: string; size: string };

const ask = async (query: string) => (await get(`/oai?${query}`)).body;
const list = async (query: string): Promise<Listed> => {
  const { ListIdentifiers: found } = parser.parse(await ask(query))['OAI-PMH'];
  const headers = [found.header].flat();
  const token = found.resumptionToken;
  return {
    identifiers: headers.map((one: { identifier: string }) => one.identifier),
    token: typeof token === 'object' ? (token['#text'] ?? '') : (token ?? ''),
    size: typeof token === 'object' ? token['@_completeListSize'] : '',
  };
};

it('OAI-PMH answers Identify, formats and sets', async () => {
  expect(await ask('verb=Identify')).toContain('<deletedRecord>persistent</deletedRecord>');
  expect(await ask('verb=ListMetadataFormats')).toContain(
    '<metadataPrefix>oai_datacite</metadataPrefix>',
  );
  expect(await ask('verb=ListSets')).toContain('<setSpec>datastream</setSpec>');
});

const changed = async (): Promise<void> => {
  await house.db.transaction().execute((trx) => markFilesChanged(trx, null));
  await new Promise((resolve) => setTimeout(resolve, 1100)); // the state is looked at once a second
};
it('OAI-PMH gives each record once, also when a harvest comes in between and things go', async () => {
  for (let n = 1; n <= 300; n++) await house.addStream(`ogrozonX${n}.b1`);
  await changed();
  const first = await list('verb=ListIdentifiers&metadataPrefix=oai_dc');
  const total = Number(first.size);
  expect(total).toBeGreaterThan(500);
  await house.addStream('enametC1.b1');
  await house.db.deleteFrom('datastreams').where('datastream', '=', 'sgpgoneE9.b1').execute();
  await changed();
  const all = [...first.identifiers];
  for (let token = first.token; token !== ''; ) {
    const next = await list(`verb=ListIdentifiers&resumptionToken=${encodeURIComponent(token)}`);
    all.push(...next.identifiers);
    token = next.token;
  }
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(total);
  expect(all).toContain('oai:archive.example:datastream/enametC1.b1');
  const gone = await ask(
    'verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:archive.example:datastream/sgpgoneE9.b1',
  );
  expect(gone).toContain('status="deleted"');
  const page = await get('/datastream/sgpgoneE9.b1');
  expect(page.statusCode).toBe(410);
});

it('OAI-PMH gives records as Dublin Core and DataCite', async () => {
  const id = 'oai:archive.example:datastream/sgpmetE13.b1';
  const dc = await ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${id}`);
  expect(dc).toContain('<dc:creator>Muster, Carla</dc:creator>');
  const datacite = await ask(`verb=GetRecord&metadataPrefix=oai_datacite&identifier=${id}`);
  expect(datacite).toContain('<identifier identifierType="DOI">10.5439/1786358</identifier>');
  const many = await ask('verb=ListRecords&metadataPrefix=oai_datacite&set=report');
  expect(XMLValidator.validate(many)).toBe(true);
});

it.each([
  ['verb=Nothing', 'badVerb'],
  ['', 'badVerb'],
  ['verb=Identify&x=1', 'badArgument'],
  ['verb=ListRecords', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=marc', 'cannotDisseminateFormat'],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=2020', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=2020-01-01&until=2019-01-01', 'badArgument'],
  [
    'verb=ListRecords&metadataPrefix=oai_dc&from=2020-01-01&until=2019-01-01T00:00:00Z',
    'badArgument',
  ],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=2100-01-01', 'noRecordsMatch'],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=nothing', 'noRecordsMatch'],
  ['verb=ListRecords&resumptionToken=abc', 'badResumptionToken'],
  ['verb=ListRecords&resumptionToken=abc&metadataPrefix=oai_dc', 'badArgument'],
  ['verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:x:y', 'idDoesNotExist'],
  ['verb=Identify&verb=Identify', 'badVerb'],
])('OAI-PMH refuses %s as %s', async (query, code) => {
  const text = await ask(query);
  expect(text).toContain(`<error code="${code}">`);
  // The answer repeats the request unless it could not be understood.
  const isUnread = code === 'badVerb' || code === 'badArgument';
  expect(/<request verb="[A-Z]/.test(text)).toBe(!isUnread);
});
