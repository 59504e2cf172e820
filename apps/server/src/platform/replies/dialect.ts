// How the replies of an older protocol differ from those of all other calls, for clients that were
// written for it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { plain } from './problem-reply.ts';

export interface Dialect {
  /** Sent with every reply, failures included. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The media type of a JSON reply, by what the caller accepts; absent: application/json. */
  readonly jsonType?: (accept: string | undefined) => string;
  /** Answers a failure of any kind. */
  readonly fail: (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** The options of a route whose clients speak this dialect. */
export function routeIn({ headers, jsonType, fail }: Dialect) {
  return {
    ...(headers
      ? {
          onRequest: async (_: FastifyRequest, reply: FastifyReply) => {
            reply.headers(headers);
          },
        }
      : {}),
    ...(jsonType
      ? {
          onSend: async (request: FastifyRequest, reply: FastifyReply) => {
            if (String(reply.getHeader('content-type')).startsWith('application/json'))
              reply.header('content-type', jsonType(request.headers.accept));
          },
        }
      : {}),
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      fail(error, request, plain(reply)),
  };
}
