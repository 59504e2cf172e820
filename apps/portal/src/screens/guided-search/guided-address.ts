// The guided search is its address: read from it, and every answer goes back into it.
import { resultsPath } from '@isobar/contract/search/address.ts';
import { useMemo } from 'react';
import { useRouter, useSearch } from '../../lib/router/provider.tsx';
import { formatQuery } from '../../lib/router/query-string.ts';
import {
  formatGuided,
  type Guided,
  type GuidedAnswers,
  guidedSearch,
  parseGuided,
} from '../../lib/search/guided.ts';

export type GuidedMoves = {
  /** null: the start choices. `replace`: takes the place of the present entry in the history. */
  readonly go: (next: Guided | null, options?: { readonly replace?: boolean }) => void;
  /** Keeps the answers in this entry of the history, for the way back, and shows what they find. */
  readonly toResults: (guided: Guided, answers: GuidedAnswers) => void;
};

/** null: no flow is chosen yet. */
export function useGuidedAddress(): { readonly guided: Guided | null } & GuidedMoves {
  const query = useSearch();
  const guided = useMemo(() => parseGuided(query), [query]);
  const router = useRouter();
  const moves = useMemo((): GuidedMoves => {
    const move = (next: Guided | null, replace: boolean): Promise<void> =>
      router.navigate({
        href: `/guidedsearch${formatQuery(next ? formatGuided(next) : {})}`,
        replace,
        resetScroll: false,
      });
    return {
      go: (next, { replace = false } = {}) => void move(next, replace),
      toResults: (from, answers) =>
        void move({ ...from, answers }, true).then(() =>
          router.navigate({ href: resultsPath(guidedSearch(answers)) }),
        ),
    };
  }, [router]);
  return { guided, ...moves };
}
