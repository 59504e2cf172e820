// Pages that an operator writes: shipped ones, their own in place of those, and nothing that harms
// or lies elsewhere.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import type { Http } from '../../platform/http/http.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import { registerWrittenPages } from './written-pages.ts';

let folder: string;
let http: Http<never>;
beforeAll(async () => {
  folder = temporaryFolder();
  await mkdir(join(folder, 'pages'));
  await writeFile(join(folder, 'secret.md'), '# Secret');
  http = await anonymousHttp();
  registerWrittenPages(http, {
    folder: join(folder, 'pages'),
    publisher: {
      archiveName: 'ARM',
      publisher: 'ARM User Facility',
      url: 'http://archive.example',
      title: 'Data Discovery',
      contact: 'help@archive.example',
      simulated: false,
    },
  });
});
afterAll(() => http.app.close());
const get = (name: string, headers = {}) => http.app.inject({ url: `/about/${name}`, headers });

it.each([
  ['acknowledge', 'Acknowledge the data'],
  ['privacy', 'Privacy and security'],
  ['bundles', 'Bundle browser'],
  ['live-data', 'Live data'],
])('[H070] [H072] [H073] [H074] %s is shipped', async (name, title) => {
  const reply = await get(name);
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toContain(`<h1>${title}</h1>`);
  expect(reply.body.match(/<h1/g)).toHaveLength(1);
  expect(reply.body).toMatch(/<h2>/);
  expect(reply.body).toContain(
    `<link rel="canonical" href="http://archive.example/about/${name}">`,
  );
  const again = await get(name, { 'if-none-match': String(reply.headers.etag) });
  expect(again.statusCode).toBe(304);
});

it('an own text takes the place of the shipped one at once, and its HTML does no harm', async () => {
  const own =
    '# Ours <script>alert(1)</script>\n\n## Part\n\n<img src=x onerror=alert(2)>[a](javascript:alert(3)) [b](/discovery/#/results) **bold**';
  await writeFile(join(folder, 'pages/privacy.md'), own);
  const { body } = await get('privacy');
  expect(body).toContain('<h1>Ours &lt;script&gt;alert(1)&lt;/script&gt;</h1>');
  expect(body).toContain('<h2>Part</h2>');
  expect(body).toContain('<a href="/discovery/#/results">b</a>');
  expect(body).toContain('<strong>bold</strong>');
  expect(body).not.toMatch(/<img|javascript:|<script>alert/);
  await writeFile(join(folder, 'pages/visitors.md'), 'Only words.');
  expect((await get('visitors')).body).toContain('<h1>visitors</h1>');
});

it('a text that is too long, no file, or no UTF-8, leaves the shipped one in its place', async () => {
  await writeFile(join(folder, 'pages/acknowledge.md'), `# Long\n${'word '.repeat(50_000)}`);
  await mkdir(join(folder, 'pages/bundles.md'));
  await writeFile(join(folder, 'pages/privacy.md'), Buffer.from('# Grüße', 'latin1'));
  for (const [name, title] of [
    ['acknowledge', 'Acknowledge the data'],
    ['bundles', 'Bundle browser'],
    ['privacy', 'Privacy and security'],
  ] as const) {
    const reply = await get(name);
    expect([name, reply.statusCode]).toEqual([name, 200]);
    expect(reply.body).toContain(`<h1>${title}</h1>`);
  }
});

it('nothing else is a page', async () => {
  expect((await get('nothing')).statusCode).toBe(404);
  for (const name of ['..%2Fsecret', '.hidden', 'A', 'x%00', '%2e%2e'])
    expect([400, 404], name).toContain((await get(name)).statusCode);
});
