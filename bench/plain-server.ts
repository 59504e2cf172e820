// A plain server of one text that is kept in memory: the peer that pages are measured against.
import { createServer } from 'node:http';

process.once('message', (text) => {
  const body = Buffer.from(String(text));
  const server = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html', 'content-length': body.length }).end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address ? address.port : 0);
  });
});
process.on('disconnect', () => process.exit());
