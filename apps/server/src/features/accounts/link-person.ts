// The account of somebody who signed in at another site: already known, linked by a verified address, or new. Never guessed.
import { ROLES } from '@isobar/contract/calls/accounts.ts';
import type { Kysely } from 'kysely';
import { findPerson, insertPerson, isShared, type Person } from '../../core/accounts/people.ts';
import { notify } from '../../core/accounts/requests.ts';
import { type SignInSite, type SiteClaims, SiteRefusal } from '../../ports/sign-in-site.ts';
import type { Tables } from '../../store/tables.ts';
import { reached } from './fulfil.ts';

type Db = Kysely<Tables>;

/** Names of folders are made from it. */
const PERSON_ID = /^[A-Za-z0-9][A-Za-z0-9_@-]{0,63}(\.[A-Za-z0-9_@-]+)*$/;

/** Throws SiteRefusal with the reason for the person. `now` in seconds UTC. */
export async function personOf(
  db: Db,
  site: SignInSite,
  claims: SiteClaims,
  now: number,
): Promise<Person> {
  return await db.transaction().execute(async (trx) => {
    const person =
      (await linked(trx, claims)) ??
      (await linkByAddress(trx, site, claims, now)) ??
      (await newcomer(trx, site, claims, now));
    if (claims.roles !== null) await takeRoles(trx, person.person_id, site, claims.roles, now);
    return person;
  });
}

const linked = async (trx: Db, { issuer, subject }: SiteClaims): Promise<Person | undefined> =>
  await trx
    .selectFrom('person_identities')
    .innerJoin('people', 'people.person_id', 'person_identities.person_id')
    .selectAll('people')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

async function linkByAddress(
  trx: Db,
  site: SignInSite,
  claims: SiteClaims,
  now: number,
): Promise<Person | null> {
  if (claims.email === '')
    throw new SiteRefusal(`${site.label} did not tell your email address, which is needed here.`);
  if (!claims.emailVerified)
    throw new SiteRefusal(
      `${site.label} has not verified your email address, so it cannot stand for you here. Verify it there, or sign in with your password.`,
    );
  const person = await findPerson(trx, claims.email);
  if (!person) return null;
  if (person.email !== claims.email || isShared(person.person_id))
    throw new SiteRefusal('This address cannot be linked with an account here.');
  await link(trx, person.person_id, claims, now);
  await notify(trx, { what: 'provider', ...reached(person), detail: site.label });
  return person;
}

async function newcomer(
  trx: Db,
  site: SignInSite,
  claims: SiteClaims,
  now: number,
): Promise<Person> {
  const { personId, email, nameFirst, nameLast } = claims;
  if (personId !== null) await refuseTaken(trx, site, personId);
  const userName = await freeName(trx, claims.userName);
  const person = { userName, email, nameFirst: nameFirst || userName, nameLast, passwordHash: '' };
  const id = await insertPerson(trx, person, personId ?? undefined);
  await link(trx, id, claims, now);
  const made = await findPerson(trx, id);
  if (!made) throw new Error('A person who was just added is not there.');
  return made;
}

/** An id that already belongs to somebody is not taken over, whatever the site says. */
async function refuseTaken(trx: Db, site: SignInSite, personId: string): Promise<void> {
  if (!PERSON_ID.test(personId) || isShared(personId))
    throw new SiteRefusal(`${site.label} told a person id that cannot be used here.`);
  if (await findPerson(trx, personId))
    throw new SiteRefusal(
      `${site.label} told a person id that belongs to an account with another address.`,
    );
}

const link = (trx: Db, person_id: string, { issuer, subject }: SiteClaims, linked_at: number) =>
  trx.insertInto('person_identities').values({ issuer, subject, person_id, linked_at }).execute();

const MOST_TRIES = 50;

/** The name given by the site, as far as it is possible here; with a number after it if it is taken. */
async function freeName(trx: Db, wish: string): Promise<string> {
  const plain = wish
    .normalize('NFKD')
    .toLowerCase()
    .replace(/@.*$/, '')
    .replace(/[^a-z0-9._-]+/g, '')
    .replace(/^[._-]+/, '')
    .slice(0, 50);
  const base = plain || 'person';
  for (let n = 1; n <= MOST_TRIES; n++) {
    const name = n === 1 ? base : `${base}${n}`;
    if (!(await findPerson(trx, name))) return name;
  }
  return `${base}-${crypto.randomUUID().slice(0, 8)}`;
}

/** What this site gave before and no longer gives is removed; what others gave stays. */
async function takeRoles(
  trx: Db,
  person_id: string,
  { id }: SignInSite,
  roles: readonly string[],
  given_at: number,
): Promise<void> {
  const given_by = `site:${id}`;
  const given = ROLES.filter((role) => roles.includes(role));
  await trx
    .deleteFrom('person_roles')
    .where('person_id', '=', person_id)
    .where('given_by', '=', given_by)
    .execute();
  for (const role of given)
    await trx
      .insertInto('person_roles')
      .values({ person_id, role, given_at, given_by })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
