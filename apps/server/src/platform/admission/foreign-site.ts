// Refuses what another site makes a browser do in the name of the person who is signed in (CSRF):
// one guard for all writes.
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyRequest } from 'fastify';

/**
 * Throws 'forbidden' when a call with a cookie comes from another site, as its Sec-Fetch-Site,
 * Origin or Referer says. Programs send none of these headers, and have no cookie that another site
 * could use. `site`: the public address, if it is configured, since a proxy may have changed the
 * host.
 */
export function refuseForeignSite(request: FastifyRequest, site: URL | null): void {
  if (!request.headers.cookie || originOf(request, site) !== 'other') return;
  throw new Problem('forbidden', 'Calls that change something are accepted from this site only.');
}

/**
 * For a GET that changes something, since any page can link to it. Accepts a token (decision 1035),
 * which no other site has; accepts a cookie only when the browser says that a page of this site
 * makes the call. HEAD never changes anything. Throws 'forbidden', 'method-not-allowed'.
 */
export function refuseUnproven(request: FastifyRequest, site: URL | null): void {
  if (request.method === 'HEAD')
    throw new Problem('method-not-allowed', 'HEAD changes nothing; send POST.');
  if (originOf(request, site) === 'this') return;
  if (originOf(request, site) === 'unknown' && request.headers.authorization) return;
  throw new Problem(
    'forbidden',
    'This call changes something, so it is accepted only from pages of this site, or with a token. Send POST.',
  );
}

/** Methods that change nothing by themselves. */
export const isReading = (method: string): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Whose page makes the call: this site's, another's, or unknown. All headers that state it have to
 * agree.
 */
function originOf(request: FastifyRequest, site: URL | null): 'this' | 'other' | 'unknown' {
  const { origin, referer, 'sec-fetch-site': fetchSite } = request.headers;
  const told: boolean[] = [];
  if (fetchSite !== undefined && fetchSite !== 'none') told.push(fetchSite === 'same-origin');
  if (origin !== undefined) told.push(isThis(origin, request, site));
  else if (referer !== undefined && fetchSite !== 'none') told.push(isThis(referer, request, site));
  if (told.length === 0) return 'unknown';
  return told.every(Boolean) ? 'this' : 'other';
}

function isThis(address: string, request: FastifyRequest, site: URL | null): boolean {
  const from = URL.parse(address); // 'null' is none
  if (!from) return false;
  if (from.origin === site?.origin) return true;
  const secure = request.protocol === 'https' || site?.protocol === 'https:';
  return from.host === request.host && (!secure || from.protocol === 'https:');
}
