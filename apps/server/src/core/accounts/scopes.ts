// What a personal access token opens: one table from addresses to scopes. What stands in none of its rows, no token opens.
import type { TokenScope } from '@isobar/contract/calls/own-account.ts';

/** 'all': the token of an installation's own (isobar user token), which is good for everything but the account itself. */
export type Scopes = 'all' | readonly TokenScope[];

interface Rule {
  readonly under: string;
  /** For GET and HEAD; null: no token. */
  readonly read: TokenScope | null;
  readonly write: TokenScope | null;
}

/** The first that fits. */
const RULES: readonly Rule[] = [
  { under: '/services/order/orders/dropbox', read: null, write: null },
  { under: '/services/order/orders/reorder', read: 'orders:write', write: 'orders:write' },
  { under: '/services/order/', read: 'orders:read', write: 'orders:write' },
  { under: '/services/files/', read: 'orders:read', write: null },
  { under: '/services/dqr/order/', read: 'orders:read', write: null },
  { under: '/services/dqr/report/', read: 'orders:read', write: null },
  { under: '/services/dqr/written', read: 'operator', write: 'operator' },
  { under: '/services/operate', read: 'operator', write: 'operator' },
  { under: '/services/profile/preference', read: 'profile', write: 'profile' },
  { under: '/services/profile/beta-users', read: 'profile', write: null },
  { under: '/services/profile/searches', read: 'profile', write: 'profile' },
  { under: '/services/profile/cart', read: 'profile', write: 'profile' },
  { under: '/services/recommender/', read: 'profile', write: null },
  { under: '/services/campaigns/', read: 'profile', write: null },
];

/** Addresses that only a person who signed in may use, whatever the token: a token must not make itself greater. */
const PERSON_ONLY = [
  '/services/auth/',
  '/services/profile/person',
  '/services/profile/password',
  '/services/profile/email',
  '/services/profile/sessions',
  '/services/profile/tokens',
  '/services/profile/providers',
  '/services/profile/export',
  '/services/profile/leave',
];

/** The scope that a call needs; null: no token opens it. `url` as the route was registered. */
export function scopeOf(method: string, url: string): TokenScope | null {
  const rule = RULES.find(({ under }) => url.startsWith(under));
  if (!rule) return null;
  return method === 'GET' || method === 'HEAD' ? rule.read : rule.write;
}

/** Whether a token with these scopes may make the call. */
export function mayCall(scopes: Scopes, method: string, url: string): boolean {
  if (PERSON_ONLY.some((prefix) => url.startsWith(prefix))) return false;
  if (scopes === 'all') return true;
  const needed = scopeOf(method, url);
  return needed !== null && scopes.includes(needed);
}

/** Why not, for a person who wrote a program. */
export function refusalOf(method: string, url: string): string {
  const needed = PERSON_ONLY.some((prefix) => url.startsWith(prefix)) ? null : scopeOf(method, url);
  return needed === null
    ? 'No access token opens this: sign in with your browser.'
    : `This access token does not have the scope ${needed}.`;
}
