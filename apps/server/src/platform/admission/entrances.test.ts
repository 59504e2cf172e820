// Many entrances to one server, over real connections.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { listenAtEntrances } from './entrances.ts';

const apps: FastifyInstance[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const app of apps.splice(0)) await app.close();
});

function house(): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  app.get('/', async () => 'fine');
  apps.push(app);
  return app;
}
// it listens on a port
const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port;

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

describe.runIf(process.platform === 'linux')('entrances', () => {
  it('entrances let many who wait in within a few turns of the event loop', async () => {
    const app = house();
    await listenAtEntrances(app, { host: '127.0.0.1', port: 0 });
    let turn = 0;
    let last = 0;
    let came = 0;
    const count = new Promise<void>((resolve) =>
      app.server.on('connection', () => {
        last = turn;
        if (++came === 200) resolve();
      }),
    );
    const dialled = Array.from({ length: 200 }, () => dial(portOf(app)));
    // Connections are taken by the system while the loop stands still.
    await Promise.all(dialled.slice(0, 1));
    const until = performance.now() + 300;
    while (performance.now() < until);
    let going = true;
    const first = turn;
    const next = () => {
      turn++;
      if (going) setImmediate(next);
    };
    next();
    await count;
    going = false;
    await Promise.all(dialled);
    expect(last - first).toBeLessThan(100); // one entrance needs two hundred turns
  });

  it('entrances answer at each of them, and accept no connections once the server closes', async () => {
    const app = house();
    const url = await listenAtEntrances(app, { host: '127.0.0.1', port: 0 });
    const port = portOf(app);
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => (await fetch(url)).text()),
    );
    expect(new Set(answers)).toEqual(new Set(['fine']));
    await app.close();
    for (let n = 0; n < 50; n++)
      await expect(dial(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('entrances are not shared with another server, which fails because the port is taken', async () => {
    const app = house();
    await listenAtEntrances(app, { host: '127.0.0.1', port: 0 });
    const second = house();
    await expect(
      listenAtEntrances(second, { host: '127.0.0.1', port: portOf(app) }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE', port: portOf(app) });
    const free = createNetServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo; // it listens on a port
    await expect(listenAtEntrances(second, { host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    free.close();
    await once(free, 'close');
    expect(await listenAtEntrances(second, { host: '127.0.0.1', port })).toContain(`:${port}`);
  });
});
