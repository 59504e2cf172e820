// Who may read the metrics: programs on this machine, or callers with the operator's token.
import { timingSafeEqual } from 'node:crypto';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyRequest } from 'fastify';

/**
 * Programs on this machine, all callers, or callers that present this token as
 * `Authorization: Bearer TOKEN`.
 */
export type MetricsAccess = 'local' | 'anybody' | { readonly token: string };

/** Throws 'forbidden' unless the request may read the counters. */
export function refuseMetrics(request: FastifyRequest, access: MetricsAccess): void {
  if (access === 'anybody') return;
  if (access === 'local' ? isLocal(request) : knows(request, access.token)) return;
  throw new Problem(
    'forbidden',
    access === 'local'
      ? 'The metrics are restricted to programs on this machine. Set ISOBAR_METRICS_TOKEN to allow others.'
      : 'The metrics need the token of this installation.',
  );
}

/**
 * The connection comes from this machine, no proxy passed the call on, and its host is a name of
 * this machine: a page in a browser here may have used a name of its own that points here (DNS
 * rebinding).
 */
const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  headers.via === undefined &&
  LOCAL_HOST.test(headers.host ?? '');

const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

function knows({ headers }: FastifyRequest, token: string): boolean {
  const given = Buffer.from(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
