// The words of the shipped tables over documents of a test, searched by the engine that the server
// runs.
import { METADATA_FIELDS } from '@isobar/contract/catalogue/metadata-document.ts';
import { temporaryFolder } from '../../../../../../fixtures/temporary-folder.ts';
import { openEmbeddedSearch } from '../../../adapters/search-embedded/search-embedded.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { SearchIndex } from '../../../ports/search-index.ts';
import { loadTables } from '../../tables/load.ts';
import { openWords, type Words, type WordsInput } from '../current-vocabulary.ts';

const TABLES = new URL('../../../../tables', import.meta.url).pathname;

/** On 2026-11-22. The caller closes the index. */
export async function wordsOver(
  documents: Parameters<SearchIndex['replace']>[3],
  use?: WordsInput['use'],
): Promise<{ readonly index: SearchIndex; readonly words: Words }> {
  const folder = temporaryFolder();
  const index = await openEmbeddedSearch({ folder, threads: 1, log: createLog('silent') });
  const groups = ['instrument_id', 'instrument_measurement_id'];
  await index.replace('metadata', METADATA_FIELDS, groups, documents);
  const tables = await loadTables(TABLES);
  const now = () => Date.parse('2026-11-22T10:00:00Z');
  return {
    index,
    words: openWords({ index, tables: async () => tables, now, ...(use ? { use } : {}) }),
  };
}
