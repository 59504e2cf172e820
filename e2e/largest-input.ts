// The largest input that each call of the description accepts, for what measures how long a call
// holds the main thread, and for bench `fair`, where such calls are the attackers.

export interface LargeInput {
  /** With the parts of the path and the query filled in. */
  readonly address: string;
  /** Which of several inputs of a call this is. */
  readonly what?: string;
  /** Absent: none. */
  readonly body?: string;
  readonly type?: string;
  /** Statuses that it may answer besides 200. */
  readonly also?: readonly number[];
}

/** What the archive of the server has, for input that finds something. */
export interface Holdings {
  readonly datastreams: readonly string[];
}

/** 'METHOD /path' as in the description. */
type ByCall = Readonly<Record<string, LargeInput | readonly LargeInput[]>>;

const repeat = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;
const json = (value: unknown): Pick<LargeInput, 'body' | 'type'> => ({
  body: JSON.stringify(value),
  type: 'application/json',
});
const query = (fields: Readonly<Record<string, string | number>>): string =>
  `?${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))}`;
const day = (i: number): string =>
  new Date(Date.UTC(1998, 0, 1) + i * 86_400_000).toISOString().slice(0, 10);
/** Nearly as long as an address may be. */
const LONG = 'x'.repeat(12_000);

/** Closed ranges of a day each that neither touch nor overlap. */
const ranges = (count: number, from = 0) =>
  repeat(count, (i) => ({ startDate: day(from + 2 * i), endDate: day(from + 2 * i) }));

export function orderOf(holdings: Holdings, selections: number, each: number): object {
  return {
    selectedData: {
      selectedDatastreams: repeat(selections, (i) => ({
        datastream: at(holdings.datastreams, i),
        dates: ranges(each, i),
        variables: [],
      })),
      outputFormat: ['ANDR'],
    },
  };
}

const WILDCARDS = (count: number) => ({
  query: {
    bool: {
      should: repeat(count, (i) => ({
        wildcard: { description: `*${at([...'aeiou'], i)}*${at([...'rstln'], i >> 3)}*${i % 10}*` },
      })),
    },
  },
});

/** As many aggregations as a search may have, with large ones among them. */
const AGGREGATIONS = (field: string, count: number) => ({
  size: 0,
  aggs: Object.fromEntries(
    repeat(count, (i) => [`a${i}`, { terms: { field, size: 1000 + i } }] as const),
  ),
});

const QUERY_STRING = repeat(300, (i) => `*${at([...'abcdefghij'], i)}*${i}*`).join(' OR ');

/** What every index of the search answers. */
function ofIndex(name: string, field: string): ByCall {
  const base = `/services/${name}`;
  const wide = { ...WILDCARDS(400), size: 1000 };
  const searches = (count: number) =>
    `${repeat(count, (i) => `{}\n${JSON.stringify({ size: 100, from: i, ...WILDCARDS(20) })}`).join('\n')}\n`;
  const search: LargeInput[] = [
    {
      address: `${base}/_search`,
      what: '400 wildcards',
      ...json(wide),
      also: [400, 408, 413, 429, 503],
    },
    {
      address: `${base}/_search`,
      what: '10,000 documents',
      ...json({ size: 10_000 }),
      also: [400, 408, 413],
    },
    {
      address: `${base}/_search`,
      what: '100 aggregations',
      ...json(AGGREGATIONS(field, 100)),
      also: [400, 408, 413],
    },
    {
      address: `${base}/_search`,
      what: '20,000 terms',
      ...json({ query: { terms: { [field]: repeat(20_000, (i) => `${LONG.slice(0, 20)}${i}`) } } }),
      also: [400, 413],
    },
    {
      address: `${base}/_search`,
      what: 'query_string',
      ...json({ query: { query_string: { query: QUERY_STRING } } }),
      also: [400, 408],
    },
    {
      address: `${base}/_search`,
      what: 'a megabyte',
      ...json({ size: 1, junk: LONG.repeat(80) }),
      also: [400],
    },
  ];
  const get = (path: string): LargeInput => ({
    address: `${base}${path}${query({ q: QUERY_STRING.slice(0, 8000), size: 1000 })}`,
    also: [400, 408],
  });
  const post = (path: string, body: unknown): LargeInput => ({
    address: `${base}${path}`,
    ...json(body),
    also: [400, 404, 408, 413],
  });
  const ids = { ids: repeat(10_000, (i) => `none-${i}`) };
  const one: LargeInput = { address: `${base}/_doc/${LONG.slice(0, 400)}`, also: [400, 404] };
  return {
    [`GET ${base}`]: get(''),
    [`POST ${base}`]: search,
    [`GET ${base}/_search`]: get('/_search'),
    [`POST ${base}/_search`]: search,
    [`GET ${base}/_count`]: {
      address: `${base}/_count${query({ q: QUERY_STRING.slice(0, 8000) })}`,
      also: [400, 408],
    },
    [`POST ${base}/_count`]: post('/_count', WILDCARDS(400)),
    [`GET ${base}/_msearch`]: { address: `${base}/_msearch`, also: [400] },
    [`POST ${base}/_msearch`]: {
      address: `${base}/_msearch`,
      body: searches(100),
      type: 'application/x-ndjson',
      also: [400, 429],
    },
    [`GET ${base}/_mapping`]: { address: `${base}/_mapping` },
    [`GET ${base}/{path}`]: { address: `${base}/${LONG.slice(0, 400)}:a*`, also: [400, 404] },
    [`GET ${base}/_alias`]: { address: `${base}/_alias` },
    [`GET ${base}/_doc/{id}`]: one,
    [`GET ${base}/_source/{id}`]: { ...one, address: one.address.replace('_doc', '_source') },
    [`GET ${base}/_mget`]: { address: `${base}/_mget`, also: [400] },
    [`POST ${base}/_mget`]: post('/_mget', ids),
    [`GET ${base}/_explain/{id}`]: { address: `${base}/_explain/x?q=a*`, also: [400, 404] },
    [`POST ${base}/_explain/{id}`]: post('/_explain/x', WILDCARDS(400)),
    [`GET ${base}/_validate/query`]: get('/_validate/query'),
    [`POST ${base}/_validate/query`]: post('/_validate/query', WILDCARDS(400)),
    [`GET ${base}/_field_caps`]: { address: `${base}/_field_caps?fields=*` },
    [`POST ${base}/_field_caps`]: post('/_field_caps', { fields: repeat(5000, (i) => `f${i}*`) }),
    [`GET ${base}/_terms_enum`]: { address: `${base}/_terms_enum`, also: [400] },
    [`POST ${base}/_terms_enum`]: post('/_terms_enum', { field, string: 's', size: 10_000 }),
    [`GET ${base}/_analyze`]: { address: `${base}/_analyze?text=${LONG}`, also: [400] },
    [`POST ${base}/_analyze`]: post('/_analyze', {
      text: repeat(2000, () => 'Ozone over Ny '.repeat(30)),
    }),
    [`GET ${base}/_settings`]: { address: `${base}/_settings` },
  };
}

const INDEXES = {
  metadata: 'id.keyword',
  epochs: 'datastream.keyword',
  scan_names: 'datastream.keyword',
  field_campaigns: 'iop_name.keyword',
  handbooks: 'title.keyword',
  file_info: 'datastream',
  quicklooks: 'datastream',
} as const;

/** The calls that need no session. */
export function largestInputs(holdings: Holdings): ByCall {
  const { datastreams } = holdings;
  const citations = (type: string): LargeInput => ({
    what: `200 as ${type}`,
    address: '/services/citation/export',
    ...json({
      citationType: type,
      items: repeat(200, (i) => ({ of: 'datastream', id: at(datastreams, i) })),
    }),
    also: [400, 404],
  });
  const found = Object.entries(INDEXES).map(([name, field]) => ofIndex(name, field));
  return {
    ...Object.assign({}, ...found),
    'POST /services/citation/export': [citations('arm'), citations('apa'), citations('bibtex')],
    'GET /services/citation/inst-class': { address: '/services/citation/inst-class?id=met' },
    'POST /services/order/orders/flagged': [
      {
        address: '/services/order/orders/flagged',
        what: '1 x 2,000 ranges',
        ...json(orderOf(holdings, 1, 2000)),
        also: [400, 413],
      },
      {
        address: '/services/order/orders/flagged',
        what: '1,000 x 20 ranges',
        ...json(orderOf(holdings, 1000, 20)),
        also: [400, 413],
      },
      {
        address: '/services/order/orders/flagged',
        what: '25 x 2,000 ranges',
        ...json(orderOf(holdings, 25, 2000)),
        also: [400, 413],
      },
    ],
    'POST /services/order/orders/estimate': [
      {
        address: '/services/order/orders/estimate',
        what: '1,000 x 20 ranges',
        ...json(orderOf(holdings, 1000, 20)),
        also: [400, 413],
      },
      {
        address: '/services/order/orders/estimate',
        what: '1 x 2,000 ranges',
        ...json(orderOf(holdings, 1, 2000)),
        also: [400, 413],
      },
      {
        address: '/services/order/orders/estimate',
        what: '20,000 file names',
        ...json({
          selectedData: {
            selectedDatastreams: [
              { datastream: at(datastreams, 0), files: repeat(20_000, (i) => `file.${i}.nc`) },
            ],
            outputFormat: ['ANDR'],
          },
        }),
        also: [400, 413],
      },
    ],
    'GET /oai': [
      { what: 'records as DataCite', address: '/oai?verb=ListRecords&metadataPrefix=oai_datacite' },
      { what: 'records as Dublin Core', address: '/oai?verb=ListRecords&metadataPrefix=oai_dc' },
      { what: 'identifiers', address: '/oai?verb=ListIdentifiers&metadataPrefix=oai_dc' },
    ],
    'POST /oai': {
      address: '/oai',
      body: 'verb=ListRecords&metadataPrefix=oai_datacite',
      type: 'application/x-www-form-urlencoded',
    },
    'GET /services/words/understand': {
      address: `/services/words/understand${query({ text: 'ozone and wind near Barrow in summer 2014 '.repeat(50).slice(0, 400) })}`,
      also: [400],
    },
    'POST /services/files/variables/': {
      address: '/services/files/variables/',
      ...json(repeat(200, (i) => at(datastreams, i))),
      also: [400],
    },
    'POST /services/files/metrics': {
      address: '/services/files/metrics',
      ...json(orderOf(holdings, 1000, 20)),
      also: [400, 413],
    },
    'POST /services/events/search': {
      address: '/services/events/search',
      ...json({
        variables: repeat(8, (i) => ({ datastream: at(datastreams, i), variable: 'temp_mean' })),
        start: '1990-01-01',
      }),
      also: [400, 404],
    },
    'GET /services/search/select': {
      address: `/services/search/select${query({ q: QUERY_STRING.slice(0, 6000), rows: 1000, facet: 'true', 'facet.field': 'site_code' })}`,
      also: [400, 408],
    },
    'POST /services/search/select': {
      address: '/services/search/select',
      body: `q=${encodeURIComponent(QUERY_STRING)}&rows=10000`,
      type: 'application/x-www-form-urlencoded',
      also: [400, 408, 413],
    },
    'GET /services/openapi.json': { address: '/services/openapi.json' },
    'GET /services/docs': { address: '/services/docs' },
    'GET /sitemap.xml': { address: '/sitemap.xml' },
    'GET /{part}': { address: '/sitemap-1.xml', also: [404] },
    'GET /feeds/data.atom': [
      { what: 'of all', address: '/feeds/data.atom' },
      {
        what: 'of a long search',
        address: `/feeds/data.atom${query({ search: `s::${'ozone wind '.repeat(300)}` })}`,
        also: [400],
      },
    ],
    'GET /feeds/reports.atom': { address: '/feeds/reports.atom' },
    'GET /services/dqr/reports': {
      address: `/services/dqr/reports?datastream=${at(datastreams, 0)}`,
    },
    'GET /services/news': { address: '/services/news' },
    'GET /discovery/config.json': { address: '/discovery/config.json' },
    'GET /services': { address: '/services' },
    'POST /services/_search': {
      address: '/services/_search',
      ...json({ ...WILDCARDS(400), size: 1000 }),
      also: [400, 408],
    },
    'POST /services/_all/_search': {
      address: '/services/_all/_search',
      ...json({ ...WILDCARDS(400), size: 1000 }),
      also: [400, 408],
    },
    'POST /services/_msearch': {
      address: '/services/_msearch',
      body: `${repeat(100, () => `{"index":"file_info"}\n{"size":100}`).join('\n')}\n`,
      type: 'application/x-ndjson',
      also: [400, 429],
    },
    'POST /services/_mget': {
      address: '/services/_mget',
      ...json({ docs: repeat(10_000, (i) => ({ _index: 'metadata', _id: `x${i}` })) }),
      also: [400, 413],
    },
    'POST /services/_field_caps': { address: '/services/_field_caps', ...json({ fields: ['*'] }) },
    'POST /services/_analyze': {
      address: '/services/_analyze',
      ...json({ text: 'wind '.repeat(100_000) }),
      also: [400],
    },
    'GET /datastream/{name}/croissant.json': {
      address: `/datastream/${at(datastreams, 0)}/croissant.json`,
      also: [404, 413, 503, 504],
    },
    'GET /datastream/{name}': { address: `/datastream/${at(datastreams, 0)}` },
    'GET /product/{name}': { address: '/product/met' },
    'GET /site/{name}': { address: '/site/sgp' },
    'GET /instrument/{name}': { address: '/instrument/met' },
    'GET /measurement/{name}': { address: '/measurement/moist', also: [404] },
    'GET /services/auth/login': {
      address: '/services/auth/login',
      also: [401],
    },
  };
}

export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: unknown }>> };
}

/** A megabyte of a list, in a member that every call has to look at before it knows better. */
const MEGABYTE = repeat(20_000, (i) => `${'y'.repeat(40)}${i}`);

/**
 * For a call without an input of its own: its example, and long words or a megabyte in its place.
 */
export function plainInputs(call: string, operation: Operation): LargeInput[] {
  const [method = 'GET', path = ''] = call.split(' ');
  const parameters = operation.parameters ?? [];
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters.find((one) => one.name === name)?.example ?? 'x')),
  );
  const asked = parameters.filter((one) => one.in === 'query');
  const examples = asked.flatMap(({ name, example }) =>
    example === undefined ? [] : [[name, String(example)] as const],
  );
  const long = asked.map(({ name }) => [name, 'x'.repeat(12_000 / asked.length)] as const);
  const inputs: LargeInput[] = [
    { what: 'its example', address: address + query(Object.fromEntries(examples)) },
    { what: 'long words', address: address + query(Object.fromEntries(long)) },
  ];
  if (method === 'GET') return inputs;
  const content = Object.values(operation.requestBody?.content ?? {});
  const example = content.find((one) => one.example !== undefined)?.example ?? {};
  return [
    { ...inputs[0], address, what: 'its example', ...json(example) },
    {
      address,
      what: 'a megabyte',
      ...json({ ...Object(example), list: MEGABYTE, items: MEGABYTE }),
    },
  ];
}
