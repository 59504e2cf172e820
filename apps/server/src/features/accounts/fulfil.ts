// What the link of a mail does: makes the account, sets the password, or changes the address. Each once.
import type { RequestKind } from '@isobar/contract/calls/own-account.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { hashPassword } from '../../core/accounts/password.ts';
import {
  checkedUserName,
  findPerson,
  insertPerson,
  type Person,
  storePassword,
} from '../../core/accounts/people.ts';
import { type AccountRequest, dropRequests, notify, spend } from '../../core/accounts/requests.ts';
import type { Tables } from '../../store/tables.ts';

type Db = Kysely<Tables>;
type Request = AccountRequest & { readonly kind: RequestKind };

/** What somebody signed up with, until the address is confirmed. */
export const personToBe = z.object({
  userName: z.string(),
  nameFirst: z.string(),
  nameLast: z.string(),
  passwordHash: z.string(),
});

export interface Given {
  readonly userName?: string | undefined;
  readonly password?: string | undefined;
}

/** Throws 'conflict' when a name was taken meanwhile (the link stays valid), 'gone' when the link was used, or 'bad-request'. */
export async function fulfil(db: Db, request: Request, given: Given, now: number) {
  const acts: Record<RequestKind, () => Promise<string>> = {
    register: () => signUp(db, request, given, now),
    password: () => newPassword(db, request, given, now),
    email: () => newAddress(db, request, now),
  };
  return { kind: request.kind, userName: await acts[request.kind]() };
}

async function signUp(db: Db, request: Request, given: Given, now: number): Promise<string> {
  const { email } = request;
  const person = personToBe.parse(JSON.parse(request.payload));
  const userName = checkedUserName(given.userName ?? person.userName);
  await db.transaction().execute(async (trx) => {
    await spend(trx, request.request_id, now);
    if (await findPerson(trx, email))
      throw new Problem('gone', 'There is an account with this address already: sign in.');
    if (await findPerson(trx, userName))
      throw new Problem('conflict', `The user name ${userName} is taken. Choose another.`);
    await insertPerson(trx, { ...person, userName, email });
  });
  return userName;
}

async function newPassword(db: Db, request: Request, given: Given, now: number): Promise<string> {
  const person = await ownerOf(db, request);
  if (given.password === undefined) throw new Problem('bad-request', 'A password is needed.');
  const hash = await hashPassword(given.password, [person.user_name, person.email]);
  await db.transaction().execute(async (trx) => {
    await spend(trx, request.request_id, now);
    await storePassword(trx, person.person_id, hash);
    await notify(trx, { what: 'password', ...reached(person) });
  });
  return person.user_name;
}

async function newAddress(db: Db, request: Request, now: number): Promise<string> {
  const person = await ownerOf(db, request);
  const { email } = request;
  await db.transaction().execute(async (trx) => {
    await spend(trx, request.request_id, now);
    const holder = await findPerson(trx, email);
    if (holder) throw new Problem('gone', 'Another account has this address already.');
    await trx
      .updateTable('people')
      .set({ email })
      .where('person_id', '=', person.person_id)
      .execute();
    await dropRequests(trx, person.person_id);
    await notify(trx, { what: 'email', ...reached(person), detail: email });
  });
  return person.user_name;
}

async function ownerOf(db: Db, { person_id }: Request): Promise<Person> {
  const person = await db
    .selectFrom('people')
    .selectAll()
    .where('person_id', '=', person_id ?? '')
    .executeTakeFirst();
  if (!person) throw new Problem('gone', 'This account no longer exists.');
  return person;
}

/** How mails address a person. */
export const reached = (person: Person) => ({
  name: `${person.name_first} ${person.name_last}`.trim() || person.user_name,
  email: person.email,
});
