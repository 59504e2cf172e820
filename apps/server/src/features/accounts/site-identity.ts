// What a sign-in site gives an account: the link to it, and roles for some days. Callers have made
// sure whose account it is.
import { ROLES } from '@isobar/contract/calls/accounts.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import type { Person } from '../../core/accounts/people.ts';
import { notify } from '../../core/accounts/requests.ts';
import type { Tables } from '../../store/tables.ts';
import { reached } from './reached.ts';

type Db = Kysely<Tables>;

/** How it was shown that the account is this person's; see `person_identities`. */
export type Proof = 'domain' | 'password' | 'mail' | 'site';

const DAY_SECONDS = 86_400;

/** The identity of a user at a site, and the roles that the site grants. */
export interface Identity {
  /** Id of the site here. */
  readonly site: string;
  readonly label: string;
  readonly issuer: string;
  readonly subject: string;
  /** Null: the site does not decide about roles. */
  readonly roles: readonly string[] | null;
  /** Days for which the roles stay. */
  readonly roleDays: number;
}

/**
 * From now on the identity signs in to the account. Throws 'conflict' when it was connected with
 * another one meanwhile.
 */
export async function connect(
  trx: Db,
  person_id: string,
  { issuer, subject, label }: Identity,
  proof: Proof,
  linked_at: number,
): Promise<void> {
  const connected = await trx
    .insertInto('person_identities')
    .values({ issuer, subject, person_id, linked_at, proof })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('person_id')
    .executeTakeFirst();
  if (!connected)
    throw new Problem('conflict', `${label} is connected with an account already: sign in there.`);
}

/** Connects an account that exists, tells its owner by mail, and gives the roles. */
export async function connectExisting(
  trx: Db,
  person: Person,
  identity: Identity,
  proof: Proof,
  now: number,
): Promise<void> {
  await connect(trx, person.person_id, identity, proof, now);
  await notify(trx, { what: 'provider', ...reached(person), detail: identity.label });
  await takeRoles(trx, person.person_id, identity, now);
}

/**
 * Roles that the site gives are good for its days from this sign-in on. What it gave before and no
 * longer gives is removed; what an operator gave stays. Nothing changes where the site does not
 * decide about roles.
 */
export async function takeRoles(
  trx: Db,
  person_id: string,
  { site, roles, roleDays }: Identity,
  given_at: number,
): Promise<void> {
  if (roles === null) return;
  const given_by = `site:${site}`;
  const ends_at = given_at + roleDays * DAY_SECONDS;
  const given = ROLES.filter((role) => roles.includes(role));
  await trx
    .deleteFrom('person_roles')
    .where('person_id', '=', person_id)
    .where('given_by', '=', given_by)
    .execute();
  for (const role of given)
    await trx
      .insertInto('person_roles')
      .values({ person_id, role, given_at, given_by, ends_at })
      .onConflict((conflict) =>
        conflict
          .columns(['person_id', 'role'])
          .doUpdateSet({ given_at, given_by, ends_at })
          .where('person_roles.given_by', '!=', ''),
      )
      .execute();
}
