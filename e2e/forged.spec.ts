// Forged input against a real server: thousands of support messages, solved challenges used again,
// tickets, roles, tokens beyond their scope.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { incidentOf } from '@isobar/contract/support/incident.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIsobar, type Isobar, PASSWORD } from './server.ts';

let server: Isobar;
beforeAll(async () => {
  server = await demoIsobar();
  for (const name of ['ada', 'olga'])
    await server.command('user', 'add', name, '--email', `${name}@example.org`);
  await server.command('user', 'role', 'olga', 'operator');
});
afterAll(() => server?.remove());

type Headers = Readonly<Record<string, string>>;

const call = (method: string, path: string, headers: Headers = {}, body?: unknown) =>
  fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      origin: server.url,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Signs in as a browser does; resolves to the headers of its later calls. */
async function signedIn(name: string): Promise<Headers> {
  const reply = await call('POST', '/services/auth/login', {
    authorization: `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`,
  });
  expect(reply.status).toBe(200);
  const cookies = reply.headers.getSetCookie().map((one) => one.split(';')[0]);
  return { cookie: cookies.join('; ') };
}

describe('a script at the support desk', () => {
  const DESK = '/services/notification/createServiceNowIncident';
  const message = (altcha: string, n = 0) =>
    incidentOf(
      {
        name: 'Mallory',
        email: 'mallory@example.org',
        subject: `number ${n}`,
        message: 'Buy now.',
      },
      altcha,
    );

  async function solved(): Promise<string> {
    const asked = (await (await call('GET', '/services/notification/challenge')).json()) as {
      salt: string;
      challenge: string;
    };
    let number = 0;
    const hash = () => createHash('sha256').update(`${asked.salt}${number}`).digest('hex');
    while (hash() !== asked.challenge) number += 1;
    return Buffer.from(JSON.stringify({ ...asked, number })).toString('base64');
  }

  it('[U006] a script at the support desk is refused ten thousand times: forged and spent solutions, and more than a person sends', {
    timeout: 300_000,
  }, async () => {
    const proof = await solved();
    const first = await call('POST', DESK, {}, message(proof));
    expect(first.status).toBe(200);
    expect(await first.text()).toMatch(/INC\d{7}/);
    const replay = await call('POST', DESK, {}, message(proof));
    expect(replay.status).toBe(409);
    expect(await replay.text()).toMatch(/This challenge was used already. Request another/);

    const forged = (n: number): string => {
      const read = JSON.parse(Buffer.from(proof, 'base64').toString()) as { number: number };
      return [
        '',
        proof,
        Buffer.from(JSON.stringify({ ...read, number: n })).toString('base64'),
        Buffer.from(JSON.stringify({ ...read, salt: `x?expires=9999999999&n=${n}` })).toString(
          'base64',
        ),
      ][n % 4] as string; // of four
    };
    const counts = new Map<number, number>();
    let next = 0;
    const script = async (): Promise<void> => {
      while (next < 10_000) {
        const n = next++;
        const reply = await call('POST', DESK, {}, message(forged(n), n));
        await reply.arrayBuffer();
        counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 32 }, script));
    expect([...counts.values()].reduce((a, b) => a + b, 0)).toBe(10_000);
    for (const status of counts.keys()) expect([400, 409, 429, 503]).toContain(status);
    expect(counts.get(429)).toBeGreaterThan(9000);
    // Only the one genuine message was kept and mailed.
    expect(await server.command('support', 'list')).not.toMatch(/number [1-9]/);
    await expect
      .poll(() => mails().filter((name) => name.endsWith('.eml')).length, { timeout: 60_000 })
      .toBeGreaterThan(0);
    expect(mails().length).toBeLessThan(10);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  const mails = (): readonly string[] => {
    try {
      return readdirSync(join(server.home, 'outbox'));
    } catch {
      return []; // none yet
    }
  };
});

it('[P034] a forged ticket opens nothing, with or without the cookie that belongs to one', async () => {
  for (const ticket of ['x', 'a'.repeat(43), "' or 1=1 --", '%00', 'a'.repeat(5000)])
    for (const cookie of ['', 'isobar_ticket=forged', `isobar_ticket=${'a'.repeat(43)}`]) {
      const path = `/services/auth/login?ticket=${encodeURIComponent(ticket)}`;
      const reply = await call('GET', path, cookie ? { cookie } : {});
      expect([400, 403]).toContain(reply.status);
      expect(reply.headers.getSetCookie().join()).not.toContain('isobar_session=');
    }
});

describe('a role', () => {
  it('a role is not had by asking for it', async () => {
    const ada = await signedIn('ada');
    const wish = { roles: ['operator'], role: 'operator', personId: '1', isOperator: true };
    await call('PUT', '/services/profile/person', ada, {
      nameFirst: 'Ada',
      nameLast: 'Byron',
      ...wish,
    });
    await call(
      'POST',
      '/services/auth/register',
      {},
      {
        userName: 'mallory',
        email: 'mallory@example.org',
        nameFirst: 'M',
        nameLast: 'M',
        password: 'an analytical engine',
        ...wish,
      },
    );
    const person = (await (await call('GET', '/services/auth/login', ada)).json()) as {
      personId: string;
      roles?: string[];
    };
    expect(person.roles ?? []).toEqual([]);
    const act = { userName: 'ada', act: 'operator' };
    expect((await call('POST', '/services/operate/people/act', ada, act)).status).toBe(403);
    expect(await server.command('user', 'list')).not.toMatch(/ada.*operator/);
  });

  it('a role is required by each call for operators before anything else, for any caller and input', async () => {
    const [ada, olga] = [await signedIn('ada'), await signedIn('olga')];
    const calls = await operatorCalls();
    expect(calls.length).toBeGreaterThan(20);
    const wish = { name: 'greater', scopes: ['operator'], days: 1 };
    const refused = await call('POST', '/services/profile/tokens', ada, wish);
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('no role that a token could use'),
    ]);
    const scoped = await tokenOf(ada, ['data', 'orders:read', 'orders:write', 'profile']);
    const asOperator = await tokenOf(olga, ['data', 'orders:read']);
    for (const [method, path] of calls) {
      const body = method === 'GET' ? undefined : {};
      for (const headers of [{}, ada, bearer(scoped), bearer(asOperator), bearer(FORGED)]) {
        const reply = await call(method, path, headers, body);
        expect([method, path, reply.status]).toEqual([method, path, isNobody(headers) ? 401 : 403]);
      }
      if (method === 'GET') continue;
      const half = await fetch(server.url + path, {
        method,
        headers: { ...ada, origin: server.url, 'content-type': 'application/json' },
        body: '{"',
      });
      expect([method, path, half.status]).toEqual([method, path, 403]);
    }
    const act = { userName: 'ada', act: 'operator' };
    for (const headers of [ada, bearer(scoped), bearer(asOperator)])
      expect((await call('POST', '/services/operate/people/act', headers, act)).status).toBe(403);
    expect((await call('GET', '/services/operate/people', olga)).status).toBe(200);
  });
});

describe('a token', () => {
  it('a token is accepted for what its scopes name, for reading or writing, and for nothing of the account itself', async () => {
    const ada = await signedIn('ada');
    const reader = bearer(await tokenOf(ada, ['orders:read']));
    const nothing = bearer(await tokenOf(ada, ['data']));
    expect((await call('GET', '/services/profile/cart', reader)).status).toBe(403);
    const order = { selectedData: { selectedDatastreams: [] } };
    expect((await call('POST', '/services/order/orders/create', reader, order)).status).toBe(403);
    expect((await call('GET', '/services/profile/cart', nothing)).status).toBe(403);
    const every = bearer(await tokenOf(ada, ['data', 'orders:read', 'orders:write', 'profile']));
    for (const [method, path] of [
      ['GET', '/services/profile/person'],
      ['PUT', '/services/profile/password'],
      ['POST', '/services/profile/email'],
      ['GET', '/services/profile/sessions'],
      ['GET', '/services/profile/tokens'],
      ['POST', '/services/profile/tokens'],
      ['GET', '/services/profile/export'],
      ['POST', '/services/profile/leave'],
    ] as const)
      expect([
        path,
        (await call(method, path, every, method === 'GET' ? undefined : {})).status,
      ]).toEqual([path, 403]);
    expect((await call('GET', '/services/profile/cart', every)).status).toBe(200);
  });
});

const FORGED = 'isobar_x';
const isNobody = ({ cookie, authorization }: Headers): boolean =>
  cookie === undefined && (authorization === undefined || authorization.endsWith(FORGED));
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

async function tokenOf(session: Headers, scopes: readonly string[]): Promise<string> {
  const name = `${scopes.join(' ').slice(0, 40)} ${made++}`;
  const reply = await call('POST', '/services/profile/tokens', session, { name, scopes, days: 1 });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { token: string }).token;
}
let made = 0;

/** As the description of the calls lists them, with something in the place of each parameter. */
async function operatorCalls(): Promise<readonly (readonly [string, string])[]> {
  const { paths } = (await (await fetch(`${server.url}/services/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { readonly description?: string }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { description }]) => description === 'For people with the role operator.')
      .map(([method]) => [method.toUpperCase(), path.replace(/\{\w+\}/g, 'sites.csv')] as const),
  );
}
