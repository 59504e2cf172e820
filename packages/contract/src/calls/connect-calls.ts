// Calls that connect a sign-in at another site with an account here, when the site's word alone is
// not enough.
import * as z from 'zod/mini';
import { signedInPerson } from './accounts.ts';
import { accepted, defineCall } from './call.ts';

/** The sign-in that this browser left open. `email`: what the site stated; '' if it stated none. */
export const pendingConnection = z.object({ label: z.string(), email: z.string() });

export const lookAtPending = defineCall({
  method: 'POST',
  service: 'auth',
  path: '/connect/look',
  summary: 'The sign-in at another site that waits in this browser for its account',
  session: 'none',
  perMinute: 60,
  answer: pendingConnection,
  errors: ['gone'],
});

export const connectAccount = defineCall({
  method: 'POST',
  service: 'auth',
  path: '/connect',
  summary: 'Connects that sign-in with an account by its password, and signs in',
  session: 'none',
  perMinute: 60,
  body: z.strictObject({
    /** User name or e-mail address. */
    name: z.string().check(z.minLength(1), z.maxLength(254)),
    password: z.string().check(z.minLength(1), z.maxLength(1000)),
  }),
  answer: signedInPerson,
  errors: ['gone', 'conflict', 'invalid-credentials', 'account-expired'],
});

export const connectByMail = defineCall({
  method: 'POST',
  service: 'auth',
  path: '/connect/mail',
  summary:
    'Mails a link that connects that sign-in with the account of an address, or with a new one',
  session: 'none',
  perMinute: 20,
  body: z.strictObject({ email: z.string().check(z.minLength(3), z.maxLength(254)) }),
  answer: accepted(z.object({ message: z.string() })),
  errors: ['gone'],
});
