// npm run bench relevance: what users type, and whether the right data products come first, against
// plain orders in the same run. ISOBAR_BENCH_URL: the origin of a server that runs already.
// ISOBAR_RELEVANCE: another file of queries. ISOBAR_RELEVANCE_FAILURES=1 names them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { understoodReply } from '@isobar/contract/calls/words.ts';
import { EMPTY_SEARCH, type Search, setAsTyped, setText } from '@isobar/contract/search/filter.ts';
import { allDataCount, mainSearch } from '@isobar/contract/search/plan.ts';
import { RELEVANT_FIELDS } from '@isobar/contract/search/plan-clauses.ts';
import { searchReply } from '@isobar/contract/search/reply.ts';
import { readAs } from '@isobar/contract/words/read-as.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { readAllDataCounts } from '../apps/portal/src/lib/search/read-results.ts';
import { isobar, root } from '../e2e/server.ts';

const FILES = [
  'given.tsv',
  'own.tsv',
  'slips.tsv',
  'held-out.tsv',
  'held-out-slips.tsv',
  'asked.tsv',
  'asked-later.tsv',
  'asked-otherwise.tsv',
  'asked-by-trade.tsv',
  'asked-by-trade-later.tsv',
  'asked-by-more-trades.tsv',
  'asked-by-others.tsv',
  'asked-by-others-later.tsv',
  'asked-by-others-last.tsv',
  'asked-by-others-untuned.tsv',
  'asked-by-two-more.tsv',
  'asked-by-makers.tsv',
  'asked-in-romance-and-german.tsv',
  'slips-later.tsv',
  'places.tsv',
];
/** The bench fails below any of these. */
const FLOORS = { first: 0.8, five: 0.95, ndcg: 0.65 };

type Query = {
  readonly text: string;
  readonly right: ReadonlySet<string>;
  /**
   * How many right answers the archive has at the place and time of the query, or anywhere if it
   * has none there.
   */
  readonly attainable: number;
  /** Places and times that the query names: `site:ena`, `from:2019-01-01`, `to:2019-12-31`. */
  readonly said: readonly string[];
};
/** Codes of the products of a page, best first; each with its class. */
type Page = readonly (readonly string[])[];
type Order = { readonly name: string; readonly page: (text: string) => Promise<Page> };

export async function run(): Promise<void> {
  const running = process.env.ISOBAR_BENCH_URL;
  // all of it comes from one machine
  const server = running ? null : await isobar({ ISOBAR_RATE: '1000000' });
  try {
    const passed = await measureAll(running ?? server?.url ?? '');
    if (!passed) process.exitCode = 1;
  } finally {
    await server?.remove();
  }
}

async function measureAll(base: string): Promise<boolean> {
  const known = await knownClasses(base);
  const own = process.env.ISOBAR_RELEVANCE;
  const files = own ? [own] : FILES.map((file) => join(root, 'bench/relevance', file));
  let passed = true;
  for (const file of files) {
    const queries = await attained(base, readQueries(file, known));
    console.log(`\n${file.split('/').at(-1)}: ${queries.length} queries`);
    if (!(await saysPlaces(base, queries))) passed = false;
    const rated = queries.filter(({ right }) => right.size > 0);
    if (rated.length === 0) continue;
    for (const order of ordersOf(base)) {
      const told = await measure(order, rated);
      console.log(
        `  ${order.name.padEnd(34)} success@1 ${told.first.toFixed(2)}  success@5 ${told.five.toFixed(2)}  nDCG@10 ${told.ndcg.toFixed(3)}  empty ${told.empty}`,
      );
      if (process.env.ISOBAR_RELEVANCE_FAILURES && order.name.startsWith(OURS))
        for (const line of told.failures) console.log(`    ${line}`);
      const good =
        told.first >= FLOORS.first && told.five >= FLOORS.five && told.ndcg >= FLOORS.ndcg;
      if (order.name === SCREEN && !(good && told.empty === 0)) passed = false;
    }
  }
  console.log(passed ? '\nat or above every minimum' : '\nBELOW A MINIMUM');
  return passed;
}

const SHORT: Readonly<Record<string, string>> = {
  site_code: 'site',
  start_date: 'from',
  end_date: 'to',
};

/** Whether the server understands every place and time that is written beside a query. */
async function saysPlaces(base: string, queries: readonly Query[]): Promise<boolean> {
  const asked = queries.filter(({ said }) => said.length > 0);
  let good = 0;
  for (const { text, said } of asked) {
    const { filters } = await understood(base, text);
    const told = new Set(
      filters.flatMap(({ values }) =>
        values.flatMap(([field, list]) => list.map((value) => `${SHORT[field] ?? field}:${value}`)),
      ),
    );
    if (said.every((one) => told.has(one))) good++;
    else console.log(`  places and times of '${text}': ${[...told].join(' ')}`);
  }
  if (asked.length > 0) console.log(`  places and times ${good} of ${asked.length}`);
  return good === asked.length;
}

async function understood(base: string, text: string) {
  const address = `${base}/services/words/understand?text=${encodeURIComponent(text)}`;
  const reply: unknown = await (await fetch(address)).json();
  return understoodReply.parse(reply);
}

/** What was never measured at a place cannot be found there, whatever the ranking. */
async function attained(base: string, queries: readonly Query[]): Promise<readonly Query[]> {
  const counted: Query[] = [];
  for (const query of queries) {
    const said = (name: string) =>
      query.said.flatMap((one) => (one.startsWith(`${name}:`) ? one.slice(name.length + 1) : []));
    const [sites, [from], [to]] = [said('site'), said('from'), said('to')];
    const filter = [
      ...(sites.length > 0 ? [{ terms: { 'site_code.keyword': sites } }] : []),
      ...(from ? [{ range: { end_date: { gte: from } } }] : []),
      ...(to ? [{ range: { start_date: { lte: to } } }] : []),
    ];
    const there = filter.length > 0 ? await knownClasses(base, { bool: { filter } }) : query.right;
    const right = [...query.right].filter((code) => there.has(code)).length;
    counted.push({ ...query, attainable: right || query.right.size });
  }
  return counted;
}

const OURS = 'understood';
/** The products that a person sees who only types. */
const SCREEN = `${OURS}, as on the screen`;

function ordersOf(base: string): readonly Order[] {
  const ask = async (body: SearchBody) =>
    searchReply.parse(await post(`${base}/services/metadata/_search`, body));
  const page = async (body: SearchBody): Promise<Page> =>
    (await ask(body)).hits.hits
      .slice(0, 10)
      .map(({ _source: source = {} }) => [
        String(source.instrument_class_code),
        String(source.instrument_code),
      ]);
  const read = async (text: string): Promise<Search> =>
    readAs(setText(EMPTY_SEARCH, text), await understood(base, text));
  const onScreen = async (search: Search) => {
    const counts = readAllDataCounts(await ask(allDataCount(search)));
    // all data where nothing is recommended
    return await page(mainSearch(search, counts.recommended > 0));
  };
  const typed = (text: string) => setAsTyped(setText(EMPTY_SEARCH, text), true);
  return [
    { name: SCREEN, page: async (text) => await onScreen(await read(text)) },
    {
      name: `${OURS}, all data`,
      page: async (text) => await page(mainSearch(await read(text), false)),
    },
    { name: 'peer: as typed, every word (AND)', page: async (text) => await onScreen(typed(text)) },
    { name: 'peer: plain BM25 (any word)', page: async (text) => await page(plain(text)) },
  ];
}

/** A plain search engine, without our ranking. */
const plain = (text: string): SearchBody => ({
  query: {
    bool: {
      must: [{ multi_match: { query: text, fields: [...RELEVANT_FIELDS, 'description'] } }],
      filter: [{ term: { 'data_repository.keyword': 'ARM' } }],
    },
  },
  collapse: { field: 'instrument_id.keyword' },
  size: 10,
});

async function measure(order: Order, queries: readonly Query[]) {
  let [first, five, ndcg, empty] = [0, 0, 0, 0];
  const failures: string[] = [];
  for (const { text, right, attainable } of queries) {
    const page = await order.page(text);
    const fits = page.map((codes) => (codes.some((code) => right.has(code)) ? 1 : 0));
    const gain = (list: readonly number[]) =>
      list.reduce((sum, fit, i) => sum + fit / Math.log2(i + 2), 0);
    const found = fits.filter((fit) => fit === 1).length;
    const most = Math.min(10, Math.max(attainable, found));
    const share = gain(fits) / gain(Array.from({ length: most }, () => 1));
    first += fits[0] ?? 0;
    five += fits.slice(0, 5).includes(1) ? 1 : 0;
    ndcg += share;
    if (page.length === 0) empty++;
    if (!fits[0] || share < FLOORS.ndcg)
      failures.push(`${text} (${share.toFixed(2)}): ${page.map(([code]) => code).join(' ')}`);
  }
  const n = Math.max(1, queries.length);
  return { first: first / n, five: five / n, ndcg: ndcg / n, empty, failures };
}

/** Lines of a query, a tab, and the codes that are right; only codes that the archive has count. */
function readQueries(file: string, known: ReadonlySet<string>): readonly Query[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [text = '', codes = '', said = ''] = line.split('\t');
      const right = new Set(codes.split(' ').filter((code) => known.has(code)));
      return { text, said: said.split(' ').filter(Boolean), right, attainable: right.size };
    })
    .filter(({ right, said }) => right.size > 0 || said.length > 0);
}

async function knownClasses(base: string, query: object = {}): Promise<ReadonlySet<string>> {
  const counting = { terms: { field: 'instrument_class_code.keyword', size: 5000 } };
  const reply = (await post(`${base}/services/metadata/_search`, {
    size: 0,
    ...(Object.keys(query).length > 0 ? { query } : {}),
    aggs: { classes: counting },
  })) as { aggregations: { classes: { buckets: { key: string }[] } } }; // the answer to just this
  return new Set(reply.aggregations.classes.buckets.map(({ key }) => key));
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
  return await reply.json();
}
