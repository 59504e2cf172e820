// A server with the calls about files, for tests.
import { openFileSearch } from '../../../adapters/search-sql/file-search.ts';
import { TableError } from '../../../core/tables/read-table.ts';
import { createHttp, type Http } from '../../../platform/http/http.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { Store } from '../../../store/open.ts';
import { registerSearch } from '../../search/routes.ts';
import { type FilesDeps, registerFiles } from '../routes.ts';

/** The cookie `person=NAME` signs NAME in. */
export async function fileServer(
  store: Store,
  stagingProjects?: FilesDeps<string>['stagingProjects'],
  tables: FilesDeps<string>['tables'] = noTables,
): Promise<Http<string>> {
  const http = await createHttp<string>({
    log: createLog('silent'),
    requestsPerMinute: 100_000,
    trustProxy: false,
    noSessionMessage: 'no session',
    session: async (request) => /^person=(\w+)$/.exec(request.headers.cookie ?? '')?.[1] ?? null,
  });
  registerFiles(http, { db: store.db, tables, ...(stagingProjects ? { stagingProjects } : {}) });
  const files = openFileSearch(store);
  registerSearch(http, { index: files, indexes: [files.name] });
  http.app.addHook('onClose', () => files.close());
  return http;
}

async function noTables(): Promise<never> {
  throw new TableError('There are no tables here.');
}
