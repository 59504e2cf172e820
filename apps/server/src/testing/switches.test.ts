// Switches of the configuration on a running server: what each turns off is off, and on by default.
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
});
