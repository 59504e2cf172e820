// Fields of hits beside or instead of their sources, made by the HTTP layer.

import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';
import { parseSearchBody, type SearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { withHitFields } from './hit-fields.ts';

const MAPPING: Mapping = {
  id: { type: 'keyword' },
  name: { type: 'text' },
  site_code: { type: 'text' },
  start_date: { type: 'date' },
  heights: { type: 'double', list: true },
};
const SOURCE = {
  id: 'a',
  name: 'Ceilometer',
  site_code: 'sgp',
  start_date: '2019-01-03T00:00:00Z',
  heights: [1, 2],
};

/** An index of one document, that notes what it is asked. */
function index() {
  const asked: SearchBody[] = [];
  const search = async (_: string, body: SearchBody): Promise<SearchReply> => {
    asked.push(body);
    const { _source } = body;
    const shown = Array.isArray(_source)
      ? Object.fromEntries(Object.entries(SOURCE).filter(([name]) => _source.includes(name)))
      : SOURCE;
    const hit = {
      _index: 'metadata',
      _id: 'a',
      _score: 1,
      ...(_source === false ? {} : { _source: shown }),
      ...(body.sort ? { sort: ['a'] } : {}),
    };
    return {
      took: 1,
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: { total: { value: 1, relation: 'eq' }, max_score: 1, hits: [hit] },
    };
  };
  const inner = {
    search,
    searchText: async (name: string, body: SearchBody) =>
      Buffer.from(JSON.stringify(await search(name, body))),
    mapping: () => MAPPING,
    version: () => '1',
  };
  return { reader: withHitFields(inner), asked };
}

async function hitOf(body: unknown) {
  const parsed = parseSearchBody(body);
  if (!parsed.ok) throw new Error(parsed.problem.reason);
  const { reader, asked } = index();
  const text = await reader.searchText('metadata', parsed.body);
  return { hit: JSON.parse(Buffer.from(text).toString()).hits.hits[0], asked };
}

it('by name and pattern, as lists, dates in their form', async () => {
  const { hit, asked } = await hitOf({
    _source: false,
    fields: ['site_*', 'start_date', 'heights', 'none'],
  });
  expect(hit).toEqual({
    _index: 'metadata',
    _id: 'a',
    _score: 1,
    fields: {
      site_code: ['sgp'],
      'site_code.keyword': ['sgp'],
      start_date: ['2019-01-03T00:00:00.000Z'],
      heights: [1, 2],
    },
  });
  expect(asked[0]).toEqual({ _source: false });
  expect(asked[1]).toMatchObject({ query: { ids: { values: ['a'] } } });
});

it('beside the source that is asked for, and before the sort values', async () => {
  const fields = [{ field: 'start_date', format: 'epoch_millis' }];
  const { hit, asked } = await hitOf({ fields, sort: ['id'] });
  expect(hit._source).toEqual(SOURCE);
  expect(hit.fields).toEqual({ start_date: ['1546473600000'] });
  expect(Object.keys(hit).at(-1)).toBe('sort');
  expect(asked).toHaveLength(1);
  const part = await hitOf({ _source: ['name'], fields: ['site_code'] });
  expect(part.hit).toMatchObject({
    _source: { name: 'Ceilometer' },
    fields: { site_code: ['sgp'] },
  });
});

it('fields of hits from columns have exact values, and a text has none', async () => {
  const { hit } = await hitOf({ docvalue_fields: ['site_code.keyword', '*_date', 'na*.*'] });
  expect(Object.keys(hit.fields)).toEqual(['site_code.keyword', 'start_date', 'name.keyword']);
  await expect(hitOf({ docvalue_fields: ['name'] })).rejects.toMatchObject({
    status: 400,
    type: 'illegal_argument_exception',
    message: expect.stringContaining('[name.keyword]'),
  });
});

it('versions, and nothing else of a plain body', async () => {
  const { hit } = await hitOf({ version: true, seq_no_primary_term: true });
  expect(hit).toMatchObject({ _version: 1, _seq_no: 0, _primary_term: 1 });
  expect(hit.fields).toBeUndefined();
  expect((await hitOf({ size: 3 })).asked).toEqual([{ size: 3 }]);
});

it('fields of hits are refused in forms of dates that do not exist here, and for too many hits', async () => {
  const odd = { fields: [{ field: 'start_date', format: 'QQQ' }] };
  await expect(hitOf(odd)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('QQQ'),
  });
  await expect(hitOf({ fields: ['*'], size: 1001 })).rejects.toMatchObject({ status: 400 });
});
