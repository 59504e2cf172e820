// Connects a sign-in at another site with an account: by the account's password, or by a link to an
// address that is the person's.

import type { SignedInPerson } from '@isobar/contract/calls/accounts.ts';
import {
  connectAccount,
  connectByMail,
  lookAtPending,
} from '@isobar/contract/calls/connect-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { type Accounts, accountExpired, type SignedIn } from '../../core/accounts/accounts.ts';
import { checkedEmail } from '../../core/accounts/names.ts';
import { isExpired, isShared, requirePersonById } from '../../core/accounts/people.ts';
import { fileRequest } from '../../core/accounts/requests.ts';
import type { Session } from '../../core/accounts/session.ts';
import type { Http } from '../../platform/http/http.ts';
import { type Heads, sendAs } from '../../platform/replies/sent.ts';
import type { Tables } from '../../store/tables.ts';
import { askedTooOften } from './asked-mails.ts';
import { SHARED } from './link-person.ts';
import { PENDING_COOKIE, pendingOf } from './pending-identity.ts';
import { connectExisting } from './site-identity.ts';

export interface ConnectFeature {
  readonly db: Kysely<Tables>;
  readonly accounts: Accounts;
  /** Sets the cookies of a new session; see auth.ts. */
  readonly welcome: (
    signedIn: SignedIn,
    request: FastifyRequest,
    reply: Heads,
  ) => Promise<SignedInPerson>;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** The same whether or not there is an account with the address. */
const SENT =
  'A mail with a link is on its way. Open it in this browser, within an hour, to connect your account.';

export function registerConnect(http: Http<Session>, feature: ConnectFeature): void {
  const { db, accounts, welcome, now = Date.now } = feature;
  const seconds = () => Math.floor(now() / 1000);
  const pending = (request: FastifyRequest, reply: Heads) => {
    reply.header('cache-control', 'no-store');
    return pendingOf(db, request.cookies[PENDING_COOKIE], seconds());
  };

  http.route(lookAtPending, async ({ request, reply }) => {
    const { email, pending: of } = await pending(request, reply);
    return { label: of.identity.label, email };
  });
  http.route(
    connectAccount,
    async ({ body, request, reply }) => {
      const { requestId, pending: of } = await pending(request, reply);
      const signedIn = await accounts.signIn({
        ...{ name: body.name, password: body.password, address: request.ip, remember: false },
        agent: request.headers['user-agent'],
        onThrottled: (wait) => reply.header('retry-after', wait),
      });
      try {
        const person = await requirePersonById(db, signedIn.session.personId);
        if (isShared(person.person_id)) throw new Problem('conflict', SHARED);
        if (isExpired(person, now())) throw accountExpired();
        await db.transaction().execute(async (trx) => {
          await connectExisting(trx, person, of.identity, 'password', seconds());
          await trx.deleteFrom('account_requests').where('request_id', '=', requestId).execute();
        });
      } catch (error) {
        await accounts.signOut(signedIn.cookie); // its cookie is sent to no one
        throw error;
      }
      return await welcome(signedIn, request, reply);
    },
    { bodyLimit: 8 << 10 },
  );
  http.route(
    connectByMail,
    async ({ body, request, reply }) => {
      const { pending: of } = await pending(request, reply);
      const email = checkedEmail(body.email);
      await askedTooOften(db, { address: email, from: request.ip }, seconds(), reply);
      await fileRequest(db, { kind: 'connect', email, payload: JSON.stringify(of) }, seconds());
      return sendAs(connectByMail, reply, { message: SENT });
    },
    { bodyLimit: 4 << 10 },
  );
}
