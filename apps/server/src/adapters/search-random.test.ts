// Random searches over random documents, answered by the embedded index and by a real cluster: no
// answer may differ.
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import {
  body,
  document,
  GROUPS,
  MAPPING,
} from '../../../../packages/search-engine/src/testing/random-search.ts';
import { createLog } from '../platform/log/log.ts';
import { comparedAnswer } from '../ports/testing/conformance/compared-answer.ts';
import { openEmbeddedSearch } from './search-embedded/search-embedded.ts';
import { openOpenSearch } from './search-opensearch.ts';

const url = process.env.ISOBAR_TEST_OPENSEARCH;
const SEARCHES = 300;

/**
 * A list that holds a text twice is scored differently by a cluster (docs/search-conformance.md).
 */
const once = (value: unknown) => (Array.isArray(value) ? [...new Set(value)] : value);

describe.skipIf(!url)('random searches (needs OpenSearch: ISOBAR_TEST_OPENSEARCH)', () => {
  it.each([1, 2])(
    'random searches are answered alike by both, seed %i',
    async (seed) => {
      const folder = temporaryFolder();
      const log = createLog('silent');
      const embedded = await openEmbeddedSearch({ folder, threads: 1, log });
      const cluster = openOpenSearch({ url: String(url), owner: 'test', prefix: 'random-', log });
      try {
        const documents = fc.sample(document, { seed, numRuns: 120 }).map((one, i) => ({
          ...Object.fromEntries(Object.entries(one).map(([name, value]) => [name, once(value)])),
          id: `m${i}`,
        }));
        for (const index of [embedded, cluster])
          await index.replace('random', MAPPING, GROUPS, documents);
        for (const [i, one] of fc.sample(body, { seed, numRuns: SEARCHES }).entries()) {
          const { sort: _, aggs: __, ...scored } = one;
          const request = i % 3 === 0 ? scored : one;
          const expected = await comparedAnswer(cluster, 'random', request);
          expect(
            await comparedAnswer(embedded, 'random', request),
            JSON.stringify(request),
          ).toEqual(expected);
        }
      } finally {
        await embedded.close();
        await cluster.close();
        rmSync(folder, { recursive: true });
      }
    },
    600_000,
  );
});
