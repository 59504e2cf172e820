// The searches that nearly everybody begins with: an index that has answered them answers similar
// ones more quickly.

import { addFilter, EMPTY_SEARCH } from '@isobar/contract/search/filter.ts';
import {
  allDataCount,
  facetSearch,
  laterGroups,
  mainSearch,
} from '@isobar/contract/search/plan.ts';
import { homeSearch } from '@isobar/contract/search/plan-home.ts';
import { typeaheadSearch } from '@isobar/contract/search/plan-typeahead.ts';
import { INSTRUMENT_GROUP } from '@isobar/contract/search/settings.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';

/** One text that is a part of very many names, and one that is a part of fewer. */
const TYPED = ['e', 'te'];

export function usualSearches(): SearchBody[] {
  const named = addFilter({ ...EMPTY_SEARCH, asTyped: true }, 's', 'temperature');
  return [
    ...TYPED.map((text) => typeaheadSearch(text, INSTRUMENT_GROUP, false)),
    ...[EMPTY_SEARCH, named].flatMap((search) => [
      mainSearch(search, true),
      facetSearch(search, true, laterGroups(search)),
      allDataCount(search),
    ]),
    homeSearch(),
  ];
}
