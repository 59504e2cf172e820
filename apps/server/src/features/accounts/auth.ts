// Signing in and out: {auth}login and {auth}logout (specification part 2 sections 7 and 8).

import { PREFERENCE_APPLICATION } from '@isobar/contract/accounts/preferences.ts';
import {
  LOGIN_MESSAGES,
  NO_SESSION_MESSAGE,
  type SignedInPerson,
} from '@isobar/contract/calls/accounts.ts';
import { signIn, signOut, whoIsSignedIn } from '@isobar/contract/calls/auth-calls.ts';
import { baseOf } from '@isobar/contract/calls/call.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { type Accounts, accountExpired, type SignedIn } from '../../core/accounts/accounts.ts';
import { betaFeaturesOf } from '../../core/accounts/beta-features.ts';
import { DEVICE_SECONDS } from '../../core/accounts/devices.ts';
import { forgetSignIns, requirePersonById } from '../../core/accounts/people.ts';
import { rolesOf } from '../../core/accounts/roles.ts';
import type { Session } from '../../core/accounts/session.ts';
import type { Elsewhere } from '../../core/accounts/sessions.ts';
import { spendTicket } from '../../core/accounts/tickets.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Seal } from '../../platform/keys/seal.ts';
import type { Heads } from '../../platform/replies/sent.ts';
import type { Tables } from '../../store/tables.ts';
import { ID_TOKEN_PURPOSE, TICKET_COOKIE } from './single-sign-on.ts';
import type { SignInSites } from './sites.ts';

/** Only shown at the next sign-in, and used for nothing else. */
const DEVICE_COOKIE = 'isobar_device';

export interface AuthFeature {
  readonly db: Kysely<Tables>;
  readonly accounts: Accounts;
  readonly sites: SignInSites;
  readonly seal: Seal;
  /** Address of this installation, without a slash at its end. */
  readonly url: string;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Returns what begins a session in the browser of a request: its cookies, and who is signed in. */
export function registerAuth(http: Http<Session>, feature: AuthFeature) {
  const { db, accounts, now = Date.now } = feature;
  const options = (request: FastifyRequest) =>
    ({ path: '/', httpOnly: true, sameSite: 'lax', secure: http.isSecure(request) }) as const;

  /** Sets the cookies; a new sign-in ends the old session. */
  async function welcome(
    signedIn: SignedIn,
    request: FastifyRequest,
    reply: Heads,
  ): Promise<SignedInPerson> {
    await accounts.signOut(accounts.cookieOf(request));
    reply.setCookie(accounts.cookieName(request), signedIn.cookie, {
      ...options(request),
      ...(signedIn.maxAge === null ? {} : { maxAge: signedIn.maxAge }),
    });
    reply.setCookie(DEVICE_COOKIE, signedIn.device, {
      ...options(request),
      path: baseOf('auth'),
      sameSite: 'strict',
      maxAge: DEVICE_SECONDS,
    });
    return await toPerson(db, signedIn.session);
  }

  /** P034: the ticket that the callback of a sign-in site handed to this very browser. */
  async function byTicket(ticket: string, request: FastifyRequest, reply: Heads) {
    if (request.method === 'HEAD')
      throw new Problem('method-not-allowed', 'HEAD does not sign in; send GET.');
    const browser = request.cookies[TICKET_COOKIE];
    const spent = await spendTicket(db, ticket, browser, Math.floor(now() / 1000));
    if (!spent) throw unknownTicket();
    reply.clearCookie(TICKET_COOKIE, { ...options(request), path: baseOf('auth') });
    const signedIn = await accounts.signInAs(await requirePersonById(db, spent.person_id), {
      provider: spent.provider,
      idToken: spent.id_token,
      siteSession: spent.site_session,
      agent: request.headers['user-agent'] ?? '',
      device: request.cookies[DEVICE_COOKIE],
    });
    return await welcome(signedIn, request, reply);
  }

  http.route(
    whoIsSignedIn,
    async ({ query, request, reply }) => {
      neverStored(reply);
      if (query.ticket !== undefined) return await byTicket(query.ticket, request, reply);
      const session = await accounts.find(accounts.cookieOf(request));
      if (!session) throw new Problem('no-session', NO_SESSION_MESSAGE);
      if (session.expired) throw accountExpired();
      return await toPerson(db, session);
    },
    { lane: 'free' },
  );
  http.route(signIn, async ({ query, request, reply }) => {
    neverStored(reply);
    if (query.ticket !== undefined) throw unknownTicket();
    const credentials = basicCredentials(request.headers.authorization);
    if (!credentials) throw new Problem('no-session', NO_SESSION_MESSAGE);
    const signedIn = await accounts.signIn({
      ...credentials,
      address: request.ip,
      remember: query.remember === 'true',
      device: request.cookies[DEVICE_COOKIE],
      agent: request.headers['user-agent'],
      onThrottled: (seconds) => {
        request.log.warn({ address: request.ip }, 'too many failed attempts to sign in');
        reply.header('retry-after', seconds);
      },
    });
    return await welcome(signedIn, request, reply);
  });
  http.route(
    signOut,
    async ({ query, request, reply }) => {
      neverStored(reply);
      const cookie = accounts.cookieOf(request);
      const session = query.everywhere === 'true' ? await accounts.find(cookie) : null;
      const elsewhere = await accounts.signOut(cookie);
      if (session) await db.transaction().execute((trx) => forgetSignIns(trx, session.personId));
      reply.clearCookie(accounts.cookieName(request), options(request));
      const endSession = elsewhere && (await endAddressOf(feature, elsewhere));
      return { signedOut: true, ...(endSession ? { endSession } : {}) };
    },
    { changes: true },
  );
  return welcome;
}

const neverStored = (reply: Heads): void => {
  reply.header('cache-control', 'no-store');
};

/**
 * Where the browser also ends the session at its sign-in site; null if that is not possible now.
 */
async function endAddressOf({ sites, seal, url }: AuthFeature, elsewhere: Elsewhere) {
  const idToken = seal.open(ID_TOKEN_PURPOSE, elsewhere.idToken);
  const site = sites.find(elsewhere.provider);
  if (!site || idToken === null) return null;
  return await site.endAddress(idToken, `${url}/discovery/`).catch(() => null);
}

/** Forged, spent, too old, or made for another browser: the error does not state which. */
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

/**
 * The signed-in user. Most users have no role, and none is shown. A token is never repeated: it is
 * shown once, when it is made.
 */
async function toPerson(db: Kysely<Tables>, session: Session): Promise<SignedInPerson> {
  const { personId, userName, nameFirst, nameLast, email } = session;
  const roles = await rolesOf(db, personId);
  return {
    personId,
    userName,
    nameFirst,
    nameLast,
    personName: [nameFirst, nameLast].filter(Boolean).join(' ') || userName,
    betaFeatures: await betaFeaturesOf(db, personId, PREFERENCE_APPLICATION),
    email,
    ...(roles.length > 0 ? { roles } : {}),
  };
}
