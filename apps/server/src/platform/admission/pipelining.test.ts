// Requests sent without waiting for answers: answered in order, one by one, and no more than may
// wait.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { oneByOne } from './pipelining.ts';

let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  server?.close();
});

/** A server that holds every request until the test answers it. */
async function holding(limits?: { connection: number; all: number }) {
  const held: { readonly url: string; readonly reply: ServerResponse }[] = [];
  const closed: string[] = [];
  server = createServer(
    oneByOne(({ url = '' }, reply) => {
      held.push({ url, reply });
      reply.once('close', () => closed.push(url));
    }, limits),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = (from: number, to: number) => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    const heard = { text: '', closed: false };
    socket.on('data', (data) => {
      heard.text += String(data);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      heard.closed = true;
    });
    let text = '';
    for (let i = from; i < to; i++) text += `GET /${i} HTTP/1.1\r\nHost: x\r\n\r\n`;
    socket.write(text);
    return { socket, heard };
  };
  return { held, closed, send };
}

async function until(done: () => boolean): Promise<void> {
  for (let i = 0; i < 2000 && !done(); i++) await sleep(5);
  expect(done()).toBe(true);
}

it('pipelined requests run one by one, and are answered in their order', async () => {
  const { held, send } = await holding({ connection: 8, all: 100 });
  const { heard } = send(0, 5);
  for (let i = 0; i < 5; i++) {
    await until(() => held.length === i + 1);
    await sleep(20);
    expect(held).toHaveLength(i + 1); // the next one has not begun
    held[i]?.reply.end(`answer ${i}.`);
  }
  await until(() => heard.text.includes('answer 4.'));
  expect(heard.text.match(/answer \d/g)).toEqual([0, 1, 2, 3, 4].map((i) => `answer ${i}`));
  expect(heard.closed).toBe(false);
});

it('pipelined requests are closed with their connection when too many wait, and leave nothing behind', async () => {
  const { held, closed, send } = await holding({ connection: 8, all: 12 });
  const many = send(0, 500);
  await until(() => many.heard.closed && closed.length === 1);
  expect(held.map(({ url }) => url)).toEqual(['/0']);
  // Their places are free again: two connections may wait with six each.
  const [one, two] = [send(0, 7), send(0, 7)];
  await until(() => held.length === 3);
  await sleep(50);
  expect([one.heard.closed, two.heard.closed]).toEqual([false, false]);
  const three = send(0, 2);
  await until(() => three.heard.closed);
});

it('pipelined calls end when their connection does: what was begun hears of it, what waited never begins', async () => {
  const { held, closed, send } = await holding({ connection: 8, all: 100 });
  const { socket } = send(0, 5);
  await until(() => held.length === 1);
  socket.destroy();
  await until(() => closed.length === 1);
  await sleep(50);
  expect(held).toHaveLength(1);
});

it('no more than 32 requests wait on a connection unless other limits are given', async () => {
  const { send } = await holding();
  const few = send(0, 33); // one is at work
  const many = send(0, 34);
  await until(() => many.heard.closed);
  expect(few.heard.closed).toBe(false);
});
