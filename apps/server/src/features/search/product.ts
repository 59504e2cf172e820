// What official search clients look for in every reply: the name of the product, and the media type that they asked for.
import type { FastifyInstance } from 'fastify';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Clients of version 8 and later name themselves by such a type and expect it back. */
const VENDOR =
  /application\/vnd\.(?:elasticsearch|opensearch)\+(?:x-nd)?json(?:\s*;\s*compatible-with=(\d{1,2}))?/i;

/** The media type of a reply to a client that accepts these: its own, or plain JSON. */
export function replyType(accept: string | undefined): string {
  const [, version] = VENDOR.exec(accept ?? '') ?? [];
  return version === undefined
    ? JSON_TYPE
    : `application/vnd.elasticsearch+json;compatible-with=${version}`;
}

/** Marks every reply of these routes. Clients refuse to talk to a service that does not. */
export function markReplies(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_, reply) => {
    reply.header('x-elastic-product', 'Elasticsearch');
  });
  scope.addHook('onSend', async (request, reply) => {
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return;
    reply.header('content-type', replyType(request.headers.accept));
  });
}
