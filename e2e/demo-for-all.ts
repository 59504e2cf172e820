// A server over the demo archive and a browser, opened before all flows of a file and closed after them.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launch } from './launch.ts';
import { demoIsobar, type Isobar } from './server.ts';

/** `env`: environment of the server. Read `server` and `browser` only inside a flow: before, neither is open. */
export function demoForAll(env: Record<string, string> = {}) {
  let server: Isobar;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([demoIsobar(env), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.remove();
  });
  return {
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
  };
}
