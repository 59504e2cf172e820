// The accounts of an installation: adding and finding them, their passwords, tokens and expiry.
import { randomUUID } from 'node:crypto';
import { plainName } from '@isobar/contract/accounts/person-name.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely, Selectable } from 'kysely';
import { nameKey } from '../../platform/text/name-key.ts';
import type { Tables } from '../../store/tables.ts';
import { checkedEmail, checkedUserName, idNamed, reserveNames } from './names.ts';
import { hashPassword } from './password.ts';
import { dropRequests } from './requests.ts';
import { newSecret, secretHash } from './secret.ts';

export type Person = Selectable<Tables['people']>;
type Db = Kysely<Tables>;

export interface NewPerson {
  readonly userName: string;
  readonly email: string;
  readonly nameFirst: string;
  readonly nameLast: string;
  readonly password: string;
  /** Seconds UTC from which the account is expired; null: never. */
  readonly expiresAt?: number | null;
}

/**
 * Adds a person and answers the id. Names and addresses are kept in lower case. Throws
 * 'bad-request', 'conflict'.
 */
export async function addPerson(db: Db, person: NewPerson, personId: string = randomUUID()) {
  const userName = checkedUserName(person.userName);
  const email = checkedEmail(person.email);
  const passwordHash = await hashPassword(person.password, [userName, email]);
  return await insertPerson(db, { ...person, userName, email, passwordHash }, personId);
}

/**
 * Like `addPerson`, for names that were already checked and a password that was already hashed; ''
 * as the hash: this person signs in at other sites only.
 */
export async function insertPerson(
  db: Db,
  person: Omit<NewPerson, 'password'> & { readonly passwordHash: string },
  personId: string = randomUUID(),
): Promise<string> {
  const { userName, email } = person;
  await within(db, async (trx) => {
    const added = await trx
      .insertInto('people')
      .values({
        person_id: personId,
        user_name: userName,
        email,
        name_first: plainName(person.nameFirst),
        name_last: plainName(person.nameLast),
        password_hash: person.passwordHash,
        access_token_hash: null,
        expires_at: person.expiresAt ?? null,
        created_at: Math.floor(Date.now() / 1000),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('person_id')
      .executeTakeFirst();
    if (!added) throw new Problem('conflict', `There is a person ${userName} or ${email} already.`);
    await reserveNames(trx, { personId, userName, email });
  });
  return personId;
}

/** Gives a person another user name or address, both already checked. Throws 'conflict'. */
export async function renamePerson(
  db: Db,
  personId: string,
  change: { readonly userName?: string; readonly email?: string },
): Promise<void> {
  await within(db, async (trx) => {
    const person = await requirePersonById(trx, personId);
    const { userName = person.user_name, email = person.email } = change;
    await reserveNames(trx, { personId, userName, email });
    await trx
      .updateTable('people')
      .set({ user_name: userName, email })
      .where('person_id', '=', personId)
      .execute();
  });
}

/** In the transaction that runs already, or in one of its own. */
const within = <T>(db: Db, act: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? act(db) : db.transaction().execute(act);

/** By the id that a session, an order or a token holds, and by nothing else. */
export async function personById(db: Db, personId: string): Promise<Person | null> {
  const found = await db
    .selectFrom('people')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Returns what `personById` does, and throws Problem 'not-found' where there is no such account.
 */
export async function requirePersonById(db: Db, personId: string): Promise<Person> {
  const person = await personById(db, personId);
  if (!person) throw new Problem('not-found', 'This account no longer exists.');
  return person;
}

/**
 * By a name that a person typed: an id exactly as it is spelt, else a user name or an address,
 * compared as `nameKey` has it. Never for an id that is held: see `personById`.
 */
export async function findPerson(db: Db, typed: string): Promise<Person | null> {
  const exact = await personById(db, typed);
  if (exact) return exact;
  const name = typed.trim().toLowerCase();
  const called = await db
    .selectFrom('people')
    .selectAll()
    .where((e) => e.or([e('user_name', '=', name), e('email', '=', name)]))
    .executeTakeFirst();
  if (called) return called;
  const holder = await idNamed(db, typed);
  const person = holder === null ? null : await personById(db, holder);
  return person && isCalled(person, typed) ? person : null;
}

/** Whether this is the user name, the address or, exactly, the id of the person. */
export const isCalled = (person: Person, typed: string): boolean =>
  person.person_id === typed ||
  [person.user_name, person.email].some((name) => nameKey(name) === nameKey(typed));

/**
 * As `findPerson`, for an operator; throws Problem 'not-found', and 'conflict' when the name is
 * that of two accounts.
 */
export async function requirePerson(db: Db, typed: string): Promise<Person> {
  const person = await findPerson(db, typed);
  if (!person) throw new Problem('not-found', `There is no person ${typed}.`);
  const holder = await idNamed(db, typed);
  if (person.person_id === typed || holder === null || holder === person.person_id) return person;
  throw new Problem(
    'conflict',
    `${typed} is the name of two people. Give the id, ${person.person_id} or ${holder}.`,
  );
}

export const listPeople = (db: Db): Promise<Person[]> =>
  db.selectFrom('people').selectAll().orderBy('user_name').execute();

/**
 * Stores a new password. All sessions end except the one whose hash is `here`, and links that were
 * mailed earlier become invalid: the password may be changed because someone else has access to
 * them.
 */
export async function storePassword(
  trx: Db,
  personId: string,
  passwordHash: string,
  here = '',
): Promise<void> {
  await trx
    .updateTable('people')
    .set({ password_hash: passwordHash })
    .where('person_id', '=', personId)
    .execute();
  await forgetSignIns(trx, personId, here);
  await dropRequests(trx, personId);
}

/** Sets a password and signs the person out everywhere. */
export async function setPassword(db: Db, nameOrId: string, password: string): Promise<void> {
  const person = await requirePerson(db, nameOrId);
  const hash = await hashPassword(password, [person.user_name, person.email]);
  await db.transaction().execute((trx) => storePassword(trx, person.person_id, hash));
}

/** Signs the person out everywhere, and forgets the devices that they used. */
export async function signOutEverywhere(db: Db, nameOrId: string): Promise<void> {
  const person = await requirePerson(db, nameOrId);
  await db.transaction().execute((trx) => forgetSignIns(trx, person.person_id));
}

/** Ends the sessions of a person, except the one whose hash is given, and forgets their devices. */
export async function forgetSignIns(trx: Db, personId: string, but = ''): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .where('token_hash', '!=', but)
    .execute();
  await trx.deleteFrom('known_devices').where('person_id', '=', personId).execute();
}

/** From `at` (seconds UTC) on the account is expired; null lifts that. */
export async function expirePerson(db: Db, nameOrId: string, at: number | null): Promise<void> {
  const person = await requirePerson(db, nameOrId);
  await db
    .updateTable('people')
    .set({ expires_at: at })
    .where('person_id', '=', person.person_id)
    .execute();
}

/** Gives the person a new access token, shown this once; any earlier one stops working. */
export async function renewAccessToken(
  db: Db,
  nameOrId: string,
  token = newSecret(),
): Promise<string> {
  const person = await requirePerson(db, nameOrId);
  await db
    .updateTable('people')
    .set({ access_token_hash: secretHash(token) })
    .where('person_id', '=', person.person_id)
    .execute();
  return token;
}

export const isExpired = (person: Pick<Person, 'expires_at'>, now: number): boolean =>
  person.expires_at !== null && person.expires_at * 1000 <= now;

/**
 * Who signs in at the demo archive (decision 1027). Public on purpose; a real archive never has
 * this person.
 */
export const DEMO_PERSON = {
  userName: 'demo',
  password: 'isobar-demo',
  accessToken: 'demo-token',
} as const;

const DEMO_ID = 'demo';

/** Whether this is the account of the demo, which all visitors share and none may change. */
export const isShared = (personId: string): boolean => personId === DEMO_ID;

/** Makes sure that the demo person exists, once. Call it for the demo archive only. */
export async function ensureDemoPerson(db: Db): Promise<void> {
  if (await findPerson(db, DEMO_PERSON.userName)) return;
  try {
    const demo = { nameFirst: 'Demo', nameLast: 'Visitor', email: 'demo@isobar.invalid' };
    await addPerson(db, { ...DEMO_PERSON, ...demo }, DEMO_ID);
  } catch (error) {
    // another process was faster
    if (!(error instanceof Problem && error.code === 'conflict')) throw error;
  }
  await renewAccessToken(db, DEMO_PERSON.userName, DEMO_PERSON.accessToken);
}

/**
 * Removes the demo person, whose password everybody knows, from an installation over a real
 * archive.
 */
export async function removeDemoPerson(db: Db): Promise<void> {
  await db.deleteFrom('people').where('person_id', '=', DEMO_ID).execute();
}
