// How a call may fail: in the ways that it lists, and in those that follow from its shape.
import { PROBLEMS, type ProblemCode } from '../problem.ts';
import type { Call } from './call.ts';

/** In the order of their statuses. */
export function errorsOf({ errors = [], session, params, query, body, form }: Call): ProblemCode[] {
  const codes = new Set<ProblemCode>([...errors, 'too-many-requests', 'unexpected', 'overloaded']);
  if (params || query || body || form) codes.add('bad-request');
  if (body || form) for (const code of ['too-large', 'unsupported-type'] as const) codes.add(code);
  if (session === 'required')
    for (const code of ['no-session', 'account-expired', 'forbidden'] as const) codes.add(code);
  return [...codes].sort((a, b) => PROBLEMS[a] - PROBLEMS[b]);
}
