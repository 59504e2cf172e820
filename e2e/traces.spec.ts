// What an operator can follow: a request's id from the reply to the worker's log line, and the
// trace of an order in a collector, with deliveries in S3 where a server for them is installed.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasMoto, type Moto, startMoto } from '../apps/server/src/adapters/testing/moto.ts';
import { demoIsobar, type Isobar, PASSWORD } from './server.ts';

type Value = { readonly stringValue?: string; readonly intValue?: number };
type Attribute = { readonly key: string; readonly value: Value };
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** Of the process. */
  readonly service: string;
}

/** What collectors receive: spans by process and by library. */
interface Received {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'service'>[] }[];
  }[];
}

const spans: Span[] = [];
let collector: Server;
let moto: Moto | undefined;
let server: Isobar;

beforeAll(async () => {
  collector = createServer((request, reply) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.url === '/v1/traces') take(JSON.parse(body));
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((ready) => collector.listen(0, '127.0.0.1', ready));
  const address = collector.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  moto = hasMoto ? await startMoto('deliveries') : undefined;
  server = await demoIsobar({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '200',
    ISOBAR_TRUST_PROXY: 'true',
    ...(moto
      ? {
          ISOBAR_DELIVERIES: 's3://deliveries/isobar',
          ISOBAR_S3_ENDPOINT: moto.url,
          AWS_ACCESS_KEY_ID: 'test',
          AWS_SECRET_ACCESS_KEY: 'test',
        }
      : {}),
  });
});
afterAll(async () => {
  await server?.remove();
  moto?.close();
  collector?.close();
});

function take({ resourceSpans }: Received): void {
  for (const { resource, scopeSpans } of resourceSpans) {
    const service = attribute(resource.attributes, 'service.name') ?? '';
    for (const scope of scopeSpans)
      spans.push(...scope.spans.map((span) => ({ ...span, service })));
  }
}

const attribute = (attributes: readonly Attribute[], key: string): string | undefined =>
  attributes.find((one) => one.key === key)?.value.stringValue;

async function until<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`not seen; there are ${spans.map(({ name }) => name).join(', ')}`);
}

const SELECTED = {
  outputFormat: ['PARQ'],
  selectedDatastreams: [
    {
      datastream: 'sgpmetE13.b1',
      dates: [{ startDate: '2019-01-03', endDate: '2019-01-03' }],
    },
  ],
};

/** As a trusted proxy hands them over. */
const FROM = {
  'x-request-id': 'proxy-0123456789',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};

it('the trace of an order goes on from its proxy through web server, store, search, worker and S3, under one request id', async () => {
  const signedIn = await fetch(`${server.url}/services/auth/login`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`demo:${PASSWORD}`)}` },
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(signedIn.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const created = await fetch(`${server.url}/services/order/orders/create`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', ...FROM },
    body: JSON.stringify({ deliveryBits: 1, selectedData: SELECTED }),
  });
  expect(created.status).toBe(200);
  expect(created.headers.get('x-request-id')).toBe(FROM['x-request-id']);

  const traceId = FROM.traceparent.slice(3, 35);
  const ours = () => spans.filter((span) => span.traceId === traceId);
  const named = (name: string) => ours().find((span) => span.name === name);
  const web = await until(() => named('POST /services/order/orders/create'));
  expect(web.service).toBe('isobar-web');
  expect(web.parentSpanId).toBe(FROM.traceparent.slice(36, 52));
  expect(attribute(web.attributes, 'isobar.request')).toBe(FROM['x-request-id']);
  const written = await until(() =>
    ours().find((span) => span.service === 'isobar-web' && span.name === 'store insert'),
  );
  expect(attribute(written.attributes, 'db.query.text')).toMatch(/^insert into "/);
  expect(JSON.stringify(ours())).not.toContain('sgpmetE13'); // values are not in statements

  const step = await until(() => named('order retrieve'));
  expect(step.service).toBe('isobar-worker');
  expect(attribute(step.attributes, 'isobar.request')).toBe(FROM['x-request-id']);
  const own = new Set(ours().map(({ spanId }) => spanId));
  expect(own.has(step.parentSpanId ?? '')).toBe(true);
  await until(() => named('order-mail do')); // a job that the order's work queued
  if (moto) {
    const sent = await until(() => named('S3 PutObjectCommand'));
    expect(sent.service).toBe('isobar-worker');
  }

  const searched = await fetch(`${server.url}/services/metadata/_search`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: FROM.traceparent.replace('0af7', '1bf7'),
    },
    body: '{"size": 1}',
  });
  expect(searched.status).toBe(200);
  const search = await until(() =>
    spans.find((span) => span.traceId.startsWith('1bf7') && span.name === 'search'),
  );
  expect(attribute(search.attributes, 'isobar.index')).toBe('metadata');
});
