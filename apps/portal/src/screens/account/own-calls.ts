// The calls of the account's own pages: the person, sessions, tokens, and changes of them.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { listSessions, listTokens, readPerson } from '@isobar/contract/calls/own-account-calls.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';

const KEYS = {
  person: ['own', 'person'],
  sessions: ['own', 'sessions'],
  tokens: ['own', 'tokens'],
};

export function useOwnPerson() {
  const config = useConfig();
  return useQuery({
    queryKey: KEYS.person,
    queryFn: ({ signal }) => ask(config, readPerson, { signal }),
  });
}

export function useOwnSessions() {
  const config = useConfig();
  return useQuery({
    queryKey: KEYS.sessions,
    queryFn: ({ signal }) => ask(config, listSessions, { signal }),
  });
}

export function useOwnTokens() {
  const config = useConfig();
  return useQuery({
    queryKey: KEYS.tokens,
    queryFn: ({ signal }) => ask(config, listTokens, { signal }),
  });
}

/** A change of the account; what depends on it is asked for again. */
export function useChange<Input, Answer>(
  change: (config: PortalConfig, input: Input) => Promise<Answer>,
  asks: readonly (keyof typeof KEYS)[],
) {
  const config = useConfig();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(config, input),
    onSuccess: async () => {
      await Promise.all(asks.map((name) => client.invalidateQueries({ queryKey: KEYS[name] })));
    },
  });
}
