// The address of assistants on a real server: whom it refuses, what the conformance suite and the
// Python clients find, and a storm.
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Call, pathOf } from '@isobar/contract/calls/call.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { TOOLS } from '../features/assistant/tools/tools.ts';
import { MET_ORDER, post } from './assistant-calls.ts';
import { type AssistantFixture, MET, openAssistantFixture } from './assistant-fixture.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const CONFORMANCE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const PYTHON = fileURLToPath(new URL('./assistant-client.py', import.meta.url));
/** A busy machine starts programs late. */
const PATIENCE_MS = 120_000;
const run = promisify(execFile);

let fixture: AssistantFixture;
let token: string;
beforeAll(async () => {
  fixture = await openAssistantFixture();
  ({ token } = fixture.accounts.ada);
}, 180_000);
afterAll(() => fixture?.close());

/** A request that names another host, which `fetch` does not allow. */
const asHost = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(fixture.address);
    const sent = plainRequest(
      {
        hostname,
        port,
        path: pathname,
        method: 'POST',
        headers: { host, 'content-type': 'application/json' },
      },
      (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? 0);
      },
    );
    sent.once('error', reject);
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }));
  });

describe('[AS1] the address', () => {
  it('the address of the assistant refuses foreign hosts and pages of other sites', async () => {
    expect(await asHost('evil.example')).toBe(403);
    expect(await asHost('localhost.evil.example:80')).toBe(403);
    expect(await asHost(`localhost:${new URL(fixture.address).port}`)).not.toBe(403);
    const search = { name: 'search', arguments: { text: 'temperature' } };
    const foreign = await post(fixture.address, search, '', { origin: 'https://evil.example' });
    const opaque = await post(fixture.address, search, '', { origin: 'null' });
    expect([foreign.status, opaque.status]).toEqual([403, 403]);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('the address of the assistant takes the cookie of a browser for nothing', async () => {
    const reply = await fixture.accounts.ada.call('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'draft_order', arguments: MET_ORDER },
      }),
    });
    expect(await reply.text()).toContain('scope profile');
  });

  it('the address of the assistant takes one message at a time, opens no streams, and is no page', async () => {
    const list = await fetch(fixture.address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'ping' }]),
    });
    const page = await fetch(fixture.address, { headers: { accept: 'text/event-stream' } });
    expect([list.status, page.status]).toEqual([400, 405]);
    const modern = await fixture.connect('modern', token);
    const listening = modern.listen({ toolsListChanged: true });
    await expect(listening).rejects.toThrow(/[Ss]ubscription limit/);
  });

  it('the address of the assistant is described, and llms.txt leads to it', async () => {
    const described = await fetch(`${fixture.server.url}/services/openapi.json`);
    expect(await described.json()).toMatchObject({ paths: { '/services/mcp': { post: {} } } });
    const text = await (await fetch(`${fixture.server.url}/llms.txt`)).text();
    expect(text).toContain('/services/mcp');
    expect(text).toContain('/services/openapi.json');
  });
});

it('a server describes every call of the contract, but the listing below the address of a delivery and the tiles of a service elsewhere', async () => {
  const reply = await fetch(`${fixture.server.url}/services/openapi.json`);
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(await reply.json());
  const lacking: string[] = [];
  for (const call of await allCalls()) {
    const path = pathOf(call)
      .replace(/:(\w+)/g, '{$1}')
      .replace(/\*$/, '{path}');
    for (const method of [call.method].flat())
      if (!paths[path]?.[method.toLowerCase()]) lacking.push(`${method} ${path}`);
  }
  expect(lacking).toEqual(['GET /index.json', 'GET /services/tiles']);
});

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'summary' in value;

/** What files of calls export: calls, and records of them. */
async function allCalls(): Promise<Call[]> {
  const calls: Call[] = [];
  const folder = join(ROOT, 'packages/contract/src/calls');
  for (const file of globSync('!(*.test).ts', { cwd: folder })) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(folder, file)).href);
    for (const value of Object.values(module))
      calls.push(...(isCall(value) ? [value] : Object.values(value ?? {}).filter(isCall)));
  }
  return calls;
}

describe('[AS1] the conformance suite of the protocol', () => {
  it.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
    'the assistant passes the scenario %s of the conformance suite of its protocol',
    async (scenario) => {
      const options = ['server', '--url', fixture.address, '--scenario', scenario];
      const { stdout } = await run(process.execPath, [CONFORMANCE, ...options]);
      expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
    },
    PATIENCE_MS,
  );
});

describe.each([
  ['1', '2025-11-25'],
  ['2', '2026-07-28'],
])('[AS1] the Python client, version %s', (version, protocol) => {
  const libraries = join(ROOT, `node_modules/.cache/python-programs/assistant${version}`);
  it.skipIf(!existsSync(libraries))(
    `the Python client speaks ${protocol} with the tools (needs the Python package mcp)`,
    async () => {
      const { stdout, stderr } = await run('python3', [PYTHON, fixture.address, token, MET], {
        env: { ...process.env, PYTHONPATH: libraries },
      });
      expect(stderr).toBe('');
      const said = z
        .object({
          tools: z.array(z.string()),
          total: z.number(),
          draft: z.string(),
          protocol: z.string(),
        })
        .parse(JSON.parse(stdout));
      expect(said.tools).toEqual(TOOLS.map(({ name }) => name));
      expect([said.total, said.protocol]).toEqual([1, protocol]);
      expect(said.draft).toContain('#/orders/drafts/');
    },
    PATIENCE_MS,
  );
});

describe('[AS1] without a token', () => {
  it('a storm of messages without a token is bounded, and the server goes on', async () => {
    const storm = await Promise.all(
      Array.from({ length: 300 }, () =>
        post(fixture.address, { name: 'search', arguments: { text: 'temperature' } }),
      ),
    );
    const answered = storm.filter(({ status }) => status === 200).length;
    expect(answered).toBeLessThanOrEqual(120);
    for (const { status } of storm) expect([200, 408, 429, 503]).toContain(status);
    expect((await fetch(`${fixture.server.url}/healthz`)).status).toBe(200);
  });
});
