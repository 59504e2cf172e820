// Two web processes with homes of their own on one PostgreSQL: to the outside they are one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeMetFile } from '../apps/server/src/features/orders/testing/met-file.ts';
import { alone } from '../apps/server/src/store/alone.ts';
import {
  type PostgresServer,
  startPostgresServer,
} from '../apps/server/src/store/testing/postgres-server.ts';
import { type Isobar, isobar, NO_ORDERS, PASSWORD } from './server.ts';

const DAY = 86_400;
const STREAM = 'sgpmetE13.b1';
/** Calls a minute. */
const RATE = 60;

const folder = mkdtempSync(join(tmpdir(), 'isobar-two-'));
const postgres: PostgresServer | null = await startPostgresServer();
const servers: Isobar[] = [];

afterAll(async () => {
  await Promise.all(servers.map((server) => server.remove()));
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** An answer of one of both servers to a client at an address. */
async function ask(n: 0 | 1, path: string, from: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers);
  headers.set('x-forwarded-for', from);
  if (init.body) headers.set('content-type', 'application/json');
  return await fetch(`${servers[n]?.url}${path}`, { ...init, headers });
}

async function signIn(n: 0 | 1, name: string, from: string): Promise<{ cookie: string }> {
  const authorization = `Basic ${btoa(`${name}:${PASSWORD}`)}`;
  const reply = await ask(n, '/services/auth/login', from, {
    method: 'POST',
    headers: { authorization },
  });
  expect(reply.status).toBe(200);
  return { cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

describe.skipIf(!postgres)('two web processes on one PostgreSQL (needs PostgreSQL)', () => {
  beforeAll(async () => {
    const start = Date.UTC(2019, 0, 1) / 1000;
    for (let day = 0; day < 2; day++) {
      const path = join(folder, `${STREAM}.2019010${day + 1}.000000.cdf`);
      await writeMetFile(path, {
        start: start + day * DAY,
        samples: 24,
        step: 3600,
        datastream: STREAM,
      });
    }
    const env = {
      ...NO_ORDERS,
      DATABASE_URL: postgres?.url ?? '',
      ISOBAR_ARCHIVE: folder,
      ISOBAR_TRUST_PROXY: 'true',
      ISOBAR_RATE: String(RATE),
    };
    const add = async (command: Isobar['command']) => {
      for (const name of ['ada', 'olga'])
        await command('user', 'add', name, '--email', `${name}@example.org`);
      await command('user', 'role', 'olga', 'operator');
    };
    // at once, on an empty database
    servers.push(...(await Promise.all([isobar(env, add), isobar(env)])));
    expect(servers[0]?.home).not.toBe(servers[1]?.home);
  });

  it('two web processes on one PostgreSQL count the calls of an address together: what it has used up at one it has not at the other', async () => {
    const from = '203.0.113.7';
    const path = '/services/maintenance/discovery';
    const statuses = new Set<number>();
    for (let n = 0; n < RATE; n++) statuses.add((await ask(0, path, from)).status);
    expect([...statuses]).toEqual([200]);
    expect((await ask(0, path, from)).status).toBe(429);
    let refusedAfter = 0;
    while ((await ask(1, path, from)).status === 200 && refusedAfter < RATE) {
      refusedAfter++;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(refusedAfter).toBeLessThan(RATE / 2); // by itself it would answer RATE calls
    expect((await ask(1, path, '203.0.113.8')).status).toBe(200);
  });

  it('two web processes on one PostgreSQL have the same sessions: who signs out at one is signed out at the other', async () => {
    const cookie = await signIn(0, 'ada', '203.0.113.20');
    const profile = () => ask(1, '/services/profile/tokens', '203.0.113.20', { headers: cookie });
    expect((await profile()).status).toBe(200);
    await ask(1, '/services/auth/logout', '203.0.113.20', { method: 'POST', headers: cookie });
    expect((await profile()).status).toBe(401);
    const other = await ask(0, '/services/profile/tokens', '203.0.113.20', { headers: cookie });
    expect(other.status).toBe(401);
  });

  it('two web processes on one PostgreSQL have the same tokens and drafts: one that is revoked at one opens nothing at the other', async () => {
    const from = '203.0.113.30';
    const cookie = await signIn(0, 'ada', from);
    const made = await ask(0, '/services/profile/tokens', from, {
      method: 'POST',
      headers: cookie,
      body: JSON.stringify({ name: 'chat', scopes: ['profile'], days: 1 }),
    });
    const { token, tokenId }: { token: string; tokenId: string } = await made.json();
    const program = { authorization: `Bearer ${token}` };
    const selectedDatastreams = [
      { datastream: STREAM, dates: [{ startDate: '2019-01-01', endDate: '2019-01-02' }] },
    ];
    const draft = await ask(1, '/services/order/drafts', from, {
      method: 'POST',
      headers: program,
      body: JSON.stringify({ selectedData: { selectedDatastreams, outputFormat: ['ANDR'] } }),
    });
    expect(draft.status).toBe(200);
    const listed = () => ask(0, '/services/order/drafts', from, { headers: program });
    expect((await (await listed()).json()).drafts).toHaveLength(1);
    const revoked = await ask(1, `/services/profile/tokens/${tokenId}`, from, {
      method: 'DELETE',
      headers: cookie,
    });
    expect(revoked.status).toBe(200);
    expect((await listed()).status).toBe(401);
  });

  it('two web processes on one PostgreSQL have the same message to visitors and the same switch of learning, though their homes are not shared', async () => {
    const from = '203.0.113.40';
    const operator = await signIn(0, 'olga', from);
    const change = async (path: string, body: object) => {
      const reply = await ask(0, `/services/operate/${path}`, from, {
        method: 'PUT',
        headers: operator,
        body: JSON.stringify(body),
      });
      expect(reply.status).toBe(200);
    };
    const message = async () =>
      (await (await ask(1, '/services/maintenance/discovery', from)).json()).message;
    const learns = async () =>
      (await (await ask(1, '/services/operate/words', from, { headers: operator })).json()).learns;
    await change('maintenance', { message: 'Down at noon.' });
    expect(await message()).toBe('Down at noon.');
    expect(await servers[1]?.command('notice', '--clear')).toContain('no maintenance');
    expect(await message()).toBe('');
    expect(await learns()).toBe('on');
    await change('words/learning', { on: false });
    expect(await learns()).toBe('off');
  });

  const shownBy = async (n: 0 | 1): Promise<string> => {
    const reply = await ask(n, '/services/metadata/_search', '203.0.113.50', {
      method: 'POST',
      body: JSON.stringify({ query: { match_all: {} }, size: 100 }),
    });
    return await reply.text();
  };

  it('two web processes on one PostgreSQL show a file that a harvest in one home took up, and what another home edited in a table', async () => {
    const stream = 'nsametC1.b1';
    await writeMetFile(join(folder, `${stream}.20190101.000000.cdf`), {
      start: Date.UTC(2019, 0, 1) / 1000,
      samples: 24,
      step: 3600,
      datastream: stream,
    });
    expect(await servers[0]?.command('harvest', folder)).toContain('The changes can be searched');
    const sites = readFileSync(join(servers[1]?.home ?? '', 'tables/sites.csv'), 'utf8');
    const edited = join(servers[1]?.home ?? '', 'edited.csv');
    writeFileSync(edited, sites.replace('North Slope of Alaska', 'Slope of the North'));
    await servers[1]?.command('tables', 'replace', 'sites', edited);
    await servers[1]?.command('index');
    for (const n of [0, 1] as const)
      await vi.waitFor(
        async () => {
          const shown = await shownBy(n);
          expect(shown).toContain(stream);
          expect(shown).toContain('Slope of the North');
        },
        { timeout: 60_000, interval: 500 },
      );
    const own = servers.map(({ home }) => readFileSync(join(home, 'tables/sites.csv'), 'utf8'));
    expect(own[0]).toBe(own[1]);
    expect(await servers[0]?.command('doctor')).not.toContain('✗');
  });

  it('two web processes on one PostgreSQL refuse a second harvest in words while one is under way, and both are well when they begin at once', async () => {
    const harvest = (n: 0 | 1) => servers[n]?.command('harvest', folder);
    const url = postgres?.url ?? '';
    const refused = alone({ url }, 'harvest', { waitMs: 60_000 }, async () => await harvest(0));
    await expect(refused).rejects.toThrow('Another harvest into this store is under way');
    const both = await Promise.allSettled([harvest(0), harvest(1)]);
    const reasons = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(reasons.length).toBeLessThan(2);
    for (const reason of reasons)
      expect(reason).toContain('Another harvest into this store is under way');
  });
});
