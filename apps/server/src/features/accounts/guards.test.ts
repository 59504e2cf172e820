// Protection of accounts against guesses and lock-out: devices, limits, cookies, signing out, other
// sites. On both databases.
import { NO_SESSION_MESSAGE } from '@isobar/contract/calls/accounts.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccounts } from '../../core/accounts/accounts.ts';
import { addPerson } from '../../core/accounts/people.ts';
import type { Session } from '../../core/accounts/session.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { registerAccounts } from './routes.ts';
import { accountsFeature } from './testing/account-fixture.ts';

const PASSWORD = 'an analytical engine';

describe.each(STORE_KINDS)('accounts on %s', (kind) => {
  let store: TemporaryStore;
  let http: Http<Session>;
  let now: number;
  const lines: string[] = [];

  beforeAll(async () => {
    store = await temporaryStore(kind);
  });
  beforeEach(async () => {
    await store.empty();
    lines.length = 0;
    now = Date.now();
    const accounts = createAccounts(
      store.db,
      () => now,
      (request) => http.isSecure(request),
    );
    http = await createHttp<Session>({
      log: createLog('debug', { write: (line) => lines.push(line) }),
      requestsPerMinute: 10_000,
      trustProxy: true,
      noSessionMessage: NO_SESSION_MESSAGE,
      session: accounts.sessionOf,
    });
    registerAccounts(http, accountsFeature(store, { accounts }));
    const ada = { userName: 'ada', email: 'ada@example.org', nameFirst: 'Ada', nameLast: 'B' };
    await addPerson(store.db, { ...ada, password: PASSWORD });
  });
  afterEach(() => http.app.close());
  afterAll(() => store.close());

  const signIn = async (
    password = PASSWORD,
    headers: Record<string, string> = {},
    name = 'ada',
  ) => {
    const reply = await http.app.inject({
      method: 'POST',
      url: '/services/auth/login',
      headers: {
        authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
        ...headers,
      },
    });
    const cookies = Object.fromEntries(reply.cookies.map((c) => [c.name, c]));
    const cookie = reply.cookies.map((c) => `${c.name}=${c.value}`).join('; ');
    return { status: reply.statusCode, cookies, cookie };
  };
  const who = async (headers: Record<string, string>) =>
    (await http.app.inject({ url: '/services/auth/login', headers })).statusCode;
  const from = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` });

  it('the sign-in cannot be locked by guesses from anywhere on a device where their owner signed in', async () => {
    const { cookies } = await signIn();
    const device = cookies.isobar_device!;
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/services/auth' });
    await store.db
      .updateTable('sign_in_failures')
      .set({ failures: 100 })
      .where('key', 'like', 'account:%')
      .execute();
    expect((await signIn(PASSWORD, from(9))).status).toBe(429);
    const cookie = `isobar_device=${device.value}`;
    const again = await signIn(PASSWORD, { ...from(9), cookie });
    expect(again.status).toBe(200);
    expect(again.cookies.isobar_device!.value).not.toBe(device.value);
    expect((await signIn(PASSWORD, { ...from(9), cookie })).status).toBe(429); // was replaced
    expect((await signIn(PASSWORD, { ...from(9), cookie: 'isobar_device=forged' })).status).toBe(
      429,
    );
    now += 16 * 60_000;
    expect((await signIn(PASSWORD, from(9))).status).toBe(200);
  });

  it('a known device is allowed no more guesses than an unknown one', async () => {
    const { cookies } = await signIn();
    const cookie = `isobar_device=${cookies.isobar_device!.value}`;
    const codes: number[] = [];
    for (let n = 0; n < 12; n++) codes.push((await signIn('wrong', { ...from(n), cookie })).status);
    expect(codes).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('the sign-in counts guesses for a name, however it is spelled, and a /64 as one address', async () => {
    const guesses = async (names: readonly string[]) => {
      const codes: number[] = [];
      for (let n = 0; n < 12; n++) {
        const address = { 'x-forwarded-for': `2001:db8:1:2::${n}` };
        codes.push((await signIn('wrong', address, names[n % names.length])).status);
      }
      return codes;
    };
    const stopped = [...Array(10).fill(401), 429, 429];
    expect(await guesses(['ada', ' ADA ', '\uff41da'])).toEqual(stopped);
    // Were both names counted as one, that would show whose address it is.
    expect(await guesses(['ada@example.org', 'Ada@EXAMPLE.org.'])).toEqual(stopped);
    expect((await signIn(PASSWORD, { 'x-forwarded-for': '2001:db8:1:3::1' })).status).toBe(200);
  });

  it('the sign-in binds the cookie to the host over https, and takes none that a neighbour planted', async () => {
    const https = { 'x-forwarded-proto': 'https' };
    const { cookies } = await signIn(PASSWORD, https);
    const cookie = cookies['__Host-isobar_session']!;
    expect(cookie).toMatchObject({ secure: true, httpOnly: true, path: '/' });
    expect(cookie).not.toHaveProperty('domain');
    expect(await who({ ...https, cookie: `__Host-isobar_session=${cookie.value}` })).toBe(200);
    expect(await who({ ...https, cookie: `isobar_session=${cookie.value}` })).toBe(401);
  });

  it('the sign-in asks for the password after ninety days however much the session is used', async () => {
    const { cookie } = await signIn();
    for (let hours = 0; hours < 90 * 24; hours += 11) {
      expect(await who({ cookie })).toBe(200);
      now += 11 * 3_600_000;
    }
    expect(await who({ cookie })).toBe(401);
  });

  it('sign out everywhere on request, but not on the request of another site', async () => {
    const here = await signIn();
    const there = await signIn();
    const out = (headers: Record<string, string>, query = '') =>
      http.app.inject({ url: `/services/auth/logout${query}`, headers });
    const foreign = { cookie: here.cookie, 'sec-fetch-site': 'cross-site' };
    expect((await out(foreign)).statusCode).toBe(403);
    expect(await who({ cookie: here.cookie })).toBe(200);
    expect((await out({ cookie: here.cookie }, '?everywhere=true')).statusCode).toBe(200);
    expect(await who({ cookie: there.cookie })).toBe(401);
    expect(await store.db.selectFrom('known_devices').selectAll().execute()).toEqual([]);
    expect((await out({}, '?everywhere=true')).statusCode).toBe(200);
  });

  it('the sign-in writes no secret into store or log', async () => {
    const signedIn = await signIn();
    for (let n = 0; n < 12; n++) await signIn('guess-of-a-stranger', from(1));
    const tables = await Promise.all(
      (['people', 'sessions', 'known_devices', 'sign_in_failures'] as const).map((name) =>
        store.db.selectFrom(name).selectAll().execute(),
      ),
    );
    const written = JSON.stringify(tables) + lines.join('');
    const secrets = Object.values(signedIn.cookies).map((c) => c.value);
    for (const secret of [...secrets, PASSWORD, 'guess-of-a-stranger'])
      expect(written).not.toContain(secret);
    expect(lines.join('')).toContain('too many failed attempts');
  });

  it('a name with NUL counts as unknown at the sign-in, and takes no longer than others', async () => {
    expect([400, 401]).toContain((await signIn(PASSWORD, {}, 'a\0da')).status);
  });
});
