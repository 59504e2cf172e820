// Signing in and out: {auth}login and {auth}logout (specification part 2 sections 7 and 8).
import {
  LOGIN_MESSAGES,
  NO_SESSION_MESSAGE,
  type SignedInPerson,
} from '@isobar/contract/calls/accounts.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { type Accounts, accountExpired } from '../../core/accounts/accounts.ts';
import { DEVICE_SECONDS } from '../../core/accounts/devices.ts';
import { signOutEverywhere } from '../../core/accounts/people.ts';
import { rolesOf } from '../../core/accounts/roles.ts';
import type { Session } from '../../core/accounts/session.ts';
import type { Http } from '../../platform/http.ts';
import type { Tables } from '../../store/tables.ts';

const loginQuery = z.object({
  ticket: z.string().max(2000).optional(),
  remember: z.enum(['true', 'false']).default('false'),
});

/** Shown at the next sign-in only, and to nothing else. */
const DEVICE_COOKIE = 'isobar_device';
const AUTH_PATH = '/services/auth';

export function registerAuth(http: Http<Session>, accounts: Accounts, db: Kysely<Tables>): void {
  const options = (request: FastifyRequest) =>
    ({ path: '/', httpOnly: true, sameSite: 'lax', secure: http.isSecure(request) }) as const;

  http.route({
    method: 'GET',
    url: '/services/auth/login',
    summary: 'Who is signed in; with a ticket, single sign-on',
    session: 'none',
    lane: 'free',
    query: loginQuery,
    act: async ({ query, request, reply }) => {
      neverStored(reply);
      if (query.ticket !== undefined) throw unknownTicket();
      const session = await accounts.find(accounts.cookieOf(request));
      if (!session) throw new Problem('no-session', NO_SESSION_MESSAGE);
      if (session.expired) throw accountExpired();
      return await withRoles(db, session);
    },
  });
  http.route({
    method: 'POST',
    url: '/services/auth/login',
    summary:
      'Signs in with a basic authorization header of user name (or e-mail address) and password',
    session: 'none',
    perMinute: 60,
    query: loginQuery,
    act: async ({ query, request, reply }) => {
      neverStored(reply);
      if (query.ticket !== undefined) throw unknownTicket();
      const credentials = basicCredentials(request.headers.authorization);
      if (!credentials) throw new Problem('no-session', NO_SESSION_MESSAGE);
      const signedIn = await accounts.signIn({
        ...credentials,
        address: request.ip,
        remember: query.remember === 'true',
        device: request.cookies[DEVICE_COOKIE],
        onThrottled: (seconds) => {
          request.log.warn({ address: request.ip }, 'too many failed attempts to sign in');
          reply.header('retry-after', seconds);
        },
      });
      await accounts.signOut(accounts.cookieOf(request)); // a new sign-in ends the old session
      reply.setCookie(accounts.cookieName(request), signedIn.cookie, {
        ...options(request),
        ...(signedIn.maxAge === null ? {} : { maxAge: signedIn.maxAge }),
      });
      reply.setCookie(DEVICE_COOKIE, signedIn.device, {
        ...options(request),
        path: AUTH_PATH,
        sameSite: 'strict',
        maxAge: DEVICE_SECONDS,
      });
      return await withRoles(db, signedIn.session);
    },
  });
  http.route({
    method: ['GET', 'POST'],
    url: '/services/auth/logout',
    summary: 'Signs out; everywhere: on every device of the person',
    session: 'none',
    changes: true,
    query: z.object({ everywhere: z.enum(['true', 'false']).default('false') }),
    act: async ({ query, request, reply }) => {
      neverStored(reply);
      const cookie = accounts.cookieOf(request);
      const session = query.everywhere === 'true' ? await accounts.find(cookie) : null;
      if (session) await signOutEverywhere(db, session.personId);
      else await accounts.signOut(cookie);
      reply.clearCookie(accounts.cookieName(request), options(request));
      return { signedOut: true };
    },
  });
}

const neverStored = (reply: FastifyReply): void => {
  reply.header('cache-control', 'no-store');
};

/** Single sign-on is not configured here, so that no ticket is known. */
const unknownTicket = () => new Problem('invalid-session', LOGIN_MESSAGES['invalid-session']);

/** RFC 7617, UTF-8; null when there is no such header. */
function basicCredentials(header: string | undefined): { name: string; password: string } | null {
  const encoded = /^Basic\s+([A-Za-z0-9+/=_-]{1,4000})$/i.exec(header ?? '')?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return null;
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Most people have none, and are told as they always were. */
async function withRoles(db: Kysely<Tables>, session: Session): Promise<SignedInPerson> {
  const roles = await rolesOf(db, session.personId);
  return { ...toPerson(session), ...(roles.length > 0 ? { roles } : {}) };
}

const toPerson = (session: Session): SignedInPerson => ({
  personId: session.personId,
  userName: session.userName,
  nameFirst: session.nameFirst,
  nameLast: session.nameLast,
  email: session.email,
});
