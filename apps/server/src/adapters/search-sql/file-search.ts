// The index of files over the store, off the main thread: narrow searches never wait for those that
// look at every file.

import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { filterPath } from '@isobar/search-engine/language/filter-path.ts';
import type { ReadOnlyIndex } from '../../ports/search-index.ts';
import type { Store } from '../../store/open.ts';
import { ALL } from './condition.ts';
import { FILE_FIELDS, FILE_INDEX, type FileField } from './fields.ts';
import { oneIndex } from './one-index.ts';
import { queryCondition } from './query.ts';
import { isNarrow, reachOf } from './reach.ts';
import { searchFiles } from './search.ts';
import { SearchLane } from './search-lane.ts';

/** No search runs longer than this, as in the search engine. */
const LONGEST_MS = 2000;

/** Uses two threads of its own, or this thread where the store cannot open a second connection. */
export function openFileSearch(store: Pick<Store, 'db' | 'kind' | 'address'>): ReadOnlyIndex {
  const { db, kind: dialect, address } = store;
  const lanes = address && { narrow: new SearchLane(address), wide: new SearchLane(address) };
  return oneIndex({
    name: FILE_INDEX,
    mapping: MAPPING,
    async reply(body, paths) {
      const now = Date.now();
      if (!lanes) {
        const reply = filterPath(await searchFiles({ db, dialect }, body, now), paths);
        return new TextEncoder().encode(JSON.stringify(reply));
      }
      const lane = isNarrow(reachOfBody(body, now)) ? lanes.narrow : lanes.wide;
      const deadline = now + Math.min(LONGEST_MS, milliseconds(body.timeout));
      return lane.run({ body, filterPath: paths, now, deadline });
    },
    async close() {
      await Promise.all([lanes?.narrow.close(), lanes?.wide.close()]);
    },
  });
}

const reachOfBody = ({ query }: SearchBody, now: number) =>
  reachOf(query ? queryCondition(query, now) : ALL);

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
