// What an OpenID Connect site says of a person, from its ID token and its userinfo answer. Pure.
import * as z from 'zod';
import type { SignInSiteSettings } from '../platform/config/sign-in-settings.ts';
import type { SiteClaims } from '../ports/sign-in-site.ts';

type Claims = Readonly<Record<string, unknown>>;

const text = z.string().max(500).catch('');

/** A claim by its name: own properties only, since names come from elsewhere. */
function claimOf(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}

/**
 * `signed` are the claims of the ID token, `more` those of the userinfo answer; the ID token goes
 * first. An address and whether it was verified come from the same of the two: the word of one does
 * not vouch for an address that only the other has.
 */
export function toClaims(
  { issuer, personId, roles, trustEmail }: SignInSiteSettings,
  signed: Claims,
  more: Claims,
  idToken: string,
): SiteClaims {
  const claims = { ...more, ...signed };
  const told = (name: string) => text.parse(claimOf(claims, name));
  const addressed = [signed, more].find((part) => text.parse(claimOf(part, 'email')) !== '') ?? {};
  const email = text.parse(claimOf(addressed, 'email')).trim().toLowerCase();
  const [first = '', ...last] = told('name').split(' ');
  const id = personId ? claimOf(claims, personId) : undefined;
  return {
    issuer: text.parse(claimOf(signed, 'iss')) || issuer,
    subject: z.string().min(1).max(500).parse(claimOf(signed, 'sub')),
    email,
    emailVerified: email !== '' && (trustEmail || isVerified(addressed)),
    userName: told('preferred_username') || (email.split('@')[0] ?? ''),
    nameFirst: told('given_name') || first,
    nameLast: told('family_name') || last.join(' '),
    personId: typeof id === 'string' || typeof id === 'number' ? String(id) : null,
    roles: roles ? rolesFrom(roles, claimOf(claims, roles.claim)) : null,
    idToken,
    siteSession: text.parse(claimOf(signed, 'sid')),
  };
}

/**
 * `xms_edov` is what Microsoft Entra ID calls it: the owner of the address's domain was verified.
 */
const isVerified = (claims: Claims): boolean =>
  ['email_verified', 'xms_edov'].some((name) => {
    const verified = claimOf(claims, name);
    return verified === true || verified === 'true' || (name === 'xms_edov' && verified === '1');
  });

function rolesFrom(
  { values }: NonNullable<SignInSiteSettings['roles']>,
  claim: unknown,
): readonly string[] {
  const given = (Array.isArray(claim) ? claim : [claim]).filter((v) => typeof v === 'string');
  return [...new Set(given.flatMap((v) => (Object.hasOwn(values, v) ? (values[v] ?? []) : [])))];
}
