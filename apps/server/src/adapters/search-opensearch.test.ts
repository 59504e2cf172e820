// Runs against a real cluster if ISOBAR_TEST_OPENSEARCH holds the address of one
// (`node e2e/cluster/start.mjs` starts one).
import { describe, expect, it, vi } from 'vitest';
import { searchIndexSuite } from '../ports/testing/search-index-suite.ts';
import { type ReaderSubject, searchReaderSuite } from '../ports/testing/search-reader-suite.ts';
import { openOpenSearch } from './search-opensearch.ts';

const url = process.env.ISOBAR_TEST_OPENSEARCH;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
/** A different prefix for every run, so that indexes left by a former run do not matter. */
const prefix = () => `test-${Date.now().toString(36)}-`;

if (url) {
  it('an index in the cluster belongs to one store: a different store neither searches nor changes it', async () => {
    const name = prefix();
    const store = (owner: string, takesOver = false) =>
      openOpenSearch({ url, prefix: name, owner, takesOver, log });
    const [one, two, heir] = [store('one'), store('two'), store('two', true)];
    const mapping = { title: { type: 'text' } } as const;
    const fill = (by: typeof one, title: string) =>
      by.replace('metadata', mapping, [], [{ id: '1', title }]);
    expect(await two.has('metadata')).toBe(false);
    await fill(one, 'of one');
    const refused = { status: 503, type: 'index_of_another_store' };
    for (const act of [
      () => two.search('metadata', {}),
      () => two.has('metadata'),
      () => fill(two, 'of two'),
      () => two.apply('metadata', { remove: ['1'] }),
    ])
      await expect(act()).rejects.toMatchObject(refused);
    const title = async (by: typeof one) =>
      (await by.search('metadata', {})).hits.hits.map((hit) => hit._source?.title);
    expect(await title(one)).toEqual(['of one']);
    await fill(heir, 'of two');
    expect(await title(two)).toEqual(['of two']);
    const late = store('one');
    await expect(late.search('metadata', {})).rejects.toMatchObject(refused);
    const both = [store('three'), store('four')];
    const race = both.map((by, n) =>
      by.replace('race', mapping, [], [{ id: '1', title: `${n}` }]).then(
        () => n,
        (error: unknown) => error,
      ),
    );
    const ended = await Promise.all(race);
    expect(ended.filter((end) => typeof end === 'number')).toHaveLength(1);
    for (const index of [one, two, heir, late, ...both]) await index.close();
  });

  const open = async () => openOpenSearch({ url, prefix: prefix(), owner: 'one', log });
  searchIndexSuite('OpenSearch', open);
  const filled = async ({ index, mapping, documents }: ReaderSubject) => {
    const search = await open();
    await search.replace(index, mapping, [], documents);
    return search;
  };
  searchReaderSuite('OpenSearch', 'files', filled, false);
  searchReaderSuite('OpenSearch', 'plots', filled, false);
} else
  describe.skip('OpenSearch as a search index (needs OpenSearch: ISOBAR_TEST_OPENSEARCH)', () => {});

it('OpenSearch is reported as unavailable while it cannot be reached', async () => {
  const index = openOpenSearch({ url: 'http://127.0.0.1:9', owner: 'one', log });
  await expect(index.search('one', {})).rejects.toMatchObject({
    status: 503,
    type: 'cluster_unavailable',
  });
  await index.close();
});
