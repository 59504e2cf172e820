// Parts that show only once words were understood, loaded when that first happens.
import { type Search, searchText } from '@isobar/contract/search/filter.ts';
import type { ResultRow } from '@isobar/contract/search/row.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';
import { lazy, Suspense } from 'react';
import { useReadSearch } from './reading.ts';
import type { Go } from './search-address.ts';

const Chips = lazy(() =>
  import('./understood-chips.tsx').then((module) => ({ default: module.UnderstoodChips })),
);
const Notes = lazy(() =>
  import('./understood-notes.tsx').then((module) => ({ default: module.UnderstoodNotes })),
);
const Matched = lazy(() =>
  import('./match-line.tsx').then((module) => ({ default: module.MatchLine })),
);

type Props = { readonly search: Search; readonly understood: Understood | null; readonly go: Go };

export const UnderstoodChips = (props: Props) =>
  (props.understood || props.search.asTyped) &&
  searchText(props.search) !== '' && (
    <Suspense>
      <Chips {...props} />
    </Suspense>
  );

export const UnderstoodNotes = (props: Props) =>
  props.understood && (
    <Suspense>
      <Notes {...props} />
    </Suspense>
  );

export function MatchLine(props: { readonly row: ResultRow; readonly search: Search }) {
  const { understood } = useReadSearch(props.search);
  return (
    understood && (
      <Suspense>
        <Matched {...props} />
      </Suspense>
    )
  );
}
