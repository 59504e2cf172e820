// POST {mcp}: the address that users give to their assistants.
import { isIP } from 'node:net';
import { askAssistant } from '@isobar/contract/calls/assistant-calls.ts';
import { pathOf } from '@isobar/contract/calls/call.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyRequest } from 'fastify';
import { overloaded } from '../../platform/admission/fair-queue.ts';
import { networkOf } from '../../platform/admission/network.ts';
import type { Http } from '../../platform/http/http.ts';
import { type McpSettings, messageOf, openMcp } from './mcp-handler.ts';

export type AssistantFeature = Omit<McpSettings, 'app'>;

/** Drafts of several hundred files. */
const BODY_BYTES = 512 << 10;
/**
 * Messages that are worked on at the same time, and those of one address. Each tool's own calls
 * wait in their lanes.
 */
const MOST_AT_ONCE = 64;
const MOST_OF_ADDRESS = 8;
const DEADLINE_MS = 60_000;

export function registerAssistant<S>(http: Http<S>, feature: AssistantFeature): void {
  const mcp = openMcp({ ...feature, app: http.app });
  http.app.addHook('onClose', async () => await mcp.close());
  const hosts = new Set([...OWN_NAMES, new URL(feature.url).hostname]);
  const address = `${feature.url}${pathOf(askAssistant)}`;
  const underWay = new Map<string, number>();
  let all = 0;
  http.route(
    askAssistant,
    async ({ request, reply, signal }) => {
      refuseForeign(request, hosts);
      const ip = networkOf(request.ip);
      const own = underWay.get(ip) ?? 0;
      if (all >= MOST_AT_ONCE || own >= MOST_OF_ADDRESS) throw overloaded();
      all++;
      underWay.set(ip, own + 1);
      try {
        const { authorization } = request.headers;
        const message = messageOf(address, request.headers, {
          authorization,
          address: request.ip,
          signal,
        });
        const answer = await mcp.fetch(message, { parsedBody: request.body });
        const text = await answer.text();
        const type = answer.headers.get('content-type');
        reply.code(answer.status).header('cache-control', 'no-store');
        if (type) reply.type(type);
        return await reply.send(text);
      } finally {
        all--;
        const left = (underWay.get(ip) ?? 1) - 1;
        if (left > 0) underWay.set(ip, left);
        else underWay.delete(ip);
      }
    },
    // What its tools ask for waits in the lanes of those calls: a place in a lane here could wait
    // for itself.
    { lane: 'free', bodyLimit: BODY_BYTES, deadlineMs: DEADLINE_MS, bounds: refuseLists },
  );
}

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Throws 'forbidden' for a name that is not this site's, under which a page elsewhere could reach a
 * server of the same machine or network, and for pages of other sites. Addresses of machines are no
 * names that another site could take.
 */
function refuseForeign({ hostname, headers }: FastifyRequest, hosts: ReadonlySet<string>): void {
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!hosts.has(hostname.toLowerCase()) && isIP(bare) === 0)
    throw new Problem('forbidden', 'This site is not known by that name.');
  const from = origin === undefined ? null : URL.parse(origin);
  const isOurs = from !== null && (hosts.has(from.hostname) || from.hostname === hostname);
  if ((origin !== undefined && !isOurs) || fetchSite === 'cross-site')
    throw new Problem('forbidden', 'Assistants are answered, pages of other sites are not.');
}

/** Protocols of today send one message at a time. */
function refuseLists(body: unknown): void {
  if (Array.isArray(body)) throw new Problem('bad-request', 'Send one message at a time.');
}
