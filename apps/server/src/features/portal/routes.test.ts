// The portal as browsers get it: what they keep and for how long, and that nothing else of the
// machine is served.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { portalConfig, SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { FIRST_VIEW_NAMES, FIRST_VIEW_WORKBENCH } from '@isobar/contract/calls/first-view.ts';
import { BREAKPOINTS, DATE_FORMATS, type FullConfig } from '@isobar/contract/calls/full-config.ts';
import { SEARCH_SETTINGS } from '@isobar/contract/search/settings.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import type { Http } from '../../platform/http/http.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import { registerPortal } from './routes.ts';

let folder: string;
let http: Http<never>;
let config: FullConfig;

beforeEach(async () => {
  folder = temporaryFolder();
  await mkdir(join(folder, 'dist/assets'), { recursive: true });
  await writeFile(join(folder, 'dist/index.html'), '<!doctype html><title>Isobar</title>');
  await writeFile(join(folder, 'dist/assets/main-abc123.js'), 'export {};');
  await writeFile(join(folder, 'dist/.built'), 'private');
  await writeFile(join(folder, 'isobar.sqlite'), 'private');
  config = {
    title: 'Data',
    archiveName: 'ARM',
    version: '1',
    simulated: false,
    services: SERVICE_PATHS,
    contact: { email: 'a@example.org' },
    links: [],
    oldHosts: [],
    signIn: { registration: true, sites: [] },
    deliveryDays: 30,
    maximumFiles: 20_000,
    workbench: { dashboard: '', modules: [] },
    featured: [],
    sealUrl: '',
    environment: 'prod',
    search: {
      ...SEARCH_SETTINGS,
      iopTypes: [],
      constantSites: [],
      visibleSites: [],
      dataLevelOrder: [],
    },
    dates: DATE_FORMATS,
    layout: BREAKPOINTS,
    chunkPatienceMs: 1,
    orders: { formats: [], deliveries: [], webHooks: { hosts: [], http: false } },
    contacts: { types: [], dataDevelopers: [], portalDevelopers: [] },
    dqrLegend: {},
  };
  http = await anonymousHttp();
  await registerPortal(http, {
    folder: join(folder, 'dist'),
    config: async () => config,
  });
});
afterEach(() => http.app.close());

const get = (url: string, headers = {}) => http.app.inject({ url, headers });

it('the portal service lets hashed files be kept for ever and has everything else asked for again', async () => {
  expect((await get('/discovery/assets/main-abc123.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
  for (const url of ['/discovery/', '/discovery/config.json']) {
    const first = await get(url);
    expect([url, first.statusCode, first.headers['cache-control']]).toEqual([url, 200, 'no-cache']);
    const again = await get(url, { 'if-none-match': first.headers.etag });
    expect([url, again.statusCode, again.body]).toEqual([url, 304, '']);
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  }
  expect(() => portalConfig.parse(JSON.parse('{}'))).toThrow();
  expect(portalConfig.parse((await get('/discovery/config.json')).json()).deliveryDays).toBe(30);
});

it('the portal service tells a changed table without a restart, under another tag', async () => {
  const first = await get('/discovery/config.json');
  config = { ...config, workbench: { ...config.workbench, dashboard: 'https://hub.example.org' } };
  const second = await get('/discovery/config.json', { 'if-none-match': first.headers.etag });
  expect([second.statusCode, second.json().workbench.dashboard]).toEqual([
    200,
    'https://hub.example.org',
  ]);
});

describe('the page of the portal', () => {
  const view = (workbench: boolean, text: string): string =>
    `<template ${FIRST_VIEW_WORKBENCH}="${workbench}"><p title="${FIRST_VIEW_NAMES.title}">${text}</p></template>`;
  const page = [
    '<!doctype html>',
    view(false, `none ${FIRST_VIEW_NAMES.archiveName}`),
    view(true, `some ${FIRST_VIEW_NAMES.archiveName}`),
    '</body>',
  ].join('\n');
  beforeEach(() => writeFile(join(folder, 'dist/index.html'), page));

  it('the page of the portal has the names of the archive in its first view, as text and not as markup', async () => {
    config = { ...config, title: '"Rain" & <b>', archiveName: "O'Brien $&" };
    const { body, headers } = await get('/discovery/');
    expect(body).toContain('<p title="&quot;Rain&quot; &amp; &lt;b&gt;">none O&#39;Brien $&amp;');
    expect(body).not.toContain('some');
    expect(body.endsWith('</body>')).toBe(true);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('the page of the portal has the first view with the workbench where the archive has one, under another tag', async () => {
    const before = await get('/discovery/');
    const module = { module: 'a', title: 'A', text: '', url: '', comingSoon: false };
    config = { ...config, workbench: { dashboard: '', modules: [module] } };
    const after = await get('/discovery/', { 'if-none-match': before.headers.etag });
    expect([
      after.statusCode,
      after.body.includes('some ARM'),
      after.body.includes('none'),
    ]).toEqual([200, true, false]);
  });

  it('the page of the portal is made again when the portal was built again', async () => {
    await get('/discovery/');
    await writeFile(join(folder, 'dist/index.html'), '<!doctype html><title>Built again</title>');
    expect((await get('/discovery/')).body).toContain('Built again');
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)(
    'the page of the portal is sent in %s to browsers that read it, with the same text',
    async (name, unpack) => {
      await writeFile(join(folder, 'dist/index.html'), page + ' '.repeat(2000));
      const plain = await get('/discovery/');
      for (const _ of ['packed', 'kept']) {
        const { headers, rawPayload } = await get('/discovery/', { 'accept-encoding': name });
        expect([headers['content-encoding'], headers.vary]).toEqual([name, 'accept-encoding']);
        expect(unpack(rawPayload).toString()).toBe(plain.body);
      }
    },
  );
});

it('[X001] the portal service serves assets under /discovery/, and nowhere else', async () => {
  const codes: number[] = [];
  for (const url of [
    '/discovery/assets/main-abc123.js',
    '/assets/main-abc123.js',
    '/main-abc123.js',
  ])
    codes.push((await get(url)).statusCode);
  expect(codes).toEqual([200, 404, 404]);
  expect((await get('/')).headers.location).toBe('/discovery/');
});

it.each([
  '/discovery/../isobar.sqlite',
  '/discovery/%2e%2e/isobar.sqlite',
  '/discovery/..%2fisobar.sqlite',
  '/discovery/assets/..%5c..%5c..%5cisobar.sqlite',
  '/discovery/.built',
  '/discovery/assets/',
  '/discovery/index.html%00.js',
  '//discovery/../isobar.sqlite',
  '//discovery//%2e%2e//isobar.sqlite',
])('the portal does not serve %s', async (url) => {
  const reply = await get(url);
  expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  expect(reply.body).not.toContain('private');
  expect(reply.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
});

it('the portal service serves the page where a script joined its address with two slashes', async () => {
  expect((await get('//discovery//')).body).toBe((await get('/discovery/')).body);
});

it('the portal service sends the page under a policy without exceptions', async () => {
  const { headers } = await get('/discovery/');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|\*|http:/);
});
