// Whom a script speaks for: its access token, in the address as USERID:TOKEN or in the
// Authorization header.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { type Holder, holderOf } from './tokens.ts';

export type Credential =
  | { readonly by: 'address'; readonly user: string; readonly token: string }
  | { readonly by: 'header'; readonly user: string | null; readonly token: string };

/** Longer tokens are not looked up, because none is issued. */
const LONGEST = 400;

/**
 * The credential of a call; null: nothing that could be a token. `user` is the parameter of that
 * name, `USERID:TOKEN`; the header is `Bearer USERID:TOKEN`, `Bearer TOKEN`, or Basic with the
 * token as the password. The header goes first.
 */
export function credentialOf(
  user: string | undefined,
  authorization: string | undefined,
): Credential | null {
  const [, scheme = '', value = ''] = /^(\w+)\s+(\S{1,800})\s*$/.exec(authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return inHeader(value);
  if (scheme.toLowerCase() === 'basic')
    return inHeader(Buffer.from(value, 'base64').toString('utf8'));
  const pair = split(user ?? '');
  return pair && pair.user !== null ? { by: 'address', user: pair.user, token: pair.token } : null;
}

/**
 * Who it is and what the token is good for; null when user or token is wrong, or account or token
 * have expired.
 */
export const callerOf = (
  db: Kysely<Tables>,
  { user, token }: Credential,
  now = Date.now(),
): Promise<Holder | null> => holderOf(db, user, token, now);

function inHeader(value: string): Credential | null {
  const pair = split(value);
  return pair && { by: 'header', ...pair };
}

function split(text: string): { user: string | null; token: string } | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > LONGEST) return null;
  const colon = trimmed.indexOf(':');
  const user = colon < 0 ? null : trimmed.slice(0, colon);
  const token = trimmed.slice(colon + 1);
  return user === '' || token === '' ? null : { user, token };
}
