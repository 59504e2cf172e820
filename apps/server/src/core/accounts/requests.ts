// What users confirm by mail: an account, a new password, another address. The key in the link is
// neither stored nor logged.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { REQUEST_KINDS, type RequestKind } from '@isobar/contract/calls/own-account.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { enqueue } from '../jobs/queue.ts';

type Db = Kysely<Tables>;
export type AccountRequest = Selectable<Tables['account_requests']>;

export const ACCOUNT_MAIL_JOB = 'account-mail';

/** Links are good for this long. */
const GOOD_SECONDS: Readonly<Record<RequestKind, number>> = {
  register: 86_400,
  password: 3600,
  email: 86_400,
  connect: 3600,
};

export interface NewRequest {
  readonly kind: RequestKind;
  /** Address, or for a forgotten password what was typed. */
  readonly email: string;
  readonly personId?: string;
  /** JSON. */
  readonly payload?: string;
}

/**
 * Stores the request and leaves the mail to the worker. It takes the same time for every address:
 * only the worker looks up whether there is such an account. `now` in seconds UTC.
 */
export async function fileRequest(db: Db, request: NewRequest, now: number): Promise<void> {
  const request_id = randomUUID();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('account_requests')
      .values({
        request_id,
        kind: request.kind,
        email: request.email,
        person_id: request.personId ?? null,
        payload: request.payload ?? '{}',
        created_at: now,
        expires_at: now + GOOD_SECONDS[request.kind],
        used_at: null,
      })
      .execute();
    await enqueue(trx, {
      kind: ACCOUNT_MAIL_JOB,
      subject: `account-${request_id}`,
      personId: null,
      step: 'request',
      payload: JSON.stringify({ requestId: request_id }),
    });
  });
}

/**
 * Changes of an account that its owner is notified of, so that no one else can make them unnoticed.
 */
export const NOTICES = ['password', 'email', 'token', 'provider', 'left'] as const;
export type Notice = (typeof NOTICES)[number];

/**
 * Queues the mail about a change, in the transaction of that change. `email`: where the mail goes,
 * which is the former address when the address was changed.
 */
export async function notify(
  trx: Db,
  notice: {
    readonly what: Notice;
    readonly name: string;
    readonly email: string;
    readonly detail?: string;
  },
): Promise<void> {
  await enqueue(trx, {
    kind: ACCOUNT_MAIL_JOB,
    subject: `account-notice-${randomUUID()}`,
    personId: null,
    step: 'notice',
    payload: JSON.stringify(notice),
  });
}

/** The key of a request's link: its id, and a proof that only this installation can make. */
export const keyOf = (secret: Uint8Array, requestId: string): string =>
  `${requestId.replaceAll('-', '')}${proofOf(secret, requestId)}`;

/** The request of a key. Throws 'gone' when there is none, it ran out or was used. */
export async function requestOf(
  db: Db,
  secret: Uint8Array,
  key: string,
  now: number,
): Promise<AccountRequest & { readonly kind: RequestKind }> {
  const [, a, b, c, d, e, proof = ''] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([\w-]{43})$/.exec(key) ??
    [];
  const requestId = [a, b, c, d, e].join('-');
  const expected = Buffer.from(proofOf(secret, requestId));
  const given = Buffer.from(proof);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw usedUp();
  const request = await db
    .selectFrom('account_requests')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  const kind = REQUEST_KINDS.find((known) => known === request?.kind);
  if (!request || !kind) throw usedUp();
  return { ...request, kind };
}

/** Marks the request as used, once; throws 'gone' when it has been used already. */
export async function spend(trx: Db, requestId: string, now: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('account_requests')
    .set({ used_at: now, payload: '{}' })
    .where('request_id', '=', requestId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw usedUp();
}

/** Makes the links that were mailed to this person invalid. */
export async function dropRequests(trx: Db, personId: string): Promise<void> {
  await trx
    .deleteFrom('account_requests')
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute();
}

const proofOf = (secret: Uint8Array, requestId: string): string =>
  createHmac('sha256', secret).update(`isobar account request ${requestId}`).digest('base64url');

const usedUp = () =>
  new Problem('gone', 'This link has been used or has expired. Request a new one.');
