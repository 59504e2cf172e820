// Signing in and out, and who a request comes from.
import { LOGIN_MESSAGES } from '@isobar/contract/calls/accounts.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { recordOf } from '../../platform/text/unknown.ts';
import type { Tables } from '../../store/tables.ts';
import { callerOf, credentialOf } from './caller.ts';
import { knownDevice } from './devices.ts';
import { findPerson, type Person } from './people.ts';
import { invalidCredentials, provePassword } from './prove.ts';
import { mayCall, refusalOf } from './scopes.ts';
import type { Session } from './session.ts';
import { type Elsewhere, openSessions, toSession } from './sessions.ts';
import { type Holder, holderOf } from './tokens.ts';

/**
 * Over https the name binds the cookie to this very host: no neighbour below the same domain can
 * plant one.
 */
const COOKIES = { plain: 'isobar_session', secure: '__Host-isobar_session' } as const;

/** A session ends when it was not used for this long. */
const LIFETIME_SECONDS = 12 * 3600;
const REMEMBERED_SECONDS = 30 * 86_400;
const AGENT_LENGTH = 300;

export interface Accounts {
  /**
   * Checks name (user name, e-mail address or id) and password. Throws 'invalid-credentials',
   * 'account-expired', and 'too-many-requests' through `onThrottled`, which receives the seconds to
   * wait.
   */
  signIn(attempt: SignIn): Promise<SignedIn>;
  /** Signs in a user whom another site vouches for. Throws 'account-expired'. */
  signInAs(person: Person, how: SignInAs): Promise<SignedIn>;
  /** Name of the session's cookie; it depends on https. */
  cookieName(request: FastifyRequest): string;
  /** Value of the session's cookie. */
  cookieOf(request: FastifyRequest): string | undefined;
  /**
   * Forgets the session of this cookie, if there is one; returns the site that the person signed in
   * at, so that the caller can end the session there too.
   */
  signOut(cookie: string | undefined): Promise<Elsewhere | null>;
  /** The session that belongs to the cookie, also of an expired account; null: there is none. */
  find(cookie: string | undefined): Promise<Session | null>;
  /**
   * For `createHttp`, by cookie or by the access token of a program, or by the token alone where
   * the call accepts nothing else: an expired account counts as unauthenticated, and throws
   * 'account-expired' where a session is required.
   */
  sessionOf(request: FastifyRequest, need: 'optional' | 'required'): Promise<Session | null>;
  /** Removes whatever has expired. */
  sweep(): Promise<void>;
}

export interface SignIn {
  readonly name: string;
  readonly password: string;
  /** Address of the client, for throttling. */
  readonly address: string;
  /** Kept for 30 days instead of 12 hours after the last use. */
  readonly remember: boolean;
  /** Secret of the device, from an earlier sign-in. */
  readonly device?: string | undefined;
  /** What the browser calls itself. */
  readonly agent?: string | undefined;
  readonly onThrottled: (retryAfterSeconds: number) => void;
}

export interface SignInAs {
  readonly provider: string;
  /** Sealed. */
  readonly idToken: string;
  /** The session at the site; '' if it has no id. */
  readonly siteSession: string;
  readonly agent: string;
  readonly device?: string | undefined;
}

export interface SignedIn {
  readonly session: Session;
  readonly cookie: string;
  /** Seconds that the browser keeps the cookie; null: until it closes. */
  readonly maxAge: number | null;
  /** The secret that this device shows at its next sign-in. */
  readonly device: string;
}

/** `now` in milliseconds; `isSecure`: whether a request came over https. */
export function createAccounts(
  db: Kysely<Tables>,
  now: () => number = Date.now,
  isSecure: (request: FastifyRequest) => boolean = ({ protocol }) => protocol === 'https',
): Accounts {
  const seconds = () => Math.floor(now() / 1000);
  const cookieName = (request: FastifyRequest) =>
    isSecure(request) ? COOKIES.secure : COOKIES.plain;
  const cookieOf = (request: FastifyRequest) => request.cookies[cookieName(request)];
  const sessions = openSessions(db, now);

  const ofHolder = ({ person, name }: Holder): Session => ({
    ...toSession(person, now()),
    token: name,
  });

  /**
   * Who a program speaks for by its token, sent as Bearer (`USERID:TOKEN` or `TOKEN`) or as Basic
   * (USERID as the name, TOKEN as the password). Read only from requests without a cookie, so that
   * no request comes from two accounts. A token whose scope does not fit the call throws
   * 'forbidden' where a session is required, and counts as no token elsewhere.
   */
  async function ofToken(request: FastifyRequest, need: 'optional' | 'required') {
    const { headers, routeOptions } = request;
    const { call } = routeOptions.config;
    if (call?.service === 'auth') return null; // there it is name and password
    const given = tokenOf(headers.authorization);
    const holder = given && (await holderOf(db, given.user, given.token, now()));
    if (!holder) return null;
    if (mayCall(holder.scopes, call)) return ofHolder(holder);
    if (need === 'optional') return null;
    throw new Problem('forbidden', refusalOf(call));
  }

  /**
   * The same for calls that accept tokens alone, also in the address; null for a token that does
   * not open the call.
   */
  async function ofAddress({ query, headers, routeOptions }: FastifyRequest) {
    const { user } = recordOf(query);
    const shown = credentialOf(typeof user === 'string' ? user : undefined, headers.authorization);
    const holder = shown && (await callerOf(db, shown, now()));
    if (!holder || !mayCall(holder.scopes, routeOptions.config.call)) return null;
    return ofHolder(holder);
  }

  return {
    cookieName,
    cookieOf,
    find: sessions.find,
    async signIn({ name, password, address, remember, device, agent = '', onThrottled }) {
      const person = await findPerson(db, name);
      const known = await knownDevice(db, person?.person_id, device, seconds());
      const guesser = { account: name, address, device: known };
      await provePassword(db, { person, password, guesser, now: seconds(), onThrottled });
      if (!person) throw invalidCredentials();
      const session = toSession(person, now());
      if (session.expired) throw accountExpired();
      const lifetime_s = remember ? REMEMBERED_SECONDS : LIFETIME_SECONDS;
      const begun = await sessions.begin(person, known, {
        lifetime_s,
        agent: agent.slice(0, AGENT_LENGTH),
      });
      return { session, ...begun, maxAge: remember ? REMEMBERED_SECONDS : null };
    },
    async signInAs(person, { provider, idToken, siteSession, agent, device }) {
      const session = toSession(person, now());
      if (session.expired) throw accountExpired();
      const known = await knownDevice(db, person.person_id, device, seconds());
      const begun = await sessions.begin(person, known, {
        lifetime_s: LIFETIME_SECONDS,
        agent: agent.slice(0, AGENT_LENGTH),
        provider,
        id_token: idToken,
        site_session: siteSession,
      });
      return { session, ...begun, maxAge: null };
    },
    signOut: async (cookie) => (cookie ? await sessions.end(cookie) : null),
    async sessionOf(request, need) {
      if (request.routeOptions.config.call?.credential === 'token') return ofAddress(request);
      const session = (await sessions.find(cookieOf(request))) ?? (await ofToken(request, need));
      if (!session?.expired) return session;
      if (need === 'required') throw accountExpired();
      return null;
    },
    sweep: sessions.sweep,
  };
}

function tokenOf(header: string | undefined): { user: string | null; token: string } | null {
  const [, kind = '', given = ''] = /^(Bearer|Basic)\s+(\S{1,1000})$/i.exec(header ?? '') ?? [];
  const basic = kind.toLowerCase() === 'basic';
  const text = basic ? Buffer.from(given, 'base64').toString('utf8') : given;
  const colon = text.indexOf(':');
  if (colon < 0 && !basic && text !== '') return { user: null, token: text };
  return colon < 1 ? null : { user: text.slice(0, colon), token: text.slice(colon + 1) };
}

export const accountExpired = (): Problem =>
  new Problem('account-expired', LOGIN_MESSAGES['account-expired']);
