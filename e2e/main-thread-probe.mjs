// Loaded into a server by a test (--import): the CPU time that its main thread used, in one round
// of the event loop and in all, answered at a socket.
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/**
 * On Linux a server replaces itself once, before it does anything else
 * (platform/threads/steady-memory.ts).
 */
const isItself = process.platform !== 'linux' || process.env.ISOBAR_STEADY !== undefined;
if (
  isItself &&
  isMainThread &&
  basename(process.argv[1] ?? '') === 'cli.ts' &&
  process.env.ISOBAR_PROBE
) {
  const socket = process.env.ISOBAR_PROBE;
  delete process.env.ISOBAR_PROBE;
  let longest = 0;
  let before = used();
  setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1).unref();
  const server = createServer((_, reply) => {
    const most = longest;
    longest = 0;
    before = used();
    reply.end(JSON.stringify({ longest: most, used: before }));
  });
  server.listen(socket).unref();
}

/** Milliseconds of CPU time of this thread. */
function used() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
