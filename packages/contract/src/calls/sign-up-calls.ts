// Calls that lead to a session: sign-in at another site, sign-up, and a forgotten password.

import * as z from 'zod/mini';
import { accepted, bytes, defineCall, redirect } from './call.ts';
import { confirmed, pendingRequest } from './own-account.ts';
import { confirmation, confirmationLook, forgotten, registration } from './own-account-requests.ts';

const siteParams = z.object({ site: z.string().check(z.maxLength(30)) });
const told = z.object({ message: z.string() });

export const beginAtSite = defineCall({
  method: 'GET',
  service: 'auth',
  path: '/sso/:site',
  summary: 'Starts a sign-in at another site',
  session: 'none',
  perMinute: 30,
  params: siteParams,
  answer: redirect(),
  also: { 403: bytes('text/html'), 503: bytes('text/html') },
  errors: ['not-found', 'unavailable'],
});

export const backFromSite = defineCall({
  method: 'GET',
  service: 'auth',
  path: '/sso/:site/callback',
  summary:
    'Receives a user who signed in at another site, and redirects to the portal with a ticket',
  session: 'none',
  perMinute: 30,
  params: siteParams,
  query: z.looseObject({}),
  answer: redirect(),
  also: { 403: bytes('text/html'), 503: bytes('text/html') },
  errors: ['not-found', 'forbidden'],
});

export const endedAtSite = defineCall({
  method: 'POST',
  service: 'auth',
  path: '/sso/:site/ended',
  summary: 'Receives the sign-out of a user at another site (back-channel logout)',
  session: 'none',
  perMinute: 600,
  params: siteParams,
  body: z.object({ logout_token: z.string().check(z.maxLength(20_000)) }),
  answer: z.object({ ended: z.boolean() }),
});

export const signUp = defineCall({
  method: 'POST',
  service: 'auth',
  path: '/register',
  summary: 'Signs up: the account is made when the link of the mail is opened',
  session: 'none',
  perMinute: 20,
  body: registration,
  answer: accepted(told),
  errors: ['not-implemented'],
});

export const forgotPassword = defineCall({
  method: 'POST',
  service: 'auth',
  path: '/forgotten',
  summary: 'Requests the link that sets a new password',
  session: 'none',
  perMinute: 20,
  body: forgotten,
  answer: accepted(told),
});

export const lookAtLink = defineCall({
  method: 'POST',
  service: 'auth',
  path: '/confirm/look',
  summary: 'Purpose of the link in a mail',
  session: 'none',
  perMinute: 60,
  body: confirmationLook,
  answer: pendingRequest,
  errors: ['not-found', 'gone'],
});

export const confirmLink = defineCall({
  method: 'POST',
  service: 'auth',
  path: '/confirm',
  summary: 'Carries out the link in a mail, once',
  session: 'none',
  perMinute: 30,
  body: confirmation,
  answer: confirmed,
  errors: ['not-found', 'gone', 'conflict', 'forbidden', 'invalid-credentials'],
});
