// The search engine beside MiniSearch, over the same made-up documents in the same run: building,
// opening, words, and words with facets. What both find must be the same.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ParsedBody, parseSearchBody } from '@isobar/query-language/search-body.ts';
import { SegmentBuilder } from '@isobar/search-engine/build/build.ts';
import { search } from '@isobar/search-engine/search.ts';
import { openSegment, type Segment } from '@isobar/search-engine/segment/segment.ts';
import { readSegment } from '@isobar/search-engine/segment/segment-file.ts';
import MiniSearch from 'minisearch';
import { catalogue, dice, documents, FACETS, GROUPS, MAPPING } from './search-catalogue.ts';

const COUNT = Number(process.env.ISOBAR_BENCH_DOCUMENTS ?? '100000');
const QUERIES = 60;
const WARM_ROUNDS = 2;
const OPTIONS = { fields: ['description'], storeFields: FACETS };

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-bench-engine-'));
  try {
    compare(join(folder, 'documents.segment'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compare(path: string): void {
  const from = catalogue();
  const all = [...documents(COUNT, from)];
  const d = dice(11);
  const texts = Array.from(
    { length: QUERIES },
    () => `${d.pick(from.words)} ${d.pick(from.words)}`,
  );
  console.log(`${COUNT} documents, ${QUERIES} queries of two words, either of which may occur`);

  const built = timed(() => build(path, all));
  const theirs = timed(() => {
    const index = new MiniSearch<Document>(OPTIONS);
    index.addAll(all);
    return index;
  });
  tell('build', built.ms, theirs.ms);
  const text = JSON.stringify(theirs.value);
  const opened = timed(() => openSegment(readSegment(path)));
  tell('open', opened.ms, timed(() => MiniSearch.loadJSON<Document>(text, OPTIONS)).ms);

  const segment = opened.value;
  tell(
    'first ten hits',
    ...measured(
      texts,
      (words) => found(segment, words, false),
      (words) => theirs.value.search(words).length,
    ),
  );
  tell(
    `first ten hits, and ${FACETS.length} facets`,
    ...measured(
      texts,
      (words) => found(segment, words, true),
      (words) => withFacets(theirs.value.search(words)),
    ),
  );
}

type Document = ReturnType<typeof documents> extends Iterable<infer Each> ? Each : never;

function build(path: string, all: readonly Document[]): void {
  const builder = new SegmentBuilder(path, MAPPING, GROUPS);
  for (const document of all) builder.add(JSON.stringify(document));
  builder.finish();
}

function found(segment: Segment, words: string, facets: boolean): number {
  const aggs = Object.fromEntries(
    FACETS.map((field) => [field, { terms: { field: `${field}.keyword`, size: 10_000 } }]),
  );
  const body = bodyOf(
    parseSearchBody({ query: { match: { description: words } }, ...(facets ? { aggs } : {}) }),
  );
  return (
    search(segment, 'documents', body, { milliseconds: 60_000, now: 0 }).hits.total?.value ?? 0
  );
}

function bodyOf(parsed: ParsedBody) {
  if (!parsed.ok) throw new Error(`${parsed.problem.path}: ${parsed.problem.reason}`);
  return parsed.body;
}

/** Counts by value, as a program has to that wants facets of its hits. */
function withFacets(hits: readonly Readonly<Record<string, unknown>>[]): number {
  for (const facet of FACETS) {
    const counts = new Map<unknown, number>();
    for (const hit of hits)
      for (const value of [hit[facet]].flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return hits.length;
}

/**
 * The median milliseconds of both, after both were warmed up; throws where they do not find the
 * same.
 */
function measured(
  texts: readonly string[],
  ours: (words: string) => number,
  peer: (words: string) => number,
): [ours: number, peer: number] {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= WARM_ROUNDS; round++)
    for (const words of texts) {
      const [own, other] = [timed(() => ours(words)), timed(() => peer(words))];
      if (own.value !== other.value)
        throw new Error(`${words}: ${own.value} documents, and ${other.value} by the peer`);
      if (round < WARM_ROUNDS) continue;
      times[0].push(own.ms);
      times[1].push(other.ms);
    }
  return [median(times[0]), median(times[1])];
}

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

function timed<T>(act: () => T): { readonly value: T; readonly ms: number } {
  const start = performance.now();
  const value = act();
  return { value, ms: performance.now() - start };
}

function tell(what: string, own: number, peer: number): void {
  const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
  console.log(`  ${what}: ${ms(own)}, MiniSearch ${ms(peer)} (${(peer / own).toFixed(1)} times)`);
}
