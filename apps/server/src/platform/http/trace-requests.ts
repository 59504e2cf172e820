// A span for each request, where something is traced.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan } from '../log/spans.ts';
import { tracing } from '../log/tracing.ts';

/**
 * `believed`: whether the proxy at an address is trusted; only those may place a request in a trace
 * of their own.
 */
export function traceRequests(
  app: FastifyInstance,
  believed: (address: string, hop: number) => boolean,
): { readonly within: (request: FastifyRequest, act: () => void) => void } {
  const tracer = tracing();
  if (!tracer) return { within: (_, act) => act() };
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config?.isProbe) return;
    const { traceparent } = request.headers;
    const isTold = believed(request.socket.remoteAddress ?? '', 0);
    const parent = isTold && typeof traceparent === 'string' ? traceparent : null;
    spans.set(request, tracer.open(request.method, { kind: 'server', parent }));
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const route = request.routeOptions.url;
    const attributes = {
      'http.request.method': request.method,
      ...(route === undefined ? {} : { 'http.route': route }),
      'http.response.status_code': statusCode,
      'isobar.request': request.id,
    };
    spans
      .get(request)
      ?.end(`${request.method} ${route ?? '(no route)'}`, attributes, statusCode >= 500);
  });
  return {
    within: (request, act) => {
      const span = spans.get(request);
      if (span) span.within(act);
      else act();
    },
  };
}
