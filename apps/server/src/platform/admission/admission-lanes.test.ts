// Calls that wait for a slot of their lane: one that leaves gives its place up, and a lane that is
// full refuses before a body is read.
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { guardAdmission, type Lanes, openLanes } from './admission.ts';

let app: FastifyInstance;
let lanes: Lanes;
let begun: number;
let slow: PromiseWithResolvers<string>;
const sockets: Socket[] = [];
beforeEach(async () => {
  begun = 0;
  slow = Promise.withResolvers();
  app = fastify();
  lanes = openLanes({ other: { active: 1, first: 20 } });
  guardAdmission(app, lanes);
  app.get('/slow', { config: { lane: 'other' } }, () => {
    begun++;
    return slow.promise;
  });
  app.get('/free', { config: { lane: 'free' } }, async () => 'fine');
  app.get('/probe', { config: { lane: 'other', isProbe: true } }, async () => 'fine');
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  slow.resolve('done');
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

function ask(path: string) {
  // it listens on a port
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  const heard = { socket, text: '' };
  socket
    .on('error', () => {})
    .on('data', (data) => {
      heard.text += String(data);
    });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  return heard;
}

it('a call waits until the one before it is answered, and what is free or watches the server does not wait', async () => {
  const first = ask('/slow');
  await vi.waitFor(() => expect(begun).toBe(1));
  const second = ask('/slow');
  await vi.waitFor(() => expect(lanes.other.length).toBe(1));
  for (const path of ['/free', '/probe']) {
    const one = ask(path);
    await vi.waitFor(() => expect(one.text).toContain('fine'));
  }
  expect(begun).toBe(1);
  slow.resolve('done');
  await vi.waitFor(() => expect([first.text, second.text].join()).toMatch(/done.*done/s));
  expect([begun, lanes.other.length]).toEqual([2, 0]);
});

it('a client that leaves while it waits gives its place up, and one that leaves while it is served its slot', async () => {
  const first = ask('/slow');
  await vi.waitFor(() => expect(begun).toBe(1));
  const second = ask('/slow');
  await vi.waitFor(() => expect(lanes.other.length).toBe(1));
  second.socket.destroy();
  await vi.waitFor(() => expect(lanes.other.length).toBe(0));
  expect(begun).toBe(1);
  first.socket.destroy(); // its work goes on, but holds no slot
  ask('/slow');
  await vi.waitFor(() => expect(begun).toBe(2));
});
