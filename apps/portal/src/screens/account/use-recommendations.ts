// What is recommended, and the names of instruments by a look-up in the catalogue.
import { type RecommendationKind, recommendedBy } from '@isobar/contract/calls/recommendations.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { instrumentNamesSearch, readInstrumentNames } from '../../lib/search/plan-instruments.ts';
import { postSearch } from '../../lib/search-call.ts';

function useKind(kind: RecommendationKind, personId: string) {
  const config = useConfig();
  return useQuery({
    queryKey: ['recommended', kind, personId],
    queryFn: ({ signal }) =>
      ask(config, recommendedBy[kind], { query: { person_id: personId }, signal }),
  });
}

/**
 * Requested only for users who switched them on. One hook for each of the three is simpler than one
 * for any number.
 */
export function useRecommendations(personId: string) {
  return {
    'work-based-rec': useKind('work-based-rec', personId),
    'KNN-based-rec': useKind('KNN-based-rec', personId),
    'SVD-based-rec': useKind('SVD-based-rec', personId),
  } satisfies Record<RecommendationKind, unknown>;
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Code -> name as in the catalogue; a code that it does not know is its own name. */
export function useInstrumentNames(codes: readonly string[]): ReadonlyMap<string, string> {
  const config = useConfig();
  const { data } = useQuery({
    queryKey: ['instrument-names', codes],
    enabled: codes.length > 0,
    queryFn: async ({ signal }) =>
      readInstrumentNames(
        await postSearch(config, 'metadata', instrumentNamesSearch(codes), signal),
      ),
  });
  return data ?? NO_NAMES;
}
