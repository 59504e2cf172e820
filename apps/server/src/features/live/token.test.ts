import { expect, it } from 'vitest';
import { findPerson } from '../../core/accounts/people.ts';
import { makeToken, revokeToken } from '../../core/accounts/tokens.ts';
import { liveForAll, MET, USER } from './testing/live-fixture.ts';

const here = liveForAll({ perMinute: 40 });
const { get } = here;

it('a token of a person’s own opens live data with the scope data, until it is revoked', async () => {
  const { db } = here.live.house.store;
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

it('[P125] a token that is wrong, expired or absent gets a page with the reason, and never data', async () => {
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
      ['/saveData', { file: here.names[0] ?? '' }],
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

it('[P106] a token comes in the address or, better, in a header, which then goes first', async () => {
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

it('a token is kept out of caches, of other sites and of the log', async () => {
  here.live.logged.length = 0;
  const answers = [
    await get('/query', { user: USER, ds: MET, wt: 'json' }),
    await get('/query', { user: USER, ds: MET, start: 'nonsense' }),
    await get('/saveData', { user: USER, file: here.names[0] ?? '' }),
    await get('/saveData', { user: USER, file: 'sgpmetE13.b1.19990101.000000.cdf' }),
    await here.live.mod({ user: USER }, 'no list'),
  ];
  for (const answer of answers) {
    await answer.arrayBuffer();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  }
  const leaving = new AbortController();
  const left = fetch(here.live.address('/saveData', { user: USER, file: here.names[0] ?? '' }), {
    signal: leaving.signal,
  });
  leaving.abort();
  await left.catch(() => {});
  expect(here.live.logged.join('')).not.toMatch(/ada-token/);
});

it('[P126] a token that calls too often gets 429 with Retry-After, wherever it calls from, and others do not', async () => {
  const query = { user: USER, ds: MET, wt: 'json' };
  let answer = await get('/query', query, { 'x-forwarded-for': '10.0.0.0' });
  for (let calls = 1; answer.status === 200 && calls < 60; calls++) {
    await answer.arrayBuffer();
    answer = await get('/query', query, { 'x-forwarded-for': `10.0.${calls}.0` });
  }
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({ code: 'too-many-requests' });
  const other = await get('/query', { ...query, user: 'grace:grace-token' });
  expect(other.status).toBe(200);
  expect((await get('/saveData', { user: USER, file: here.names[0] ?? '' })).status).toBe(200);
});
