// Settings of the configuration on a running server: what each turns off, bounds or names is so,
// and not by default.
import { once } from 'node:events';
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smtpServer } from '../adapters/testing/smtp-server.ts';
import { type RealInstallation, type RealServer, realInstallation, until } from './real-server.ts';

const DATASTREAM = 'sgpmetE13.b1';
const DAY_MS = 86_400_000;
const PERIOD = '<iop><timePeriod><begin>2010-05-02</begin><end>2010-06-30</end></timePeriod></iop>';
/** What an earlier server kept: more than the budgets of OFF. */
const OLD = ['plots/days/1/old', 'arrays/blocks/1/old'];

/** A server of another organisation, with records of field campaigns. */
const records = createServer((_request, reply) => reply.end(PERIOD));
await once(records.listen(0, '127.0.0.1'), 'listening');
const recordHost = `http://127.0.0.1:${(records.address() as AddressInfo).port}`;
const mailServer = await smtpServer();
afterAll(async () => {
  records.close();
  await mailServer.close();
});

/** An address of this machine at which only a server of all its addresses is reached. */
const beside =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';

const OFF = {
  ISOBAR_HOST: '0.0.0.0',
  ISOBAR_RECORD_HOSTS: recordHost,
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
  ISOBAR_PLOT_BYTES: '1e6',
  ISOBAR_ARRAY_BYTES: '1e6',
  ISOBAR_ARRAY_DAYS: '1',
  ISOBAR_FACTS_AHEAD: 'off',
  ISOBAR_TRUST_PROXY: '127.0.0.1',
  ISOBAR_PUBLISHER: 'The Lab of all Labs',
  ISOBAR_CONTACT: 'help@lab.example',
  ISOBAR_SERVICES: '{"tiles":"https://tiles.example/{z}/{x}/{y}.png"}',
  ISOBAR_CHECK_ANSWERS: 'on',
  ISOBAR_LOG: 'info',
  ISOBAR_LEARN: 'off',
  ISOBAR_REGISTRATION: 'closed',
  ISOBAR_OTHER_SITES: 'off',
  ISOBAR_PLOTS_AHEAD: 'off',
  ISOBAR_ALIASES: 'off',
  ISOBAR_DQR_URL: 'https://quality.example',
  ISOBAR_METRICS_TOKEN: 'a token',
  ISOBAR_LIVE_BYTES: '7',
  ISOBAR_MAX_ORDER_BYTES: '5',
  ISOBAR_TITLE: 'Our data',
};

describe.each([
  ['by default', {}, true],
  ['turned off', OFF, false],
] as const)('the switches %s', (_, env, isOn) => {
  let installation: RealInstallation;
  let server: RealServer;
  beforeAll(async () => {
    installation = await realInstallation(1, env);
    await installation.addPerson();
    await fillHome(installation.home);
    server = await installation.serve();
  });
  afterAll(() => installation.close());

  const config = async () =>
    (await (await fetch(`${server.url}/discovery/config.json`)).json()) as object;

  it('switches let unknown users make accounts, or not (ISOBAR_REGISTRATION)', async () => {
    const reply = await fetch(`${server.url}/services/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        userName: 'eve',
        email: 'eve@example.org',
        nameFirst: 'Eve',
        nameLast: 'X',
        password: 'a password of eve',
      }),
    });
    expect(JSON.stringify(await config())).toContain(`"registration":${isOn}`);
    if (isOn) expect(reply.status).toBeLessThan(300);
    else expect(reply.status).toBe(501);
  });

  it('switches count words that find nothing, or not (ISOBAR_LEARN)', async () => {
    await fetch(`${server.url}/services/words/understand?text=xylophones`);
    const store = new SQLite(join(installation.home, 'isobar.sqlite'), { readonly: true });
    const counted = () => store.prepare('select word from missing_words').pluck().all();
    for (let tries = 0; isOn && tries < 100 && counted().length === 0; tries++) await sleep(100);
    await sleep(isOn ? 0 : 500);
    expect(counted()).toEqual(isOn ? ['xylophones'] : []);
    store.close();
  });

  it('switches let pages of other sites read, or not (ISOBAR_OTHER_SITES)', async () => {
    const reply = await fetch(`${server.url}/services/file_info/_search`, {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('access-control-allow-origin')).toBe(isOn ? '*' : null);
  });

  it.each([
    ['ISOBAR_ALIASES', '/elastic/file_info/_search', 200, 404],
    ['ISOBAR_DQR_URL', '/services/dqr/dqr_full/sgpmetE13.b1/20190101/20190102/missing', 404, 501],
    ['ISOBAR_METRICS_TOKEN', '/metrics', 200, 403],
  ])('%s decides on %s', async (_name, path, usual, other) => {
    const reply = await server.call(path);
    await reply.arrayBuffer();
    expect(reply.status).toBe(isOn ? usual : other);
  });

  it('switches bound what is extracted at once (ISOBAR_LIVE_BYTES)', async () => {
    const token = await makeToken(server);
    const day = 'ds=sgpmetE13.b1&start=2019-01-01&end=2019-01-01';
    const reply = await fetch(`${server.url}/services/live/mod?${day}`, {
      headers: { authorization: `Bearer ${token.includes(':') ? token : `ada:${token}`}` },
    });
    await reply.arrayBuffer();
    expect(reply.status).toBe(isOn ? 200 : 413);
  });

  it('switches send mails to a server, or keep them in a folder (SMTP_URL)', async () => {
    await makeToken(server);
    const subject = /^Subject: .*access token/m;
    const sent = () => mailServer.mails.some((mail) => subject.test(mail));
    const outbox = join(installation.home, 'outbox');
    const isKept = async () => {
      const names = await readdir(outbox).catch(() => []);
      const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
      return mails.some((mail) => subject.test(mail));
    };
    await until(async () => sent() || (await isKept()), 20_000);
    expect([await isKept(), sent()]).toEqual([isOn, !isOn]);
  });

  it('log what is less than a warning, or not (ISOBAR_LOG)', () => {
    expect(/"level":[1-3]0,/.test(server.printed())).toBe(!isOn);
  });

  it('switches listen at one address of the machine, or at each (ISOBAR_HOST)', async () => {
    const { port } = new URL(server.url);
    const reply = fetch(`http://${beside}:${port}/healthz`).then(({ status }) => status);
    await expect(reply.catch(() => 'refused')).resolves.toBe(isOn ? 'refused' : 200);
  });

  it('switches have a record read from no server, or from those that are named (ISOBAR_RECORD_HOSTS)', async () => {
    const row = `fog,The fog campaign,sgp,2010-05-02,2010-06-30,iop,,,${recordHost}/fog.xml\n`;
    await appendFile(join(installation.home, 'tables/campaigns.csv'), row);
    const ask = () => server.call('/services/campaigns/period/fog');
    await until(async () => (await ask()).ok, 20_000); // the table is read again
    const reply = await ask();
    const nothing = { begin: null, end: null };
    expect(await reply.json()).toEqual(isOn ? nothing : { begin: '2010-05-02', end: '2010-06-30' });
  });

  it.each([
    [
      'ISOBAR_PLOT_BYTES',
      'plots/days',
      `/services/quicklooks/days/${DATASTREAM}/temp_mean/20190101.json`,
    ],
    ['ISOBAR_ARRAY_BYTES', 'arrays/blocks', `whole.zarr/temp_mean/c/0`],
  ])('switches keep what was made within %s', async (_name, folder, path) => {
    const reply = await server.call(
      path.startsWith('/') ? path : `${await stateOf(server)}/${path}`,
    );
    expect(reply.status).toBe(200);
    await reply.arrayBuffer();
    const kept = async () => {
      const found = await readdir(join(installation.home, folder), { recursive: true });
      return found.filter((each) => each.includes('/'));
    };
    await until(async () => (await kept()).some((each) => each !== '1/old'), 20_000);
    if (!isOn) await until(async () => !(await kept()).includes('1/old'), 20_000);
    expect((await kept()).includes('1/old')).toBe(isOn);
  });

  it('switches answer the address of an array for days after another took its place (ISOBAR_ARRAY_DAYS)', async () => {
    const present = await stateOf(server);
    const store = new SQLite(join(installation.home, 'isobar.sqlite'));
    const insert = `insert into array_states (datastream, state, made_ms, replaced_ms, manifest, description)
      select datastream, ?, made_ms, ?, manifest, description from array_states limit 1`;
    store.prepare(insert).run('0123456789', Date.now() - 2 * DAY_MS);
    store.close();
    const earlier = `${dirname(present)}/0123456789/whole.zarr/zarr.json`;
    const reply = await server.call(earlier);
    await reply.arrayBuffer();
    expect(reply.status).toBe(isOn ? 200 : 410);
  });

  it('switches believe what a proxy of this machine states, or not (ISOBAR_TRUST_PROXY)', async () => {
    const reply = await fetch(`${server.url}/services/auth/login`, {
      method: 'POST',
      headers: {
        'x-forwarded-proto': 'https',
        authorization: `Basic ${btoa('ada:a password of ada')}`,
      },
    });
    expect(reply.status).toBe(200);
    expect(/; secure/i.test(reply.headers.get('set-cookie') ?? '')).toBe(!isOn);
  });

  it('switches name who is responsible on pages (ISOBAR_PUBLISHER, ISOBAR_CONTACT)', async () => {
    const page = await (await fetch(`${server.url}/datastream/${DATASTREAM}`)).text();
    const named = [OFF.ISOBAR_PUBLISHER, OFF.ISOBAR_CONTACT];
    expect(named.map((text) => page.includes(text))).toEqual([!isOn, !isOn]);
  });

  it('switches let pages load tiles of a map from another server (ISOBAR_SERVICES)', async () => {
    const { headers } = await fetch(`${server.url}/discovery/config.json`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.includes('https://tiles.example')).toBe(!isOn);
  });

  it('switches refuse an answer that does not fit its call, or not (ISOBAR_CHECK_ANSWERS)', async () => {
    await makeToken(server);
    const store = new SQLite(join(installation.home, 'isobar.sqlite'));
    store.prepare("update access_tokens set name = x'00'").run();
    store.close();
    const reply = await server.call('/services/profile/tokens');
    await reply.arrayBuffer();
    expect(reply.status).toBe(isOn ? 200 : 500);
  });

  it('switches have facts computed before a user asks, or not (ISOBAR_FACTS_AHEAD)', async () => {
    const store = new SQLite(join(installation.home, 'isobar.sqlite'), { readonly: true });
    const computed = () => Number(store.prepare('select count(*) from hour_facts').pluck().get());
    if (isOn) await until(async () => computed() > 0, 20_000);
    expect(computed() > 0).toBe(isOn);
    store.close();
  });

  it('switches have the largest order held for review, and the title (ISOBAR_MAX_ORDER_BYTES, ISOBAR_TITLE)', async () => {
    const largest = await (await fetch(`${server.url}/services/order/maxOrderSize`)).json();
    expect(largest).toEqual({ value: isOn ? 1e12 : 5 });
    const { title } = (await config()) as { title?: string };
    expect(title).toBe(isOn ? 'Atmospheric Data Discovery' : 'Our data');
  });
});

/** More is kept on disk than some settings allow. */
async function fillHome(home: string): Promise<void> {
  for (const path of OLD) {
    await mkdir(join(home, dirname(path)), { recursive: true });
    await writeFile(join(home, path), Buffer.alloc(2e6));
  }
}

/** The path of the present array. */
async function stateOf(server: RealServer): Promise<string> {
  const reply = await server.call(`/services/arrays/${DATASTREAM}`);
  const { state } = (await reply.json()) as { state: string };
  return `/services/arrays/${DATASTREAM}/${state}`;
}

async function makeToken(server: RealServer): Promise<string> {
  const made = await server.call('/services/profile/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'script', scopes: ['data'], days: 30 }),
  });
  return ((await made.json()) as { token: string }).token;
}
