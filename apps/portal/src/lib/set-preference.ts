// Keeps a preference; loaded with the places where one can be set.
import { PREFERENCE_APPLICATION } from '@isobar/contract/accounts/preferences.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { useService } from './config.ts';
import type { Preference } from './preferences.ts';
import { useSession } from './session.ts';

/** Keeps a value for the signed-in person; for nobody it does nothing. */
export function useSetPreference<S extends z.ZodMiniType>(preference: Preference<S>) {
  const profile = useService('profile');
  const { person } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (value: z.infer<S>): Promise<void> => {
      if (!person) return;
      await call({
        url: `${profile}/preference`,
        body: {
          personId: person.personId,
          application: PREFERENCE_APPLICATION,
          preference: preference.name,
          value: JSON.stringify(value),
        },
        schema: z.unknown(),
      });
      client.setQueryData(['preference', preference.name, person.personId], value);
    },
  });
}
