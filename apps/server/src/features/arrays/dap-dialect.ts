// How failures look to clients of DAP2.
import { Problem } from '@isobar/contract/problem.ts';
import type { Dialect } from '../../platform/replies/dialect.ts';
import { isExpectedError, retryAfter, toProblem } from '../../platform/replies/problem-reply.ts';
import { DAP_HEADERS, dapError } from './dap.ts';

export const dapDialect: Dialect = {
  headers: DAP_HEADERS,
  fail: (error, request, reply) => {
    const problem = toProblem(error);
    if (problem.status >= 500 && !(error instanceof Problem && isExpectedError(error)))
      request.log.error({ err: error, url: request.routeOptions?.url }, 'failed');
    retryAfter(problem, reply);
    return reply
      .code(problem.status)
      .header('cache-control', 'no-store')
      .header('content-description', 'dods-error')
      .type('text/plain; charset=utf-8')
      .send(dapError(problem.status, problem.message));
  },
};
