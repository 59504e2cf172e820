// What an access token opens: calls say by themselves which token will do. What says nothing, no token opens.
import type { Call } from '@isobar/contract/calls/call.ts';
import type { TokenScope } from '@isobar/contract/calls/own-account.ts';

/** 'all': the token of an installation's own (isobar user token), which is good for everything but the account itself. */
export type Scopes = 'all' | readonly TokenScope[];

/** Absent: an address that is no call. */
type Opened = Pick<Call, 'token'> | undefined;

/** Whether a token with these scopes may make the call. */
export function mayCall(scopes: Scopes, call: Opened): boolean {
  const { token = 'none' } = call ?? {};
  if (token === 'none') return false;
  return scopes === 'all' || (token !== 'installation' && scopes.includes(token));
}

/** Why not, for a person who wrote a program. */
export function refusalOf(call: Opened): string {
  const { token = 'none' } = call ?? {};
  return token === 'none' || token === 'installation'
    ? 'No access token opens this: sign in with your browser.'
    : `This access token does not have the scope ${token}.`;
}
