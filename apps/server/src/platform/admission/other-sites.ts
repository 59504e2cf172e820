// What pages of other sites may read (CORS): calls that need no session, without cookies, and
// nothing personal.
import type { Call, Tag } from '@isobar/contract/calls/call.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Notebooks, dashboards and maps in a browser call these; forms and accounts are for the portal
 * alone.
 */
const OPEN: ReadonlySet<Tag> = new Set<Tag>([
  'portal',
  'metadata',
  'fileInfo',
  'epochs',
  'scanNames',
  'fieldCampaigns',
  'quicklooks',
  'handbooks',
  'search',
  'cluster',
  'files',
  'live',
  'arrays',
  'dqr',
  'citation',
  'case',
  'tiles',
  'pages',
]);

/**
 * Whether a page of another site may read the answer: only if the call takes no person's cookie,
 * since `*` does not allow one.
 */
export function isForOtherSites(call: Call | undefined): boolean {
  const of = call?.tag ?? call?.service;
  const hasNoCookie = call?.session === 'none' || call?.credential === 'token';
  return of !== undefined && hasNoCookie && OPEN.has(of);
}

/** Headers that a script of another site may read besides those that are always allowed. */
const SHOWN = [
  'Accept-Ranges',
  'Content-Digest',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Link',
  'Repr-Digest',
  'Retry-After',
  'Vary',
  'X-Elastic-Product',
  'X-Isobar-Notes',
  'X-Request-Id',
].join(', ');

const ASKED = [
  'Accept',
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'If-Unmodified-Since',
  'Range',
  'X-Requested-With',
].join(', ');

/** Must be called before routes are added, so that refusals of an open call can be read as well. */
export function openToOtherSites(app: FastifyInstance, isOpen = isForOtherSites): void {
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (isOpen(routeOptions.config?.call)) allow(reply);
  });
}

const allow = (reply: FastifyReply): FastifyReply =>
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', SHOWN)
    // Where a page only shows the answer, as an image, this header is the only one that counts.
    .header('cross-origin-resource-policy', 'cross-origin');

/** The answer to a browser's preflight request. */
export function answerPreflight(reply: FastifyReply, methods: readonly string[]): void {
  allow(reply)
    .header('access-control-allow-methods', methods.join(', '))
    .header('access-control-allow-headers', ASKED)
    .header('access-control-max-age', 86_400);
}
