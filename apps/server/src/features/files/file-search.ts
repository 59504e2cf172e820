// Searches of file_info off the main thread: those that look at few files never wait for those that look at all.

import type { SearchBody } from '@isobar/contract/search/dsl.ts';
import { filterPath } from '@isobar/contract/search/filter-path.ts';
import type { Store } from '../../store/open.ts';
import { ALL } from './condition.ts';
import { queryCondition } from './query.ts';
import { isNarrow, reachOf } from './reach.ts';
import { countFiles, searchFiles } from './search.ts';
import { SearchLane } from './search-lane.ts';

export interface FileSearch {
  /**
   * The reply to a body that `parseSearchBody` has let through, as UTF-8 JSON: of a search the parts that `paths` name,
   * of a count the number of files of its query. Throws SearchRefused.
   */
  reply(
    kind: 'search' | 'count',
    body: SearchBody,
    paths: readonly string[],
  ): Promise<Uint8Array | string>;
  close(): Promise<void>;
}

/** No search runs longer (issue of the search engine: 2 s). */
const LONGEST_MS = 2000;

/** With two threads of its own; in this one where the store has no second connection to give. */
export function openFileSearch(store: Pick<Store, 'db' | 'kind' | 'address'>): FileSearch {
  const { address } = store;
  if (!address)
    return { reply: (...request) => replyHere(store, ...request), close: async () => {} };
  const narrow = new SearchLane(address);
  const wide = new SearchLane(address);
  return {
    async reply(kind, body, paths) {
      const now = Date.now();
      const reach = reachOf(body.query ? queryCondition(body.query, now) : ALL);
      const lane = isNarrow(reach) ? narrow : wide;
      const deadline = now + Math.min(LONGEST_MS, milliseconds(body.timeout));
      return lane.run({ kind, body, filterPath: paths, now, deadline });
    },
    async close() {
      await Promise.all([narrow.close(), wide.close()]);
    },
  };
}

async function replyHere(
  store: Pick<Store, 'db' | 'kind'>,
  kind: 'search' | 'count',
  body: SearchBody,
  paths: readonly string[],
): Promise<string> {
  const source = { db: store.db, dialect: store.kind };
  if (kind === 'count') return JSON.stringify(await countFiles(source, body.query, Date.now()));
  return JSON.stringify(filterPath(await searchFiles(source, body, Date.now()), paths));
}

/** `500ms` or `2s`; undefined: no limit. */
function milliseconds(timeout: string | undefined): number {
  if (timeout === undefined) return Number.POSITIVE_INFINITY;
  return Number.parseInt(timeout, 10) * (timeout.endsWith('ms') ? 1 : 1000);
}
