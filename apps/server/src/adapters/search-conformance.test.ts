import { describe } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { createLog } from '../platform/log/log.ts';
import { searchConformanceSuite } from '../ports/testing/search-conformance-suite.ts';
import { openEmbeddedSearch } from './search-embedded/search-embedded.ts';
import { openOpenSearch } from './search-opensearch.ts';

const folder = temporaryFolder();
const log = createLog('silent');

searchConformanceSuite('embedded', () => openEmbeddedSearch({ folder, threads: 1, log }), true);

const url = process.env.ISOBAR_TEST_OPENSEARCH;
if (url)
  searchConformanceSuite(
    'OpenSearch',
    async () => openOpenSearch({ url, owner: 'test', prefix: 'conformance-', log }),
    false,
  );
else describe.skip('OpenSearch conformance (needs OpenSearch: ISOBAR_TEST_OPENSEARCH)', () => {});
