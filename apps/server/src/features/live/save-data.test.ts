// Files of live data as scripts fetch them: bytes, names, ranges, checksums, and what is not handed
// out.

import { createHash } from 'node:crypto';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addFile, DAY, JANUARY_1 } from '../orders/testing/order-fixture.ts';
import { liveForAll, MET, nameOf, USER } from './testing/live-fixture.ts';

const here = liveForAll();
const { get, bytesOf } = here;

const file = () => here.names[0] ?? '';

it('[P113] [P114] [P115] saveData answers the bytes of a file under each address, with length and name', async () => {
  for (const path of ['/saveData', '/data/saveData']) {
    const answer = await get(path, { file: file(), user: USER });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(bytesOf(file()).length));
    expect(nameOf(answer)).toBe(file());
    expect(answer.headers.get('content-type')).toBe('application/x-netcdf');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytesOf(file()))).toBe(true);
  }
});

it('[P116] saveData says in a text that a file is not available, and leads nowhere by a path', async () => {
  for (const name of [
    'sgpmetE13.b1.19990101.000000.cdf',
    '../../etc/passwd',
    'x'.repeat(5000),
    '%00',
    '__proto__',
  ]) {
    const answer = await get('/saveData', { user: USER, file: name });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ]);
    expect(await answer.text()).toContain('This data file is not available');
  }
  const gone = 'sgpmetE13.b1.20190401.000000.cdf';
  await addFile(here.live.house, gone, 'x', {
    datastream: MET,
    start: JANUARY_1 + 90 * DAY,
    end: JANUARY_1 + 90 * DAY,
  });
  rmSync(join(here.live.house.archiveFolder, gone));
  expect(await (await get('/saveData', { user: USER, file: gone })).text()).toContain(
    'not available',
  );
  expect((await get('/saveData', { user: USER })).status).toBe(400);
});

it('saveData takes a name with the folders that a script keeps it in', async () => {
  const answer = await get('/saveData', {
    user: USER,
    file: `/data/archive/sgp/${MET}/${file()}`,
  });
  expect((await answer.arrayBuffer()).byteLength).toBe(bytesOf(file()).length);
});

it('saveData is resumable: ranges, tags and dates, and HEAD', async () => {
  const query = { user: USER, file: file() };
  const head = await get('/saveData', query, {}, 'HEAD');
  const etag = head.headers.get('etag') ?? '';
  const modified = head.headers.get('last-modified') ?? '';
  expect([head.status, head.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
  expect(head.headers.get('content-length')).toBe(String(bytesOf(file()).length));
  const part = await get('/saveData', query, { range: 'bytes=100-199', 'if-range': etag });
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-199/${bytesOf(file()).length}`,
  ]);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytesOf(file()).subarray(100, 200))).toBe(
    true,
  );
  const dated = await get('/saveData', query, { range: 'bytes=-10', 'if-range': modified });
  expect([dated.status, (await dated.arrayBuffer()).byteLength]).toEqual([206, 10]);
  const changed = await get('/saveData', query, { range: 'bytes=100-', 'if-range': '"another"' });
  expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([
    200,
    bytesOf(file()).length,
  ]);
  const partOfHead = await get('/saveData', query, { range: 'bytes=0-9' }, 'HEAD');
  expect([partOfHead.status, partOfHead.headers.get('content-length')]).toEqual([
    200,
    String(bytesOf(file()).length),
  ]);
  expect((await get('/saveData', query, { range: 'bytes=99999999-' })).status).toBe(416);
  expect((await get('/saveData', query, { 'if-none-match': etag })).status).toBe(304);
  expect((await get('/saveData', query, { 'if-modified-since': modified })).status).toBe(304);
  expect((await get('/saveData', query, { 'if-match': etag })).status).toBe(200);
  expect((await get('/saveData', query, { 'if-unmodified-since': modified })).status).toBe(200);
  const later = new Date(Date.now() + 5000);
  utimesSync(join(here.live.house.archiveFolder, file()), later, later);
  const after = await get('/saveData', query, { range: 'bytes=100-199', 'if-range': etag });
  expect([after.status, (await after.arrayBuffer()).byteLength]).toEqual([
    200,
    bytesOf(file()).length,
  ]);
  for (const wish of [{ 'if-match': etag }, { 'if-unmodified-since': modified }]) {
    const none = await get('/saveData', query, { ...wish, range: 'bytes=100-' });
    expect([none.status, await none.json()]).toEqual([
      412,
      expect.objectContaining({ code: 'precondition-failed' }),
    ]);
  }
});

it('saveData carries the checksum of a file that is still the one that was harvested', async () => {
  const name = here.names[3] ?? '';
  const sha256 = createHash('sha256').update(bytesOf(name)).digest();
  const sum = `sha-256=:${sha256.toString('base64')}:`;
  await here.live.house.store.db
    .updateTable('files')
    .set({ sha256: sha256.toString('hex') })
    .where('file_name', '=', name)
    .execute();
  const query = { user: USER, file: name };
  const whole = await get('/saveData', query);
  await whole.arrayBuffer();
  expect([whole.headers.get('content-digest'), whole.headers.get('repr-digest')]).toEqual([
    sum,
    sum,
  ]);
  const part = await get('/saveData', query, { range: 'bytes=0-9' });
  await part.arrayBuffer();
  expect([part.headers.get('content-digest'), part.headers.get('repr-digest')]).toEqual([
    null,
    sum,
  ]);
  writeFileSync(
    join(here.live.house.archiveFolder, name),
    Buffer.concat([bytesOf(name), Buffer.from('x')]),
  );
  const changed = await get('/saveData', query);
  expect((await changed.arrayBuffer()).byteLength).toBe(bytesOf(name).length);
  expect(changed.headers.get('repr-digest')).toBe(null);
  writeFileSync(join(here.live.house.archiveFolder, name), bytesOf(name).subarray(0, -1));
});

it('saveData does not hand out what an order would have to wait for', async () => {
  const answer = await get('/saveData', { user: USER, file: 'nsametC1.b1.20190101.000000.cdf' });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('Place an order'),
  });
});
