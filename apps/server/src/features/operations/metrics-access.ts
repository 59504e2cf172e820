// Who may read the counters: this machine itself, or whoever knows the operator's token.
import { timingSafeEqual } from 'node:crypto';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyRequest } from 'fastify';

/** 'local': programs on this machine. 'anybody'. Else the token that a program presents as `Authorization: Bearer TOKEN`. */
export type MetricsAccess = 'local' | 'anybody' | { readonly token: string };

/** Throws 'forbidden' unless the request may read the counters. */
export function refuseMetrics(request: FastifyRequest, access: MetricsAccess): void {
  if (access === 'anybody') return;
  if (access === 'local' ? isLocal(request) : knows(request, access.token)) return;
  throw new Problem(
    'forbidden',
    access === 'local'
      ? 'The counters are for programs on this machine. ISOBAR_METRICS_TOKEN opens them to others.'
      : 'The counters are for those who present the token of this installation.',
  );
}

/**
 * The connection comes from this machine, no proxy has passed on the call of another, and it was asked for by a name of this machine: a
 * page in a browser here may have led it to a name of its own that points here (DNS rebinding).
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
