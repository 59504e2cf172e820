// How fast searches are answered: made-up catalogues, the whole main search, in the engine and over
// HTTP, against its peers.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { searchText } from '@isobar/search-engine/search.ts';
import { openSegment } from '@isobar/search-engine/segment/segment.ts';
import { readSegment } from '@isobar/search-engine/segment/segment-file.ts';
import { openEmbeddedSearch } from '../apps/server/src/adapters/search-embedded/search-embedded.ts';
import { openOpenSearch } from '../apps/server/src/adapters/search-opensearch.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import type { SearchIndex } from '../apps/server/src/ports/search-index.ts';
import { typeaheadSearch } from '../packages/contract/src/search/plan-typeahead.ts';
import { type Catalogue, catalogue, documents, GROUPS, MAPPING } from './search-catalogue.ts';
import { broadQueries, variedQueries } from './search-queries.ts';
import { openSqlite } from './search-sqlite.ts';

/** ISOBAR_BENCH_DOCUMENTS makes a shorter run, without the bars. */
const SIZES = (process.env.ISOBAR_BENCH_DOCUMENTS ?? '100000,600000').split(',').map(Number);
/**
 * The bars at 600,000 documents on two cores: milliseconds, seconds, megabytes, searches a second.
 */
const BARS = {
  'varied p50': 3,
  'varied p95': 25,
  'broad p50': 20,
  'broad p95': 50,
  'build s': 20,
  'start ms': 1500,
  'RSS MB': 800,
  'HTTP p95': 80,
  'typeahead p95': 10,
};
const LEAST = { 'HTTP searches/s': 150, 'times SQLite, broad': 20, 'times OpenSearch': 5 };
const SECONDS = 10;
const WARM_SECONDS = 5;
const CONNECTIONS = 8;

export async function run(): Promise<void> {
  const from = catalogue();
  for (const count of SIZES) {
    const folder = await mkdtemp(join(tmpdir(), 'isobar-bench-search-'));
    try {
      console.log(`${count} documents`);
      const figures = await measure(folder, count, from);
      tell(figures, count === 600_000);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

type Figures = Record<string, number>;

async function measure(folder: string, count: number, from: Catalogue): Promise<Figures> {
  const built = await build(folder, count, from);
  const varied = variedQueries(200, from);
  const broad = broadQueries(60, from);
  const engine = inEngine(join(folder, 'metadata.segment'), varied, broad);
  const http = await overHttp(folder, varied, broad, from);
  const peer = sqlite(join(folder, 'peer.sqlite'), count, from);
  const cluster = await openSearch(count, from, broad);
  return {
    ...built,
    ...engine,
    ...http,
    ...(peer ? { 'times SQLite, broad': peer / (engine['broad p50'] as number) } : {}),
    ...(cluster ? { 'times OpenSearch': cluster / (engine['broad p50'] as number) } : {}),
  };
}

function tell(figures: Figures, withBars: boolean): void {
  for (const [name, value] of Object.entries(figures)) {
    const most = BARS[name as keyof typeof BARS];
    const least = LEAST[name as keyof typeof LEAST];
    const bar = most ? ` (at most ${most})` : least ? ` (at least ${least})` : '';
    const missed = withBars && ((most && value > most) || (least && value < least));
    console.log(`  ${name}: ${value.toFixed(value < 10 ? 2 : 0)}${bar}${missed ? '  MISSED' : ''}`);
    if (missed) process.exitCode = 1;
  }
}

async function build(folder: string, count: number, from: Catalogue): Promise<Figures> {
  const index = await openEmbeddedSearch({ folder, threads: 1, log: createLog('warn') });
  const start = performance.now();
  await fill(index, count, from);
  const seconds = (performance.now() - start) / 1000;
  await index.close();
  return { 'build s': seconds };
}

const fill = (index: SearchIndex, count: number, from: Catalogue) =>
  index.replace('metadata', MAPPING, GROUPS, documents(count, from) as never); // each has an id

/** The reply as it goes over the wire. */
function inEngine(
  path: string,
  varied: readonly SearchBody[],
  broad: readonly SearchBody[],
): Figures {
  const segment = openSegment(readSegment(path));
  const timesOf = (bodies: readonly SearchBody[]) =>
    bodies.map((body) => {
      const start = performance.now();
      searchText(segment, 'metadata', body, { milliseconds: 60_000, now: 0 });
      return performance.now() - start;
    });
  const warm = performance.now() + WARM_SECONDS * 1000;
  while (performance.now() < warm) timesOf([...varied, ...broad]);
  const [some, all] = [timesOf(varied), timesOf(broad)];
  return {
    'varied p50': at(some, 0.5),
    'varied p95': at(some, 0.95),
    'broad p50': at(all, 0.5),
    'broad p95': at(all, 0.95),
  };
}

async function overHttp(
  folder: string,
  varied: readonly SearchBody[],
  broad: readonly SearchBody[],
  from: Catalogue,
): Promise<Figures> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'search-server.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const { port, startMs } = await firstLine(child);
    // no two requests are alike, so none is answered from the cache
    const bodies = [...varied, ...broad];
    const search = (n: number) => unlike(bodies[(n * 7) % bodies.length] as SearchBody, n);
    // as the engine alone is warmed up
    await load(port, (n) => search(n + 400_000), CONNECTIONS, WARM_SECONDS);
    const searches = await load(port, search);
    const typed = await load(port, (n) => typeahead(from, n), 1, 4);
    const rss = Number((await call(port, '/rss', null)).text);
    return {
      'start ms': startMs,
      'HTTP searches/s': searches.length / SECONDS,
      'HTTP p95': at(searches, 0.95),
      'typeahead p95': at(typed, 0.95),
      'RSS MB': rss / 1e6,
    };
  } finally {
    child.kill();
  }
}

/**
 * The same search with a unique note on its aggregations, so that it is never answered from the
 * cache.
 */
function unlike({ aggs, ...body }: SearchBody, n: number): SearchBody {
  const noted = Object.entries(aggs ?? { request: { cardinality: { field: 'nosuch' } } }).map(
    ([name, one]) => [name, { ...one, meta: { n } }] as const,
  );
  return { ...body, aggs: Object.fromEntries(noted) };
}

/** What the portal requests while a user types. */
const typeahead = (from: Catalogue, n: number): SearchBody =>
  unlike(
    typeaheadSearch(
      (from.words[(n * 37) % 900] as string).slice(0, 3 + (n % 3)),
      'instrument_id',
      false,
    ),
    n,
  );

/** Asks over several connections for some seconds; the milliseconds of each call. */
async function load(
  port: number,
  body: (n: number) => object,
  connections = CONNECTIONS,
  seconds = SECONDS,
): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  let next = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const start = performance.now();
        const { status } = await call(port, '/services/metadata/_search', body(next++), agent);
        if (status !== 200) throw new Error(`a search was answered with ${status}`);
        times.push(performance.now() - start);
      }
    }),
  );
  agent.destroy();
  return times;
}

/** The reply is read and discarded, since work of the client would take time from the server. */
function call(port: number, path: string, body: object | null, agent?: Agent) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const method = body ? 'POST' : 'GET';
    const asked = request({ port, path, method, ...(agent ? { agent } : {}) }, (reply) => {
      const pieces: Buffer[] = [];
      reply.on('data', (piece: Buffer) => {
        if (!body) pieces.push(piece);
      });
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
      );
    });
    asked.on('error', reject);
    asked.end(body ? JSON.stringify(body) : undefined);
  });
}

const firstLine = (child: ChildProcess): Promise<{ port: number; startMs: number }> =>
  new Promise((resolve, reject) => {
    // our own server's line
    child.stdout?.once('data', (text) => resolve(JSON.parse(String(text))));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });

/** Median of a few broad searches in SQLite, in milliseconds. */
function sqlite(file: string, count: number, from: Catalogue): number {
  const peer = openSqlite(file, count, from);
  const times = [null, ...from.words.slice(0, 4), null].map((text) => peer.search(text));
  peer.close();
  return at(times, 0.5);
}

/** Median of the broad searches on a cluster, as it says itself; null where none is. */
async function openSearch(count: number, from: Catalogue, broad: readonly SearchBody[]) {
  const url = process.env.ISOBAR_TEST_OPENSEARCH;
  if (!url) {
    console.log('  no OpenSearch to compare with (ISOBAR_TEST_OPENSEARCH is not set)');
    return null;
  }
  const cluster = openOpenSearch({
    url,
    owner: 'test',
    prefix: 'bench-',
    limit: 60_000,
    log: createLog('warn'),
  });
  await fill(cluster, count, from);
  const times: number[] = [];
  for (const body of [...broad, ...broad])
    times.push((await cluster.search('metadata', body)).took);
  await cluster.close();
  return at(times.slice(broad.length), 0.5);
}

const at = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
};
