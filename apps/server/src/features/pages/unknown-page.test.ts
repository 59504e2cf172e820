import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Http } from '../../platform/http/http.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import { registerUnknownPage } from './unknown-page.ts';

/** What Chromium sends when a person types an address. */
const BROWSER =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

let http: Http<never>;
beforeAll(async () => {
  http = await anonymousHttp();
  registerUnknownPage(http, {
    title: 'Archive',
    archiveName: 'ARM',
    publisher: 'ARM',
    url: 'https://data.example',
    contact: 'desk@example.org',
    simulated: false,
  });
  http.app.post('/only-posted', async () => 'taken');
});
afterAll(() => http.app.close());

const ask = (url: string, accept?: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  http.app.inject({ method, url, headers: accept === undefined ? {} : { accept } });

describe('an address at which there is nothing', () => {
  it('is a page with ways on for a browser, and never cached', async () => {
    const page = await ask('/data?of=me', BROWSER);
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept' });
    expect(page.body).toContain('<h1>Page not found</h1>');
    expect(page.body).toContain('<code>/data</code>');
    for (const way of ['/discovery/', '/discovery/#/results', '/reports', '/services/'])
      expect(page.body).toContain(`<a href="${way}">`);
    expect((await ask('/data', BROWSER, 'HEAD')).headers['content-type']).toMatch(/^text\/html/);
  });

  it('shows the address as text, and not more of it than fits', async () => {
    const page = await ask(`/%3Cscript%3E<b>${'long'.repeat(100)}`, BROWSER);
    expect(page.body).not.toContain('<b>');
    expect(page.body).toContain('…</code>');
  });

  it.each([
    ['a program that accepts anything', '*/*'],
    ['a program that says nothing', undefined],
    ['a program that accepts JSON', 'application/json'],
    ['a program that prefers JSON', 'application/json, text/html;q=0.5'],
  ])('is JSON for %s', async (_, accept) => {
    const told = await ask('/data', accept);
    expect([told.statusCode, told.json().message]).toEqual([404, 'There is nothing at /data.']);
    expect(told.headers.vary).toBe('Accept');
  });

  it('is JSON for whatever writes, and for a method that an address does not take', async () => {
    expect((await ask('/data', BROWSER, 'POST')).json().code).toBe('not-found');
    const refused = await ask('/only-posted', BROWSER);
    expect([refused.statusCode, refused.json().code]).toEqual([405, 'method-not-allowed']);
  });
});
