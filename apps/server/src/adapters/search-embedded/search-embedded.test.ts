import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SearchReply } from '@isobar/query-language/result.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { onBehalfOf } from '../../platform/admission/caller.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { searchIndexSuite } from '../../ports/testing/search-index-suite.ts';
import { type ReaderSubject, searchReaderSuite } from '../../ports/testing/search-reader-suite.ts';
import { openEmbeddedSearch } from './search-embedded.ts';

const MAPPING = { code: { type: 'keyword' }, n: { type: 'integer' } } as const;
const documents = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `d${i}`, code: `code ${i}`, n: i % 10 }));

let folder: string;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const open = (name: string, more = {}) =>
  openEmbeddedSearch({ folder: join(folder, name), threads: 2, log, ...more });
const total = async (index: SearchIndex, name = 'one') =>
  (await index.search(name, { size: 0 })).hits.total?.value;

let made = 0;
/**
 * A search of as many new patterns, which finds all documents, from an address that asks for
 * nothing else.
 */
const long = (index: SearchIndex, word: string, patterns: number) =>
  onBehalfOf({ address: 'heavy' }, () => {
    const should = Array.from({ length: patterns }, () => ({
      wildcard: { code: `*o*d*e*${made++}*${word}*` },
    }));
    return index.search('one', {
      size: 0,
      track_total_hits: true,
      query: { bool: { should: [{ match_all: {} }, ...should] } },
    });
  });
const short = (index: SearchIndex) =>
  onBehalfOf({ address: 'light' }, () =>
    index.search('one', { size: 0, query: { term: { code: `light ${made++}` } } }),
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-embedded-'));
});
afterAll(() => rm(folder, { recursive: true }));

searchIndexSuite('embedded', () => open('suite'));
const filled = async ({ index, mapping, documents }: ReaderSubject) => {
  const search = await open(`reader of ${index}`);
  await search.replace(index, mapping, [], documents);
  return search;
};
searchReaderSuite('embedded', 'files', filled, false);
searchReaderSuite('embedded', 'plots', filled, false);

it('embedded search finds its indexes again after a restart, in no time', async () => {
  const first = await open('restart');
  await first.replace('one', MAPPING, [], documents(2000));
  await first.replace('two', MAPPING, [], documents(3));
  const version = first.version('one');
  await first.close();
  const second = await open('restart');
  expect([second.has('one'), second.has('two'), second.has('three')]).toEqual([true, true, false]);
  expect(await total(second)).toBe(2000);
  expect(second.version('one')).toBe(version);
  await second.replace('one', MAPPING, [], documents(5));
  expect(second.version('one')).not.toBe(version);
  await second.close();
});

it.each<[string, string, (path: string) => Promise<void>]>([
  ['cut short', 'has no proper end', async (path) => truncate(path, 1000)],
  ['empty', 'is cut short', async (path) => truncate(path, 0)],
  [
    'of a different version',
    'was written by another version',
    async (path) => {
      const bytes = await readFile(path);
      bytes.write('99', bytes.length - 2);
      await writeFile(path, bytes);
    },
  ],
  [
    'with one bit changed',
    'is damaged',
    async (path) => {
      const bytes = await readFile(path);
      const middle = bytes.length - 4000;
      bytes[middle] = (bytes[middle] as number) ^ 4;
      await writeFile(path, bytes);
    },
  ],
  ['of something else', 'has no proper end', async (path) => writeFile(path, 'x'.repeat(5000))],
])(
  'embedded search treats a segment file %s as absent, and logs it',
  async (what, reason, damage) => {
    const name = `damaged ${what}`;
    const first = await open(name);
    await first.replace('one', MAPPING, [], documents(500));
    await first.close();
    await damage(join(folder, name, 'one.segment'));
    log.warn.mockClear();
    const second = await open(name);
    expect(second.has('one')).toBe(false);
    expect(log.warn).toHaveBeenCalledWith(
      { index: 'one', reason: expect.stringContaining(reason) },
      expect.stringContaining('has to be rebuilt'),
    );
    await second.replace('one', MAPPING, [], documents(7));
    expect(await total(second)).toBe(7);
    await second.close();
  },
);

it('embedded search serves a file whose documents are damaged only until that is found out', async () => {
  const first = await open('cold');
  await first.replace('one', MAPPING, [], documents(500));
  await first.close();
  const path = join(folder, 'cold', 'one.segment');
  const bytes = await readFile(path);
  bytes[20] = (bytes[20] as number) ^ 4; // within the first document
  await writeFile(path, bytes);
  const second = await open('cold');
  expect(await total(second)).toBe(500);
  await vi.waitFor(() => expect(second.has('one')).toBe(false), 30_000);
  await expect(second.search('one', { query: { term: { code: 'code 0' } } })).rejects.toMatchObject(
    { status: 503 },
  );
  const other = await second.search('one', { query: { term: { code: 'code 1' } } });
  expect(other.hits.hits.map((hit) => hit._id)).toEqual(['d1']);
  await second.close();
});

it('embedded search leaves nothing behind of builds that failed or of a process that died', async () => {
  await (await open('rest')).close();
  await writeFile(join(folder, 'rest', 'one.segment.0.half'), 'half-written');
  await writeFile(join(folder, 'rest', 'one.segment.half'), 'half-written');
  const index = await open('rest');
  await expect(
    index.replace('one', MAPPING, [], [{ id: 'a', n: 1n } as never]), // no JSON
  ).rejects.toThrow();
  expect(await readdir(join(folder, 'rest'))).toEqual(['changes.lock']);
  await index.close();
});

it('embedded search stops a search at the limit and goes on answering', async () => {
  const index = await open('limit', { limit: 1 });
  await index.replace('one', MAPPING, [], documents(20_000));
  const slow = { query: { wildcard: { code: '*o*d*e*9*' } } };
  await expect(index.search('one', slow)).rejects.toMatchObject({
    status: 408,
    type: 'search_timeout_exception',
  });
  await index.close();
  const patient = await open('limit');
  expect(await total(patient)).toBe(20_000);
  await patient.close();
});

it('embedded search never keeps the main thread waiting while it searches and builds', async () => {
  const index = await open('loop');
  const all = documents(20_000);
  await index.replace('one', MAPPING, [], all);
  const stretches: number[] = [];
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    // the CPU time of this thread between two turns; the clock would also count what other programs
    // do
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    stretches.push(user + system);
  }, 1);
  await Promise.all([
    index.replace('one', MAPPING, [], all),
    ...Array.from({ length: 30 }, (_, i) =>
      index.searchText('one', {
        query: { wildcard: { code: `*${i}*` } },
        aggs: { a: { terms: { field: 'code', size: 10_000 } } },
      }),
    ),
  ]);
  await index.apply('one', { remove: ['d7'] });
  clearInterval(timer);
  await index.close();
  stretches.sort((a, b) => b - a);
  // Microseconds. Two may be long for other reasons: memory is cleaned up, a thread is started.
  expect(stretches[2]).toBeLessThan(20_000);
  expect(stretches.length).toBeGreaterThan(30);
});

it('embedded search asks each thread the usual searches, one after the other, and again when the index changed', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  const usual = new Map([['one', [{ size: 0 }, { size: 3 }]]]);
  const rehearsed = () =>
    posted.mock.calls.flatMap(([task]) => (task?.index === 'one' ? [task.kind] : []));
  try {
    const index = await open('usual', { usual });
    await index.replace('two', MAPPING, [], documents(5));
    await index.replace('one', MAPPING, [], documents(10));
    await vi.waitFor(() => expect(rehearsed()).toHaveLength(6), 30_000);
    expect(rehearsed().toSorted()).toEqual([
      ...['open', 'open'],
      ...['search', 'search', 'search', 'search'],
    ]);
    await index.apply('one', { remove: ['d0'] });
    await vi.waitFor(() => expect(rehearsed()).toHaveLength(12), 30_000);
    expect(await total(index)).toBe(9);
    await index.close();
  } finally {
    posted.mockRestore();
  }
});

it('embedded search gives an address with long searches a thread that gives way while another address makes short ones, and not otherwise', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  /** The threads that were handed searches with this word. */
  const threadsOf = (word: string) =>
    new Set(
      posted.mock.contexts.filter((_, at) => {
        const [task] = posted.mock.calls[at] ?? [];
        return task?.kind === 'search' && task.request.includes(word);
      }),
    );
  try {
    const index = await open('long', { limit: 30_000 });
    await index.replace('one', MAPPING, [], documents(20_000));
    const until = performance.now() + 800;
    while (performance.now() < until) {
      await long(index, 'alone', 100);
      await total(index); // asked by the server itself, which is no other address
    }
    expect(threadsOf('alone').size).toBeLessThanOrEqual(2);
    await short(index);
    await Promise.all([long(index, 'beside', 5), short(index), short(index)]);
    const gaveWay = [...threadsOf('beside')];
    expect(gaveWay).toHaveLength(1);
    for (const others of [threadsOf('alone'), threadsOf('light')])
      expect(others.has(gaveWay[0])).toBe(false);
    await index.close();
  } finally {
    posted.mockRestore();
  }
});

it('embedded search lets a search take the place of a long one when one address holds all threads, and answers that one later all the same', async () => {
  const index = await open('displaced', { limit: 30_000 });
  await index.replace('one', MAPPING, [], documents(20_000));
  const ended: string[] = [];
  const noted = async (name: string, search: Promise<SearchReply>) => {
    const { hits } = await search;
    ended.push(name);
    return hits.total?.value;
  };
  const first = noted('long', long(index, 'held', 100));
  const second = noted('long', long(index, 'held', 100));
  const brief = noted('short', short(index));
  expect(await Promise.all([first, second, brief])).toEqual([20_000, 20_000, 0]);
  expect(ended[0]).toBe('short');
  await index.close();
});

it('a search that lost its place to another one still ends at its limit', async () => {
  const index = await open('displaced-limit', { limit: 300 });
  await index.replace('one', MAPPING, [], documents(20_000));
  const ends = [long(index, 'held', 3000), long(index, 'held', 3000)].map((search) =>
    search.then(
      () => 200,
      (error: { status?: number }) => error.status,
    ),
  );
  expect((await short(index)).hits.total?.value).toBe(0);
  expect(await Promise.all(ends)).toEqual([408, 408]);
  await index.close();
});

it('embedded search asks once for what many want at once, and again when the index changed', async () => {
  const index = await open('cache');
  await index.replace('one', MAPPING, [], documents(10));
  const [a, b] = await Promise.all([
    index.searchText('one', { size: 1 }),
    index.searchText('one', { size: 1 }),
  ]);
  expect(b).toBe(a);
  expect(await index.searchText('one', { size: 1 })).toBe(a);
  await index.apply('one', { remove: ['d0'] });
  const changed = await index.search('one', { size: 1 });
  expect(changed.hits).toMatchObject({ total: { value: 9 }, hits: [{ _id: 'd1' }] });
  await index.close();
});
