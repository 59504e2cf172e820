// The names by which an account is found when one is typed: user name, address and person id, three
// name spaces that never overlap.
import { domainToASCII } from 'node:url';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import { nameKey } from '../../platform/text/name-key.ts';
import type { Tables } from '../../store/tables.ts';

type Db = Kysely<Tables>;

/** The three names of an account. */
export interface Names {
  readonly personId: string;
  readonly userName: string;
  readonly email: string;
}

const USER_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/**
 * One mailbox: no characters that separate, quote or comment addresses in a header (RFC 5322), and
 * none that is invisible.
 */
const EMAIL =
  /^[^\s@<>()[\],;:\\"\p{C}]+@[^\s@<>()[\],;:\\"\p{C}]+\.[^\s@<>()[\],;:\\"\p{C}]{2,}$/u;
const LONGEST_EMAIL = 254;

/** Returns the user name in lower case. Throws 'bad-request'. */
export function checkedUserName(userName: string): string {
  const checked = userName.trim().toLowerCase();
  if (USER_NAME.test(checked)) return checked;
  throw new Problem('bad-request', 'A user name has letters, digits, dots, dashes, underscores.');
}

/** Returns the address in lower case. Throws 'bad-request'. */
export function checkedEmail(email: string): string {
  const checked = email.trim().toLowerCase();
  const domain = checked.slice(checked.lastIndexOf('@') + 1);
  if (EMAIL.test(checked) && checked.length <= LONGEST_EMAIL && domainToASCII(domain) !== '')
    return checked;
  throw new Problem('bad-request', `${checked.slice(0, LONGEST_EMAIL)} is no e-mail address.`);
}

/** The keys of an account, each once; an account may have its user name as its id. */
const keysOf = ({ personId, userName, email }: Names): readonly string[] => [
  ...new Set([personId, email, userName].map(nameKey)),
];

/**
 * Reserves the names of an account, in the transaction that makes or renames it; names that it no
 * longer has become free. The key of the table decides, so that of two processes one succeeds.
 * Throws 'conflict' when another account has one of them.
 */
export async function reserveNames(trx: Db, names: Names): Promise<void> {
  const keys = keysOf(names);
  await trx
    .deleteFrom('person_names')
    .where('person_id', '=', names.personId)
    .where('name_key', 'not in', keys)
    .execute();
  await trx
    .insertInto('person_names')
    .values(keys.map((name_key) => ({ name_key, person_id: names.personId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const taken = await trx
    .selectFrom('person_names')
    .select('name_key')
    .where('name_key', 'in', keys)
    .where('person_id', '!=', names.personId)
    .executeTakeFirst();
  if (taken) throw new Problem('conflict', `There is a person ${taken.name_key} already.`);
}

/** The id of the account that has this name; null: none has. */
export async function idNamed(db: Db, name: string): Promise<string | null> {
  const found = await db
    .selectFrom('person_names')
    .select('person_id')
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  return found?.person_id ?? null;
}

/**
 * An account one of whose names belongs to another account: possible only in a store that is older
 * than this rule.
 */
export interface SharedName {
  readonly name: string;
  readonly personId: string;
  readonly heldBy: string;
}

/** All of them; the account `heldBy` is the one that is found by the name. */
export async function sharedNames(db: Db): Promise<readonly SharedName[]> {
  const people = await db
    .selectFrom('people')
    .select(['person_id', 'user_name', 'email'])
    .orderBy('created_at')
    .execute();
  const rows = await db.selectFrom('person_names').selectAll().execute();
  const holders = new Map(rows.map((row) => [row.name_key, row.person_id]));
  return people.flatMap(({ person_id: personId, user_name, email }) =>
    [personId, email, user_name].flatMap((name) => {
      const heldBy = holders.get(nameKey(name));
      return heldBy === undefined || heldBy === personId ? [] : [{ name, personId, heldBy }];
    }),
  );
}
