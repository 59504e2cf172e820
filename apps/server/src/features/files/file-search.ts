// Searches of file_info off the main thread: those that look at few files never wait for those that look at all.

import type { SearchBody } from '@isobar/contract/search/dsl.ts';
import { filterPath } from '@isobar/contract/search/filter-path.ts';
import type { Mapping } from '@isobar/contract/search/mapping.ts';
import type { SearchReply } from '@isobar/contract/search/result.ts';
import type { SearchReader } from '../../ports/search-index.ts';
import type { Store } from '../../store/open.ts';
import { ALL } from './condition.ts';
import { FILE_FIELDS, type FileField } from './fields.ts';
import { queryCondition } from './query.ts';
import { isNarrow, reachOf } from './reach.ts';
import { searchFiles } from './search.ts';
import { SearchLane } from './search-lane.ts';

/** The reading half of a search index, for one index: file_info. */
export interface FileSearch extends SearchReader {
  close(): Promise<void>;
}

export const FILE_INDEX = 'file_info';

/** No search runs longer (issue of the search engine: 2 s). */
const LONGEST_MS = 2000;

/** With two threads of its own; in this one where the store has no second connection to give. */
export function openFileSearch(store: Pick<Store, 'db' | 'kind' | 'address'>): FileSearch {
  const { db, kind: dialect, address } = store;
  const lanes = address && { narrow: new SearchLane(address), wide: new SearchLane(address) };
  const searchText = async (
    body: SearchBody,
    paths: readonly string[] = [],
  ): Promise<Uint8Array> => {
    const now = Date.now();
    if (!lanes) {
      const reply = filterPath(await searchFiles({ db, dialect }, body, now), paths);
      return new TextEncoder().encode(JSON.stringify(reply));
    }
    const reach = reachOf(body.query ? queryCondition(body.query, now) : ALL);
    const lane = isNarrow(reach) ? lanes.narrow : lanes.wide;
    const deadline = now + Math.min(LONGEST_MS, milliseconds(body.timeout));
    return lane.run({ body, filterPath: paths, now, deadline });
  };
  return {
    search: async (_, body) =>
      JSON.parse(new TextDecoder().decode(await searchText(body))) as SearchReply, // searchFiles made it
    searchText: (_, body, options) => searchText(body, options?.filterPath),
    mapping: () => MAPPING,
    version: () => undefined,
    async close() {
      await Promise.all([lanes?.narrow.close(), lanes?.wide.close()]);
    },
  };
}

const TYPES = { text: 'text', number: 'integer', date: 'date' } as const satisfies Record<
  FileField['kind'],
  Mapping[string]['type']
>;
const MAPPING: Mapping = Object.fromEntries(
  FILE_FIELDS.map(({ name, kind }) => [name, { type: TYPES[kind] }]),
);

/** `500ms` or `2s`; undefined: no limit. */
function milliseconds(timeout: string | undefined): number {
  if (timeout === undefined) return Number.POSITIVE_INFINITY;
  return Number.parseInt(timeout, 10) * (timeout.endsWith('ms') ? 1 : 1000);
}
