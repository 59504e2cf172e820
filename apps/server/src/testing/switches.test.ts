// Settings of the configuration on a running server: what each turns off or bounds is off or bounded, and not by default.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RealInstallation, type RealServer, realInstallation } from './real-server.ts';

const OFF = {
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
    server = await installation.serve();
  });
  afterAll(() => installation.close());

  const config = async () =>
    (await (await fetch(`${server.url}/discovery/config.json`)).json()) as object;

  it('let unknown users make accounts, or not (ISOBAR_REGISTRATION)', async () => {
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

  it('count words that find nothing, or not (ISOBAR_LEARN)', async () => {
    await fetch(`${server.url}/services/words/understand?text=xylophones`);
    const store = new SQLite(join(installation.home, 'isobar.sqlite'), { readonly: true });
    const counted = () => store.prepare('select word from missing_words').pluck().all();
    for (let tries = 0; isOn && tries < 100 && counted().length === 0; tries++) await sleep(100);
    await sleep(isOn ? 0 : 500);
    expect(counted()).toEqual(isOn ? ['xylophones'] : []);
    store.close();
  });

  it('let pages of other sites read, or not (ISOBAR_OTHER_SITES)', async () => {
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

  it('bound what is extracted at once (ISOBAR_LIVE_BYTES)', async () => {
    const made = await server.call('/services/profile/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'script', scopes: ['data'], days: 30 }),
    });
    const { token } = (await made.json()) as { token: string };
    const day = 'ds=sgpmetE13.b1&start=2019-01-01&end=2019-01-01';
    const reply = await fetch(`${server.url}/services/live/mod?${day}`, {
      headers: { authorization: `Bearer ${token.includes(':') ? token : `ada:${token}`}` },
    });
    await reply.arrayBuffer();
    expect(reply.status).toBe(isOn ? 200 : 413);
  });

  it('have the largest order held for review, and the title (ISOBAR_MAX_ORDER_BYTES, ISOBAR_TITLE)', async () => {
    const largest = await (await fetch(`${server.url}/services/order/maxOrderSize`)).json();
    expect(largest).toEqual({ value: isOn ? 1e12 : 5 });
    const { title } = (await config()) as { title?: string };
    expect(title).toBe(isOn ? 'Atmospheric Data Discovery' : 'Our data');
  });
});
