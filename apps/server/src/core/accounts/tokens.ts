// Personal access tokens: named, scoped, expiring, shown once; only their hashes are kept.
import { randomUUID } from 'node:crypto';
import {
  MOST_TOKENS,
  type OwnToken,
  SCOPE_NAMES,
  type TokenScope,
} from '@isobar/contract/calls/own-account.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Kysely, Selectable } from 'kysely';
import { inPassing } from '../../platform/replies/in-passing.ts';
import type { Tables } from '../../store/tables.ts';
import { isCalled, isExpired, type Person } from './people.ts';
import type { Scopes } from './scopes.ts';
import { newSecret, secretHash } from './secret.ts';

type Db = Kysely<Tables>;

/** By this prefix, programs that look for leaked secrets recognise a token. */
const PREFIX = 'isobar_';
const DAY_SECONDS = 86_400;
/** Use is written down at most this often. */
const NOTE_SECONDS = 300;

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly days: number;
}

/** Whom a token stands for, and what it is good for. */
export interface Holder {
  readonly person: Person;
  readonly scopes: Scopes;
  /** What its owner called it. */
  readonly name: string;
}

/**
 * Answers the token itself, this once. Throws 'conflict' when there are too many or one of this
 * name. `now` in seconds UTC.
 */
export async function makeToken(
  db: Db,
  personId: string,
  wish: NewToken,
  now: number,
): Promise<OwnToken & { readonly token: string }> {
  const token = PREFIX + newSecret();
  const row = {
    token_id: randomUUID(),
    person_id: personId,
    name: wish.name,
    token_hash: secretHash(token),
    scopes: SCOPE_NAMES.filter((scope) => wish.scopes.includes(scope)).join(' '),
    created_at: now,
    expires_at: now + wish.days * DAY_SECONDS,
    last_used_at: null,
  };
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('access_tokens').values(row).execute();
    const others = await tokensOf(trx, personId);
    if (others.length > MOST_TOKENS)
      throw new Problem(
        'conflict',
        `A person has at most ${MOST_TOKENS} tokens. Revoke one first.`,
      );
    if (others.filter((other) => other.name === row.name).length > 1)
      throw new Problem('conflict', `There is a token called ${row.name} already.`);
  });
  return { ...toOwn(row, now), token };
}

export const tokensOf = (db: Db, personId: string) =>
  db
    .selectFrom('access_tokens')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('token_id')
    .execute();

/** False: there is no such token of this person. */
export async function revokeToken(db: Db, personId: string, tokenId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('person_id', '=', personId)
    .where('token_id', '=', tokenId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * The holder of a token; null when there is no such token, it has expired or was revoked, it
 * belongs to an account other than `user` (name, address or id; null: any account), or the account
 * has expired. `now` in milliseconds.
 */
export async function holderOf(
  db: Db,
  user: string | null,
  token: string,
  now: number,
): Promise<Holder | null> {
  const hash = secretHash(token);
  const own = await db
    .selectFrom('access_tokens')
    .select(['token_id', 'person_id', 'name', 'scopes', 'expires_at', 'last_used_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  const person = await db
    .selectFrom('people')
    .selectAll()
    .where((e) => (own ? e('person_id', '=', own.person_id) : e('access_token_hash', '=', hash)))
    .executeTakeFirst();
  if (!person || isExpired(person, now) || (user !== null && !isCalled(person, user))) return null;
  if (!own) return { person, scopes: 'all', name: 'token of this installation' };
  const seconds = Math.floor(now / 1000);
  if (Number(own.expires_at) <= seconds) return null;
  if (Number(own.last_used_at ?? 0) <= seconds - NOTE_SECONDS)
    await inPassing(
      db
        .updateTable('access_tokens')
        .set({ last_used_at: seconds })
        .where('token_id', '=', own.token_id)
        .execute(),
    );
  return { person, scopes: readScopes(own.scopes), name: own.name };
}

/** What its owner sees of it. */
export const toOwn = (
  row: Omit<Selectable<Tables['access_tokens']>, 'token_hash' | 'person_id'>,
  now: number,
): OwnToken => ({
  tokenId: row.token_id,
  name: row.name,
  scopes: [...readScopes(row.scopes)],
  createdAt: formatInstant(Number(row.created_at)),
  expiresAt: formatInstant(Number(row.expires_at)),
  lastUsedAt: row.last_used_at === null ? null : formatInstant(Number(row.last_used_at)),
  expired: Number(row.expires_at) <= now,
});

const readScopes = (text: string): readonly TokenScope[] =>
  text.split(' ').flatMap((name) => SCOPE_NAMES.find((scope) => scope === name) ?? []);
