import { closeSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { search } from '@isobar/search-engine/search.ts';
import { openSegment } from '@isobar/search-engine/segment/segment.ts';
import {
  type Numbers,
  readSegment,
  type SegmentData,
} from '@isobar/search-engine/segment/segment-file.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Builders } from './builders.ts';
import { isWhole } from './check.ts';
import { buildSegment } from './fill.ts';

const MAPPING = {
  id: { type: 'text' },
  site: { type: 'keyword' },
  stream: { type: 'keyword' },
  text: { type: 'text' },
  priority: { type: 'integer' },
  begins: { type: 'date' },
  tags: { type: 'text', list: true },
  where: { type: 'geo_point' },
} as const;

/**
 * Enough for several batches; each twentieth comes a second time, much later and changed, and one
 * is larger than a batch.
 */
function* documents() {
  for (let i = 0; i < 6000; i++) {
    const n = i % 20 === 19 ? i - 19 : i;
    yield {
      id: `d${n}`,
      site: `s${n % 7}`,
      stream: `st${n % 50}`,
      text: `the word${i % 900} of ${'ümläut '.repeat(i % 30)} number ${i}`,
      priority: i % 3 ? i % 11 : null,
      begins: `2019-01-${String(1 + (i % 28)).padStart(2, '0')}`,
      tags: [`t${i % 4}`, `t${i % 5}`],
      where: { lat: i % 60, lon: -(i % 100) },
      stored: i === 4000 ? 'x'.repeat(2 << 20) : 'y'.repeat(200),
    };
  }
}

let folder: string;
let builders: Builders;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-fill-'));
  builders = new Builders();
});
afterAll(async () => {
  await builders.close();
  await rm(folder, { recursive: true });
});

const built = (threads: number) => {
  const plan = {
    path: join(folder, `${threads}`),
    mapping: MAPPING,
    groupFields: ['site', 'stream'],
  };
  return buildSegment(builders, { ...plan, threads }, documents());
};
const answers = (data: SegmentData) =>
  [
    { query: { match: { text: 'word7 number' } }, size: 50 },
    { query: { range: { begins: { gte: '2019-01-20' } } }, sort: ['priority', '_doc'], size: 50 },
    {
      query: { term: { 'tags.keyword': 't4' } },
      aggs: { streams: { terms: { field: 'stream' } } },
    },
    { query: { ids: { values: ['d0', 'd4000', 'd5980'] } }, sort: ['_doc'] },
  ].map((body) => ({
    ...search(openSegment(data), 'one', body, { milliseconds: 60_000, now: 0 }),
    took: 0,
  }));

const isSame = (a: Numbers | undefined, b: Numbers | undefined) =>
  a !== undefined &&
  b !== undefined &&
  a.constructor === b.constructor &&
  Buffer.compare(bytesOf(a), bytesOf(b)) === 0;
const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers) =>
  new Uint8Array(buffer, byteOffset, byteLength);

it('buildSegment makes the same index with one thread and with several', async () => {
  const one = await built(1);
  for (const threads of [2, 3]) {
    const several = await built(threads);
    expect(answers(several)).toEqual(answers(one));
    const names = [...one.arrays.keys()].filter((name) => !name.startsWith('source.'));
    expect([...several.arrays.keys()].sort()).toEqual([...one.arrays.keys()].sort());
    const differing = names.filter(
      (name) => !isSame(several.arrays.get(name), one.arrays.get(name)),
    );
    expect(differing).toEqual([]);
    closeSync(several.file);
  }
  const texts = answers(one)[3]?.hits.hits.map((hit) => hit._source?.text);
  const last = ['number 19', 'number 4019', 'number 5999']; // what came later under the same id
  expect(texts).toEqual(last.map((end) => expect.stringMatching(new RegExp(`${end}$`))));
  closeSync(one.file);
});

it.each([1, 2, 3])('buildSegment writes with %i threads what it serves', async (threads) => {
  const served = await built(threads);
  const read = readSegment(join(folder, `${threads}`));
  expect(read.content).toEqual(served.content);
  expect([...read.arrays.keys()].sort()).toEqual([...served.arrays.keys()].sort());
  for (const [name, numbers] of read.arrays)
    expect(isSame(numbers, served.arrays.get(name)), name).toBe(true);
  expect(answers(read)).toEqual(answers(served));
  expect(read.cold).toEqual(served.cold);
  expect(await isWhole(join(folder, `${threads}`), read.cold, () => true)).toBe(true);
  for (const { file } of [read, served]) closeSync(file);
});

it('buildSegment restarts with the same threads after a failed build', async () => {
  function* broken() {
    yield* documents();
    throw new Error('the store is gone');
  }
  const plan = {
    path: join(folder, 'broken'),
    mapping: MAPPING,
    groupFields: ['site', 'stream'],
  };
  await expect(buildSegment(builders, { ...plan, threads: 2 }, broken())).rejects.toThrow(
    'the store is gone',
  );
  expect(await readdir(folder)).not.toContain('broken');
  const data = await buildSegment(builders, { ...plan, threads: 2 }, [{ id: 'a', site: 's' }]);
  expect(openSegment(data).documents).toBe(1);
  closeSync(data.file);
});
