// A server over the demo archive and a browser for all flows of a file.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { closeWindows, oneBrowser } from './one-browser.ts';
import { demoIsobar, type Served } from './server.ts';

/**
 * A server of its own; `env`: its environment. Read `server` and `browser` only inside a flow:
 * before, neither is open.
 */
export const demoForAll = (env: Record<string, string> = {}) =>
  opened(
    () => demoIsobar(env),
    (server) => server.remove(),
  );

/** The server of all files whose flows change nothing that others see; it runs no orders. */
export const sharedDemo = () =>
  opened<Served>(
    async () => ({ url: inject('sharedUrl') }),
    async () => {},
  );

function opened<T>(start: () => Promise<T>, end: (server: T) => Promise<void>) {
  let server: T | undefined;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([start(), oneBrowser()]);
  });
  afterAll(async () => {
    await closeWindows();
    if (server) await end(server);
  });
  return {
    get server() {
      if (!server) throw new Error('The server is not open yet.');
      return server;
    },
    get browser() {
      return browser;
    },
  };
}
