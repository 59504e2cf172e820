// The calls of the account's own pages: who one is, sessions, tokens, and what changes them.
import { ownPerson, ownSessions, ownTokens } from '@isobar/contract/calls/own-account.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../lib/call.ts';
import { useService } from '../../lib/config.ts';

const KEYS = {
  person: ['own', 'person'],
  sessions: ['own', 'sessions'],
  tokens: ['own', 'tokens'],
};

function useOwn<S extends z.ZodMiniType>(name: keyof typeof KEYS, schema: S) {
  const profile = useService('profile');
  return useQuery({
    queryKey: KEYS[name],
    queryFn: ({ signal }) => call({ url: `${profile}/${name}`, schema, signal }),
  });
}
export const useOwnPerson = () => useOwn('person', ownPerson);
export const useOwnSessions = () => useOwn('sessions', ownSessions);
export const useOwnTokens = () => useOwn('tokens', ownTokens);

type Change = {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
};

/** A change of the account; what depends on it is asked for again. */
export function useChange<S extends z.ZodMiniType>(
  schema: S,
  asks: readonly (keyof typeof KEYS)[],
) {
  const profile = useService('profile');
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ method, path, body }: Change): Promise<z.infer<S>> =>
      call({ url: `${profile}/${path}`, method, schema, ...(body === undefined ? {} : { body }) }),
    onSuccess: async () => {
      await Promise.all(asks.map((name) => client.invalidateQueries({ queryKey: KEYS[name] })));
    },
  });
}

/** An answer of which only matters that it came. */
export const DONE = z.looseObject({});
