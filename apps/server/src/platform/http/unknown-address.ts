// Answers requests for which there is no route: nothing at the address, another method, the list of
// methods.
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Taken } from '../admission/allowed-methods.ts';
import { isReading } from '../admission/foreign-site.ts';
import { answerPreflight } from '../admission/other-sites.ts';
import { prefersHtml } from '../replies/prefers-html.ts';
import { requestedPath } from '../replies/problem-reply.ts';

/** A page about an address, without its query, at which there is nothing. */
export type PageForUnknown = (path: string) => string;

export interface UnknownAddresses {
  /** Sets the page for browsers; without one everybody gets JSON. */
  show(make: PageForUnknown): void;
  /**
   * 404 if there is nothing at the address. Otherwise 405 for the method, or the list of allowed
   * methods for OPTIONS.
   */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

export function unknownAddresses(takenAt: (path: string) => Taken): UnknownAddresses {
  let page: PageForUnknown | null = null;
  return {
    show: (make) => {
      page = make;
    },
    answer: async (request, reply) => {
      const path = request.url.split('?')[0] ?? '';
      const asked = requestedPath(request);
      const { methods, elsewhere } = takenAt(path);
      if (methods.length === 0 || methods.includes(request.method)) {
        const shown = isReading(request.method) ? page : null;
        if (shown) reply.header('vary', 'Accept');
        if (!shown || !prefersHtml(request.headers.accept))
          throw new Problem('not-found', `There is nothing at ${asked}.`);
        return reply
          .code(404)
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(shown(asked));
      }
      reply.header('allow', [...methods, 'OPTIONS'].join(', '));
      if (request.method === 'OPTIONS') {
        if (elsewhere.length > 0) answerPreflight(reply, elsewhere);
        return reply.code(204).send();
      }
      throw new Problem('method-not-allowed', `${asked} takes ${methods.join(', ')}.`);
    },
  };
}
