// A search thread: holds every open index and answers one search after the other.
import { parentPort, workerData } from 'node:worker_threads';
import { AggregationCache } from '@isobar/search-engine/aggregate/aggregation-cache.ts';
import { filterPath } from '@isobar/search-engine/language/filter-path.ts';
import { Refusal } from '@isobar/search-engine/language/refusal.ts';
import { search, searchText } from '@isobar/search-engine/search.ts';
import { openSegment, type Segment } from '@isobar/search-engine/segment/segment.ts';
import { SegmentDamaged } from '@isobar/search-engine/segment/segment-file.ts';
import { giveWay } from '../../platform/threads/give-way.ts';
import type { SearchAnswer, SearchRequest, SearchTask, SearchThreadData } from './messages.ts';

const indexes = new Map<string, Segment>();
const given = workerData as SearchThreadData; // by the pool
const cancelled = new Int32Array(given.cancelled);
const cache = new AggregationCache();
const encoder = new TextEncoder();
/**
 * A reply that has to be cut down may take this many bytes; the limit is low because objects take
 * many times the bytes of their text.
 */
const MOST_AS_OBJECT = 8 << 20;

giveWay(given.steps);
parentPort?.on('message', (task: SearchTask) => {
  const answer = answerTo(task);
  parentPort?.postMessage(answer, answer.kind === 'found' ? [answer.text.buffer] : []);
});

function answerTo(task: SearchTask): SearchAnswer {
  try {
    if (task.kind === 'open') {
      indexes.set(task.index, openSegment(task.data));
      return { kind: 'opened' };
    }
    const { index, request, milliseconds } = task;
    const [body, paths] = JSON.parse(request) as SearchRequest; // written by the main thread
    const segment = indexes.get(index);
    if (!segment) throw new Refusal(404, 'index_not_found_exception', `no such index [${index}]`);
    const limits = { milliseconds, now: Date.now(), cancelled, cache };
    if (paths.length === 0)
      return { kind: 'found', text: searchText(segment, index, body, limits) };
    const whole = search(segment, index, body, { ...limits, most: MOST_AS_OBJECT });
    const shown = filterPath(whole, paths);
    return { kind: 'found', text: encoder.encode(JSON.stringify(shown)) };
  } catch (error) {
    if (error instanceof SegmentDamaged)
      return { kind: 'damaged', index: task.index, reason: error.message };
    if (!(error instanceof Refusal)) return { kind: 'failed', error };
    const { status, type, message } = error;
    return { kind: 'refused', status, type, reason: message };
  }
}
