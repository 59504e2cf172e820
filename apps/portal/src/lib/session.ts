// Who is signed in: one cached question to the auth service, and the two acts that change its answer.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { CallError, call } from './call.ts';
import { useService } from './config.ts';

const personSchema = z.object({
  personId: z.union([z.string(), z.number()]),
  userName: z.string(),
  nameFirst: z.optional(z.string()),
  nameLast: z.optional(z.string()),
});

export type Person = {
  readonly personId: string;
  readonly userName: string;
  /** First and last name, or the user name where those are not known. */
  readonly displayName: string;
};

export type Session = {
  /** null: nobody is signed in. undefined: not known yet. */
  readonly person: Person | null | undefined;
};

const SESSION_KEY = ['session'] as const;

/** The signed-in person. A failing auth service counts as nobody signed in: browsing goes on. */
export function useSession(): Session {
  const auth = useService('auth');
  const { data, isError } = useQuery({
    queryKey: SESSION_KEY,
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => validate(auth, signal),
  });
  return { person: isError ? null : data };
}

/** Signs in; on failure the mutation's error is a CallError (invalid-credentials, account-expired, …). */
export function useSignIn() {
  const auth = useService('auth');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (credentials: { userName: string; password: string }) => {
      const pair = new TextEncoder().encode(`${credentials.userName}:${credentials.password}`);
      const authorization = `Basic ${btoa(String.fromCharCode(...pair))}`;
      const answer = await call({
        url: `${auth}/login`,
        method: 'POST',
        headers: { authorization },
        schema: personSchema,
      });
      return toPerson(answer);
    },
    onSuccess: async (person) => {
      client.setQueryData(SESSION_KEY, person);
      await client.invalidateQueries({
        predicate: (query) => query.queryKey[0] !== SESSION_KEY[0],
      });
    },
  });
}

export function useSignOut() {
  const auth = useService('auth');
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call({ url: `${auth}/logout`, schema: z.unknown() }),
    onSuccess: async () => {
      client.setQueryData(SESSION_KEY, null);
      await client.invalidateQueries({
        predicate: (query) => query.queryKey[0] !== SESSION_KEY[0],
      });
    },
  });
}

/** Forgets the cached answer, after a call said that the session is over. */
export function useSessionReset(): () => void {
  const client = useQueryClient();
  return () => client.setQueryData(SESSION_KEY, null);
}

async function validate(auth: string, signal: AbortSignal): Promise<Person | null> {
  try {
    return toPerson(await call({ url: `${auth}/login`, schema: personSchema, signal }));
  } catch (error) {
    if (error instanceof CallError && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}

function toPerson(answer: z.infer<typeof personSchema>): Person {
  const name = [answer.nameFirst, answer.nameLast].filter(Boolean).join(' ');
  return {
    personId: String(answer.personId),
    userName: answer.userName,
    displayName: name || answer.userName,
  };
}
