// Refuses what another site makes a browser do in the name of the person who is signed in (CSRF).
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyRequest } from 'fastify';

/**
 * Throws 'forbidden' when a call with a cookie comes from another site: by its Origin, else by Sec-Fetch-Site. Programs send
 * neither and have no cookie that a stranger could use. `site`: the address that people use, when it is configured; a
 * proxy may have changed the host on the way.
 */
export function refuseForeignSite(request: FastifyRequest, site: URL | null): void {
  if (!request.headers.cookie || !isForeign(request, site)) return;
  throw new Problem('forbidden', 'Calls that change something are taken from this site only.');
}

/** Methods that change nothing by themselves. */
export const isReading = (method: string): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

function isForeign(request: FastifyRequest, site: URL | null): boolean {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers;
  if (origin === undefined)
    return fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none';
  const from = URL.canParse(origin) ? new URL(origin) : null; // 'null' is none
  if (!from) return true;
  if (from.origin === site?.origin) return false;
  const secure = request.protocol === 'https' || site?.protocol === 'https:';
  return from.host !== request.host || (secure && from.protocol !== 'https:');
}
