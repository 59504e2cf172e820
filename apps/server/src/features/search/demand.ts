// How many documents a search may bring back, read from its body alone, so that a call's demand is
// known before work starts.
import { MAX_WINDOW } from '@isobar/query-language/aggregation.ts';
import type { BodyProblem } from '@isobar/query-language/bounds.ts';

/**
 * Most documents of one call, over all its searches: the hits of pages, and the best hits of each
 * bucket.
 */
export const MAX_DOCUMENTS = MAX_WINDOW;

const PAGE = 10;
const BEST_HITS = 3;

/**
 * How many documents a body asks for: its page, and the best hits that its aggregations show for
 * each bucket.
 */
export function documentsWanted(body: {
  readonly size?: number;
  readonly aggs?: unknown;
  readonly aggregations?: unknown;
}): number {
  return (body.size ?? PAGE) + bestHits(body.aggs) + bestHits(body.aggregations);
}

function bestHits(aggregations: unknown): number {
  let sum = 0;
  const open = [aggregations];
  while (open.length > 0) {
    const level = open.pop();
    if (typeof level !== 'object' || level === null) continue;
    for (const aggregation of Object.values(level)) {
      // the body has passed the schema
      const { top_hits: best, aggs, aggregations: long } = aggregation as Inner;
      if (best) sum += best.size ?? BEST_HITS;
      open.push(aggs, long);
    }
  }
  return sum;
}

type Inner = {
  readonly top_hits?: { readonly size?: number };
  readonly aggs?: unknown;
  readonly aggregations?: unknown;
};

/** Why a call may not ask for so many documents; null: it may. */
export function demandProblem(documents: number): BodyProblem | null {
  if (documents <= MAX_DOCUMENTS) return null;
  const reason = `one call brings back at most ${MAX_DOCUMENTS} documents, with the best hits of aggregations; this one asks for ${documents}. Ask for smaller pages, and go on with search_after`;
  return { path: 'size', reason };
}
