// What a person may do beyond their own things: roles that the operator of the installation gives.
import { ROLES, type Role } from '@isobar/contract/calls/accounts.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { requirePerson } from './people.ts';

type Db = Kysely<Tables>;

/** The roles that have not expired. `now` in seconds UTC. */
export async function rolesOf(
  db: Db,
  personId: string,
  now: number = Math.floor(Date.now() / 1000),
): Promise<Role[]> {
  const rows = await db
    .selectFrom('person_roles')
    .select('role')
    .where('person_id', '=', personId)
    .where((e) => e.or([e('ends_at', 'is', null), e('ends_at', '>', now)]))
    .orderBy('role')
    .execute();
  return rows.flatMap(({ role }) => ROLES.find((known) => known === role) ?? []);
}

/** Throws 'forbidden' without it. */
export async function requireRole(db: Db, personId: string, role: Role): Promise<void> {
  if ((await rolesOf(db, personId)).includes(role)) return;
  throw new Problem('forbidden', `This needs the role ${role}, which your account does not have.`);
}

/** Gives a role; null takes every role away. Throws 'not-found', 'bad-request'. */
export async function giveRole(db: Db, nameOrId: string, role: string | null): Promise<void> {
  const { person_id } = await requirePerson(db, nameOrId);
  if (role === null) {
    await db.deleteFrom('person_roles').where('person_id', '=', person_id).execute();
    return;
  }
  if (!ROLES.some((known) => known === role))
    throw new Problem('bad-request', `${role} is no role. There is: ${ROLES.join(', ')}.`);
  await db
    .insertInto('person_roles')
    .values({ person_id, role, given_at: Math.floor(Date.now() / 1000) })
    .onConflict((c) =>
      c.columns(['person_id', 'role']).doUpdateSet({ given_by: '', ends_at: null }),
    )
    .execute();
}
