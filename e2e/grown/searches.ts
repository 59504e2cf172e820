// Random searches, as the portal sends them, asked of two servers: both answers have to be the
// same.
import { isDeepStrictEqual } from 'node:util';
import { EMPTY_SEARCH, type Search } from '@isobar/contract/search/filter.ts';
import { mainSearch } from '@isobar/contract/search/plan.ts';
import { SORTS } from '@isobar/contract/search/sorts.ts';
import { STREAMS } from './system.ts';

export interface Compared {
  readonly searches: number;
  /** Of these with hits: without them little was compared. */
  readonly withHits: number;
  /** The bodies that were answered differently. */
  readonly different: readonly string[];
}

const MOST_SHOWN = 300;
/** What differs in its last digits, or in the name of an index. */
const BY_NATURE = ['_index', 'sort', '_score', 'max_score'];
const WORDS = [
  'temperature',
  'humidity',
  'met',
  'sgp',
  'nsa E13',
  'relative mean',
  'temp*',
  'ozone',
];

export async function compareSearches(
  [one, two]: readonly [string, string],
  count: number,
  random: () => number,
): Promise<Compared> {
  const different: string[] = [];
  let withHits = 0;
  for (let n = 0; n < count; n++) {
    const body = JSON.stringify(mainSearch(randomSearch(random), random() < 0.5));
    const [first, second] = await Promise.all([answer(one, body), answer(two, body)]);
    if (!isDeepStrictEqual(first, second))
      different.push(`${differenceOf(first, second)} of ${body.slice(0, MOST_SHOWN)}`);
    if (/"total":\{"value":[1-9]/.test(JSON.stringify(first))) withHits++;
  }
  return { searches: count, withHits, different };
}

function randomSearch(random: () => number): Search {
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  const some = <T>(all: readonly T[], share: number): readonly T[] =>
    all.filter(() => random() < share);
  const sorts = Object.keys(SORTS) as (keyof typeof SORTS)[]; // its own keys
  const terms = {
    ...(random() < 0.5 ? { s: [pick(WORDS) ?? ''] } : {}),
    ...(random() < 0.4 ? { site_code: some(['sgp', 'nsa', 'twp', 'ena'], 0.5) } : {}),
    ...(random() < 0.3 ? { datastream: some(STREAMS, 0.4) } : {}),
    ...(random() < 0.2 ? { dataLevel: ['b1'] } : {}),
    ...(random() < 0.3 ? { start_date: ['2019-01-02'], end_date: ['2019-01-04'] } : {}),
  };
  const used = Object.entries(terms).filter(([, values]) => values.length > 0);
  return {
    ...EMPTY_SEARCH,
    terms: Object.fromEntries(used),
    sort: random() < 0.5 ? EMPTY_SEARCH.sort : (pick(sorts) ?? EMPTY_SEARCH.sort),
    rows: pick([10, 20, 50] as const) ?? 10,
    page: random() < 0.8 ? 1 : 2,
  };
}

/** The first place where two answers differ, with both values. */
function differenceOf(one: unknown, two: unknown, at = ''): string {
  const isPair = [one, two].every((value) => typeof value === 'object' && value !== null);
  if (!isPair) return `${at}: ${JSON.stringify(one)} and ${JSON.stringify(two)}`;
  const [a, b] = [Object(one), Object(two)];
  const key = [...Object.keys(a), ...Object.keys(b)].find(
    (name) => !isDeepStrictEqual(a[name], b[name]),
  );
  return key === undefined ? at : differenceOf(a[key], b[key], `${at}/${key}`);
}

/** What differs by nature is left out: the time, shards, and digits of scores beyond the fifth. */
async function answer(origin: string, body: string): Promise<unknown> {
  const ask = () =>
    fetch(`${origin}/services/metadata/_search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  // a connection that ends as it is used again, as any client meets one
  const reply = await ask().catch(ask);
  const text = await reply.text();
  if (!reply.ok) return `${reply.status} ${text}`;
  const { took: _, timed_out: __, _shards: ___, ...told } = JSON.parse(text);
  const shown = JSON.stringify(told, (key, value: unknown) =>
    key === 'label' ? labelOf(value) : BY_NATURE.includes(key) ? rounded(value) : value,
  );
  return JSON.parse(shown); // compared as values: the order of keys says nothing
}

/**
 * A label is taken from any document of its bucket: which one that is depends on the order in which
 * an index took them up.
 */
function labelOf(label: unknown): unknown {
  const { hits } = Object(label);
  return hits ? hits.hits.map((hit: { readonly _source: unknown }) => hit._source) : label;
}

/** Indexes of a cluster have names of their own. */
const rounded = (value: unknown): unknown =>
  typeof value === 'number'
    ? Number(value.toPrecision(5))
    : Array.isArray(value)
      ? value.map(rounded)
      : typeof value === 'string'
        ? ''
        : value;
