// Requests for the fuzz: valid calls that are changed in one to five places, and bytes that only
// resemble a request.
import type { Dice } from './_dice.ts';

export type Made = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const multipart = { 'content-type': 'multipart/form-data; boundary=xYz' };
const post = (path: string, body: unknown, headers: Record<string, string> = json): Made => ({
  method: 'POST',
  path,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const get = (path: string): Made => ({ method: 'GET', path, headers: {} });
const part = (name: string, value: string) =>
  `--xYz\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const ORDER = {
  selectedData: {
    selectedDatastreams: [
      { datastream: 'sgpmetE13.b1', dates: [{ startDate: '2019-01-01', endDate: '2019-01-01' }] },
    ],
    outputFormat: ['ANDR'],
  },
  deliveryBits: 13,
};
const QUERY = {
  size: 3,
  from: 0,
  query: {
    bool: {
      must: [{ query_string: { query: 'ozone AND site_code:sgp', fields: ['name^2'] } }],
      filter: [
        { range: { start_date: { gte: '2001-01-01', lte: 'now', format: 'yyyy-MM-dd' } } },
        { terms: { 'site_code.keyword': ['sgp', 'nsa'] } },
        { wildcard: { 'datastream.keyword': 'sgp*' } },
      ],
    },
  },
  aggs: {
    sites: {
      terms: { field: 'site_code.keyword', size: 10, order: { n: 'desc' } },
      aggs: {
        n: { cardinality: { field: 'instrument_id.keyword' } },
        top: { top_hits: { size: 1 } },
      },
    },
    days: { date_histogram: { field: 'end_date', calendar_interval: 'year', format: 'yyyy' } },
  },
  sort: [{ start_date: { order: 'desc', missing: '_last', unmapped_type: 'long' } }],
  collapse: { field: 'instrument_id.keyword' },
  highlight: { fields: { description: {} } },
  _source: ['id', 'name'],
};
const FILES = {
  size: 2,
  query: {
    bool: {
      filter: [{ term: { datastream: 'sgpmetE13.b1' } }, { range: { start_time: { gte: 1e9 } } }],
    },
  },
  aggs: {
    d: { date_histogram: { field: 'start_time', fixed_interval: '1d' } },
    s: { sum: { field: 'file_size' } },
  },
};

const USER = 'user=demo:demo-token';
const DAY = 'sgpmetE13.b1.20190101.000000.cdf';
const RANGE = 'ds=sgpmetE13.b1&start=2019-01-01&end=2019-01-02';
/** Live data, quality and citation, also under the names that scripts know. */
const LIVE: readonly Made[] = [
  get(`/services/live/data/query?${USER}&${RANGE}&wt=json`),
  get(`/armlive/livedata/query?${USER}&${RANGE}`),
  get(`/services/live/query?${USER}&${RANGE}&wt=urls`),
  get(`/armlive/data/saveData?${USER}&file=${DAY}`),
  get(`/services/live/saveData/${DAY}?${USER}`),
  get(`/services/live/mod?${USER}&${RANGE}&variables=temp_mean&wt=csv&qc=Bad&dqr=incorrect`),
  get(`/services/live/mod?${USER}&file=${DAY}&variables=temp_mean&wt=parquet`),
  post(`/armlive/mod?${USER}&variables=temp_mean,rh_mean&wt=cdf`, [DAY]),
  post(`/services/live/mod?${USER}&wt=json&variables=temp_mean`, { files: [DAY] }),
  get('/dqr_full/sgpmetE13.b1/20110101/20110301/missing,suspect,incorrect'),
  get('/dqr_qc/sgpmetE13.b1/incorrect'),
  get(
    '/citationservice/citation/datastream?id=sgpmetE13.b1&citationType=apa&startDate=2019-01-01&endDate=2019-01-02',
  ),
  get('/citationservice/citation/inst-class?id=met&citationType=arm'),
  get('/solr8/metadata/select?q=*:*&rows=2&wt=json'),
];
/** What official search clients call. */
const CLUSTER: readonly Made[] = [
  get('/elastic'),
  get('/elastic/_cat/indices?format=json'),
  get('/elastic/_cluster/health'),
  post('/elastic/metadata,epochs/_search', { size: 3, from: 2, sort: [{ 'id.keyword': 'asc' }] }),
  get('/elastic/_all/_count?q=site_code:sgp'),
  post('/elastic/meta*,file_info/_search?filter_path=hits.total', { query: { match_all: {} } }),
  post('/elastic/_msearch', `{"index":"metadata"}\n{"size":1}\n{"index":"epochs"}\n{"size":1}\n`),
  post('/elastic/metadata/_mget', { ids: ['sgpmetE13.b1_atmos_pressure_sfcmet_met_sfcmet'] }),
  get('/elastic/metadata/_doc/sgpmetE13.b1_atmos_pressure_sfcmet_met_sfcmet'),
  get('/elastic/metadata/_source/sgpmetE13.b1_atmos_pressure_sfcmet_met_sfcmet'),
  get('/elastic/metadata/_field_caps?fields=site_*'),
  post('/elastic/metadata/_terms_enum', { field: 'site_code.keyword', string: 's', size: 5 }),
  post('/elastic/metadata/_explain/x', { query: { term: { site_code: 'sgp' } } }),
  post('/elastic/metadata/_validate/query?explain=true', { query: { match_all: {} } }),
  post('/elastic/metadata/_analyze', { text: 'surface winds' }),
  post('/elastic/metadata/_search?scroll=1m', { size: 2 }),
  post('/elastic/_search/scroll', { scroll: '1m', scroll_id: 'x' }),
  post('/elastic/metadata/_pit?keep_alive=1m', ''),
  post('/elastic/_search', { size: 1, pit: { id: 'x', keep_alive: '1m' } }),
];

/** Every address of the services, as it should be called. */
export const VALID: readonly Made[] = [
  post('/services/metadata/_search', QUERY),
  post('/services/metadata/_search?filter_path=hits.hits._id', QUERY),
  post('/services/metadata/_count', { query: QUERY.query }),
  post('/services/metadata/_msearch', `{}\n${JSON.stringify(QUERY)}\n{}\n{"size":1}\n`),
  post('/services/file_info/_search', FILES),
  post('/services/quicklooks/_search', {
    size: 2,
    query: { term: { ds: 'sgpmetE13.b1' } },
    collapse: { field: 'month' },
    aggs: { months: { terms: { field: 'month', size: 3 } } },
  }),
  get('/services/metadata/_search?q=name:ozone&sort=start_date:desc&size=2'),
  get('/services/epochs/epoch_code:"X"'),
  get('/services/field_campaigns/_search?size=5'),
  get('/services/handbooks/_search?q=kind:handbook'),
  get('/services/metadata/_mapping'),
  get('/services/search/select?q=*:*&rows=2&group=true&group.field=datastream'),
  post('/services/search/select', 'q=*:*&rows=2', form),
  post('/services/search/select', `${part('q', '*:*')}${part('rows', '2')}--xYz--\r\n`, multipart),
  get('/services/auth/login'),
  get('/services/profile/preference/search/appPersonIdPref?application=discovery&name=cart'),
  post('/services/profile/preference', { application: 'discovery', name: 'cart', value: '[]' }),
  get('/services/order/orders/history?orderDate=2019-01-01'),
  get('/services/order/status/1'),
  get('/services/order/status/1/events'),
  get('/services/order/orders/shared?orderId=1'),
  post('/services/order/orders/cancel?orderId=1', {}),
  get('/services/order/delivery/1/'),
  get('/services/order/delivery/1/all.zip'),
  get('/services/order/maxOrderSize'),
  post('/services/order/orders/create', {
    ...ORDER,
    selectedData: { ...ORDER.selectedData, outputFormat: [] },
  }),
  post(
    '/services/order/orders/create',
    `${part('selectedData', '{}')}${part('deliveryBits', '13')}--xYz--\r\n`,
    multipart,
  ),
  post('/services/files/variables/', ['sgpmetE13.b1']),
  post('/services/files/metrics', { datastream: 'sgpmetE13.b1', dates: [] }),
  get('/services/campaigns/period/x'),
  get('/services/quicklooks/plots/sgpmetE13.b1/temp_mean/x.png'),
  get('/services/citation/datastream?id=sgpmetE13.b1'),
  ...LIVE,
  ...CLUSTER,
  get('/services/maintenance/discovery'),
  get('/discovery/config.json'),
  get('/discovery/assets/x.js'),
  get('/healthz'),
];

const WORDS = [
  '',
  '0',
  '-1',
  '1e309',
  '99999999999999999999',
  'null',
  'true',
  '[]',
  '{}',
  '"',
  "'",
  '\\',
  '%',
  '%00',
  '%ff',
  '%2e%2e%2f',
  '../..',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  '*',
  '?',
  '~',
  '/(a+)+$/',
  '[',
  'NaN',
  'Infinity',
  ' ',
  '\t',
  'AND',
  'OR',
  'NOT (',
  '"unclosed',
  'a:b:c',
  'ä',
  '\ud83d\ude00',
  '\ud800',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  'now+1d/d',
  '0001-01-01',
  'x'.repeat(3000),
  '*a*'.repeat(40),
  '1m',
  '1ms',
  'yyyy',
  'GGGG',
  '.keyword',
  '_id',
  '_score',
  '$where',
  ';--',
  '\u202e',
];
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  2 ** 31,
  10_000,
  10_001,
  '',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { constructor: {} },
  { match_all: {} },
  { terms: { field: 'id.keyword', size: 10_000 } },
  Array.from({ length: 2000 }, () => 0),
];
const METHODS = ['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'];
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  [
    'content-type',
    [
      'application/json',
      'text/plain',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=xYz',
      'application/x-www-form-urlencoded',
      'x/y',
      '',
    ],
  ],
  ['range', ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-3', 'lines=1']],
  ['if-none-match', ['*', 'W/"x"', '"']],
  ['accept-encoding', ['br', 'gzip', 'gzip;q=0', 'x', '*']],
  ['cookie', ['isobar_session=x', 'a=%zz', '=;;=', 'isobar_session=']],
  ['authorization', ['Basic', 'Basic Og==', 'Bearer a:b', 'Basic zzz', 'Bearer :']],
  ['origin', ['null', 'http://evil.example', 'x']],
  ['sec-fetch-site', ['cross-site', 'none', 'x']],
  ['x-forwarded-for', ['1.2.3.4', 'x', ',,,']],
  ['host', ['', 'a b', 'x:99999']],
  ['expect', ['100-continue', 'x']],
];

/** A valid call, changed in one to five places. */
export function bent(random: Dice, forms: readonly Made[], cookie: string): Made {
  const made = random.pick(forms);
  let { method, path, body } = made;
  const headers: Record<string, string> = { ...made.headers, 'x-forwarded-for': address(random) };
  if (random.below(2)) headers.cookie = cookie;
  for (let i = 1 + random.below(5); i > 0; i--) {
    const where = random.below(10);
    if (where === 0) method = random.pick(METHODS);
    else if (where === 1) {
      const [name, values] = random.pick(HEADERS);
      headers[name] = random.pick(values);
    } else if (where === 2) path = bentPath(random, path);
    else if (where === 3)
      path += `${path.includes('?') ? '&' : '?'}${word(random)}=${word(random)}`;
    else if (body !== undefined && where === 4) body = bentText(random, body);
    else if (body !== undefined) body = bentJson(random, body);
    else path = bentPath(random, path);
  }
  // A changed call may order, cancel or sign out like any other, but signing out the fuzz itself
  // would end half of it.
  if (path.includes('logout')) delete headers.cookie;
  return {
    method,
    path: sendable(path),
    headers,
    ...(body === undefined || method === 'GET' ? {} : { body }),
  };
}

/**
 * One of many client addresses (RFC 2544's network): a single one would reach its limit within the
 * first calls of a minute.
 */
const address = (random: Dice): string => `198.18.${random.below(256)}.${random.below(256)}`;

const word = (random: Dice): string => encodeURIComponent(random.pick(WORDS).toWellFormed());

/**
 * Node's client refuses blanks and anything beyond Latin-1 in an address; the raw inputs try those.
 */
const sendable = (path: string): string =>
  path.replace(/[^\x21-\x7e]/g, (sign) => encodeURIComponent(sign.toWellFormed())).slice(0, 12_000);

function bentPath(random: Dice, path: string): string {
  const at = random.below(path.length + 1);
  const put = random.below(2) ? word(random) : random.pick(WORDS);
  return `/${`${path.slice(0, at)}${put}${path.slice(at + random.below(4))}`.replace(/^\/+/, '')}`;
}

function bentText(random: Dice, text: string): string {
  const at = random.below(text.length + 1);
  return `${text.slice(0, at)}${random.pick(WORDS)}${text.slice(at + random.below(8))}`;
}

/** JSON with one of its values or names changed. */
function bentJson(random: Dice, text: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return bentText(random, text);
  }
  const places: { in: Record<string, unknown>; key: string }[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      places.push({ in: value as Record<string, unknown>, key });
      visit((value as Record<string, unknown>)[key]);
    }
  };
  visit(parsed);
  if (places.length === 0) return JSON.stringify(random.pick(VALUES));
  const place = random.pick(places);
  const value = place.in[place.key];
  const how = random.below(4);
  if (how === 0) place.in[place.key] = random.pick(VALUES);
  else if (how === 1) place.in[place.key] = random.pick(WORDS);
  else if (how === 2) delete place.in[place.key];
  else {
    delete place.in[place.key];
    Object.defineProperty(place.in, random.pick(WORDS), {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return JSON.stringify(parsed);
}
