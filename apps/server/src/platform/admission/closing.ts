// How the server closes: running replies are finished within a limit, streams without an end are
// ended, nothing new begins.
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Call it before routes are added; it acts when `app.close` is called. After `graceMs` remaining
 * replies are cut off: a large download is resumed by its range when the server is back.
 */
export function closeInOrder(app: FastifyInstance, graceMs: number): void {
  const streams = new Set<FastifyReply['raw']>();
  let closing = false;
  app.addHook('onSend', async (_, reply) => {
    // else it would be kept for a next request that never comes
    if (closing) reply.header('connection', 'close');
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    streams.add(reply.raw);
    reply.raw.once('close', () => streams.delete(reply.raw));
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const stream of streams) stream.destroy(); // browsers connect again by themselves
    const end = setTimeout(() => app.server.closeAllConnections(), graceMs);
    app.server.once('close', () => clearTimeout(end));
  });
}
