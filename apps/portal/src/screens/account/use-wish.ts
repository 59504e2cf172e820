// Whether the person wants recommendations; null where that cannot be found out (specification part
// 2 section 8).
import {
  PREFERENCE_APPLICATION,
  PREFERENCES,
  parseSaved,
} from '@isobar/contract/accounts/preferences.ts';
import { readPreference } from '@isobar/contract/calls/profile-calls.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import type { Person } from '../../lib/session.ts';
import { useSetPreference } from '../../lib/set-preference.ts';

const NAME = 'mlRecommendation';
const { shape, initial } = PREFERENCES[NAME];

/**
 * `wish` undefined: not known yet. null: it could not be fetched; then nothing is recommended until
 * it can.
 */
export function useWish(person: Person) {
  const config = useConfig();
  const query = useQuery({
    queryKey: ['preference', NAME, person.personId, 'wish'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<boolean> => {
      try {
        const answer = await ask(config, readPreference, {
          query: {
            personId: person.personId,
            application: PREFERENCE_APPLICATION,
            preference: NAME,
            none: 'empty',
          },
          signal,
        });
        const parsed = z.safeParse(shape, parseSaved(answer.value));
        return parsed.success ? parsed.data : initial;
      } catch (error) {
        if (isNoneStored(error)) return initial;
        tell(error);
        throw error;
      }
    },
  });
  const wish = query.isError ? null : query.data;
  return { wish, failure: query.error, refetch: query.refetch, isFetching: query.isFetching };
}

export function useSetWish(person: Person) {
  const client = useQueryClient();
  const save = useSetPreference({ name: NAME, schema: shape, fallback: initial });
  const set = (wish: boolean): void =>
    save.mutate(wish, {
      onSuccess: () => {
        client.setQueryData(['preference', NAME, person.personId, 'wish'], wish);
        void client.invalidateQueries({ queryKey: ['recommended'] });
      },
    });
  return { save, set };
}

/**
 * True when the service itself says that none is stored; any other 404 means that there is no such
 * service.
 */
const isNoneStored = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'not-found' && error.requestId !== undefined;

/** Writes the error to the browser's console. */
function tell(error: unknown): void {
  if (!(error instanceof CallError)) return;
  if (error.status === 404) console.error('Preference endpoint not found');
  if (error.status >= 500) console.error('Server error occurred');
}
