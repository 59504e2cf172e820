// Live data as scripts ask for them: query and saveData, tokens and limits.
import { createHash } from 'node:crypto';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPerson } from '../../core/accounts/people.ts';
import { makeToken, revokeToken } from '../../core/accounts/tokens.ts';
import { addFile, DAY, JANUARY_1 } from '../orders/testing/order-house.ts';
import {
  type LiveHouse,
  MET,
  nameOf,
  openLiveHouse,
  type Query,
  USER,
} from './testing/live-house.ts';

let live: LiveHouse;
let names: string[];

beforeAll(async () => {
  live = await openLiveHouse();
  names = live.names;
});
afterAll(() => live.close());

const get: LiveHouse['get'] = (...args) => live.get(...args);
const bytesOf: LiveHouse['bytesOf'] = (name) => live.bytesOf(name);

describe('query', () => {
  it('[P107] [P108] [P109] [P111] answers the files of a range under each of its addresses', async () => {
    for (const path of ['/query', '/livedata/query', '/data/query']) {
      const answer = await get(path, {
        user: USER,
        ds: MET,
        start: '2019-01-02',
        end: '2019-01-03',
        wt: 'json',
      });
      expect([answer.status, await answer.json()]).toEqual([
        200,
        {
          status: 'success',
          num_found: 2,
          total_size: bytesOf(names[1] ?? '').length * 2,
          files: [names[1], names[2]],
        },
      ]);
    }
  });

  it.each<[string, Query, number]>([
    ['days', { start: '2019-01-02', end: '2019-01-02' }, 1],
    ['instants', { start: '2019-01-02T00:00:00.000Z', end: '2019-01-03T00:00:00.000Z' }, 2],
    ['instants without Z', { start: '2019-01-02T00:00:00', end: '2019-01-02T23:59:59' }, 1],
    ['compact days', { start: '20190102', end: '20190103' }, 2],
    ['compact instants', { start: '20190102T000000Z', end: '20190102T235900Z' }, 1],
    ['only a start', { start: '2019-01-03' }, 2],
    ['only an end', { end: '2019-01-01T12:00:00Z' }, 1],
    ['no dates', {}, 4],
    ['a range without data', { start: '1999-01-01', end: '1999-12-31' }, 0],
  ])('[P110] takes %s', async (_, dates, found) => {
    // In an odd order, and with the form in capitals.
    const query = { wt: 'JSON', ...dates, ds: ` ${MET} `, user: USER };
    const answer = await get('/query', query, { authorization: 'Bearer grace:grace-token' });
    expect(await answer.json()).toMatchObject({ status: 'success', num_found: found });
  });

  it('finds nothing in a datastream that is not here, and refuses what it cannot read', async () => {
    const grace = { user: 'grace:grace-token', wt: 'json' };
    const nothing = await get('/query', { ...grace, ds: 'xxxnothingX1.b1' });
    expect(await nothing.json()).toEqual({
      ...{ status: 'success', num_found: 0, total_size: 0, files: [] },
    });
    expect(nothing.headers.get('x-isobar-notes')).toBe(
      'there is no datastream xxxnothingX1.b1 here',
    );
    const wrong: [Query, RegExp][] = [
      [{ ds: MET, start: 'yesterday' }, /query\.start: is no date/],
      [{ ds: MET, end: '2019-02-30' }, /query\.end: is no date/],
      [{ ds: MET, start: '2019-02-01', end: '2019-01-01' }, /later than end/],
      [{}, /query\.ds: names the datastream/],
      [{ ds: MET, wt: 'xml' }, /query\.wt: is one of html, json, text, urls/],
    ];
    for (const [query, message] of wrong) {
      const answer = await get('/query', { ...grace, ...query });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: 'bad-request',
        message: expect.stringMatching(message),
      });
    }
  });

  it('tells of files that could not be read, and of parameters that it does not know', async () => {
    const query = {
      user: 'grace:grace-token',
      ds: MET,
      wt: 'json',
      start: '2019-01-02',
      end: '2019-01-03',
    };
    const { db } = live.house.store;
    const [broken, other] = [
      'sgpmetE13.b1.20190102.120000.cdf',
      'sgpmetE13.b1.20190402.000000.cdf',
    ];
    await db
      .insertInto('unreadable_files')
      .values(
        [broken, other].map((path) => ({
          path,
          code: 'corrupt',
          reason: 'x',
          size: 1,
          modified_ms: 1,
        })),
      )
      .execute();
    const answer = await get('/query', { ...query, colour: 'blue' });
    const notes = [
      'passed over, since nothing here is called so: colour (known: user, ds, start, end, wt)',
      `${broken} could not be read and is not among these data`,
    ];
    const told = await answer.json();
    expect([Object.keys(Object(told)), answer.headers.get('x-isobar-notes')]).toEqual([
      ['status', 'num_found', 'total_size', 'files'],
      notes.join('; '),
    ]);
    const page = await (await get('/query', { ...query, wt: 'html' })).text();
    expect(page).toContain(`<p>Note: ${broken} could not be read`);
    const joined = await get('/mod', { ...query, wt: 'csv', variables: 'temp_mean' });
    expect(joined.headers.get('x-isobar-notes')).toContain(broken);
    expect(await joined.text()).toMatch(/^# isobar_notes: .*could not be read/m);
    await db.deleteFrom('unreadable_files').execute();
    const plain = await get('/query', query);
    expect([
      Object.keys((await plain.json()) as object),
      plain.headers.get('x-isobar-notes'),
    ]).toEqual([['status', 'num_found', 'total_size', 'files'], null]);
  });

  it.each([
    ['/query', 'strat', 'start'],
    ['/query', 'End', 'end'],
    ['/query', 'datastream', 'ds'],
    ['/mod', 'variable', 'variables'],
    ['/mod', 'files', 'file'],
    ['/saveData', 'filename', 'file'],
  ])(
    '%s refuses %s, which would answer another question, and says %s',
    async (path, name, meant) => {
      const answer = await get(path, { user: 'grace:grace-token', [name]: '2019-01-01' });
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { message: `query.${name}: is not known here: write ${meant}` },
      ]);
    },
  );

  it('[P112] is a page of links without wt=json, and each link works', async () => {
    const answer = await get('/query', {
      user: 'grace:grace-token',
      ds: MET,
      start: '2019-01-02',
      end: '2019-01-02',
    });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await answer.text();
    expect(page).toMatch(/^<!DOCTYPE html>/);
    expect(page).toContain('A &lt;title&gt;');
    const [, href = ''] = /<a href="([^"]+)">/.exec(page) ?? [];
    const file = await fetch(new URL(href.replaceAll('&amp;', '&'), answer.url));
    expect(Buffer.from(await file.arrayBuffer()).equals(bytesOf(names[1] ?? ''))).toBe(true);
  });
});

describe('a list for programs that read lines', () => {
  it('has the names of the files, or their addresses, which work with the token in a header', async () => {
    const authorization = 'Bearer grace:grace-token';
    const range = { ds: MET, start: '2019-01-02', end: '2019-01-03' };
    const lines = async (wt: string) => {
      const answer = await get('/query', { ...range, wt }, { authorization });
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      return (await answer.text()).split('\n');
    };
    expect(await lines('text')).toEqual([names[1], names[2], '']);
    const [first = '', ...more] = await lines('urls');
    expect(first).toBe(`https://data.example.org/services/live/saveData/${names[1]}`);
    expect(more).toHaveLength(2);
    const address = `${live.origin}${new URL(first).pathname}`;
    const file = await fetch(address, { headers: { authorization } });
    expect(Buffer.from(await file.arrayBuffer()).equals(bytesOf(names[1] ?? ''))).toBe(true);
    expect((await fetch(address)).status).toBe(401);
  });
});

describe('a token', () => {
  it('of a person’s own opens live data with the scope data, until it is revoked', async () => {
    const { db } = live.house.store;
    const grace = (await findPerson(db, 'grace'))!.person_id;
    const now = Math.floor(Date.now() / 1000);
    const wish = { days: 1, name: 'all but data' };
    const other = await makeToken(
      db,
      grace,
      { ...wish, scopes: ['orders:read', 'orders:write', 'profile'] },
      now,
    );
    const own = await makeToken(db, grace, { days: 1, name: 'data', scopes: ['data'] }, now);
    const query = { ds: MET, start: '2019-01-01', end: '2019-01-02', wt: 'json' };
    const status = async (token: string) =>
      (await get('/saveData', { file: 'none', user: `grace:${token}` })).status;
    const text = async (token: string) =>
      await (await get('/query', { ...query, user: `grace:${token}` })).text();
    expect(await text(own.token)).toContain('num_found');
    expect(await text(other.token)).toMatch(/^<!DOCTYPE/);
    expect([await status(own.token), await status(other.token)]).toEqual([200, 401]);
    expect((await get('/query', query, { authorization: `Bearer ${own.token}` })).status).toBe(200);
    await revokeToken(db, grace, own.tokenId);
    expect(await status(own.token)).toBe(401);
  });

  it('[P125] that is wrong, old, or not there gets a page that says so, and never data', async () => {
    const wrong = [
      'ada:wrong',
      'ada:',
      ':ada-token',
      'ada',
      'nobody:ada-token',
      'grace:ada-token',
      'old:old-token',
      '',
    ];
    for (const user of wrong)
      for (const [path, query] of [
        ['/query', { ds: MET, wt: 'json' }],
        ['/saveData', { file: names[0] ?? '' }],
        ['/mod', { wt: 'cdf' }],
      ] as const) {
        const answer = await get(path, { user, ...query });
        const text = await answer.text();
        expect(text).toMatch(/^<!DOCTYPE html>/);
        expect(text).toContain('User or access token is wrong');
        expect(text).not.toContain('sgpmet');
        expect(answer.status).toBe(path === '/query' ? 200 : 401);
        expect(answer.headers.get('cache-control')).toBe('no-store');
      }
  });

  it('[P106] comes in the address or, better, in a header, which then goes first', async () => {
    const query = { ds: MET, wt: 'json' };
    const basic = `Basic ${Buffer.from('grace:grace-token').toString('base64')}`;
    for (const authorization of ['Bearer grace:grace-token', 'bearer grace-token', basic])
      expect(await (await get('/query', query, { authorization })).json()).toMatchObject({
        num_found: 4,
      });
    const refused = await get(
      '/query',
      { ...query, user: USER },
      { authorization: 'Bearer grace:no' },
    );
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="live data"',
    ]);
    expect(await refused.text()).toMatch(/^<!DOCTYPE html/);
  });

  it('is kept out of caches, of other sites and of the log', async () => {
    live.logged.length = 0;
    const answers = [
      await get('/query', { user: USER, ds: MET, wt: 'json' }),
      await get('/query', { user: USER, ds: MET, start: 'nonsense' }),
      await get('/saveData', { user: USER, file: names[0] ?? '' }),
      await get('/saveData', { user: USER, file: 'sgpmetE13.b1.19990101.000000.cdf' }),
      await live.mod({ user: USER }, 'no list'),
    ];
    for (const answer of answers) {
      await answer.arrayBuffer();
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    }
    const leaving = new AbortController();
    const left = fetch(live.address('/saveData', { user: USER, file: names[0] ?? '' }), {
      signal: leaving.signal,
    });
    leaving.abort();
    await left.catch(() => {});
    expect(live.logged.join('')).not.toMatch(/ada-token/);
  });

  it('[P126] that calls too often gets 429 with Retry-After, wherever it calls from, and others do not', async () => {
    const query = { user: USER, ds: MET, wt: 'json' };
    let answer = await get('/query', query);
    for (let calls = 0; answer.status === 200 && calls < 60; calls++) {
      await answer.arrayBuffer();
      answer = await get('/query', query);
    }
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ code: 'too-many-requests' });
    const other = await get('/query', { ...query, user: 'grace:grace-token' });
    expect(other.status).toBe(200);
    expect((await get('/saveData', { user: USER, file: names[0] ?? '' })).status).toBe(200);
  });
});

describe('saveData', () => {
  const file = () => names[0] ?? '';

  it('[P113] [P114] [P115] answers the bytes of a file under each address, with length and name', async () => {
    for (const path of ['/saveData', '/data/saveData']) {
      const answer = await get(path, { file: file(), user: USER });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-length')).toBe(String(bytesOf(file()).length));
      expect(nameOf(answer)).toBe(file());
      expect(answer.headers.get('content-type')).toBe('application/x-netcdf');
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytesOf(file()))).toBe(true);
    }
  });

  it('[P116] says in a text that a file is not available, and leads nowhere by a path', async () => {
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
    await addFile(live.house, gone, 'x', {
      datastream: MET,
      start: JANUARY_1 + 90 * DAY,
      end: JANUARY_1 + 90 * DAY,
    });
    rmSync(join(live.house.archiveFolder, gone));
    expect(await (await get('/saveData', { user: USER, file: gone })).text()).toContain(
      'not available',
    );
    expect((await get('/saveData', { user: USER })).status).toBe(400);
  });

  it('takes a name with the folders that a script keeps it in', async () => {
    const answer = await get('/saveData', {
      user: USER,
      file: `/data/archive/sgp/${MET}/${file()}`,
    });
    expect((await answer.arrayBuffer()).byteLength).toBe(bytesOf(file()).length);
  });

  it('is resumable: ranges, tags and dates, and HEAD', async () => {
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
    utimesSync(join(live.house.archiveFolder, file()), later, later);
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

  it('carries the checksum of a file that is still the one that was harvested', async () => {
    const name = names[3] ?? '';
    const sha256 = createHash('sha256').update(bytesOf(name)).digest();
    const sum = `sha-256=:${sha256.toString('base64')}:`;
    await live.house.store.db
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
      join(live.house.archiveFolder, name),
      Buffer.concat([bytesOf(name), Buffer.from('x')]),
    );
    const changed = await get('/saveData', query);
    expect((await changed.arrayBuffer()).byteLength).toBe(bytesOf(name).length);
    expect(changed.headers.get('repr-digest')).toBe(null);
    writeFileSync(join(live.house.archiveFolder, name), bytesOf(name).subarray(0, -1));
  });

  it('does not hand out what an order would have to wait for', async () => {
    const answer = await get('/saveData', { user: USER, file: 'nsametC1.b1.20190101.000000.cdf' });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Place an order'),
    });
  });
});
