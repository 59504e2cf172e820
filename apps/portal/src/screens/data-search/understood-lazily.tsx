// Parts that show only once words were understood, loaded when that first happens.
import { type Search, searchText } from '@isobar/contract/search/filter.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';
import { Suspense } from 'react';
import type { ResultRow } from '../../lib/search/row.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { Go } from './search-address.ts';

const Chips = lazyPart(
  'What the words were understood as',
  () => import('./understood-chips.tsx').then((module) => module.UnderstoodChips),
  { failure: 'line' },
);
const Notes = lazyPart(
  'The notes about your words',
  () => import('./understood-notes.tsx').then((module) => module.UnderstoodNotes),
  { failure: 'line' },
);
const Matched = lazyPart(
  'Why this matches',
  () => import('./match-line.tsx').then((module) => module.MatchLine),
  { failure: 'line' },
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
  const { understood } = props.search;
  return (
    understood && (
      <Suspense>
        <Matched {...props} />
      </Suspense>
    )
  );
}
