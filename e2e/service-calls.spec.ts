// The web services of part 4, each call as scripts send it, in usual and in unusual forms, on the
// real server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIsobar, type Isobar, NO_ORDERS } from './server.ts';

let server: Isobar;
beforeAll(async () => {
  server = await demoIsobar(NO_ORDERS);
});
afterAll(() => server?.remove());

const USER = 'user=demo:demo-token';
const MET = 'sgpmetE13.b1';
const DAYS = ['20190101', '20190102'].map((day) => `${MET}.${day}.000000.cdf`);
const LIVE = '/armlive';
const QUERY = `${LIVE}/query?${USER}`;
const SAVE = `${LIVE}/saveData?${USER}&file=${DAYS[0]}`;
const MOD = `${LIVE}/mod?${USER}`;
const DQR = `/dqr_full/${MET}`;
const CITATION = '/citationservice/citation';

type Call = { method?: string; body?: string; headers?: Record<string, string> };
type Row = readonly [call: string, status: number, says: RegExp, more?: Call];

async function ask(path: string, { method, body, headers = {} }: Call = {}) {
  const reply = await fetch(server.url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = new TextDecoder('latin1').decode(await reply.arrayBuffer());
  return { status: reply.status, text, headers: reply.headers };
}

const answers = (rows: readonly Row[]) =>
  it.each(rows.map((row) => [row[0].slice(0, 120), row] as const))(
    '%s',
    async (_, [path, status, says, more]) => {
      const reply = await ask(path, more);
      expect([reply.status, reply.text.slice(0, 700)]).toEqual([
        status,
        expect.stringMatching(says),
      ]);
    },
  );

const TWO_DAYS = /^\{"status":"success","num_found":2,"total_size":\d+,"files":\["sgpmet/;
const REFUSED = /^<!DOCTYPE html>[\s\S]*User or access token is wrong/;

describe('[P107] [P108] [P109] [P110] [P111] [P112] the query', () => {
  answers([
    [`${QUERY}&ds=${MET}&start=2019-01-01&end=2019-01-02&wt=json`, 200, TWO_DAYS],
    [
      `${LIVE}/data/query/?${USER}&ds=${MET}&start=2019-01-01&end=2019-01-02&wt=json`,
      200,
      TWO_DAYS,
    ],
    [`${QUERY}&wt=JSON&end=20190102&start=20190101&ds=${MET}`, 200, TWO_DAYS],
    [
      `${QUERY}&ds=${MET}&start=2019-01-01T00:00:00.000Z&end=2019-01-02T23:59:59.999Z&wt=json`,
      200,
      TWO_DAYS,
    ],
    [`${QUERY}&ds=${MET}&start=2019-01-01&end=2019-01-02&wt=json&unknown=1`, 200, TWO_DAYS],
    [`${QUERY}&ds=${MET}&start=2019-01-01&end=2019-01-02`, 200, /^<!DOCTYPE html>/],
    [`${QUERY}&ds=${MET}&start=2019-01-01&end=2019-01-02&wt=`, 200, /^<!DOCTYPE html>/],
    [`${QUERY}&ds=nothere.b1&wt=json`, 200, /"num_found":0,"total_size":0,"files":\[\]/],
    [`${QUERY}&ds=${MET}&start=2019-02-30&wt=json`, 400, /query\.start: is no date/],
    [`${QUERY}&ds=${MET}&start=2019-03-01&end=2019-01-01&wt=json`, 400, /later than end/],
    [`${QUERY}&ds=${MET}&ds=${MET}&wt=json`, 400, /query\.ds: is given more than once/],
    [`${QUERY}&ds=${MET}&wt=xml`, 400, /query\.wt: is one of/],
    [`${QUERY}&ds=&wt=json`, 400, /query\.ds: names the datastream/],
    [`${QUERY}&ds=${MET}`, 405, /takes GET/, { method: 'POST' }],
  ]);
});

describe('[P106] [P125] a wrong user or token', () => {
  answers([
    [`${LIVE}/query?user=demo:wrong&ds=${MET}&wt=json`, 200, REFUSED],
    [`${LIVE}/query?user=demo&ds=${MET}&wt=json`, 200, REFUSED],
    [`${LIVE}/query?ds=${MET}&wt=json`, 200, REFUSED],
    [`${LIVE}/query?${USER}&${USER}&ds=${MET}&wt=json`, 200, REFUSED],
    [`${LIVE}/saveData?user=demo:wrong&file=${DAYS[0]}`, 401, REFUSED],
    [`${LIVE}/mod?user=wrong:demo-token`, 401, REFUSED, { body: JSON.stringify(DAYS) }],
    [SAVE, 401, REFUSED, { headers: { authorization: 'Bearer wrong' } }],
    [
      `${LIVE}/saveData?file=${DAYS[0]}`,
      200,
      /^CDF/,
      { headers: { authorization: 'Bearer demo-token' } },
    ],
  ]);
});

describe('[P113] [P114] [P115] [P116] a file', () => {
  const range = (range: string, more = {}) => ({ headers: { range, ...more } });
  answers([
    [SAVE, 200, /^CDF/],
    [SAVE, 200, /^$/, { method: 'HEAD' }],
    [SAVE, 206, /^CDF.{7}$/s, range('bytes=0-9')],
    [SAVE, 206, /^.{5}$/s, range('bytes=-5')],
    [SAVE, 200, /^CDF/, range('bytes=0-1,5-6')],
    [SAVE, 200, /^CDF/, range('bytes=0-9', { 'if-range': '"another"' })],
    [SAVE, 416, /range-not-satisfiable/, range('bytes=99999999-')],
    [SAVE, 412, /precondition-failed/, { headers: { 'if-match': '"another"' } }],
    [
      SAVE,
      412,
      /precondition-failed/,
      { headers: { 'if-unmodified-since': 'Mon, 01 Jan 1990 00:00:00 GMT' } },
    ],
    [
      `${LIVE}/saveData?${USER}&file=..%2F..%2Fetc%2Fpasswd`,
      200,
      /This data file is not available/,
    ],
    [`${LIVE}/saveData?${USER}&file=${DAYS[0]}%00`, 200, /This data file is not available/],
    [`${LIVE}/saveData?${USER}&file=`, 400, /names the file/],
    [`${LIVE}/saveData?${USER}`, 400, /names the file/],
  ]);

  it('a file is sent with its length, its name, its tag and its date', async () => {
    const { headers } = await ask(SAVE, { method: 'HEAD' });
    expect(Number(headers.get('content-length'))).toBeGreaterThan(300_000);
    expect(headers.get('content-disposition')).toBe(`attachment; filename=${DAYS[0]}`);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await ask(SAVE, { headers: known })).status).toBe(304);
    const since = { 'if-modified-since': headers.get('last-modified') ?? '' };
    expect((await ask(SAVE, { headers: since })).status).toBe(304);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('[P117] [P119] [P120] [P121] [P122] [P123] an extract', () => {
  const body = JSON.stringify(DAYS);
  answers([
    [`${MOD}&wt=cdf`, 200, /^CDF/, { body }],
    [`${MOD}&wt=`, 200, /^CDF/, { body }],
    [`${MOD}&wt=csv&variables=`, 200, /^# CSV made from NetCDF/, { body }],
    [`${MOD}&wt=csv&variables=temp_mean%2Crh_mean`, 200, /^# CSV/, { body }],
    [`${LIVE}/mod/?${USER}&wt=csv&variables=temp_mean&variables=rh_mean`, 200, /^# CSV/, { body }],
    [`${MOD}&wt=json&variables=temp_mean`, 200, /^\{"attrs":/, { body }],
    [`${MOD}&wt=icartt&variables=temp_mean`, 200, /^\d+, 2110/, { body }],
    [`${MOD}&wt=parquet&variables=temp_mean`, 200, /^PAR1/, { body }],
    [`${MOD}&wt=nc4&variables=temp_mean&qc=Bad&dqr=incorrect`, 200, /^.HDF/s, { body }],
    [`${MOD}&wt=xyz`, 400, /query\.wt: is one of cdf/, { body }],
    [`${MOD}&qc=foo`, 400, /query\.qc: is a list of/, { body }],
    [`${MOD}&dqr=foo`, 400, /query\.dqr: is a list of/, { body }],
    [`${MOD}&variables=nosuch`, 400, /has no variable nosuch\. It has /, { body }],
    [MOD, 400, /The body is a JSON list of file names/],
    [MOD, 400, /The body is a JSON list of file names/, { body: '[]' }],
    [MOD, 400, /The body is a JSON list of file names/, { body: '{' }],
    [MOD, 400, /The body is a JSON list of file names/, { body: '[1]' }],
    [
      MOD,
      400,
      /files of one datastream/,
      { body: `["${DAYS[0]}","sgpmetE11.b1.20190101.000000.cdf"]` },
    ],
    [MOD, 404, /This data file is not available/, { body: `["${MET}.18990101.000000.cdf"]` }],
    [MOD, 413, /too-large/, { body: `[${'"a",'.repeat(500_000)}"a"]` }],
    [MOD, 405, /takes GET, POST/, { method: 'PUT', body }],
  ]);

  it('[P124] an extract is named after its time', async () => {
    const { headers } = await ask(`${MOD}&wt=csv&variables=temp_mean`, { body });
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename=${MET}.20190101.000000.20190102.235900.custom.csv`,
    );
  });
});

describe('[P127] [P128] [P129] [P130] [P131] [P132] quality reports', () => {
  const found = /^\{"sgpmetE13\.b1":\{"(missing|suspect|incorrect)":\{"D[\d.]+":\{"subject":/;
  answers([
    [`${DQR}/20100101/20200101/missing,suspect,incorrect,reprocessed`, 200, found],
    [`${DQR}/20100101/20200101/missing%2Csuspect`, 200, found],
    [`${DQR}/20100101/20200101/missing,%20suspect`, 200, found],
    [`${DQR}/20100101/20200101/SUSPECT/`, 200, found],
    [`/dqr_qc/${MET}/incorrect,suspect`, 200, found],
    [`/services/dqr/dqr_qc/${MET}/incorrect,suspect`, 200, found],
    [`/dqr_qc/${MET}/reprocessed`, 404, /^\{"detail":"Not Found"\}$/],
    [`${DQR}/18500101/18500102/suspect`, 404, /^\{"detail":"Not Found"\}$/],
    [`${DQR}/20100101/20200101/foo`, 400, /'foo' is no assessment/],
    [`${DQR}/20100101/20200101/`, 400, /Ask as \/dqr_full/],
    [`${DQR}/2010-01-01/2020-01-01/suspect`, 400, /no start date/],
    [`${DQR}/20200101/20100101/suspect`, 400, /ends \(20100101\) before/],
    [`${DQR}/20201301/20210101/suspect`, 400, /no start date/],
    ['/dqr_qc/nothere.b1/suspect', 400, /no datastream nothere\.b1/],
    ['/dqr_qc/__proto__/suspect', 400, /not the name of a datastream/],
    [`/dqr_qc/${MET}/suspect`, 405, /takes GET/, { method: 'POST' }],
  ]);
});

describe('[P134] [P135] [P136] [P137] citations', () => {
  const cited = /^\{"citation":"Atmospheric Radiation Measurement/;
  answers([
    [`${CITATION}/datastream?id=${MET}`, 200, cited],
    [`${CITATION}/datastream/?id=${MET}&citationType=APA&startDate=&endDate=`, 200, cited],
    [
      `${CITATION}/datastream?id=${MET}&citationType=mla&dataLevel=b1&site=sgp&facility=E13&startDate=2019-01-01&endDate=2019-02-01&dateAccessed=2024-05-06`,
      200,
      /2019-01-01 to 2019-02-01/,
    ],
    [`${CITATION}/inst-class?id=met&citationType=chicago`, 200, cited],
    [`${CITATION}/datastream?id=${MET}&citationType=__proto__`, 400, /there is no '__proto__'/],
    [`${CITATION}/datastream?id=${MET}&startDate=2019-1-1`, 400, /no day of the form YYYY-MM-DD/],
    [
      `${CITATION}/datastream?id=${MET}&startDate=2019-02-01&endDate=2019-01-01`,
      400,
      /after the end/,
    ],
    [`${CITATION}/datastream?id=${MET}&id=${MET}`, 400, /query\.id: is given more than once/],
    [`${CITATION}/datastream`, 400, /query\.id: is needed/],
    // Published clients read an empty body as 'no DOI'; callers that ask for JSON get a reason.
    [`${CITATION}/datastream?id=nothere.b1`, 404, /^$/],
    ['/services/citation/datastream?id=nothere.b1', 404, /"code":"not-found"/],
  ]);
});

describe('[P074] [P076] [P094] [P095] [P102] searches', () => {
  const json = { headers: { 'content-type': 'application/json' } };
  answers([
    [
      `/elastic/metadata/_search?q=datastream:"${MET}"&size=1&filter_path=hits.hits._source.datastream`,
      200,
      /^\{"hits":\{"hits":\[\{"_source":\{"datastream":"sgpmetE13\.b1"\}\}\]\}\}$/,
    ],
    [
      `/elastic/file_info/_search?q=file_name.keyword:${MET}.20190101*&size=5000`,
      200,
      /"value":1,/,
    ],
    ['/elastic/metadata/_search/?size=0', 200, /^\{"took":\d+,"timed_out":false,"_shards"/],
    ['/elastic/metadata/_search?size=a', 400, /^\{"error":\{"root_cause":/],
    ['/elastic/metadata/_search?q=((((', 400, /"type":"parsing_exception"/],
    ['/elastic/metadata/_search?sort=foo:asc', 400, /No mapping found for \[foo\]/],
    ['/elastic/nothere/_search', 404, /"type":"index_not_found_exception"[\s\S]*"status":404/],
    [
      '/elastic/metadata/_search',
      400,
      /unknown or unsupported query \[foo\]/,
      { body: '{"query":{"foo":{}}}', ...json },
    ],
    ['/elastic/metadata/_search', 403, /read only/, { method: 'PUT', body: '{}', ...json }],
    ['/solr8/metadata/select?q=*:*&rows=1&wt=json', 200, /^\{"responseHeader":\{"status":0/],
  ]);

  it('[P012] a product’s details come as one hit, that of its highest data level', async () => {
    const wanted = {
      query: { term: { 'instrument_id.keyword': 'met' } },
      _source: ['dataLevel', 'datastreams', 'dqr_dates', 'monitor_start', 'monitor_end'],
    };
    const search = async (more: object) => {
      const body = JSON.stringify({ ...wanted, ...more });
      const { text } = await ask('/services/metadata/_search', { body, ...json });
      const { hits } = JSON.parse(text) as {
        hits: { hits: { _source: Record<string, string> }[] };
      };
      return hits.hits.map(({ _source }) => _source);
    };
    const every = (await search({ size: 1000 })).map(({ dataLevel = '' }) => dataLevel);
    expect(new Set(every).size).toBeGreaterThan(1);
    const [first, ...others] = await search({
      size: 1,
      sort: [{ 'dataLevel.keyword': { order: 'desc' } }],
    });
    expect(others).toEqual([]);
    expect(first?.dataLevel).toBe(every.toSorted().at(-1));
    expect(JSON.parse(first?.datastreams ?? '')[0]).toMatchObject({
      datastream: expect.stringMatching(/./),
    });
  });
});

describe('what no script should send', () => {
  const fields = Array.from({ length: 200_000 }, (_, n) => `a${n}=1`).join('&');
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: fields };
  answers([
    ['/oai', 413, /too-large/, form],
    ['/services/order/orders/create', 413, /too-large/, form],
    ['/services/auth/login', 413, /too-large/, form],
    ['/nothing', 413, /too-large/, form],
    [
      `/datastream/${'a'.repeat(15_900)}`,
      400,
      /^\{"code":"bad-request","message":".{1,500}","requestId":".{36}"\}$/,
    ],
    [`/datastream/${'a'.repeat(300)}`, 400, /path\.name/],
    ['/datastream/%E0%A4%A', 400, /bad-request/],
    ['/datastream/a%00b', 404, /^<!doctype html>[\s\S]*<title>There is no /],
    ['/datastream/__proto__', 404, /^<!doctype html>[\s\S]*<title>There is no /],
    [`/feeds/data.atom?search=${'s::a/'.repeat(1000)}`, 400, /query\.search/],
    ['/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=a%00b', 200, /idDoesNotExist/],
    ['/oai?verb=%ED%A0%80', 200, /badVerb/],
    ['/order/__proto__', 404, /^<!doctype html>[\s\S]*<title>There is no /],
  ]);
});
