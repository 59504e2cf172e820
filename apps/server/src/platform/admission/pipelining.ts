// Requests that follow one another on a connection without waiting for answers: handled one by one;
// few may wait.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface PipelineLimits {
  /**
   * Requests that may wait on one connection, and on all. No program that reads its answers sends
   * more.
   */
  readonly connection: number;
  readonly all: number;
}

const LIMITS: PipelineLimits = { connection: 32, all: 4096 };

/**
 * Node hands over every request of a connection as soon as it arrives, thousands at once, and never
 * tells a reply that it will not be sent, so that whatever waits for the reply's 'close' would wait
 * for ever. Here, each request begins when the reply before it is closed, in its own round of the
 * event loop. A connection with too many waiting requests is closed.
 */
export function oneByOne(handler: RequestListener, limits = LIMITS): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  let waiting = 0;

  const begin = (line: Line, request: IncomingMessage, reply: ServerResponse): void => {
    line.busy = true;
    reply.setMaxListeners(MOST_LISTENERS);
    reply.once('close', () => {
      if (line.queue.length > 0) setImmediate(next, line);
      else line.busy = false;
    });
    handler(request, reply);
  };
  const next = (line: Line): void => {
    const one = line.queue.shift();
    if (!one) return; // the connection was closed meanwhile
    waiting--;
    begin(line, ...one);
  };
  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { busy: false, queue: [] };
    lines.set(socket, line);
    socket.once('close', () => {
      waiting -= line.queue.splice(0).length;
    });
    return line;
  };

  return (request, reply) => {
    const { socket } = request;
    // a connection with too many requests was closed; these are the rest of them
    if (socket.destroyed) return;
    const line = lineOf(socket);
    if (!line.busy) begin(line, request, reply);
    else if (line.queue.length >= limits.connection || waiting >= limits.all) socket.destroy();
    else {
      line.queue.push([request, reply]);
      waiting++;
    }
  };
}

/** Admission, lanes, compression and the call itself all listen for the end of a reply. */
const MOST_LISTENERS = 30;

interface Line {
  /** Whether one is at work. */
  busy: boolean;
  readonly queue: (readonly [IncomingMessage, ServerResponse])[];
}
