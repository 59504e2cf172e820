// Each request is a span of a trace, which only a trusted proxy may have begun.
import { bytes, defineCall } from '@isobar/contract/calls/call.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { createLog } from '../log/log.ts';
import { startCollector } from '../log/testing/collector.ts';
import { endTracing, startTracing, traced, tracing } from '../log/tracing.ts';
import { createHttp } from './http.ts';

afterEach(async () => {
  vi.unstubAllEnvs();
  await endTracing();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code?: number };
}
const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** The spans of what is requested of a server that trusts its proxy, or none. */
async function spansOf(trustProxy: boolean, ...requests: readonly (readonly [string, object])[]) {
  const { url, text, close } = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url);
  await startTracing(true, 'test');
  const log = createLog('silent');
  const session = async () => null;
  const { app, route } = await createHttp<never>({
    ...{ log, requestsPerMinute: 100, trustProxy, noSessionMessage: '', session },
  });
  const params = undefined;
  const call = (path: string) =>
    defineCall({
      ...{ method: 'GET', path, summary: 'A test', session: 'none', params },
      answer: bytes('text/plain'),
    });
  route(call('/things/:id'), async ({ reply }) =>
    traced('inner', {}, async () => reply.type('text/plain').send(tracing()?.traceId() ?? '')),
  );
  route(call('/broken'), async () => {
    throw new Error('unforeseen');
  });
  route(call('/probe'), async ({ reply }) => reply.type('text/plain').send(''), { isProbe: true });
  const bodies: string[] = [];
  for (const [address, headers] of requests)
    bodies.push((await app.inject({ url: address, headers: { ...headers } })).body);
  await app.close();
  await endTracing();
  close();
  const sent = JSON.parse(text()) as readonly {
    readonly resourceSpans: readonly {
      readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
    }[];
  }[];
  const spans = sent.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  return { spans, bodies, named: (name: string) => spans.filter((span) => span.name === name) };
}

it('a request is a span with its route and status, and what it does is a part of it', async () => {
  const asked = [
    ['/things/1', {}],
    ['/broken', {}],
    ['/nowhere', {}],
    ['/probe', {}],
  ] as const;
  const { spans, bodies, named } = await spansOf(false, ...asked);
  const [thing, inner, broken, nowhere] = [
    'GET /things/:id',
    'inner',
    'GET /broken',
    'GET (no route)',
  ].map((name) => {
    const [span, ...more] = named(name);
    expect(more).toEqual([]);
    if (!span) throw new Error(`no span ${name}`);
    return span;
  });
  expect(spans).toHaveLength(4);
  expect(attributesOf(thing as Span)).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/things/:id',
    'http.response.status_code': 200,
    'isobar.request': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(inner).toMatchObject({ traceId: thing?.traceId, parentSpanId: thing?.spanId });
  expect(bodies[0]).toBe(thing?.traceId);
  expect(thing?.parentSpanId).toBeUndefined();
  expect(attributesOf(broken as Span)).toMatchObject({ 'http.response.status_code': 500 });
  expect(attributesOf(nowhere as Span)).not.toHaveProperty('http.route');
  const marked = spans.filter(({ status }) => status.code === 2);
  expect(marked.map(({ name }) => name)).toEqual(['GET /broken']);
});

it.each([
  ['goes on in the trace of a proxy that is trusted', true],
  ['does not take its trace from a client', false],
])('a request %s', async (_, isTrusted) => {
  const { spans, bodies } = await spansOf(
    isTrusted,
    ['/things/1', { traceparent }],
    ['/things/2', {}],
  );
  expect(bodies[0] === TRACE).toBe(isTrusted);
  expect(bodies[1]).not.toBe(TRACE);
  const parents = spans.filter((span) => span.parentSpanId === 'b7ad6b7169203331');
  expect(parents).toHaveLength(isTrusted ? 1 : 0);
});
