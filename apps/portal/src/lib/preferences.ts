// Preferences of a signed-in person, kept by the profile service; everybody else has the defaults.
import {
  PREFERENCE_APPLICATION,
  PREFERENCES,
  parseSaved,
} from '@isobar/contract/accounts/preferences.ts';
import { readPreference } from '@isobar/contract/calls/profile-calls.ts';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ask } from './ask.ts';
import { CallError } from './call.ts';
import { useConfig } from './config.ts';
import { useSession } from './session.ts';

/**
 * Mutations that keep a preference; one that failed because the session had ended is run again
 * after the sign-in.
 */
export const PREFERENCE_SAVED = 'set preference';

export type Preference<S extends z.ZodMiniType> = {
  readonly name: string;
  readonly schema: S;
  readonly fallback: z.infer<S>;
};

/** 'search': {recommended}; decision 1006: recommended only is on unless the user changed it. */
export const SEARCH_PREFERENCE = {
  name: 'search',
  schema: PREFERENCES.search.shape,
  fallback: PREFERENCES.search.initial,
} as const satisfies Preference<z.ZodMiniType>;

/** 'DQR resolution based on zoom'. */
export const ZOOM_PREFERENCE = {
  name: 'dqrResolutionBasedOnZoom',
  schema: PREFERENCES.dqrResolutionBasedOnZoom.shape,
  fallback: PREFERENCES.dqrResolutionBasedOnZoom.initial,
} as const satisfies Preference<z.ZodMiniType>;

/**
 * The kept value, or the fallback: without a session, while loading, when never set, and when the
 * service fails.
 */
export const usePreference = <S extends z.ZodMiniType>(preference: Preference<S>): z.infer<S> =>
  useKeptPreference(preference).value;

/**
 * The same, with the failure of the service. `isKnown`: nothing is loading or failed, so that a
 * change overwrites no kept value with a default.
 */
export function useKeptPreference<S extends z.ZodMiniType>(preference: Preference<S>) {
  const config = useConfig();
  const { person } = useSession();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['preference', preference.name, person?.personId],
    enabled: Boolean(person),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<z.infer<S> | null> => {
      try {
        const answer = await ask(config, readPreference, {
          query: {
            personId: person?.personId ?? '',
            application: PREFERENCE_APPLICATION,
            preference: preference.name,
            none: 'empty',
          },
          signal,
        });
        const parsed = z.safeParse(preference.schema, parseSaved(answer.value));
        return parsed.success ? parsed.data : null;
      } catch (error) {
        if (error instanceof CallError && error.code === 'not-found') return null;
        throw error;
      }
    },
  });
  const value: z.infer<S> =
    person && data !== undefined && data !== null ? data : preference.fallback;
  return { value, error, refetch, isFetching, isKnown: !person || data !== undefined };
}
