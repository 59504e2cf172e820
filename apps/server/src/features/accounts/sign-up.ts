// Signing up, forgotten passwords, and the links of their mails. Answers and work are the same for
// known and unknown addresses.

import type { PendingRequest } from '@isobar/contract/calls/own-account.ts';
import {
  confirmLink,
  forgotPassword,
  lookAtLink,
  signUp,
} from '@isobar/contract/calls/sign-up-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { checkedEmail, checkedUserName } from '../../core/accounts/names.ts';
import { hashPassword } from '../../core/accounts/password.ts';
import { fileRequest, requestOf } from '../../core/accounts/requests.ts';
import type { Session } from '../../core/accounts/session.ts';
import type { Http } from '../../platform/http/http.ts';
import { type Heads, sendAs } from '../../platform/replies/sent.ts';
import type { Tables } from '../../store/tables.ts';
import { askedTooOften } from './asked-mails.ts';
import { fulfil, personToBe } from './fulfil.ts';
import { PENDING_COOKIE } from './pending-identity.ts';

export interface SignUpFeature {
  readonly db: Kysely<Tables>;
  /** The installation's secret, from which the keys of links are derived. */
  readonly secret: Uint8Array;
  /** Whether users may create accounts for themselves. */
  readonly registration: boolean;
  /** Milliseconds. */
  readonly now?: () => number;
}
/** The same answer whether or not there is such an account. */
const SENT = {
  message: 'If the request is valid, you will receive a mail with a link within a few minutes.',
} as const;

export function registerSignUp(http: Http<Session>, feature: SignUpFeature): void {
  const { db, secret, now = Date.now } = feature;
  const seconds = () => Math.floor(now() / 1000);
  const counted = async (address: string, request: FastifyRequest, reply: Heads) => {
    reply.header('cache-control', 'no-store');
    await askedTooOften(db, { address, from: request.ip }, seconds(), reply);
  };
  http.route(
    signUp,
    async ({ body, request, reply }) => {
      if (!feature.registration)
        throw new Problem(
          'not-implemented',
          'Accounts of this archive are created by its operators.',
        );
      const userName = checkedUserName(body.userName);
      const email = checkedEmail(body.email);
      await counted(email, request, reply);
      const { nameFirst, nameLast } = body;
      const passwordHash = await hashPassword(body.password, [userName, email]);
      const payload = JSON.stringify({ userName, nameFirst, nameLast, passwordHash });
      await fileRequest(db, { kind: 'register', email, payload }, seconds());
      return sendAs(signUp, reply, SENT);
    },
    { bodyLimit: 16 << 10 },
  );
  http.route(
    forgotPassword,
    async ({ body, request, reply }) => {
      await counted(body.name, request, reply);
      await fileRequest(db, { kind: 'password', email: body.name.toLowerCase() }, seconds());
      return sendAs(forgotPassword, reply, SENT);
    },
    { bodyLimit: 4 << 10 },
  );
  http.route(
    lookAtLink,
    async ({ body, reply }): Promise<PendingRequest> => {
      reply.header('cache-control', 'no-store');
      const request = await requestOf(db, secret, body.key, seconds());
      const { kind, email, person_id } = request;
      const person = person_id
        ? await db
            .selectFrom('people')
            .select(['user_name', 'email'])
            .where('person_id', '=', person_id)
            .executeTakeFirstOrThrow()
        : null;
      const userName =
        kind === 'register'
          ? personToBe.parse(JSON.parse(request.payload)).userName
          : (person?.user_name ?? '');
      return { kind, email: kind === 'password' ? (person?.email ?? '') : email, userName };
    },
    { bodyLimit: 4 << 10 },
  );
  http.route(
    confirmLink,
    async ({ body, request: asked, reply }) => {
      reply.header('cache-control', 'no-store');
      const request = await requestOf(db, secret, body.key, seconds());
      return await fulfil(db, request, {
        ...{ userName: body.userName, password: body.password, address: asked.ip },
        browser: asked.cookies[PENDING_COOKIE],
        now: seconds(),
        onThrottled: (wait) => reply.header('retry-after', wait),
      });
    },
    { bodyLimit: 8 << 10 },
  );
}
