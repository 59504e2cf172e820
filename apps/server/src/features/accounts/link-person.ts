// The account of a person who signed in at another site: already connected, connected by a site
// that owns the address, or new. Anything else has to be shown first, by a password or a mailed
// link (see connect.ts).
import { domainToASCII } from 'node:url';
import { plainName } from '@isobar/contract/accounts/person-name.ts';
import type { Kysely } from 'kysely';
import { checkedEmail, idNamed } from '../../core/accounts/names.ts';
import {
  findPerson,
  insertPerson,
  isShared,
  type Person,
  requirePersonById,
} from '../../core/accounts/people.ts';
import { rolesOf } from '../../core/accounts/roles.ts';
import { nameKey } from '../../platform/text/name-key.ts';
import { type SignInSite, type SiteClaims, SiteRefusal } from '../../ports/sign-in-site.ts';
import type { Tables } from '../../store/tables.ts';
import { connect, connectExisting, type Identity, type Proof, takeRoles } from './site-identity.ts';

type Db = Kysely<Tables>;

/** Names of folders are made from it. */
const PERSON_ID = /^[A-Za-z0-9][A-Za-z0-9_@-]{0,63}(\.[A-Za-z0-9_@-]+)*$/;

export const identityOf = (site: SignInSite, claims: SiteClaims): Identity => ({
  site: site.id,
  label: site.label,
  issuer: claims.issuer,
  subject: claims.subject,
  roles: claims.roles,
  roleDays: site.roleDays ?? 0,
});

/**
 * Null: the site's word alone is not enough, so the person has to show whose account or address it
 * is. Throws SiteRefusal with the reason for the person. `now` in seconds UTC.
 */
export async function personOf(
  db: Db,
  site: SignInSite,
  claims: SiteClaims,
  now: number,
): Promise<Person | null> {
  const identity = identityOf(site, claims);
  return await db.transaction().execute(async (trx) => {
    const linked = await linkedPerson(trx, identity);
    if (linked) {
      await takeRoles(trx, linked.person_id, identity, now);
      return linked;
    }
    const email = claims.emailVerified ? usableEmail(claims.email) : null;
    if (email === null) return null;
    const person = await findPerson(trx, email);
    const owns = ownsDomain(site, email);
    if (!person) {
      // it is the id of an account with another address
      if ((await idNamed(trx, email)) !== null) return null;
      return await newcomer(trx, identity, { ...claims, email }, owns ? 'domain' : 'site', now);
    }
    if (isShared(person.person_id)) throw new SiteRefusal(SHARED);
    // Letter by letter: addresses that merely look alike are two mailboxes.
    const same = person.email === email;
    if (!owns || !same || (await rolesOf(trx, person.person_id)).length > 0) return null;
    await connectExisting(trx, person, identity, 'domain', now);
    return person;
  });
}

/** Null: mail cannot be sent there, whatever the site says. */
function usableEmail(email: string): string | null {
  try {
    return checkedEmail(email);
  } catch {
    return null;
  }
}

export const SHARED = 'This address cannot be linked with an account here.';

/** The account that the identity is connected with. */
export const linkedPerson = async (
  trx: Db,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<Person | undefined> =>
  await trx
    .selectFrom('person_identities')
    .innerJoin('people', 'people.person_id', 'person_identities.person_id')
    .selectAll('people')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

const ownsDomain = ({ emailDomains }: SignInSite, email: string): boolean =>
  emailDomains.includes(domainToASCII(email.slice(email.lastIndexOf('@') + 1)));

export type Newcomer = Pick<
  SiteClaims,
  'personId' | 'email' | 'nameFirst' | 'nameLast' | 'userName'
>;

/** Makes the account of a person whose address is known to be theirs. Throws SiteRefusal. */
export async function newcomer(
  trx: Db,
  identity: Identity,
  claims: Newcomer,
  proof: Proof,
  now: number,
): Promise<Person> {
  const { personId, email, nameFirst, nameLast } = claims;
  const ownId = personId === null ? undefined : await freeId(trx, identity.label, personId);
  const userName = await freeName(trx, claims.userName);
  const person = {
    userName,
    email,
    nameFirst: plainName(nameFirst) || userName,
    nameLast,
    passwordHash: '',
  };
  const id = await insertPerson(trx, person, ownId);
  await connect(trx, id, identity, proof, now);
  await takeRoles(trx, id, identity, now);
  return await requirePersonById(trx, id);
}

/**
 * The id that the site gives a newcomer. The id of another account is refused, whatever the site
 * says. One that another account has taken as its user name is not given out, and undefined is
 * returned: the newcomer, who cannot help it, gets an id that is made up.
 */
async function freeId(trx: Db, label: string, personId: string): Promise<string | undefined> {
  if (!PERSON_ID.test(personId) || isShared(personId.toLowerCase()))
    throw new SiteRefusal(`${label} sent a person id that cannot be used here.`);
  const holder = await idNamed(trx, personId);
  if (holder === null) return personId;
  if (nameKey(holder) === nameKey(personId))
    throw new SiteRefusal(
      `${label} sent a person id that belongs to an account with another address.`,
    );
  return undefined;
}

const MOST_TRIES = 50;

/**
 * The name given by the site, as far as it is possible here; with a number after it if it is taken.
 */
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
    if ((await idNamed(trx, name)) === null) return name;
  }
  return `${base}-${crypto.randomUUID().slice(0, 8)}`;
}
