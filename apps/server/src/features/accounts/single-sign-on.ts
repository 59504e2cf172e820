// Single sign-on: sends the browser to a sign-in site and takes it back, with a ticket for the
// portal (decision 1040).
import { addressOf, baseOf } from '@isobar/contract/calls/call.ts';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { backFromSite, beginAtSite, endedAtSite } from '@isobar/contract/calls/sign-up-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Session } from '../../core/accounts/session.ts';
import { makeTicket, TICKET_SECONDS } from '../../core/accounts/tickets.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Seal } from '../../platform/keys/seal.ts';
import type { Log } from '../../platform/log/log.ts';
import { type SignInSite, SiteRefusal } from '../../ports/sign-in-site.ts';
import type { Tables } from '../../store/tables.ts';
import { personOf } from './link-person.ts';
import { keepPending, PENDING_COOKIE, PENDING_SECONDS } from './pending-identity.ts';
import { refusedPage } from './refused-page.ts';
import { endSessionsOf } from './site-sessions.ts';
import type { SignInSites } from './sites.ts';

export interface SingleSignOnFeature {
  readonly db: Kysely<Tables>;
  readonly sites: SignInSites;
  readonly seal: Seal;
  /** Address of this installation, without a slash at its end. */
  readonly url: string;
  readonly title: string;
  readonly log: Log;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** The path that all calls for signing in elsewhere begin with. */
const UNDER_WAY_PATH = addressOf(beginAtSite, { site: '' }).replace(/\/$/, '');
/** What is remembered of a sign-in under way, sealed, until the browser comes back. */
const UNDER_WAY_COOKIE = 'isobar_sso';
const UNDER_WAY_SECONDS = 900;
export const TICKET_COOKIE = 'isobar_ticket';

export const ID_TOKEN_PURPOSE = 'id token';
const UNDER_WAY_PURPOSE = 'sign-in under way';
const underWay = z.object({ site: z.string(), memory: z.string(), until: z.number() });

export function registerSingleSignOn(http: Http<Session>, feature: SingleSignOnFeature): void {
  const { db, sites, seal, url, title, log, now = Date.now } = feature;
  const seconds = () => Math.floor(now() / 1000);
  const cookie = (request: FastifyRequest, path: string) =>
    ({ path, httpOnly: true, sameSite: 'lax', secure: http.isSecure(request) }) as const;
  const refuse = (reply: FastifyReply, reason: string, status = 403) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(refusedPage(title, reason));
  const siteOf = (id: string): SignInSite => {
    const site = sites.find(id);
    if (!site) throw new Problem('not-found', 'There is no such sign-in site here.');
    return site;
  };

  http.route(beginAtSite, async ({ params, request, reply }) => {
    const site = siteOf(params.site);
    try {
      const { address, memory } = await site.begin(
        `${url}${addressOf(backFromSite, { site: site.id })}`,
      );
      const sealed = seal.close(
        UNDER_WAY_PURPOSE,
        JSON.stringify({ site: site.id, memory, until: seconds() + UNDER_WAY_SECONDS }),
      );
      reply.setCookie(UNDER_WAY_COOKIE, sealed, {
        ...cookie(request, UNDER_WAY_PATH),
        maxAge: UNDER_WAY_SECONDS,
      });
      return reply.header('cache-control', 'no-store').redirect(address, 302);
    } catch (error) {
      log.warn({ err: error, site: site.id }, 'a sign-in site does not answer');
      if (error instanceof SiteRefusal) return refuse(reply, error.message, 503);
      return refuse(reply, `${site.label} does not answer just now. Try again in a moment.`, 503);
    }
  });
  http.route(backFromSite, async ({ params, request, reply }) => {
    if (request.method === 'HEAD') throw new Problem('method-not-allowed', 'Send GET.');
    const site = siteOf(params.site);
    const memory = rememberedOf(seal, request.cookies[UNDER_WAY_COOKIE], site.id, seconds());
    reply.clearCookie(UNDER_WAY_COOKIE, cookie(request, UNDER_WAY_PATH));
    if (memory === null)
      return refuse(reply, 'This sign-in was not started here, or too long ago. Start again.');
    try {
      const claims = await site.finish(new URL(request.url, url), memory);
      const person = await personOf(db, site, claims, seconds());
      if (!person) {
        const waiting = await keepPending(db, site, claims, seconds());
        reply.setCookie(PENDING_COOKIE, waiting, {
          ...cookie(request, baseOf('auth')),
          maxAge: PENDING_SECONDS,
        });
        return reply
          .header('cache-control', 'no-store')
          .redirect(`${SERVICE_PATHS.portal}#/connect`, 302);
      }
      const idToken = seal.close(ID_TOKEN_PURPOSE, claims.idToken);
      const { siteSession } = claims;
      const of = { personId: person.person_id, provider: site.id, idToken, siteSession };
      const { ticket, browser } = await makeTicket(db, of, seconds());
      reply.setCookie(TICKET_COOKIE, browser, {
        ...cookie(request, baseOf('auth')),
        maxAge: TICKET_SECONDS,
      });
      // Behind the '#' it does not reach any server or log on its way.
      return reply
        .header('cache-control', 'no-store')
        .redirect(`${SERVICE_PATHS.portal}#/?ticket=${ticket}`, 302);
    } catch (error) {
      if (error instanceof Problem && error.code === 'conflict')
        return refuse(reply, 'This account is being created in another window. Start again.', 409);
      if (!(error instanceof SiteRefusal)) throw error;
      log.warn({ err: error, site: site.id }, 'a sign-in at another site was refused');
      return refuse(reply, error.message);
    }
  });
  http.route(
    endedAtSite,
    async ({ params, body, reply }) => {
      reply.header('cache-control', 'no-store');
      const site = siteOf(params.site);
      const ended = await site.ended(body.logout_token);
      if (!ended)
        throw new Problem('bad-request', 'This is not a valid sign-out notice from that site.');
      await endSessionsOf(db, site, ended);
      return { ended: true };
    },
    { bodyLimit: 32 << 10 },
  );
}

function rememberedOf(
  seal: Seal,
  sealed: string | undefined,
  site: string,
  now: number,
): string | null {
  const text = sealed === undefined ? null : seal.open(UNDER_WAY_PURPOSE, sealed);
  if (text === null) return null;
  const begun = underWay.parse(JSON.parse(text)); // sealed by us
  return begun.site === site && begun.until > now ? begun.memory : null;
}
