// How a call may fail: in the ways that it lists, and in those that follow from its form or that
// any request may fail with.
import { PROBLEMS, type ProblemCode } from '../problem.ts';
import type { Call, Method } from './call.ts';

/**
 * A request that is malformed, too long, too slow, one of too many, meets a fault of ours, or a
 * deadline: every call has one.
 */
const ANY: readonly ProblemCode[] = [
  'bad-request',
  'request-timeout',
  'too-many-requests',
  'headers-too-large',
  'unexpected',
  'unavailable',
  'overloaded',
  'timeout',
];
/** A body of a wrong length or type; a page of another site that sent it. */
const WITH_BODY: readonly ProblemCode[] = ['too-large', 'unsupported-type', 'forbidden'];
const WITH_SESSION: readonly ProblemCode[] = ['no-session', 'account-expired', 'forbidden'];
const WITH_RANGES: readonly ProblemCode[] = ['precondition-failed', 'range-not-satisfiable'];

/** The errors of a call, in the order of their statuses. */
export function errorsOf(call: Call, method: Method): ProblemCode[] {
  const codes = new Set<ProblemCode>([
    ...ANY,
    ...(call.errors ?? []),
    ...(method === 'GET' ? [] : WITH_BODY),
    ...(call.lenient === 'text' ? (['too-large'] as const) : []),
    ...(call.session === 'required' ? WITH_SESSION : []),
    // a part of the path that is too long
    ...(call.path.includes(':') ? (['not-found'] as const) : []),
    ...(call.ranges ? WITH_RANGES : []),
  ]);
  return [...codes].sort((a, b) => PROBLEMS[a] - PROBLEMS[b]);
}
