// Calls for operators of an installation: its health and its counters.
import * as z from 'zod/mini';
import { bytes, defineCall } from './call.ts';
import { SERVICES } from './config.ts';

/** `status`: 'ok', or what is wrong, and then the HTTP status is 503. */
const health = z.object({ status: z.string(), version: z.string() });

export const describeServices = defineCall({
  method: 'GET',
  path: `${SERVICES}/openapi.json`,
  summary: 'This description',
  session: 'none',
  tag: 'health',
  answer: z.looseObject({
    openapi: z.string(),
    paths: z.record(z.string(), z.looseObject({})),
  }),
});

export const healthz = defineCall({
  method: 'GET',
  path: '/healthz',
  summary: 'Liveness: does the store answer',
  session: 'none',
  answer: health,
  also: { 503: health },
  tag: 'health',
});

export const readyz = defineCall({
  method: 'GET',
  path: '/readyz',
  summary: 'Readiness: do store and search both answer',
  session: 'none',
  answer: health,
  also: { 503: health },
  tag: 'health',
});

export const metrics = defineCall({
  method: 'GET',
  path: '/metrics',
  summary: 'Counters in the Prometheus text format',
  session: 'none',
  answer: bytes('text/plain'),
  errors: ['no-session', 'forbidden'],
  tag: 'health',
});
