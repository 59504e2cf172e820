import { Problem } from '@isobar/contract/problem.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  for (const path of ['/refused', '/services/refused'])
    http.app.get(path, async () => {
      throw new Problem('too-large', 'There is <b>too much</b> of it.', {
        details: [{ path: 'until', reason: 'It is late.' }],
      });
    });
  http.app.get('/broken', async () => {
    throw new Error('a secret');
  });
});
afterAll(() => http.app.close());

const ask = (url: string, accept?: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  http.app.inject({ method, url, headers: accept === undefined ? {} : { accept } });

it('an address at which there is nothing is a page with ways on for a browser, and never cached', async () => {
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

it('an address at which there is nothing shows the address as text, and not more of it than fits', async () => {
  const page = await ask(`/%3Cscript%3E<b>${'long'.repeat(100)}`, BROWSER);
  expect(page.body).not.toContain('<b>');
  expect(page.body).toContain('…</code>');
});

it.each([
  ['a program that accepts anything', '*/*'],
  ['a program that says nothing', undefined],
  ['a program that accepts JSON', 'application/json'],
  ['a program that prefers JSON', 'application/json, text/html;q=0.5'],
])('an address at which there is nothing is JSON for %s', async (_, accept) => {
  const told = await ask('/data', accept);
  expect([told.statusCode, told.json().message]).toEqual([404, 'There is nothing at /data.']);
  expect(told.headers.vary).toBe('Accept');
});

it('an address at which there is nothing is JSON for whatever writes', async () => {
  expect((await ask('/data', BROWSER, 'POST')).json().code).toBe('not-found');
});

it('a refusal is a page with its reason and ways on for a browser, and never cached', async () => {
  const page = await ask('/refused?until=now', BROWSER);
  expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
    413,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(page.body).toContain('<h1>This cannot be shown</h1>');
  expect(page.body).toContain('There is &lt;b&gt;too much&lt;/b&gt; of it.');
  expect(page.body).toContain('<code>until</code>: It is late.');
  expect(page.body).toContain('href="https://data.example/refused"');
  expect(page.body).toContain('<a href="/discovery/#/results">');
  expect((await ask('/refused', BROWSER, 'HEAD')).headers['content-type']).toMatch(/^text\/html/);
});

it('a refusal is a page without what was wrong inside, and with the number of the request in the log', async () => {
  const page = await ask('/broken', BROWSER);
  expect([page.statusCode, page.body.includes('a secret')]).toEqual([500, false]);
  expect(page.body).toContain('<h1>Something went wrong</h1>');
  expect(page.body).toContain(`<code>${page.headers['x-request-id']}</code>`);
});

it('a refusal is JSON for a program', async () => {
  for (const accept of ['*/*', undefined, 'application/json'])
    expect((await ask('/refused', accept)).json().code, accept).toBe('too-large');
});

it('a refusal of a method that an address does not take is a page for reading, and JSON for writing', async () => {
  const page = await ask('/only-posted', BROWSER);
  expect([page.statusCode, page.headers['content-type']]).toEqual([
    405,
    'text/html; charset=utf-8',
  ]);
  expect((await ask('/refused', BROWSER, 'POST')).json().code).toBe('method-not-allowed');
});

it('a refusal of a service is JSON, also for old programs that name HTML, unless a browser navigates', async () => {
  const java = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';
  expect((await ask('/services/refused', java)).json().code).toBe('too-large');
  const page = await http.app.inject({
    url: '/services/refused',
    headers: { accept: BROWSER, 'sec-fetch-mode': 'navigate' },
  });
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
});
