// Deliveries over HTTP: lists, ranges, the ZIP, download scripts, and who may not have them.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { formatInstant } from '@isobar/contract/time.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expireDeliveries } from '../sweep.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../testing/order-fixture.ts';
import { linkSigner } from './links.ts';

const run = promisify(execFile);
const has = (tool: string, ...args: string[]) =>
  run(tool, args).then(
    () => true,
    () => false,
  );
const unzip = await has('unzip', '-v');
const python = await has('python3', '--version');
const curl = await has('curl', '--version');

const MET = 'sgpmetE13.b1';
const FIRST = 'sgpmetE13.b1.20190101.000000.cdf';
let house: OrderFixture;
let headers: { cookie: string };
let orderId: number;
let base: string;
let original: Buffer;

beforeAll(async () => {
  house = await openOrderFixture();
  ({ headers } = await house.signIn('ada'));
  await addMetDays(house, MET, 3);
  const reply = await house.place(headers, requestOf(MET, '2019-01-01', '2019-01-03'));
  orderId = reply.json().orderId;
  base = `/services/order/delivery/${orderId}/`;
  await house.work();
  original = await readFile(join(house.archiveFolder, FIRST));
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = house.app.server.address() as AddressInfo; // listening on TCP
  Object.assign(house.settings, { url: `http://127.0.0.1:${port}` });
});
afterAll(() => house.close());

const get = (name: string, more: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  house.app.inject({ method, url: base + name, headers: { ...headers, ...more } });

it('a file of a delivery comes whole with its length, checksum and validators', async () => {
  const reply = await get(FIRST, { 'accept-encoding': 'gzip, br' });
  expect(reply.statusCode).toBe(200);
  expect(reply.rawPayload.equals(original)).toBe(true);
  const sha = createHash('sha256').update(original).digest('base64');
  expect(reply.headers).toMatchObject({
    'content-length': String(original.length),
    'content-type': 'application/x-netcdf',
    'accept-ranges': 'bytes',
    digest: `sha-256=${sha}`,
    'x-content-type-options': 'nosniff',
  });
  expect(reply.headers['content-disposition']).toContain(FIRST);
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.headers['cache-control']).toContain('private');
});

it('a file of a delivery that is to be read is shown as text, whatever its ending', async () => {
  for (const name of ['CITATION.cff', 'SHA256SUMS', 'README.txt']) {
    const { headers: told } = await get(name);
    expect(told['content-type'], name).toBe('text/plain; charset=utf-8');
    expect(told['content-disposition'], name).toMatch(/^inline/);
  }
});

it('or a page of them has the stated length, whichever encodings a browser accepts', async () => {
  for (const name of ['README.txt', 'recipe.json', '', 'index.json']) {
    const reply = await get(name, { 'accept-encoding': 'gzip, br' });
    expect(reply.headers['content-encoding'], name).toBeUndefined();
    expect(reply.headers['content-length'], name).toBe(String(reply.rawPayload.length));
  }
});

it('a file of a delivery answers HEAD with the same headers and no bytes', async () => {
  const reply = await get(FIRST, {}, 'HEAD');
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-length']).toBe(String(original.length));
  expect(reply.rawPayload).toHaveLength(0);
});

it.each([
  ['bytes=0-3', 0, 4],
  ['bytes=100-', 100, -1],
  ['bytes=-10', -10, -1],
  ['bytes=5-5', 5, 6],
  ['bytes=10-99999999', 10, -1],
])('a file of a delivery comes in part: %s', async (range, from, to) => {
  const size = original.length;
  const [start, end] = [from < 0 ? size + from : from, to < 0 ? size : to];
  const reply = await get(FIRST, { range });
  expect(reply.statusCode).toBe(206);
  expect(reply.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${size}`);
  expect(reply.rawPayload.equals(original.subarray(start, end))).toBe(true);
});

it('beyond its end is not satisfiable; what is no range means all', async () => {
  const beyond = await get(FIRST, { range: `bytes=${original.length}-` });
  expect(beyond.statusCode).toBe(416);
  expect(beyond.headers['content-range']).toBe(`bytes */${original.length}`);
  for (const range of ['lines=1-2', 'bytes=5-2', 'bytes=0-1,5-6', 'bytes=-', 'x'])
    expect((await get(FIRST, { range })).statusCode).toBe(200);
});

it('a file of a delivery goes on only if it is still the same', async () => {
  const { etag, 'last-modified': modified } = (await get(FIRST)).headers;
  const range = 'bytes=1-2';
  expect((await get(FIRST, { range, 'if-range': String(etag) })).statusCode).toBe(206);
  expect((await get(FIRST, { range, 'if-range': String(modified) })).statusCode).toBe(206);
  expect((await get(FIRST, { range, 'if-range': '"another"' })).statusCode).toBe(200);
  expect((await get(FIRST, { 'if-none-match': String(etag) })).statusCode).toBe(304);
  expect((await get(FIRST, { 'if-none-match': '"another"' })).statusCode).toBe(200);
});

it('the lists are a page that a browser and a screen reader understand', async () => {
  for (const name of ['', 'index.html']) {
    const page = await get(name);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toMatch(/<html lang="en">[\s\S]*<title>Order \d+[\s\S]*<h1>/);
    expect(page.body).toContain(`href="${FIRST}"`);
    expect(page.body).toContain('<th scope="col">SHA-256</th>');
    expect(page.body).not.toContain('style="');
    const scripts = [...page.body.matchAll(/<script[^>]*src="([^"]*)"[^>]*><\/script>/g)];
    expect(scripts.map(([, src]) => src)).toEqual(['/discovery/theme.js', '/discovery/page.js']);
    expect(page.body.match(/<script/g)).toHaveLength(2);
  }
  const style = await house.app.inject('/services/order/delivery/style.css');
  expect(style.headers).toMatchObject({
    ...{ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=86400' },
  });
  expect(style.body).toContain('.files');
  const bare = await house.app.inject({ url: base.slice(0, -1), headers });
  expect([bare.statusCode, bare.headers.location]).toEqual([308, base]);
});

it('the lists are JSON with addresses that work', async () => {
  const index = (await get('index.json')).json();
  expect(index.orderId).toBe(orderId);
  const file = index.files.find((f: { name: string }) => f.name === FIRST);
  expect(file).toMatchObject({ bytes: original.length });
  expect(file.url).toBe(`${base}${FIRST}`); // of this host, whatever it is called
  const fetched = await house.app.inject({ url: file.url, headers });
  expect(fetched.rawPayload.equals(original)).toBe(true);
});

it('the lists are input for a download tool, signed', async () => {
  const list = (await get('transfer.txt')).body;
  const address = /^(http\S+)\n {2}out=\S+\n {2}checksum=sha-256=[0-9a-f]{64}$/m.exec(list)?.[1];
  expect((await fetch(address!)).status).toBe(200);
});

it('all.zip has a length, resumes at any byte, and is one stream', async () => {
  const whole = await get('all.zip');
  expect(whole.headers['content-length']).toBe(String(whole.rawPayload.length));
  const { etag } = whole.headers;
  const half = Math.floor(whole.rawPayload.length / 2);
  const rest = await get('all.zip', { range: `bytes=${half}-`, 'if-range': String(etag) });
  expect(rest.statusCode).toBe(206);
  expect(rest.rawPayload.equals(whole.rawPayload.subarray(half))).toBe(true);
  const head = await get('all.zip', {}, 'HEAD');
  expect(head.headers['content-length']).toBe(String(whole.rawPayload.length));
});

it('all.zip is another one, to those who resume, where another file is in it', async () => {
  const tagOf = async () => String((await get('all.zip', {}, 'HEAD')).headers.etag);
  const tag = await tagOf();
  const key = `${orderId}/manifest.json`;
  const before = await text(await house.blobs.read(key));
  await house.blobs.put(key, before.replace(/"sha256":"[0-9a-f]{4}/, '"sha256":"0000'));
  await house.store.db.updateTable('orders').set({ completed_at: 1 }).execute(); // of another round
  expect(await tagOf()).not.toBe(tag);
  await house.blobs.put(key, before);
  await house.store.db.updateTable('orders').set({ completed_at: 2 }).execute();
  expect(await tagOf()).toBe(tag);
});

it.skipIf(!unzip || !python)(
  'all.zip is opened by unzip and by Python (needs unzip and Python)',
  async () => {
    const path = join(house.home, 'all.zip');
    await writeFile(path, (await get('all.zip')).rawPayload);
    const { stdout } = await run('unzip', ['-t', path]);
    expect(stdout).toContain('No errors detected');
    const script = `import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(z.read('order-${orderId}/${FIRST}')))`;
    const read = await run('python3', ['-c', script, path]);
    expect(Number(read.stdout)).toBe(original.length);
  },
);

const folder = (name: string) => join(house.home, name);

async function tried(name: string, command: string, args: string[]) {
  const target = folder(`fetched-by-${command}`);
  const script = folder(name);
  await writeFile(script, (await get(name)).body);
  await run('mkdir', ['-p', target]);
  // an interrupted download
  await writeFile(join(target, `${FIRST}.part`), original.subarray(0, 1000));
  await writeFile(join(target, 'README.txt'), 'spoilt');
  const first = await run(command, [...args, script, target]);
  expect(first.stdout).toContain('every checksum fits');
  expect((await readFile(join(target, FIRST))).equals(original)).toBe(true);
  await run('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: target });
  const { mtimeMs } = await stat(join(target, FIRST));
  const again = await run(command, [...args, script, target]);
  expect(again.stdout).not.toContain('fetched');
  expect((await stat(join(target, FIRST))).mtimeMs).toBe(mtimeMs);
}

it('download scripts say until when, as the list for a download tool does', async () => {
  const until = /Kept until (\d{4}-\d\d-\d\d)/.exec((await get('index.html')).body)?.[1];
  expect(until).toBeDefined();
  for (const name of ['helper.sh', 'helper.py', 'transfer.txt'])
    expect((await get(name)).body).toContain(`kept until ${until}`);
});
it.skipIf(!curl)('for a shell resumes and verifies (needs curl)', () =>
  tried('helper.sh', 'sh', []),
);
it.skipIf(!python)('for Python resumes and verifies (needs Python)', () =>
  tried('helper.py', 'python3', []),
);

it('unauthenticated callers, other users, and holders of forged, foreign or outdated links', async () => {
  const nobody = await house.app.inject(base);
  expect(nobody.statusCode).toBe(401);
  const bob = await house.signIn('bob');
  const status = async (url: string, cookie: object = {}) =>
    (await house.app.inject({ url, headers: cookie as Record<string, string> })).statusCode;
  expect(await status(base, bob.headers)).toBe(404);
  expect(await status(base + FIRST, bob.headers)).toBe(404);
  expect(await status(`/services/order/delivery/999999/`, bob.headers)).toBe(404);
  const later = Date.now() / 1000 + 1000;
  const key = house.links.sign('delivery', orderId, later);
  expect(await status(`${base}${FIRST}?key=${key}`)).toBe(200);
  expect(await status(`${base}${FIRST}?key=${key}`, bob.headers)).toBe(200);
  const forged = [
    `${key.slice(0, -2)}AA`,
    key.replace(/^\d/, '9'),
    house.links.sign('delivery', orderId + 1, later),
    house.links.sign('share', orderId, later),
    linkSigner(new Uint8Array(32)).sign('delivery', orderId, later),
    'x',
  ];
  for (const wrong of forged) expect(await status(`${base}${FIRST}?key=${wrong}`)).toBe(404);
  const outdated = house.links.sign('delivery', orderId, Date.now() / 1000 - 1);
  expect(await status(`${base}${FIRST}?key=${outdated}`)).toBe(410);
});

it('a visitor who may not have a delivery gets lists that go on with the link that one came by, and none with a link for its owner', async () => {
  const key = house.links.sign('delivery', orderId, Date.now() / 1000 + 1000);
  const byLink = async (name: string) => (await house.app.inject(`${base}${name}?key=${key}`)).body;
  expect(await byLink('')).toContain(`href="${FIRST}?key=${key}"`);
  expect(await byLink('index.json')).toContain(`${base}${FIRST}?key=${key}`);
  for (const name of ['', 'index.json', `?key=${key}`])
    expect((await get(name)).body).not.toContain('key=');
  const bare = await house.app.inject(`${base.slice(0, -1)}?key=${key}`);
  expect(bare.headers.location).toBe(`${base}?key=${key}`);
  // What is used elsewhere has a link of its own, as long as the delivery is kept.
  const list = (await get('transfer.txt')).body;
  expect(list).toContain(`${house.settings.url}${base}${FIRST}?key=`);
  expect(list).not.toContain(key);
});

it('an order that is not delivered yet, or whose files are gone', async () => {
  const { store } = house;
  const step = async (code: 'hpss' | 'complete') =>
    await store.db.updateTable('orders').set({ step: code }).execute();
  await step('hpss');
  const early = await get(FIRST);
  expect([early.statusCode, early.json().message]).toEqual([
    404,
    `Order ${orderId} has not been delivered yet.`,
  ]);
  await step('complete');
  const key = `${orderId}/manifest.json`;
  const manifest = await text(await house.blobs.read(key));
  await house.blobs.removeAll(key);
  expect((await get(FIRST)).statusCode).toBe(410);
  await house.blobs.put(key, manifest);
  expect((await get(FIRST)).statusCode).toBe(200);
});

it('a path that leads out of the delivery is refused', async () => {
  for (const name of [
    '../../signing-key',
    '..%2f..%2fsigning-key',
    '%2e%2e/manifest.json',
    '..%5cmanifest.json',
    '../manifest.json',
    'constructor',
    '%00',
  ]) {
    const reply = await get(name);
    expect(reply.statusCode, name).toBeGreaterThanOrEqual(400);
    expect(reply.statusCode, name).toBeLessThan(500);
  }
});

it('the signing key is kept to its owner', async () => {
  expect((await stat(join(house.home, 'signing-key'))).mode & 0o777).toBe(0o600);
});

it('a delivery is gone, its files removed and its order remembered', async () => {
  const past = Math.floor(Date.now() / 1000) - 1;
  const listed = async () =>
    (await house.app.inject({ url: '/services/order/orders/history', headers }))
      .json()
      .orderHistoryResponses.find((one: { orderId: number }) => one.orderId === orderId);
  const before = await listed();
  expect([before.expired, Date.parse(before.expires) > Date.now()]).toEqual([false, true]);
  await house.store.db.updateTable('orders').set({ expires_at: past }).execute();
  expect((await get(FIRST)).statusCode).toBe(410);
  const sweep = {
    db: house.store.db,
    blobs: house.blobs,
    home: house.home,
    log: house.worker.log,
    emptied: new Map(),
  };
  expect(await expireDeliveries(sweep, past + 1)).toBe(1);
  expect(await expireDeliveries({ ...sweep, emptied: new Map() }, past + 1)).toBe(0);
  await expect(stat(join(house.home, 'deliveries', String(orderId)))).rejects.toThrow();
  const status = await house.app.inject({ url: `/services/order/status/${orderId}`, headers });
  const expiry = { expires: formatInstant(past), expired: true };
  expect(status.json()).toMatchObject({ curStep: 'complete', delivery: null, ...expiry });
  expect(await listed()).toMatchObject({ curStep: 'complete', ...expiry });
});
