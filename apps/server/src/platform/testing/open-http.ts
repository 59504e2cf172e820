// A server with a few routes that do little, for tests of the guards around every route; over real
// connections where wanted.

import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { bytes, defineCall } from '@isobar/contract/calls/call.ts';
import * as z from 'zod';
import { createHttp, type Http, type HttpOptions } from '../http/http.ts';
import { createLog } from '../log/log.ts';

/** Answers are of no interest to tests of guards. */
export const anything = z.any();

export type Who = { readonly name: string };

const opened: Http<Who>[] = [];

/** Closes every server that was opened since: for `afterEach`. */
export async function closeHttp(): Promise<void> {
  for (const http of opened.splice(0)) await http.app.close();
}

export async function openHttp(more: Partial<HttpOptions<Who>> = {}): Promise<Http<Who>> {
  const http = await createHttp<Who>({
    log: createLog('silent'),
    requestsPerMinute: 1000,
    trustProxy: false,
    noSessionMessage: 'Not signed in.',
    session: async ({ headers: { cookie } }) =>
      cookie?.startsWith('who=') ? { name: cookie.slice(4) } : null,
    personOf: ({ name }) => name,
    ...more,
  });
  opened.push(http);
  const thing = {
    path: '/things/:id',
    summary: 'A thing',
    session: 'none',
    params: z.object({ id: z.string() }),
  } as const;
  http.route(
    defineCall({ ...thing, method: 'GET', answer: anything }),
    async ({ params, request }) => ({ ...params, ip: request.ip }),
  );
  http.route(
    defineCall({
      ...thing,
      method: 'POST',
      body: z.object({ n: z.number().max(9) }),
      answer: anything,
    }),
    async ({ body }) => body,
  );
  http.route(
    defineCall({
      method: 'GET',
      path: '/leave',
      summary: 'Changes something by GET',
      session: 'none',
      answer: anything,
    }),
    async () => ({ left: true }),
    { changes: true },
  );
  http.route(
    defineCall({
      method: 'GET',
      path: '/mine',
      summary: 'Of a person',
      session: 'required',
      token: 'none',
      perMinute: 20,
      answer: anything,
    }),
    async ({ session }) => session,
  );
  http.route(
    defineCall({
      method: 'GET',
      path: '/fails/:code',
      summary: 'Fails as stores do',
      session: 'none',
      params: z.object({ code: z.string() }),
      answer: anything,
    }),
    ({ params }) => {
      const cause = Object.assign(new Error('inner words'), { code: params.code });
      return Promise.reject(new Error('could not write /secret/path', { cause }));
    },
  );
  http.route(
    defineCall({
      method: 'GET',
      path: '/events',
      summary: 'Never ends',
      session: 'none',
      answer: bytes('text/event-stream'),
    }),
    async ({ reply }) => {
      const endless = new Readable({ read: () => undefined });
      endless.push('retry: 3000\n\n');
      return reply.type('text/event-stream').send(endless);
    },
    { compress: false },
  );
  return http;
}

/** Sends bytes as they are; resolves everything that came back when the other side closes. */
export async function raw(http: Http<Who>, ...pieces: readonly string[]): Promise<string> {
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.app.server.address() as AddressInfo; // listens on a port
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // closed early is what some of these wait for
  for (const piece of pieces) socket.write(piece);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  return text;
}

/** The JSON of a reply that came as bytes. */
export const bodyOf = (reply: string) => JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4));
