// Calls by which a browser signs in and out.

import * as z from 'zod/mini';
import { signedInPerson } from './accounts.ts';
import { defineCall } from './call.ts';

/** endSession: where the browser also ends the session at its sign-in site. */
const signedOut = z.object({ signedOut: z.boolean(), endSession: z.optional(z.string()) });

export const whoIsSignedIn = defineCall({
  method: 'GET',
  service: 'auth',
  path: '/login',
  summary: 'Who is signed in; with a ticket, single sign-on',
  session: 'none',
  query: z.object({
    ticket: z.optional(z.string().check(z.maxLength(2000))),
    remember: z._default(z.enum(['true', 'false']), 'false'),
  }),
  answer: signedInPerson,
  errors: ['no-session', 'account-expired', 'invalid-session'],
});

export const signIn = defineCall({
  method: 'POST',
  service: 'auth',
  path: '/login',
  summary:
    'Signs in with a basic authorization header of user name (or e-mail address) and password',
  session: 'none',
  perMinute: 60,
  query: z.object({
    ticket: z.optional(z.string().check(z.maxLength(2000))),
    remember: z._default(z.enum(['true', 'false']), 'false'),
  }),
  answer: signedInPerson,
  errors: ['invalid-credentials', 'no-session', 'account-expired', 'invalid-session'],
});

export const signOut = defineCall({
  method: ['GET', 'POST'],
  service: 'auth',
  path: '/logout',
  summary: 'Signs out; everywhere: on every device of the person',
  session: 'none',
  query: z.object({ everywhere: z._default(z.enum(['true', 'false']), 'false') }),
  answer: signedOut,
});
