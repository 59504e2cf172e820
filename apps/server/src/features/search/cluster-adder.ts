// How a call of a search cluster is added to the server: its reply is cut to `filter_path`, its
// body parsed when it is looked at.

import { clusterCall } from '@isobar/contract/calls/cluster-calls.ts';
import { filterPath, filterPaths } from '@isobar/search-engine/language/filter-path.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LaneName } from '../../platform/admission/admission.ts';
import type { Http } from '../../platform/http/http.ts';
import { recordOf } from '../../platform/text/unknown.ts';
import { SEARCH_DIALECT } from './dialect.ts';
import { JSON_TYPE } from './product.ts';
import { bodyText, parseJson } from './read-request.ts';

const BODY_LIMIT = 1 << 20;
export const READ = ['GET', 'POST'] as const;

export type Query = Readonly<Record<string, unknown>>;
type Act = (input: {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  /** Parsed when it is looked at; undefined: there is none. */
  readonly body: () => unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}) => Promise<unknown> | unknown;

/** Adds one call. Without a lane it is queued with the calls of no special kind. */
export type Add = (
  methods: readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[],
  path: string,
  summary: string,
  act: Act,
  lane?: LaneName,
) => void;

export const adder =
  <S>(http: Http<S>): Add =>
  (methods, path, summary, act, lane = 'other') => {
    http.route(
      clusterCall({ method: methods, path, summary }),
      async ({ params, query, request, reply }) => {
        const body = once(() => {
          const text = bodyText(request);
          return text === '' ? undefined : parseJson(text);
        });
        const answer = await act({ params, query, body, request, reply });
        if (reply.sent || answer === reply) return reply;
        const paths = typeof query.filter_path === 'string' ? filterPaths(query.filter_path) : [];
        return await reply.type(JSON_TYPE).send(filterPath({ ...recordOf(answer) }, paths));
      },
      { bodyLimit: BODY_LIMIT, lane, dialect: SEARCH_DIALECT },
    );
  };

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
