// Signing in and out, and who a request comes from. Sessions are random cookies, stored hashed.
import { LOGIN_MESSAGES } from '@isobar/contract/calls/accounts.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { passwordFits } from './password.ts';
import { findPerson, isExpired, type Person } from './people.ts';
import { newSecret, secretHash } from './secret.ts';
import type { Session } from './session.ts';
import { beginAttempt } from './throttle.ts';

export const SESSION_COOKIE = 'isobar_session';

/** A session ends when it was not used for this long. */
const LIFETIME_SECONDS = 12 * 3600;
const REMEMBERED_SECONDS = 30 * 86_400;
/** Using a session is written down at most this often. */
const SLIDE_SECONDS = 300;

export interface Accounts {
  /**
   * Checks name (user name, e-mail address or id) and password. Throws 'invalid-credentials', 'account-expired', and
   * 'too-many-requests' through `onThrottled`, which is told how many seconds to wait.
   */
  signIn(attempt: SignIn): Promise<SignedIn>;
  /** Forgets the session of this cookie, if there is one. */
  signOut(cookie: string | undefined): Promise<void>;
  /** The session of a request, expired or not; null: nobody. */
  find(cookie: string | undefined): Promise<Session | null>;
  /** For `createHttp`: an expired account counts as nobody, and throws 'account-expired' where somebody is required. */
  sessionOf(request: FastifyRequest, need: 'optional' | 'required'): Promise<Session | null>;
  /** Removes what ran out. */
  sweep(): Promise<void>;
}

export interface SignIn {
  readonly name: string;
  readonly password: string;
  /** Address of the client, for throttling. */
  readonly address: string;
  /** Kept for 30 days instead of 12 hours after the last use. */
  readonly remember: boolean;
  readonly onThrottled: (retryAfterSeconds: number) => void;
}

export interface SignedIn {
  readonly session: Session;
  readonly cookie: string;
  /** Seconds that the browser keeps the cookie; null: until it closes. */
  readonly maxAge: number | null;
}

/** `now` in milliseconds. */
export function createAccounts(db: Kysely<Tables>, now: () => number = Date.now): Accounts {
  const seconds = () => Math.floor(now() / 1000);

  async function find(cookie: string | undefined): Promise<Session | null> {
    if (!cookie) return null;
    const token_hash = secretHash(cookie);
    const found = await db
      .selectFrom('sessions')
      .innerJoin('people', 'people.person_id', 'sessions.person_id')
      .selectAll('people')
      .select(['sessions.expires_at as ends_at', 'sessions.lifetime_s'])
      .where('token_hash', '=', token_hash)
      .where('sessions.expires_at', '>', seconds())
      .executeTakeFirst();
    if (!found) return null;
    const ends = seconds() + Number(found.lifetime_s);
    if (ends - Number(found.ends_at) >= SLIDE_SECONDS)
      await db
        .updateTable('sessions')
        .set({ expires_at: ends })
        .where('token_hash', '=', token_hash)
        .execute();
    return toSession(found, now());
  }

  return {
    find,
    async signIn({ name, password, address, remember, onThrottled }) {
      const attempt = await beginAttempt(db, name, address, seconds());
      if (!attempt.allowed) {
        onThrottled(attempt.retryAfterSeconds);
        const minutes = Math.ceil(attempt.retryAfterSeconds / 60);
        throw new Problem(
          'too-many-requests',
          `Too many failed attempts to sign in. Try again in ${minutes} minutes.`,
        );
      }
      const person = await findPerson(db, name);
      if (!(await passwordFits(password, person?.password_hash ?? null)) || !person)
        throw new Problem('invalid-credentials', LOGIN_MESSAGES['invalid-credentials']);
      await attempt.succeeded();
      const session = toSession(person, now());
      if (session.expired) throw accountExpired();
      const cookie = newSecret();
      const lifetime_s = remember ? REMEMBERED_SECONDS : LIFETIME_SECONDS;
      await db
        .insertInto('sessions')
        .values({
          token_hash: secretHash(cookie),
          person_id: person.person_id,
          created_at: seconds(),
          expires_at: seconds() + lifetime_s,
          lifetime_s,
        })
        .execute();
      return { session, cookie, maxAge: remember ? REMEMBERED_SECONDS : null };
    },
    async signOut(cookie) {
      if (!cookie) return;
      await db.deleteFrom('sessions').where('token_hash', '=', secretHash(cookie)).execute();
    },
    async sessionOf(request, need) {
      const session = await find(request.cookies[SESSION_COOKIE]);
      if (!session?.expired) return session;
      if (need === 'required') throw accountExpired();
      return null;
    },
    async sweep() {
      await db.deleteFrom('sessions').where('expires_at', '<=', seconds()).execute();
    },
  };
}

export const accountExpired = (): Problem =>
  new Problem('account-expired', LOGIN_MESSAGES['account-expired']);

const toSession = (person: Person, now: number): Session => ({
  personId: person.person_id,
  userName: person.user_name,
  nameFirst: person.name_first,
  nameLast: person.name_last,
  email: person.email,
  expired: isExpired(person, now),
});
