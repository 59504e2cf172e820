// Routes whose body is read as text, whatever its media type says, also with GET: some clients send
// a search or a list that way.
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { bytesOf } from '../text/unknown.ts';

/** The maximum length of a body in bytes. */
const BODY_LIMIT = 1 << 20;

/**
 * Adds routes to a scope without any parser of media types. All that are added before the server
 * starts share a few scopes, which are opened when it starts, so that they inherit every hook.
 */
export function lenientScope(app: FastifyInstance): (options: RouteOptions) => void {
  let waiting: RouteOptions[] | null = null;
  return (options) => {
    if (waiting) {
      waiting.push(options);
      return;
    }
    const routes = [options];
    waiting = routes;
    app.register(async (scope) => {
      waiting = null;
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
      for (const route of routes) scope.route(route);
    });
  };
}

/** A hook that makes every body a text: that of a GET, which no parser reads, and '' for none. */
export const textBody =
  (limit = BODY_LIMIT) =>
  async (request: FastifyRequest): Promise<void> => {
    if (typeof request.body === 'string') return;
    request.body = await unreadBody(request, limit);
  };

async function unreadBody({ headers, raw }: FastifyRequest, limit: number): Promise<string> {
  if (!Number(headers['content-length'] ?? 0) && !headers['transfer-encoding']) return '';
  const tooLong = () => new Problem('too-large', `The body is longer than ${limit} bytes.`);
  return (await bytesOf(raw, limit, tooLong)).toString();
}
