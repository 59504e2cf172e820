// Nothing to list: why, and the ways on.

import { resultsHref } from '@isobar/contract/search/address.ts';
import {
  clearFilters,
  EMPTY_SEARCH,
  type Search,
  searchText,
  setFilter,
} from '@isobar/contract/search/filter.ts';
import { UnlessEmptyArchive } from '../../parts/empty-archive.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import type { Go } from './search-address.ts';

/** Every data set of field campaigns, recommended or not. */
const ALL_CAMPAIGNS = resultsHref({
  ...setFilter(EMPTY_SEARCH, 'source_class_code', ['fc', 'iop']),
  data: 'all',
});

export function EmptyResults(props: {
  readonly search: Search;
  readonly filtered: boolean;
  readonly go: Go;
}) {
  const { search, filtered, go } = props;
  const beginning = beginningOf(searchText(search));
  return (
    <UnlessEmptyArchive>
      <EmptyPanel
        title={filtered ? 'No Results Found' : 'No Filters Applied'}
        text={
          filtered
            ? 'No data match all of these filters. Remove one, widen the dates, or start again.'
            : 'Type into the search box, or choose a category among the filters.'
        }
      >
        {beginning && (
          <Button
            className="max-w-full !whitespace-normal [overflow-wrap:anywhere]"
            onClick={() => go(setFilter(search, 's', [beginning]))}
          >
            Search for {beginning}
          </Button>
        )}
        <Button disabled={!filtered} onClick={() => go(clearFilters(search))}>
          Clear All
        </Button>
        <a className={buttonClass()} href="#/guidedsearch">
          Guided Search <span className="badge">NEW</span>
        </a>
        <a className={buttonClass()} href={ALL_CAMPAIGNS}>
          All Field Campaign Datasets
        </a>
      </EmptyPanel>
    </UnlessEmptyArchive>
  );
}

/**
 * 'temp' -> 'temp*': only whole words are found, and a user who types the beginning of one should
 * not end up with nothing. null: for other texts.
 */
const beginningOf = (text: string): string | null =>
  /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u.test(text) && !/\b(?:AND|OR|NOT)\b/.test(text)
    ? `${text}*`
    : null;
