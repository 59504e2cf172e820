// Runs against a real cluster if ISOBAR_TEST_OPENSEARCH holds the address of one (`node e2e/cluster/start.mjs` starts one).
import { describe, expect, it, vi } from 'vitest';
import { searchIndexSuite } from '../ports/testing/search-index-suite.ts';
import { type ReaderSubject, searchReaderSuite } from '../ports/testing/search-reader-suite.ts';
import { openOpenSearch } from './search-opensearch.ts';

const url = process.env.ISOBAR_TEST_OPENSEARCH;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
/** A different prefix for every run, so that indexes left by a former run do not matter. */
const prefix = () => `test-${Date.now().toString(36)}-`;

if (url) {
  const open = async () => openOpenSearch({ url, prefix: prefix(), log });
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

describe('OpenSearch', () => {
  it('is reported as unavailable while it cannot be reached', async () => {
    const index = openOpenSearch({ url: 'http://127.0.0.1:9', log });
    await expect(index.search('one', {})).rejects.toMatchObject({
      status: 503,
      type: 'cluster_unavailable',
    });
    await index.close();
  });
});
