// First and last day of the data that a citation is for: two searches of one hit each
// (specification part 3 section 7).

import { type ParsedReply, textOf } from '@isobar/contract/search/reply.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';

/** What the typeahead of the citation tool offers. */
export type CitationField = 'datastream' | 'instrument_class_code';

export const boundsSearch = (
  field: CitationField,
  value: string,
  edge: 'start_date' | 'end_date',
): SearchBody => ({
  query: { term: { [`${field}.keyword`]: value } },
  size: 1,
  sort: [{ [edge]: { order: edge === 'start_date' ? 'asc' : 'desc' } }],
  _source: [edge],
});

/** YYYY-MM-DD; null where nothing was found. */
export const readBound = (reply: ParsedReply, edge: 'start_date' | 'end_date'): string | null => {
  const [hit] = reply.hits.hits;
  return textOf(hit?._source ?? {}, edge).slice(0, 10) || null;
};
