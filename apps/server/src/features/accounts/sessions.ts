// The browsers in which a person is signed in, and the access tokens of their programs: listed,
// ended, revoked.

import type {
  madeToken,
  OwnSession,
  ownSessions,
  ownTokens,
} from '@isobar/contract/calls/own-account.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  listTokens,
  makeTokenCall,
  revokeTokenCall,
} from '@isobar/contract/calls/own-account-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import type * as z from 'zod';
import type { Accounts } from '../../core/accounts/accounts.ts';
import { forgetSignIns, requirePersonById } from '../../core/accounts/people.ts';
import { notify } from '../../core/accounts/requests.ts';
import { rolesOf } from '../../core/accounts/roles.ts';
import { secretHash } from '../../core/accounts/secret.ts';
import type { Session } from '../../core/accounts/session.ts';
import { makeToken, revokeToken, tokensOf, toOwn } from '../../core/accounts/tokens.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Tables } from '../../store/tables.ts';
import { deviceName } from './device-name.ts';
import { reached } from './reached.ts';

export interface SessionsFeature {
  readonly db: Kysely<Tables>;
  readonly accounts: Accounts;
  /** Label of a sign-in site by its id. */
  readonly providerOf: (id: string) => string;
  /** Milliseconds. */
  readonly now?: () => number;
}
/** This much of a hash tells sessions apart without opening any. */
const ID_LENGTH = 24;
const MOST_SHOWN = 200;

export function registerSessions(http: Http<Session>, feature: SessionsFeature): void {
  const { db, accounts, now = Date.now } = feature;
  const seconds = () => Math.floor(now() / 1000);
  http.route(listSessions, async ({ session, request }): Promise<z.infer<typeof ownSessions>> => {
    const here = secretHash(accounts.cookieOf(request) ?? '');
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .where('person_id', '=', session.personId)
      .where('expires_at', '>', seconds())
      .orderBy('expires_at', 'desc')
      .limit(MOST_SHOWN)
      .execute();
    const sessions = rows.map(
      (row): OwnSession => ({
        sessionId: row.token_hash.slice(0, ID_LENGTH),
        startedAt: formatInstant(Number(row.created_at)),
        lastUsedAt: formatInstant(Number(row.expires_at) - Number(row.lifetime_s)),
        device: deviceName(row.agent),
        provider: row.provider && feature.providerOf(row.provider),
        current: row.token_hash === here,
      }),
    );
    return { sessions: [...sessions].sort((a, b) => Number(b.current) - Number(a.current)) };
  });
  http.route(endOtherSessions, async ({ session, request }) => {
    const here = secretHash(accounts.cookieOf(request) ?? '');
    await db.transaction().execute((trx) => forgetSignIns(trx, session.personId, here));
    return { signedOut: true };
  });
  http.route(endSession, async ({ params, session }) => {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('person_id', '=', session.personId)
      .where('token_hash', 'like', `${params.sessionId}%`)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Problem('not-found', 'This session has already ended.');
    return { signedOut: true };
  });
  registerTokens(http, feature);
}

function registerTokens(http: Http<Session>, { db, now = Date.now }: SessionsFeature): void {
  const seconds = () => Math.floor(now() / 1000);
  http.route(
    listTokens,
    async ({ session }): Promise<z.infer<typeof ownTokens>> => ({
      tokens: (await tokensOf(db, session.personId)).map((row) => toOwn(row, seconds())),
    }),
  );
  http.route(
    makeTokenCall,
    async ({ body, session }): Promise<z.infer<typeof madeToken>> => {
      const person = await requirePersonById(db, session.personId);
      const isOperator = (await rolesOf(db, person.person_id)).length > 0;
      if (body.scopes.includes('operator') && !isOperator)
        throw new Problem('bad-request', 'Your account has no role that a token could use.');
      const made = await makeToken(db, person.person_id, body, seconds());
      await notify(db, { what: 'token', ...reached(person), detail: body.name });
      return made;
    },
    { bodyLimit: 4 << 10 },
  );
  http.route(revokeTokenCall, async ({ params, session }) => {
    if (!(await revokeToken(db, session.personId, params.tokenId)))
      throw new Problem('not-found', 'This token no longer exists.');
    return { revoked: true };
  });
}
