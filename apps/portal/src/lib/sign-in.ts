// The acts that change who is signed in; loaded with the dialogs that need them.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { useService } from './config.ts';
import { isExpired, NOBODY, remember, SESSION_KEY, type Session, signIn } from './session.ts';

type Credentials = {
  readonly userName: string;
  readonly password: string;
  /** Stay signed in after the browser is closed. */
  readonly remember?: boolean;
};

/** Signs in; on failure the mutation's error is a CallError (invalid-credentials, account-expired, …). */
export function useSignIn() {
  const auth = useService('auth');
  const settle = useSettled();
  return useMutation({
    mutationFn: ({ userName, password, remember = false }: Credentials) => {
      const pair = new TextEncoder().encode(`${userName}:${password}`);
      const authorization = `Basic ${btoa(String.fromCharCode(...pair))}`;
      return signIn({
        url: `${auth}/login`,
        method: 'POST',
        headers: { authorization },
        ...(remember ? { query: { remember } } : {}),
      });
    },
    onSuccess: (person) => settle({ person, expired: false }),
    onError: (error) => isExpired(error) && settle({ person: null, expired: true }),
  });
}

/** Single sign-on: the ticket that stands in the address after coming back from the sign-in site. */
export function useTicketSignIn() {
  const auth = useService('auth');
  const settle = useSettled();
  return useMutation({
    mutationFn: (ticket: string) => signIn({ url: `${auth}/login`, query: { ticket } }),
    onSuccess: (person) => settle({ person, expired: false }),
    onError: (error) => isExpired(error) && settle({ person: null, expired: true }),
  });
}

/** `onSignedOut` is called before anybody is told: whoever signed out may be gone from the page afterwards. */
export function useSignOut(
  onSignedOut: (answer: { readonly endSession?: string | undefined }) => void,
) {
  const auth = useService('auth');
  const settle = useSettled();
  return useMutation({
    mutationFn: () =>
      call({
        url: `${auth}/logout`,
        /** endSession: where the sign-in site, from which the session came, ends its own. */
        schema: z.object({ endSession: z.optional(z.string()) }),
      }),
    onSuccess: async (answer) => {
      onSignedOut(answer);
      await settle(NOBODY);
    },
  });
}

/** The new answer, and everything else that was loaded for somebody else is asked for again. */
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
