// Answers a search of file_info from the file index, in the reply envelope of the search services.

import type { Hit, SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { aggregate } from './aggregate.ts';
import { ALL, allOf, type Condition } from './condition.ts';
import { hitForm, SCORE } from './hit.ts';
import { queryCondition } from './query.ts';
import { reachOf } from './reach.ts';
import { unsupported } from './refusals.ts';
import { type FileRows, type FileSource, fileRows } from './rows.ts';
import { afterCondition, orderOf, type SortKey, sortKeys } from './sort.ts';

const SHARDS = { total: 1, successful: 1, skipped: 0, failed: 0 } as const;
/** Parts of the search language that mean nothing for files. */
const REFUSED = ['collapse', 'highlight', 'min_score'] as const;

/**
 * `body` has passed `parseSearchBody`; `now` in milliseconds since 1970. Counts are exact. Throws
 * SearchRefused for what this index does not answer.
 */
export async function searchFiles(
  source: FileSource,
  body: SearchBody,
  now: number,
): Promise<SearchReply> {
  const started = performance.now();
  for (const part of REFUSED)
    if (body[part] !== undefined) throw unsupported(`[${part}] is not supported by file_info`);
  const rows = await fileRows(source, now);
  const found = body.query ? queryCondition(body.query, now) : ALL;
  const kept = body.post_filter ? queryCondition(body.post_filter, now) : ALL;
  const shown = allOf([found, kept]);
  const wanted = body.aggs ?? body.aggregations;
  const counted = body.track_total_hits !== false;

  const keys = sortKeys(body.sort);
  const few = counted && !wanted ? await fewHits(rows, body, shown, keys) : null;
  const summary = !few && (wanted || counted) ? await aggregate(rows, found, wanted) : undefined;
  const narrower = kept.kind !== 'all' && counted && !few;
  const total = narrower
    ? (await aggregate(rows, shown, undefined)).count
    : (few?.length ?? summary?.count);
  const hits = few ?? (await hitsOf(rows, body, shown, keys, total));
  return {
    took: Math.round(performance.now() - started),
    timed_out: false,
    _shards: SHARDS,
    hits: {
      ...(counted && total !== undefined ? { total: { value: total, relation: 'eq' } } : {}),
      max_score: hits.length > 0 && isScored(body, keys) ? SCORE : null,
      hits,
    },
    ...(summary?.results ? { aggregations: summary.results } : {}),
  };
}

/** Whether hits carry a score; they carry none when sorted by fields alone. */
const isScored = (body: SearchBody, keys: readonly SortKey[]): boolean =>
  keys.length === 0 || body.track_scores === true || keys.some((key) => key.field === '_score');

/**
 * The hits, if all of them fit on the first page and need no count of their own; null: they may not
 * fit.
 */
async function fewHits(
  rows: FileRows,
  body: SearchBody,
  condition: Condition,
  keys: readonly SortKey[],
): Promise<Hit[] | null> {
  const { from = 0, size = 10, search_after } = body;
  const isFirst = from === 0 && search_after === undefined;
  const isSmall = size > 0 && reachIsNamed(condition);
  if (!isFirst || !isSmall) return null;
  const hits = await hitsOf(rows, { ...body, size: size + 1 }, condition, keys, undefined);
  return hits.length > size ? null : hits;
}

/**
 * Whether only whole names are looked up. Their files are read as quickly as counted; for other
 * conditions counting is cheaper.
 */
const reachIsNamed = (condition: Condition): boolean =>
  reachOf(condition).names?.every(({ from, to }) => from !== null && from === to) ?? false;

async function hitsOf(
  rows: FileRows,
  body: SearchBody,
  condition: Condition,
  keys: readonly SortKey[],
  total: number | undefined,
): Promise<Hit[]> {
  const { from = 0, size = 10 } = body;
  const after = afterCondition(keys, body.search_after, rows.now);
  if (size === 0 || (total !== undefined && from >= total)) return [];
  const { columns, hitOf } = hitForm(body._source, keys, isScored(body, keys));
  const order = orderOf(keys, rows.dialect, rows.foreign);
  const found = await rows.page(allOf([condition, after]), { columns, order, from, size });
  return found.map(hitOf);
}
