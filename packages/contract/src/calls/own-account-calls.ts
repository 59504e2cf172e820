// Calls with which users manage their own account: names, password, address, deletion, sessions,
// access tokens, data export.

import * as z from 'zod/mini';
import { accepted, defineCall, inPieces } from './call.ts';
import { madeToken, ownPerson, ownSessions, ownTokens } from './own-account.ts';
import {
  emailChange,
  leaving,
  ownNames,
  passwordChange,
  tokenToMake,
} from './own-account-requests.ts';

const told = z.object({ message: z.string() });
const ended = z.object({ signedOut: z.boolean() });

export const readPerson = defineCall({
  method: 'GET',
  service: 'profile',
  path: '/person',
  summary: 'The account of the signed-in person',
  session: 'required',
  token: 'none',
  answer: ownPerson,
});

export const changeNames = defineCall({
  method: 'PUT',
  service: 'profile',
  path: '/person',
  summary: 'Changes the names of the signed-in person',
  session: 'required',
  token: 'none',
  body: ownNames,
  answer: ownPerson,
  errors: ['conflict'],
});

export const changePassword = defineCall({
  method: 'PUT',
  service: 'profile',
  path: '/password',
  summary: 'Changes the password, and signs every other browser out',
  session: 'required',
  token: 'none',
  perMinute: 30,
  body: passwordChange,
  answer: z.object({ changed: z.boolean() }),
  errors: ['conflict', 'invalid-credentials'],
});

export const changeEmail = defineCall({
  method: 'POST',
  service: 'profile',
  path: '/email',
  summary:
    'Requests a change of the email address, which takes effect when the link in its mail is opened',
  session: 'required',
  token: 'none',
  perMinute: 6,
  body: emailChange,
  answer: accepted(told),
  errors: ['conflict', 'invalid-credentials'],
});

export const leave = defineCall({
  method: 'POST',
  service: 'profile',
  path: '/leave',
  summary: 'Deletes the account and what belongs to it',
  session: 'required',
  token: 'none',
  perMinute: 10,
  body: leaving,
  answer: z.object({ left: z.boolean() }),
  errors: ['conflict', 'invalid-credentials'],
});

export const listSessions = defineCall({
  method: 'GET',
  service: 'profile',
  path: '/sessions',
  summary: 'Browsers in which the person is signed in',
  session: 'required',
  token: 'none',
  answer: ownSessions,
});

export const endOtherSessions = defineCall({
  method: 'DELETE',
  service: 'profile',
  path: '/sessions',
  summary: 'Signs every other browser out, and forgets the devices',
  session: 'required',
  token: 'none',
  answer: ended,
});

export const endSession = defineCall({
  method: 'DELETE',
  service: 'profile',
  path: '/sessions/:sessionId',
  summary: 'Signs one browser out',
  session: 'required',
  token: 'none',
  params: z.object({ sessionId: z.string().check(z.regex(/^[0-9a-f]{24}$/, 'is no session')) }),
  answer: ended,
  errors: ['not-found'],
});

export const listTokens = defineCall({
  method: 'GET',
  service: 'profile',
  path: '/tokens',
  summary:
    'Access tokens of the person: what they are for and when they were used, never the tokens themselves',
  session: 'required',
  token: 'none',
  answer: ownTokens,
});

export const makeTokenCall = defineCall({
  method: 'POST',
  service: 'profile',
  path: '/tokens',
  summary: 'Makes an access token; the answer shows it this once',
  session: 'required',
  token: 'none',
  perMinute: 60,
  body: tokenToMake,
  answer: madeToken,
});

export const revokeTokenCall = defineCall({
  method: 'DELETE',
  service: 'profile',
  path: '/tokens/:tokenId',
  summary: 'Revokes an access token',
  session: 'required',
  token: 'none',
  params: z.object({ tokenId: z.string().check(z.maxLength(60)) }),
  answer: z.object({ revoked: z.boolean() }),
  errors: ['not-found'],
});

export const exportOwnData = defineCall({
  method: 'GET',
  service: 'profile',
  path: '/export',
  summary: 'All data stored about the signed-in person, as a file',
  session: 'required',
  token: 'none',
  perMinute: 6,
  answer: inPieces(
    z.looseObject({
      exportedAt: z.string(),
      account: z.looseObject({ personId: z.string() }),
      orders: z.array(z.looseObject({ orderId: z.number() })),
    }),
  ),
});
