// Parts of a reply by their paths.
import { expect, it } from 'vitest';
import { filterPath, filterPaths } from './filter-path.ts';

const reply = {
  took: 3,
  _shards: { total: 1, failed: 0 },
  hits: {
    total: { value: 2, relation: 'eq' },
    hits: [
      { _index: 'i', _id: 'a', _source: { file_name: 'x', size: 0, tags: ['p', 'q'] } },
      { _index: 'i', _id: 'b', _source: { file_name: 'y' } },
    ],
  },
  aggregations: { one: { value: 1 }, other: { buckets: [{ key: 'k', doc_count: 2 }] } },
};

it('[P087] filter_path keeps what a path names, in every item of a list', () => {
  expect(filterPath(reply, ['hits.hits._source'])).toEqual({
    hits: { hits: [{ _source: reply.hits.hits[0]?._source }, { _source: { file_name: 'y' } }] },
  });
  expect(filterPath(reply, ['hits.total.value'])).toEqual({ hits: { total: { value: 2 } } });
  expect(filterPath(reply, ['hits.hits._source.size', 'took'])).toEqual({
    took: 3,
    hits: { hits: [{ _source: { size: 0 } }] },
  });
});

it('filter_path keeps what is null, and goes through it when something below it is named or removed', () => {
  const held = { a: null, b: { c: null, d: 1 }, list: [null, { c: 2 }] };
  expect(filterPath(held, ['a'])).toEqual({ a: null });
  expect(filterPath(held, ['b.c'])).toEqual({ b: { c: null } });
  expect(filterPath(held, ['-a.x'])).toEqual(held);
  expect(filterPath(held, ['-b.c.x', '-list.c'])).toMatchObject({
    a: null,
    b: { c: null, d: 1 },
  });
  expect(filterPath(held, ['a.x'])).toEqual({});
});

it('filter_path understands wildcards within a name and over names', () => {
  expect(filterPath(reply, ['aggregations.o*.value'])).toEqual({
    aggregations: { one: { value: 1 } },
  });
  expect(filterPath(reply, ['**._id'])).toEqual({ hits: { hits: [{ _id: 'a' }, { _id: 'b' }] } });
  expect(filterPath(reply, ['**.doc_count', 't*k'])).toEqual({
    took: 3,
    aggregations: { other: { buckets: [{ doc_count: 2 }] } },
  });
  expect(filterPath(reply, ['**'])).toEqual(reply);
  expect(filterPath(reply, ['**.**.hits.**._id'])).toEqual(filterPath(reply, ['**._id']));
  expect(filterPath(reply, ['*.*.v*l*e'])).toEqual({
    hits: { total: { value: 2 } },
    aggregations: { one: { value: 1 } },
  });
});

it('filter_path excludes paths from the whole reply, or from the paths that it includes', () => {
  expect(filterPath(reply, ['-_shards', '-hits', '-aggregations.*.buckets'])).toEqual({
    took: 3,
    aggregations: { one: { value: 1 } },
  });
  expect(filterPath(reply, ['hits.hits', '-**._source'])).toEqual({
    hits: {
      hits: [
        { _index: 'i', _id: 'a' },
        { _index: 'i', _id: 'b' },
      ],
    },
  });
});

it('filter_path takes no longer for a cunning pattern', () => {
  const name = 'a'.repeat(256);
  const started = process.threadCpuUsage(); // the clock would also count what other programs do
  expect(filterPath({ [name]: 1 }, [`${'*a'.repeat(60)}*b`])).toEqual({});
  expect(filterPath({ [name]: { [name]: 1 } }, ['**.*'.repeat(40)])).toEqual({});
  expect(process.threadCpuUsage(started).user).toBeLessThan(200_000); // microseconds
});

it('filter_path gives nothing for what is not there, and everything for no path', () => {
  expect(filterPath(reply, ['nothing.of.this'])).toEqual({});
  expect(filterPath(reply, ['took.more'])).toEqual({});
  expect(filterPath(reply, [])).toEqual(reply);
  expect(filterPaths(' hits.total , ,took')).toEqual(['hits.total', 'took']);
});

it('filter_path looks a name of thousands of hits up once, however many paths there are', () => {
  const hits = Array.from({ length: 2000 }, (_, n) => ({
    _id: n,
    _index: 'i',
    _score: n,
    sort: n,
  }));
  const paths = Array.from({ length: 3000 }, (_, n) => `*.*.*.x${n}`);
  expect(filterPath({ hits: { hits } }, [...paths, '**._id'])).toEqual({
    hits: { hits: hits.map(({ _id }) => ({ _id })) },
  });
  expect(filterPath({ hits: { hits } }, [...paths.map((path) => `-${path}`), '-**.sort'])).toEqual({
    hits: { hits: hits.map(({ sort: _, ...hit }) => hit) },
  });
});

it('a lone sign is no path', () => {
  expect(filterPath({ a: 1 }, ['-', ''])).toEqual({ a: 1 });
  expect(filterPath({ '': 1, a: 1 }, ['-'])).toEqual({ '': 1, a: 1 });
});
