// Keeps a preference; loaded with the parts in which one can be set.
import { PREFERENCE_APPLICATION } from '@isobar/contract/accounts/preferences.ts';
import { savePreference } from '@isobar/contract/calls/profile-calls.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { ask } from './ask.ts';
import { useConfig } from './config.ts';
import { PREFERENCE_SAVED, type Preference } from './preferences.ts';
import { SESSION_KEY, type Session } from './session.ts';

/** Keeps a value for the person who is signed in when it runs; does nothing without a session. */
export function useSetPreference<S extends z.ZodMiniType>(preference: Preference<S>) {
  const config = useConfig();
  const client = useQueryClient();
  return useMutation({
    mutationKey: [PREFERENCE_SAVED, preference.name],
    mutationFn: async (value: z.infer<S>): Promise<void> => {
      const person = client.getQueryData<Session>(SESSION_KEY)?.person;
      if (!person) return;
      await ask(config, savePreference, {
        body: {
          personId: person.personId,
          application: PREFERENCE_APPLICATION,
          preference: preference.name,
          value: JSON.stringify(value),
        },
      });
      client.setQueryData(['preference', preference.name, person.personId], value);
    },
  });
}
