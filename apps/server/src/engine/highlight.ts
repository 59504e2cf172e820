// Marks the words that a query looks for in the texts of a hit, as the plain highlighter does.
import type { Highlight } from '@isobar/contract/search/dsl-aggregation.ts';
import type { Query } from '@isobar/contract/search/dsl-query.ts';
import type { Context } from './context.ts';
import { illegal } from './refusal.ts';

/** For a document: `{highlight: {field: fragments}}`, or nothing when no word of the query is in it. */
export function highlighter(
  _highlight: Highlight,
  _query: Query | undefined,
  _context: Context,
): (document: number) => object {
  throw illegal('highlight is not supported');
}
