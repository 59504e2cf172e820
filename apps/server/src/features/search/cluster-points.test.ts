// Scrolls and points in time as official clients page with them: each document once, until they
// expire.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastSort } from './scroll.ts';
import { openClusterFixture } from './testing/cluster-fixture.ts';

let house: Awaited<ReturnType<typeof openClusterFixture>>;
beforeAll(async () => {
  house = await openClusterFixture();
});
afterAll(() => house.close());
const call: typeof house.call = (...asked) => house.call(...asked);

const QUERY = { size: 7, query: { match_all: {} }, sort: [{ size: 'desc' }] };
const idsOf = (reply: { hits: { hits: { _id: string }[] } }) =>
  reply.hits.hits.map((hit) => hit._id);
const wanted = async () =>
  idsOf(
    (
      await call('POST', '/elastic/metadata/_search', {
        ...QUERY,
        size: 100,
        sort: [{ size: 'desc' }, { 'id.keyword': 'asc' }],
      })
    ).json(),
  );

it('as a scroll, each document once, until it is cleared or runs out', async () => {
  let page = (await call('POST', '/elastic/metadata/_search?scroll=1m', QUERY)).json();
  expect(page.hits.total.value).toBe(25);
  const found: string[] = [];
  while (page.hits.hits.length > 0) {
    found.push(...idsOf(page));
    page = (
      await call('POST', '/elastic/_search/scroll', { scroll_id: page._scroll_id, scroll: '1m' })
    ).json();
  }
  expect(found).toEqual(await wanted());
  const id = page._scroll_id;
  expect((await call('DELETE', '/elastic/_search/scroll', { scroll_id: [id] })).json()).toEqual({
    succeeded: true,
    num_freed: 1,
  });
  const cleared = await call('POST', '/elastic/_search/scroll', { scroll_id: id });
  expect([cleared.status, cleared.json().error.type]).toEqual([
    404,
    'search_context_missing_exception',
  ]);
  const other = (
    await call('GET', '/elastic/metadata/_search?scroll=30s&size=2&q=site_code:sgp')
  ).json();
  house.clock.now += 31_000;
  expect((await call('GET', `/elastic/_search/scroll?scroll_id=${other._scroll_id}`)).status).toBe(
    404,
  );
});

it('at a point in time, in the form of either family', async () => {
  const opened = (await call('POST', '/elastic/metadata/_pit?keep_alive=1m')).json();
  const found: string[] = [];
  for (let after = {}; ; ) {
    const { hits, pit_id } = (
      await call('POST', '/elastic/_search', { ...QUERY, pit: { id: opened.id }, ...after })
    ).json();
    expect(pit_id).toBe(opened.id);
    if (hits.hits.length === 0) break;
    found.push(...idsOf({ hits }));
    after = { search_after: hits.hits.at(-1).sort };
  }
  expect(found).toEqual(await wanted());
  const closed = await call('DELETE', '/elastic/_pit', { id: opened.id });
  expect([closed.status, closed.json()]).toMatchObject([200, { succeeded: true, num_freed: 1 }]);
  const again = await call('DELETE', '/elastic/_pit', { id: opened.id });
  expect([again.status, again.json()]).toMatchObject([404, { num_freed: 0 }]);
  expect((await call('DELETE', '/elastic/_search/scroll/_all')).status).toBe(200);
  const other = (
    await call('POST', '/elastic/metadata/_search/point_in_time?keep_alive=1m')
  ).json();
  expect(
    (await call('DELETE', '/elastic/_search/point_in_time', { pit_id: [other.pit_id] })).json()
      .pits,
  ).toEqual([{ pit_id: other.pit_id, successful: true }]);
  expect((await call('POST', '/elastic/_search', { pit: { id: other.pit_id } })).status).toBe(404);
});

it('at a point in time in the order that is asked, its own key or not', async () => {
  const { id } = (await call('POST', '/elastic/metadata/_pit?keep_alive=1m')).json();
  const sizes = async (sort: object) => {
    const body = { size: 3, sort, pit: { id }, _source: ['size'] };
    const { hits } = (await call('POST', '/elastic/_search', body)).json().hits;
    return hits.map((hit: { _source: { size: number } }) => hit._source.size);
  };
  expect(await sizes([{ size: 'desc' }, { _shard_doc: 'asc' }])).toEqual([4, 4, 4]);
  expect(await sizes([{ size: 'desc' }, '_shard_doc'])).toEqual([4, 4, 4]);
  expect(await sizes({ size: 'desc' })).toEqual([4, 4, 4]);
  expect(await sizes([{ _shard_doc: 'desc' }])).toHaveLength(3);
});

it('pages that follow one another refuse what cannot be paged', async () => {
  const scroll = (body: object, time = '1m') =>
    call('POST', `/elastic/metadata/_search?scroll=${time}`, body);
  for (const body of [
    { size: 0 },
    { from: 5 },
    { collapse: { field: 'site_code.keyword' } },
    { aggs: { a: { min: { field: 'size' } } } },
    { nonsense: 1 },
  ])
    expect((await scroll(body)).status).toBe(400);
  expect((await scroll({}, '2d')).json().error.reason).toMatch(/Keep alive|keep_alive/);
  expect((await call('POST', '/elastic/_search', {})).status).toBe(400);
});

it('pages that follow one another begin after the last hit, whatever its texts contain', () => {
  const reply = {
    hits: { hits: [{ _source: { a: '"sort":[9]' }, sort: [1.5, 'a"]b\\', null] }] },
  };
  expect(lastSort(Buffer.from(JSON.stringify(reply)))).toEqual([1.5, 'a"]b\\', null]);
  expect(lastSort(Buffer.from('{"hits":{"hits":[]}}'))).toBeUndefined();
});
