// The acts that change who is signed in; loaded with the dialogs that need them.
import { signIn, signOut, whoIsSignedIn } from '@isobar/contract/calls/auth-calls.ts';
import { connectAccount } from '@isobar/contract/calls/connect-calls.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { useConfig } from './config.ts';
import { isExpired, NOBODY, personOf, remember, SESSION_KEY, type Session } from './session.ts';

type Credentials = {
  readonly userName: string;
  readonly password: string;
  /** Stay signed in after the browser is closed. */
  readonly remember?: boolean;
};

/**
 * Signs in; on failure the mutation's error is a CallError (invalid-credentials, account-expired,
 * …).
 */
export function useSignIn() {
  const config = useConfig();
  const settle = useSettled();
  return useMutation({
    mutationFn: async ({ userName, password, remember = false }: Credentials) => {
      const pair = new TextEncoder().encode(`${userName}:${password}`);
      const authorization = `Basic ${btoa(String.fromCharCode(...pair))}`;
      return personOf(
        await ask(config, signIn, {
          headers: { authorization },
          query: remember ? { remember: 'true' } : {},
        }),
      );
    },
    onSuccess: (person) => settle({ person, expired: false }),
    onError: (error) => isExpired(error) && settle({ person: null, expired: true }),
  });
}

/**
 * Connects the sign-in at another site that waits in this browser with the account of a password,
 * and signs in.
 */
export function useConnect() {
  const config = useConfig();
  const settle = useSettled();
  return useMutation({
    mutationFn: async (body: { readonly name: string; readonly password: string }) =>
      personOf(await ask(config, connectAccount, { body })),
    onSuccess: (person) => settle({ person, expired: false }),
  });
}

/** Single sign-on: the ticket in the address when the browser comes back from the sign-in site. */
export function useTicketSignIn() {
  const config = useConfig();
  const settle = useSettled();
  return useMutation({
    mutationFn: async (ticket: string) =>
      personOf(await ask(config, whoIsSignedIn, { query: { ticket } })),
    onSuccess: (person) => settle({ person, expired: false }),
    onError: (error) => isExpired(error) && settle({ person: null, expired: true }),
  });
}

/**
 * `onSignedOut` is called before the sign-out is announced: the component may no longer be on the
 * page afterwards.
 */
export function useSignOut(
  onSignedOut: (answer: { readonly endSession?: string | undefined }) => void,
) {
  const config = useConfig();
  const settle = useSettled();
  return useMutation({
    mutationFn: () => ask(config, signOut),
    onSuccess: async (answer) => {
      onSignedOut(answer);
      await settle(NOBODY);
    },
  });
}

/** Sets the new session, and fetches again everything that was loaded for a different user. */
function useSettled(): (session: Session) => Promise<void> {
  const client = useQueryClient();
  return async (session) => {
    remember(session);
    client.setQueryData(SESSION_KEY, session);
    await client.invalidateQueries({
      predicate: (query) => query.queryKey[0] !== SESSION_KEY[0],
    });
  };
}
