// What every adapter of the web hook port keeps to.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HookPost, WebHooks } from '../web-hook.ts';
import { troubleSuite } from './trouble.ts';

/** Ways to write this machine. */
const HERE = [
  'localhost',
  '127.0.0.1',
  '127.1',
  '[::1]',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
];
const never = new AbortController().signal;
const post = (url: string, body = '{"a":1}'): HookPost => ({
  url,
  headers: { 'x-a': 'b', 'content-type': 'application/json' },
  body,
});

/**
 * `loose` may reach this machine, where tests have their servers; so may `hasty`, which has a short
 * time limit; `strict` is set up as in production.
 */
export function webHookSuite(
  name: string,
  { loose, hasty, strict }: Readonly<Record<'loose' | 'hasty' | 'strict', WebHooks>>,
): void {
  describe(`${name} as a way to tell others`, () => {
    let server: Server;
    let port: number;
    let status = 202;
    const seen: { request: IncomingMessage; body: string }[] = [];
    beforeEach(async () => {
      seen.length = 0;
      status = 202;
      server = createServer(async (request, reply) => {
        seen.push({ request, body: await text(request) });
        reply.writeHead(status).end('thank you');
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      port = (server.address() as AddressInfo).port; // it listens on a port
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    it('a web hook posts its headers and its body once, byte by byte', async () => {
      const body = '{"naïve":"☃"}';
      expect(await loose.post(post(`http://127.0.0.1:${port}/a?b=c`, body), never)).toBe(202);
      expect(seen).toHaveLength(1);
      const [{ request, body: got } = { request: undefined, body: '' }] = seen;
      expect([request?.method, request?.url, request?.headers['x-a']]).toEqual([
        'POST',
        '/a?b=c',
        'b',
      ]);
      expect(got).toBe(body);
      expect(request?.headers['content-length']).toBe(String(Buffer.byteLength(body)));
    });

    it.each([200, 204, 301, 400, 404, 410, 429, 500])(
      'a web hook answers the status %i',
      async (told) => {
        status = told;
        expect(await loose.post(post(`http://127.0.0.1:${port}/`), never)).toBe(told);
        expect(seen).toHaveLength(1);
      },
    );

    it.each(HERE)('a web hook reaches nothing of this machine as %s', async (host) => {
      const sent = strict.post(post(`http://${host}:${port}/`), never);
      await expect(sent).rejects.toMatchObject({ name: 'Problem', code: 'forbidden' });
      expect(seen).toEqual([]);
    });

    it('a web hook stops when it is cancelled', async () => {
      const stopped = AbortSignal.abort(new Error('stopped'));
      const sent = loose.post(post(`http://127.0.0.1:${port}/`), stopped);
      await expect(sent).rejects.toThrow('stopped');
      expect(seen).toEqual([]);
    });

    troubleSuite('a post', (url) => hasty.post(post(`${url}/token-in-path`), never), {
      fine: [
        'breaks off',
        'answers drop by drop',
        'answers without end',
        'answers a page',
        'answers another shape',
        'is broken',
        'is busy',
        'points elsewhere',
      ],
      error: (error) => {
        expect(error).toMatchObject({ name: 'Problem', code: 'unavailable' });
        expect(String(error)).not.toContain('token-in-path');
      },
    });
  });
}
