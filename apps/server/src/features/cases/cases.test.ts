// The case illustration over HTTP: drawn by the demo, read from a folder, or asked of another
// service; and when there is none.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoCases } from '../../../../../demo/cases.ts';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openDrawnCases } from '../../adapters/cases-drawn.ts';
import { openFolderCases } from '../../adapters/cases-folder.ts';
import { openHttpCases } from '../../adapters/cases-http.ts';
import type { Http } from '../../platform/http/http.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import type { Cases } from '../../ports/cases.ts';
import { registerCases } from './routes.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47];
const BASE = '/services/case';
let folder: string;
const opened: Http<never>[] = [];

async function serve(cases: Cases): Promise<Http<never>> {
  const http = await anonymousHttp();
  registerCases(http, { cases, log: { warn: () => {} } });
  opened.push(http);
  return http;
}
const ask = (http: Http<never>, path: string, payload: object) =>
  http.app.inject({ method: 'POST', url: `${BASE}/illustration/${path}`, payload });
const OF = { date: '20160602', site: 'ena' };

beforeAll(async () => {
  folder = temporaryFolder();
  const day = join(folder, 'ena/20160602');
  await mkdir(day, { recursive: true });
  for (const name of ['plot.png', 'f10.png', 'f2.png', 'notes.txt', '.hidden.png'])
    await writeFile(join(day, name), Buffer.from([...PNG, name.length]));
  await mkdir(join(folder, 'secret'));
  await writeFile(join(folder, 'secret.png'), 'secret');
  const outside = temporaryFolder();
  await writeFile(join(outside, 'plot.png'), 'outside');
  await symlink(outside, join(folder, 'ena/20160603'));
});
afterAll(async () => {
  for (const http of opened) await http.app.close();
});

/** The last colour of a picture's palette. */
const groundOf = (png: Buffer): readonly number[] => {
  const at = png.indexOf('PLTE');
  return [
    ...png.subarray(at + 4 + png.readUInt32BE(at - 4) - 3, at + 4 + png.readUInt32BE(at - 4)),
  ];
};

async function expectWhole(http: Http<never>, names: number): Promise<void> {
  const plot = await ask(http, 'plot', OF);
  expect([plot.statusCode, plot.headers['content-type']]).toEqual([200, 'image/png']);
  expect([...plot.rawPayload.subarray(0, 4)]).toEqual(PNG);
  const { images } = (await ask(http, 'images', OF)).json();
  expect(images).toHaveLength(names);
  const frame = await http.app.inject(`${BASE}/${images[0]}`);
  expect([frame.statusCode, frame.headers['content-type']]).toEqual([200, 'image/png']);
}

it('[P031] [P032] the demo archive draws its own, the same every time, each frame another', async () => {
  const http = await serve(openDrawnCases(demoCases));
  await expectWhole(http, 24);
  const { images } = (await ask(http, 'images', OF)).json();
  const bytes = await Promise.all(
    images.map(async (path: string) => (await http.app.inject(`${BASE}/${path}`)).rawPayload),
  );
  expect(new Set(bytes.map((one: Buffer) => one.toString('base64'))).size).toBe(24);
  const again = await openDrawnCases(demoCases).plot(OF, 'light');
  const before = await ask(http, 'plot', OF);
  expect(Buffer.from(again?.bytes ?? []).equals(before.rawPayload)).toBe(true);
  expect((await ask(http, 'plot', { ...OF, site: 'nowhere' })).statusCode).toBe(404);
  const dark = await ask(http, 'plot?theme=dark', OF);
  expect(dark.rawPayload.equals(before.rawPayload)).toBe(false);
  expect(groundOf(before.rawPayload)).toEqual([255, 255, 255]);
  expect(groundOf(dark.rawPayload)).toEqual([16, 25, 30]);
  expect((await ask(http, 'plot?theme=pink', OF)).statusCode).toBe(400);
});

it('a folder gives its plot and its frames in the order of their numbers, and nothing beside them', async () => {
  const http = await serve(openFolderCases(folder));
  await expectWhole(http, 2);
  const { images } = (await ask(http, 'images', OF)).json();
  expect(images).toEqual([
    'illustration/frames/ena/20160602/f2.png',
    'illustration/frames/ena/20160602/f10.png',
  ]);
  const outside = { date: '20160603', site: 'ena' };
  expect((await ask(http, 'plot', outside)).statusCode).toBe(404);
  expect((await ask(http, 'images', outside)).json()).toEqual({ images: [] });
  for (const name of ['..%2F..%2Fsecret.png', '.hidden.png', 'plot.txt', 'notes.txt', 'f3.png']) {
    const reply = await http.app.inject(`${BASE}/illustration/frames/ena/20160602/${name}`);
    expect([400, 404], name).toContain(reply.statusCode);
  }
});

it('another service is asked for them, and what is none of it is refused', async () => {
  const source = await serve(openFolderCases(folder));
  await source.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = source.app.server.address() as AddressInfo;
  const http = await serve(openHttpCases(`http://127.0.0.1:${port}${BASE}/`));
  await expectWhole(http, 2);
  for (const name of ['000', '003', 'x'])
    expect(
      (await http.app.inject(`${BASE}/illustration/frames/ena/20160602/${name}`)).statusCode,
    ).toBe(404);
  const away = await serve(openHttpCases('http://127.0.0.1:1/'));
  const reply = await ask(away, 'plot', OF);
  expect([reply.statusCode, reply.body.includes('127.0.0.1')]).toEqual([503, false]);
});

it.each([
  {},
  { date: '20160602' },
  { site: 'ena' },
  { date: '2016-06-02', site: 'ena' },
  { date: '20161302', site: 'ena' },
  { date: '20160602', site: '../..' },
  { date: '20160602', site: 'ENA' },
])('%j is refused', async (body) => {
  const http = opened[0] ?? (await serve(openFolderCases(folder)));
  for (const path of ['plot', 'images']) {
    const reply = await ask(http, path, body);
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'bad-request']);
  }
});
