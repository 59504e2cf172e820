// What the link of a mail does: makes the account, sets the password, or changes the address. Each
// once.
import type { RequestKind } from '@isobar/contract/calls/own-account.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { checkedUserName, idNamed } from '../../core/accounts/names.ts';
import { hashPassword } from '../../core/accounts/password.ts';
import {
  findPerson,
  insertPerson,
  type Person,
  personById,
  renamePerson,
  storePassword,
} from '../../core/accounts/people.ts';
import { provePassword } from '../../core/accounts/prove.ts';
import { type AccountRequest, dropRequests, notify, spend } from '../../core/accounts/requests.ts';
import { SiteRefusal } from '../../ports/sign-in-site.ts';
import type { Tables } from '../../store/tables.ts';
import { linkedPerson, newcomer } from './link-person.ts';
import { pendingIdentity, requireBrowser } from './pending-identity.ts';
import { reached } from './reached.ts';
import { connectExisting } from './site-identity.ts';

type Db = Kysely<Tables>;
type Request = AccountRequest & { readonly kind: RequestKind };

/** The fields of a sign-up, kept until the address is confirmed. */
export const personToBe = z.object({
  userName: z.string(),
  nameFirst: z.string(),
  nameLast: z.string(),
  passwordHash: z.string(),
});

export interface Given {
  readonly userName?: string | undefined;
  readonly password?: string | undefined;
  /** The network address of the caller, for rate limiting. */
  readonly address: string;
  /** Cookie of the browser in which a sign-in at another site waits. */
  readonly browser: string | undefined;
  /** Seconds UTC. */
  readonly now: number;
  readonly onThrottled: (retryAfterSeconds: number) => void;
}

/**
 * Throws 'conflict' when a name was taken meanwhile (the link stays valid), 'gone' when the link
 * was used, or 'bad-request'.
 */
export async function fulfil(db: Db, request: Request, given: Given) {
  const acts: Record<RequestKind, () => Promise<string>> = {
    register: () => signUp(db, request, given),
    password: () => newPassword(db, request, given),
    email: () => newAddress(db, request, given.now),
    connect: () => connectByLink(db, request, given),
  };
  return { kind: request.kind, userName: await acts[request.kind]() };
}

/**
 * The password is asked for again: opening the link proves access to the mailbox, and the password
 * proves who signed up. An account needs both.
 */
async function signUp(db: Db, request: Request, given: Given): Promise<string> {
  const { email, request_id } = request;
  const { address, now, onThrottled } = given;
  const person = personToBe.parse(JSON.parse(request.payload));
  const userName = checkedUserName(given.userName ?? person.userName);
  if (given.password === undefined)
    throw new Problem('bad-request', 'Enter the password that you signed up with.');
  await provePassword(db, {
    person: { password_hash: person.passwordHash },
    password: given.password,
    guesser: { account: `request ${request_id}`, address, device: null },
    now,
    onThrottled,
  });
  await db.transaction().execute(async (trx) => {
    await spend(trx, request.request_id, now);
    if (await findPerson(trx, email))
      throw new Problem('gone', 'There is already an account with this address. Sign in.');
    if ((await idNamed(trx, userName)) !== null)
      throw new Problem('conflict', `The user name ${userName} is taken. Choose another.`);
    await insertPerson(trx, { ...person, userName, email });
  });
  return userName;
}

async function newPassword(db: Db, request: Request, given: Given): Promise<string> {
  const { now } = given;
  const person = await ownerOf(db, request);
  if (given.password === undefined) throw new Problem('bad-request', 'A password is needed.');
  const hash = await hashPassword(given.password, [person.user_name, person.email]);
  await db.transaction().execute(async (trx) => {
    await spend(trx, request.request_id, now);
    await storePassword(trx, person.person_id, hash);
    // Access to the mailbox proves ownership of the account: sign-ins based only on a site's claim
    // about the address end here.
    const { numDeletedRows } = await trx
      .deleteFrom('person_identities')
      .where('person_id', '=', person.person_id)
      .where('proof', '=', 'site')
      .executeTakeFirst();
    if (numDeletedRows > 0n) await dropTokens(trx, person.person_id);
    const detail = numDeletedRows > 0n ? 'tokens dropped' : '';
    await notify(trx, { what: 'password', ...reached(person), detail });
  });
  return person.user_name;
}

/** Access tokens that were made through such a sign-in are as little proven as it was. */
async function dropTokens(trx: Db, personId: string): Promise<void> {
  await trx.deleteFrom('access_tokens').where('person_id', '=', personId).execute();
  await trx
    .updateTable('people')
    .set({ access_token_hash: null })
    .where('person_id', '=', personId)
    .execute();
}

async function newAddress(db: Db, request: Request, now: number): Promise<string> {
  const person = await ownerOf(db, request);
  const { email } = request;
  await db.transaction().execute(async (trx) => {
    await spend(trx, request.request_id, now);
    const holder = await findPerson(trx, email);
    if (holder && holder.person_id !== person.person_id)
      throw new Problem('gone', 'Another account already has this address.');
    await renamePerson(trx, person.person_id, { email });
    await dropRequests(trx, person.person_id);
    await notify(trx, { what: 'email', ...reached(person), detail: email });
  });
  return person.user_name;
}

/** Connects the sign-in with the account of the address, or makes that account. */
async function connectByLink(db: Db, request: Request, given: Given): Promise<string> {
  const { now } = given;
  const { identity, newcomer: to, ...kept } = pendingIdentity.parse(JSON.parse(request.payload));
  requireBrowser({ identity, newcomer: to, ...kept }, given.browser);
  return await db.transaction().execute(async (trx) => {
    await spend(trx, request.request_id, now);
    if (await linkedPerson(trx, identity))
      throw new Problem('gone', `${identity.label} is connected with an account already: sign in.`);
    const owner = request.person_id === null ? null : await ownerOf(trx, request);
    if (owner) {
      await connectExisting(trx, owner, identity, 'mail', now);
      return owner.user_name;
    }
    if (await findPerson(trx, request.email))
      throw new Problem('gone', 'There is an account with this address by now: begin again.');
    const made = await newcomer(trx, identity, { ...to, email: request.email }, 'mail', now).catch(
      (error: unknown) => {
        if (error instanceof SiteRefusal) throw new Problem('conflict', error.message);
        throw error;
      },
    );
    return made.user_name;
  });
}

async function ownerOf(db: Db, { person_id }: Request): Promise<Person> {
  const person = await personById(db, person_id ?? '');
  if (!person) throw new Problem('gone', 'This account no longer exists.');
  return person;
}
