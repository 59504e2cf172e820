// A collector of traces on this machine, which keeps what it is sent; any other address
// answers 503.
import { createServer } from 'node:http';

export async function startCollector() {
  const traces: unknown[] = [];
  const parents: (string | undefined)[] = [];
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const isTrace = request.url === '/v1/traces';
      if (isTrace) traces.push(JSON.parse(body));
      else parents.push(request.headers.traceparent?.toString());
      reply.writeHead(isTrace ? 200 : 503, { 'content-type': 'application/json' });
      reply.end('{}');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    /** `traceparent` of each other request. */
    parents,
    text: () => JSON.stringify(traces),
    close: () => server.close(),
  };
}
