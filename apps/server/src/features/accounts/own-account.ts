// What users change in their own account: names, password, address, and deletion. All but the names
// need the password again.

import type { OwnPerson } from '@isobar/contract/calls/own-account.ts';
import {
  changeEmail,
  changeNames,
  changePassword,
  leave,
  readPerson,
} from '@isobar/contract/calls/own-account-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Accounts } from '../../core/accounts/accounts.ts';
import { checkedEmail } from '../../core/accounts/names.ts';
import { hashPassword } from '../../core/accounts/password.ts';
import {
  isShared,
  type Person,
  requirePersonById,
  storePassword,
} from '../../core/accounts/people.ts';
import { provePassword } from '../../core/accounts/prove.ts';
import { fileRequest, notify } from '../../core/accounts/requests.ts';
import { rolesOf } from '../../core/accounts/roles.ts';
import { secretHash } from '../../core/accounts/secret.ts';
import type { Session } from '../../core/accounts/session.ts';
import type { Http } from '../../platform/http/http.ts';
import { type Heads, sendAs } from '../../platform/replies/sent.ts';
import type { Tables } from '../../store/tables.ts';
import { forgetPerson } from './leave.ts';
import { reached } from './reached.ts';

type Db = Kysely<Tables>;

export interface OwnAccountFeature {
  readonly db: Db;
  readonly accounts: Accounts;
  /** Label of a sign-in site by its issuer; the issuer itself if it is no longer configured. */
  readonly providerLabel: (issuer: string) => string;
  /**
   * Cancels the person's orders and makes them anonymous, in the transaction that removes the
   * person.
   */
  readonly forgetOrders: (trx: Db, personId: string) => Promise<void>;
  /** Milliseconds. */
  readonly now?: () => number;
}
/** Users without a password prove who they are by having signed in this recently. */
const FRESH_SECONDS = 600;

export function registerOwnAccount(http: Http<Session>, feature: OwnAccountFeature): void {
  const { db, accounts, now = Date.now } = feature;
  const seconds = () => Math.floor(now() / 1000);
  const own = (session: Session): Promise<Person> => requirePersonById(db, session.personId);

  const prove = openProof(feature, seconds);

  http.route(
    readPerson,
    async ({ session }): Promise<OwnPerson> => await toOwnPerson(feature, await own(session)),
  );
  http.route(
    changeNames,
    async ({ body, session }): Promise<OwnPerson> => {
      const person = await own(session);
      refuseShared(person);
      await db
        .updateTable('people')
        .set({ name_first: body.nameFirst, name_last: body.nameLast })
        .where('person_id', '=', person.person_id)
        .execute();
      return await toOwnPerson(feature, await own(session));
    },
    { bodyLimit: 4 << 10 },
  );
  http.route(
    changePassword,
    async ({ body, session, request, reply }) => {
      const person = await own(session);
      await prove(person, body.current, request, reply);
      const hash = await hashPassword(body.next, [person.user_name, person.email]);
      const here = secretHash(accounts.cookieOf(request) ?? '');
      await db.transaction().execute(async (trx) => {
        await storePassword(trx, person.person_id, hash, here);
        await notify(trx, { what: 'password', ...reached(person) });
      });
      return { changed: true };
    },
    { bodyLimit: 8 << 10 },
  );
  http.route(
    changeEmail,
    async ({ body, session, request, reply }) => {
      const person = await own(session);
      const email = checkedEmail(body.email);
      await prove(person, body.current, request, reply);
      await fileRequest(db, { kind: 'email', email, personId: person.person_id }, seconds());
      return sendAs(changeEmail, reply, {
        message: `A mail with a link is on its way to ${email}.`,
      });
    },
    { bodyLimit: 8 << 10 },
  );
  http.route(
    leave,
    async ({ body, session, request, reply }) => {
      const person = await own(session);
      await prove(person, body.current, request, reply);
      if (body.userName.trim().toLowerCase() !== person.user_name)
        throw new Problem('bad-request', 'Type your user name to confirm.');
      await forgetPerson(db, person, feature.forgetOrders);
      reply.clearCookie(accounts.cookieName(request), {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: http.isSecure(request),
      });
      return { left: true };
    },
    { bodyLimit: 8 << 10 },
  );
}

/**
 * Returns a function that throws unless the caller proves to be the account's owner:
 * 'invalid-credentials', 'too-many-requests', 'conflict'.
 */
function openProof({ db, accounts }: OwnAccountFeature, seconds: () => number) {
  async function proveFresh({ person_id }: Person, request: FastifyRequest): Promise<void> {
    const begun = await db
      .selectFrom('sessions')
      .select('created_at')
      .where('token_hash', '=', secretHash(accounts.cookieOf(request) ?? ''))
      .where('person_id', '=', person_id)
      .executeTakeFirst();
    if (begun && Number(begun.created_at) > seconds() - FRESH_SECONDS) return;
    throw new Problem(
      'conflict',
      'Sign out, sign in again at your sign-in site, and do this within ten minutes.',
    );
  }

  return async (
    person: Person,
    password: string | undefined,
    request: FastifyRequest,
    reply: Heads,
  ): Promise<void> => {
    refuseShared(person);
    if (person.password_hash === '') return await proveFresh(person, request);
    await provePassword(db, {
      person,
      password: password ?? '',
      guesser: { account: person.person_id, address: request.ip, device: null },
      now: seconds(),
      onThrottled: (wait) => reply.header('retry-after', wait),
    });
  };
}

function refuseShared({ person_id }: Person): void {
  if (isShared(person_id))
    throw new Problem('conflict', 'This account is shared by all visitors and cannot be changed.');
}

async function toOwnPerson(
  { db, providerLabel }: OwnAccountFeature,
  person: Person,
): Promise<OwnPerson> {
  const linked = await db
    .selectFrom('person_identities')
    .select('issuer')
    .where('person_id', '=', person.person_id)
    .orderBy('linked_at')
    .execute();
  return {
    personId: person.person_id,
    userName: person.user_name,
    nameFirst: person.name_first,
    nameLast: person.name_last,
    email: person.email,
    hasPassword: person.password_hash !== '',
    shared: isShared(person.person_id),
    since: formatInstant(Number(person.created_at)),
    providers: linked.map(({ issuer }) => providerLabel(issuer)),
    roles: await rolesOf(db, person.person_id),
  };
}
