// A cache of aggregations: a request for the next page or another order has the same aggregations.

import type { AggregationResults } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { dependsOnTime } from '../language/dates.ts';
import { numberOfOwner } from '../memory/owner-cache.ts';
import { JsonBytes } from '../reply/json-bytes.ts';
import { RawJson, write } from '../reply/reply-text.ts';
import type { Segment } from '../segment/segment.ts';

/** Bytes of a thread's cache: about ten main searches over a large index. */
const CACHE_BYTES = 8 << 20;
/**
 * Most searches in the cache, and the longest key in characters of JSON, because keys take memory
 * too.
 */
const MAX_ENTRIES = 64;
const MAX_KEY_LENGTH = 16 << 10;

/**
 * A ring of JSON texts in one block of memory, where new ones overwrite the oldest. A block for
 * each text would keep the garbage collector busy.
 */
export class AggregationCache {
  private readonly room: number;
  private memory: Uint8Array<ArrayBuffer> | null = null;
  private at = 0;
  /** Oldest first. */
  private readonly places = new Map<string, { readonly from: number; readonly to: number }>();

  /** `room`: bytes. A text that would take more than a quarter of them is not cached. */
  constructor(room = CACHE_BYTES) {
    this.room = room;
  }

  /** What is cached under a name; good until something else is added. */
  find(name: string): RawJson | null {
    const place = this.places.get(name);
    if (!place || !this.memory) return null;
    return new RawJson(Buffer.from(this.memory.buffer, place.from, place.to - place.from));
  }

  /** Caches a copy as JSON; what is too long is left out. */
  add(name: string, results: AggregationResults): void {
    const json = new JsonBytes();
    write(json, results);
    const text = json.written();
    if (text.length * 4 <= this.room) this.keep(name, text);
    json.release();
  }

  private keep(name: string, text: Uint8Array): void {
    const from = this.at + text.length > this.room ? 0 : this.at;
    const to = from + text.length;
    for (const [other, place] of this.places)
      if ((place.from < to && place.to > from) || this.places.size >= MAX_ENTRIES)
        this.places.delete(other);
    this.memory ??= new Uint8Array(this.room);
    this.memory.set(text, from);
    this.places.set(name, { from, to });
    this.at = to;
  }
}

/**
 * The aggregations of a search: from the cache if nothing that they depend on has changed, else
 * from `count`.
 */
export function cachedAggregations(
  cache: AggregationCache,
  segment: Segment,
  index: string,
  { query, min_score, aggs, aggregations }: SearchBody,
  count: () => AggregationResults,
): RawJson | AggregationResults {
  const key = JSON.stringify([index, query, min_score, aggs ?? aggregations]);
  if (dependsOnTime(key)) return count();
  if (key.length > MAX_KEY_LENGTH) return count();
  const name = `${numberOfOwner(segment)} ${key}`;
  const known = cache.find(name);
  if (known) return known;
  const counted = count();
  cache.add(name, counted);
  return cache.find(name) ?? counted;
}
