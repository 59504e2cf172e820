// Every service and every link that the portal and its configuration name, called on a real server:
// nothing answers 404.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Call, pathOf, placed } from '@isobar/contract/calls/call.ts';
import { portalConfig, SERVICE_PATHS, type ServiceName } from '@isobar/contract/calls/config.ts';
import { qualityReportsOfOrder } from '@isobar/contract/calls/orders.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedIn } from '../fixtures/signed-in.ts';
import { demoIsobar, type Isobar, root } from './server.ts';

/**
 * Below each base address: what the portal, or a program, calls there. `POST` needs a body; the
 * rest is asked with GET.
 */
const CALLS: Record<ServiceName, readonly (string | readonly ['POST', string, object])[]> = {
  portal: ['', 'config.json'],
  metadata: ['/_search', '/_count', '/_mapping', ['POST', '/_search', { size: 1 }]],
  fileInfo: ['/_search', ['POST', '/_search', { size: 1 }]],
  epochs: ['/_search'],
  scanNames: ['', '/_search'],
  fieldCampaigns: ['/_search'],
  handbooks: ['/_search'],
  quicklooks: ['/_search'],
  auth: [
    'login',
    ['POST', 'login', {}],
    ['POST', 'register', {}],
    ['POST', 'forgotten', {}],
    ['POST', 'confirm', {}],
    ['POST', 'confirm/look', {}],
    ['POST', 'sso/x', {}], // 405: a provider of no such name would be 404 as well
    'logout',
  ],
  profile: [
    '/preference/search/appPersonIdPref?application=discovery&name=x',
    ['POST', '/preference', {}],
    '/beta-users/search/app?application=discovery',
    '/export',
    '/unsubscribe?kind=affected&id=x&key=x',
  ],
  order: [
    ['POST', '/orders/create', {}],
    ['POST', '/orders/reorder?orderId=ORDER', {}],
    '/orders/history',
    ['POST', '/orders/estimate', {}],
    ['POST', '/orders/flagged', {}],
    '/orders/shared?orderId=ORDER',
    ['POST', '/orders/cancel?orderId=ORDER', {}],
    ['POST', '/orders/retry?orderId=ORDER', {}],
    ['POST', '/orders/ORDER/changes', {}], // 405: an order that is not delivered yet has none
    ['POST', '/orders/ORDER/changes.atom', {}],
    ['POST', '/orders/changed?orderId=ORDER', {}],
    '/orders/cite?orderId=ORDER',
    ['POST', '/orders/cite?orderId=ORDER', {}],
    '/orders/validate/dropbox/demo',
    '/status/ORDER',
    '/delivery/ORDER/',
    '/delivery/ORDER/SHA256SUMS',
    '/delivery/ORDER/index.json',
    '/maxOrderSize',
  ],
  files: [
    ['POST', '/verify', {}],
    ['POST', '/difference/sgpmetE13.b1/x', {}], // 405: a file of no such name would be 404 as well
    ['POST', '/metrics', {}],
    ['POST', '/variables/', ['sgpmetE13.b1']],
    '/jupyter',
  ],
  search: ['/select?q=*:*'],
  campaigns: ['/period/CAMPAIGN', '/fc/afc', '/fc/hpcr'],
  recommender: ['/work-based-rec', '/KNN-based-rec', '/SVD-based-rec'].map(
    (kind) => `${kind}?person_id=x`,
  ),
  maintenance: ['/discovery'],
  notification: [
    '/challenge',
    ['POST', '/createServiceNowIncident', {}],
    ['POST', '/incidents/x', {}], // 405, as above
  ],
  citation: ['/formats', '/datastream?id=sgpmetE13.b1', ['POST', '/export', {}]],
  dqr: [
    qualityReportsOfOrder('', { orderId: 0 }).replace('0', 'ORDER'),
    '/order/ORDER',
    '/reports?datastream=sgpmetE13.b1',
    '/written',
    ['POST', '/written/preview', {}],
    ['POST', '/report/x', {}], // 405: a report of no such name would be 404 as well
  ],
  case: [
    ['POST', '/illustration/plot', { date: '20160602', site: 'ena' }],
    ['POST', '/illustration/images', { date: '20160602', site: 'ena' }],
  ],
  tiles: ['/0/0/0'],
  places: ['/tracks/mag.M1'],
  words: ['/understand?text=ozone', ['POST', '/opened', {}]],
  arrays: ['/sgpmetE13.b1'],
  mcp: [['POST', '', { jsonrpc: '2.0', id: 1, method: 'tools/list' }]],
  facts: ['/sgpmetE13.b1'],
  events: [
    [
      'POST',
      '/search',
      { variables: [{ datastream: 'sgpmetE13.b1', variable: 'temp_mean' }], start: '2019-03-01' },
    ],
  ],
  live: ['/query', '/saveData', '/mod'],
};

let server: Isobar;
let cookie = '';
beforeAll(async () => {
  server = await demoIsobar();
  cookie = await signedIn(server.url);
});
afterAll(() => server?.remove());

it('the server answers at every address that is named', async () => {
  const config = portalConfig.parse(
    await (await fetch(`${server.url}/discovery/config.json`)).json(),
  );
  expect(config.services).toMatchObject(SERVICE_PATHS);
  const words = { ORDER: await anOrder(), CAMPAIGN: await aCampaign() };
  const dead: string[] = [];
  const broken: string[] = [];
  for (const [name, calls] of Object.entries(CALLS)) {
    const base = config.services[name] ?? '';
    for (const call of calls) {
      const [method, path, body] = typeof call === 'string' ? ['GET', call, null] : call;
      if (path === 'logout') continue; // last of all, below
      const address =
        base + path.replace(/ORDER|CAMPAIGN/g, (word) => words[word as keyof typeof words]);
      const reply = await ask(method, address, body);
      if (reply.status === 404) dead.push(address);
      if (reply.status >= 500 && reply.status !== 501 && reply.status !== 503)
        broken.push(`${reply.status} ${address}`);
    }
  }
  expect({ dead, broken }).toEqual({ dead: [], broken: [] });
  expect((await ask('GET', `${config.services.auth}logout`, null)).status).toBe(200);
});

it('every call that the portal makes is there, with its method', async () => {
  const calls = await callsOfThePortal();
  for (const elsewhere of ELSEWHERE) expect(calls.delete(elsewhere)).toBe(true);
  expect(calls.size).toBeGreaterThan(90);
  const dead: string[] = [];
  for (const [name, call] of calls) {
    const address = placed(pathOf(call), new Proxy({}, { get: () => 'x' }));
    // No call uses PATCH: an address that exists answers which methods it takes, and does nothing.
    const reply = await ask('PATCH', address, null);
    const taken = reply.headers.get('allow')?.split(', ') ?? [];
    if (reply.status !== 405 || ![call.method].flat().every((method) => taken.includes(method)))
      dead.push(`${name}: ${address} (${reply.status}, ${taken})`);
  }
  expect(dead).toEqual([]);
});

/**
 * Links that are not called here: those of a delivery are tested above, and a tile server exists
 * only where the operator names one.
 */
const ELSEWHERE = ['indexOfDelivery', 'readTileJson'];

const isCall = (value: unknown): value is Pick<Call, 'method' | 'service' | 'path'> =>
  typeof value === 'object' &&
  value !== null &&
  ['method', 'path', 'answer', 'summary'].every((member) => member in value);

/** Names of the contract's calls that the portal's sources import. */
async function callsOfThePortal(): Promise<Map<string, Pick<Call, 'method' | 'service' | 'path'>>> {
  const made = new Map<string, Pick<Call, 'method' | 'service' | 'path'>>();
  const files = globSync('apps/portal/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('.test.') && !file.includes('/testing/'),
  );
  for (const file of files)
    for (const [, names = '', source = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      TAKEN,
    )) {
      const module: Record<string, unknown> = await import(
        pathToFileURL(join(root, 'packages/contract/src', source)).href
      );
      for (const name of names.split(',').map((one) => one.trim())) {
        const value = module[name];
        if (isCall(value)) made.set(name, value);
      }
    }
  return made;
}

/** `import { a, b } from '@isobar/contract/calls/….ts'`. */
const TAKEN = /import \{([^}]+)\} from '@isobar\/contract\/(calls\/[\w-]+\.ts)'/g;

const ask = (method: string, address: string, body: object | null): Promise<Response> =>
  fetch(new URL(address, server.url), {
    method,
    redirect: 'manual',
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

async function anOrder(): Promise<string> {
  const selectedData = {
    selectedDatastreams: [
      {
        datastream: 'sgpmetE13.b1',
        dates: [{ startDate: '2019-01-01', endDate: '2019-01-01' }],
      },
    ],
    outputFormat: ['ANDR'],
  };
  const reply = await ask('POST', '/services/order/orders/create', { selectedData });
  const told = (await reply.json()) as { orderId: number };
  expect([reply.status, told]).toEqual([
    200,
    expect.objectContaining({ orderId: expect.any(Number) }),
  ]);
  const id = String(told.orderId);
  for (let i = 0; i < 600; i++) {
    const status = (await (await ask('GET', `/services/order/status/${id}`, null)).json()) as {
      curStep: string;
    };
    if (status.curStep === 'complete') return id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the order was not completed within a minute');
}

/** One that a card of the field campaigns leads to. */
async function aCampaign(): Promise<string> {
  const reply = await ask('GET', '/services/field_campaigns?size=1000', null);
  const { hits } = (await reply.json()) as {
    hits: { hits: { _source: { links: { entire_site: boolean; link_value: string }[] } }[] };
  };
  const links = hits.hits.flatMap(({ _source }) => _source.links);
  return encodeURIComponent(links.find((link) => !link.entire_site)?.link_value ?? '');
}
