// `npm run dev`: requests wait for a server that starts again, and one that was cut off is reported
// without a stack.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from 'vite';
import { expect, it } from 'vitest';
import { inOneLine, isListening } from '../apps/portal/server-there.ts';

const listen = (port: number) =>
  new Promise<ReturnType<typeof createServer>>((resolve) => {
    const server = createServer((_, response) => response.end());
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

it('a request of the portal waits until the server listens again, and not for ever', async () => {
  const first = await listen(0);
  const { port } = first.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  expect(await isListening(address, 0)).toBe(true);
  await new Promise((resolve) => first.close(resolve));
  expect(await isListening(address, 0)).toBe(false);
  const waiting = isListening(address, 30_000);
  const second = await listen(port);
  expect(await waiting).toBe(true);
  await new Promise((resolve) => second.close(resolve));
});

it('a request that a restart cut off is one line in the terminal, and other errors are whole', () => {
  const told: string[] = [];
  const logger = inOneLine({
    ...createLogger(),
    warn: (text) => told.push(`warning: ${text}`),
    error: (text) => told.push(`error: ${text}`),
  });
  logger.error('http proxy error: /services/x\nError: socket hang up\n    at Socket.y');
  logger.error('Failed to resolve\n    at z');
  expect(told).toEqual([
    'warning: http proxy error: /services/x',
    'error: Failed to resolve\n    at z',
  ]);
});
