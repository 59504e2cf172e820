// Who is signed in: one cached question to the auth service. The acts that change its answer are in
// sign-in.ts.
import type { SignedInPerson } from '@isobar/contract/calls/accounts.ts';
import { whoIsSignedIn } from '@isobar/contract/calls/auth-calls.ts';
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import * as z from 'zod/mini';
import { ask } from './ask.ts';
import { CallError } from './call.ts';
import { useConfig } from './config.ts';
import { forgetStored, readStored, writeStored } from './storage.ts';

export type Person = {
  readonly personId: string;
  readonly userName: string;
  /** First and last name, or the user name where those are not known. */
  readonly displayName: string;
  /** undefined: the auth service does not say. */
  readonly email?: string | undefined;
  /** What the person may do beyond their own things: 'operator'. */
  readonly roles: readonly string[];
  /** Names of the beta features that an operator gave. */
  readonly beta: readonly string[];
};

export type Session = {
  /** null: not signed in. undefined: not known yet. */
  readonly person: Person | null | undefined;
  /** The account that was tried has expired: it has to be renewed before its owner can sign in. */
  readonly expired: boolean;
  /** The auth service could not be reached; users can still browse, as if signed out. */
  readonly unreached?: true;
};

export const SESSION_KEY = ['session'] as const;
/** Kept in the browser while a user is signed in here. */
const SIGNED_IN = 'signed-in';
export const NOBODY: Session = { person: null, expired: false };
const UNREACHED: Session = { ...NOBODY, unreached: true };

/**
 * The signed-in user. If the auth service fails, this is as if signed out, and users can still
 * browse.
 */
export function useSession(): Session {
  const config = useConfig();
  const { data, isError } = useQuery({
    queryKey: SESSION_KEY,
    staleTime: 5 * 60_000,
    // No user has ever signed in here, so a visit need not begin with a refused call.
    queryFn: ({ signal }) =>
      readStored(SIGNED_IN, z.literal(true)) ? validate(config, signal) : Promise.resolve(NOBODY),
  });
  if (isError) return UNREACHED;
  return data ?? { person: undefined, expired: false };
}

/**
 * Asks the auth service now, past the cache: is the session still good? Throws CallError when it
 * cannot be asked.
 */
export function useSessionCheck(): () => Promise<Session> {
  const config = useConfig();
  const client = useQueryClient();
  return useCallback(
    () =>
      client.fetchQuery({
        queryKey: SESSION_KEY,
        staleTime: 0,
        queryFn: ({ signal }) => validate(config, signal),
      }),
    [config, client],
  );
}

/**
 * Forgets the cached answer, after a call reported that there is no session; true if a user was
 * signed in until then.
 */
export function useSessionReset(): () => boolean {
  const client = useQueryClient();
  return useCallback(() => {
    const wasSignedIn = !!client.getQueryData<Session>(SESSION_KEY)?.person;
    forgetStored(SIGNED_IN);
    client.setQueryData(SESSION_KEY, NOBODY);
    return wasSignedIn;
  }, [client]);
}

export const isExpired = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'account-expired';

async function validate(config: PortalConfig, signal: AbortSignal): Promise<Session> {
  const session = await who(config, signal);
  remember(session);
  return session;
}

async function who(config: PortalConfig, signal: AbortSignal): Promise<Session> {
  try {
    return { person: personOf(await ask(config, whoIsSignedIn, { signal })), expired: false };
  } catch (error) {
    if (isExpired(error)) return { person: null, expired: true };
    if (error instanceof CallError && (error.status === 401 || error.status === 403)) return NOBODY;
    throw error;
  }
}

/** Notes in the browser whether a user is signed in here. */
export function remember({ person }: Session): void {
  if (person) writeStored(SIGNED_IN, true);
  else forgetStored(SIGNED_IN);
}

/** The person as given by the auth service. */
export const personOf = (told: SignedInPerson): Person => ({
  personId: told.personId,
  userName: told.userName,
  displayName: [told.nameFirst, told.nameLast].filter(Boolean).join(' ') || told.userName,
  email: told.email,
  roles: told.roles ?? [],
  beta: told.betaFeatures,
});
