// How search clusters answer: what official clients look for in every reply, and failures in their
// own form.
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dialect } from '../../platform/replies/dialect.ts';
import { retryAfter } from '../../platform/replies/problem-reply.ts';
import { failureOf, noteFailure } from './failure.ts';
import { JSON_TYPE, replyType } from './product.ts';

export const SEARCH_DIALECT: Dialect = {
  // clients refuse to talk to a service without it
  headers: { 'x-elastic-product': 'Elasticsearch' },
  jsonType: replyType,
  fail: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const failure = failureOf(error);
    noteFailure(error, failure.status, request, reply);
    if (error instanceof Problem) retryAfter(error, reply);
    return reply.code(failure.status).type(JSON_TYPE).send(failure);
  },
};
