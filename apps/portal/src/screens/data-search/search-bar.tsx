// The top of the right side: the search box and the switch for other repositories.
import {
  addFilter,
  type Search,
  searchText,
  setExternal,
  setFilter,
  setText,
} from '@isobar/contract/search/filter.ts';
import { PanelLeftOpen } from 'lucide-react';
import { SearchBox } from '../../parts/typeahead/search-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { NARROW, useMedia } from '../../ui/use-media.ts';
import type { Go } from './search-address.ts';
import { TourButton } from './tour-button.tsx';

export function SearchBar(props: {
  readonly search: Search;
  readonly go: Go;
  readonly sidebarHidden: boolean;
  readonly onShowSidebar: () => void;
}) {
  const { search, go, sidebarHidden, onShowSidebar } = props;
  const narrow = useMedia(NARROW);
  return (
    <div className="flex items-start gap-x-5 gap-y-2 max-lg:flex-wrap">
      {sidebarHidden && (
        <Button className="!min-h-[46px] max-lg:!hidden" onClick={onShowSidebar}>
          <PanelLeftOpen size={16} aria-hidden />
          Show filters
        </Button>
      )}
      <SearchBox
        text={searchText(search)}
        external={search.external}
        compact
        onText={(text) => go(setText(search, text))}
        onValue={(field, code) => go(addFilter(setFilter(search, 's', []), field, code))}
      />
      {!narrow && <MoreOfTheBar search={search} go={go} />}
    </div>
  );
}

/** Other repositories and the tour; on phones they fold away with the other controls. */
export function MoreOfTheBar({ search, go }: { readonly search: Search; readonly go: Go }) {
  return (
    <>
      <span data-tour="external">
        <Switch
          className="min-h-[46px] text-sm whitespace-nowrap"
          checked={search.external}
          onChange={(external) => go(setExternal(search, external))}
        >
          Include External Repositories
        </Switch>
      </span>
      <TourButton go={go} />
    </>
  );
}
