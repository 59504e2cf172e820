// The calls that accept an access token: each states the required scope. A call that states none
// accepts no token.
import type { Call } from '@isobar/contract/calls/call.ts';
import type { TokenScope } from '@isobar/contract/calls/own-account.ts';

/**
 * 'all': the installation's own kind of token (isobar user token), good for everything except the
 * account itself.
 */
export type Scopes = 'all' | readonly TokenScope[];

/** Undefined: no call has this address. */
type Opened = Pick<Call, 'token'> | undefined;

/** Whether a token with these scopes may make the call. */
export function mayCall(scopes: Scopes, call: Opened): boolean {
  const { token = 'none' } = call ?? {};
  if (token === 'none') return false;
  return scopes === 'all' || (token !== 'installation' && scopes.includes(token));
}

/** Why a token does not open the call, in words for the author of a program. */
export function refusalOf(call: Opened): string {
  const { token = 'none' } = call ?? {};
  return token === 'none' || token === 'installation'
    ? 'This call accepts no access token. Sign in with your browser.'
    : `This access token does not have the scope ${token}.`;
}
