// What main.ts opens is what the configuration names: a setting that it ignored would fail here.
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { usualSearches } from './core/catalogue/plan-usual.ts';
import {
  openAdapters,
  openDoiLookup,
  openProposalService,
  openSearch,
  openSignInSites,
  openStoreOf,
} from './main.ts';
import { SEARCH_THREADS } from './platform/admission/admission.ts';
import { readConfiguration } from './platform/config/config.ts';
import { createLog } from './platform/log/log.ts';

const log = createLog('silent');
const inHome = (env: NodeJS.ProcessEnv) => {
  const home = temporaryFolder();
  const archive = join(home, 'archive');
  mkdirSync(archive);
  return readConfiguration({ ISOBAR_HOME: home, ISOBAR_ARCHIVE: archive, ...env });
};

/**
 * The requests that arrive at a server of another organisation while `act` runs, which it refuses.
 */
async function arriving(act: (url: string) => Promise<unknown>): Promise<string[]> {
  const requests: string[] = [];
  const note = ({ method, url, headers }: IncomingMessage): number =>
    requests.push(`${method} ${url} ${headers.authorization ?? ''}`.trim());
  const server = createServer((request, reply) => {
    note(request);
    reply.writeHead(400).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await act(`http://127.0.0.1:${port}`).catch(() => undefined);
  server.closeAllConnections();
  server.close();
  return requests;
}

it.each([
  ['on', SEARCH_THREADS * usualSearches().length],
  ['off', 0],
])(
  'search threads answer the usual searches ahead: %s (ISOBAR_SEARCHES_AHEAD)',
  async (value, expected) => {
    const configuration = inHome({ ISOBAR_SEARCHES_AHEAD: value });
    const store = await openStoreOf(configuration);
    const index = await openSearch(configuration, store, log);
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    const ofKind = (kind: string) =>
      posted.mock.calls.filter(([task]) => task?.kind === kind).length;
    try {
      await index.replace('metadata', { n: { type: 'integer' } }, [], [{ id: 'a', n: 1 }]);
      await vi.waitFor(() => expect(ofKind('open')).toBe(SEARCH_THREADS), 20_000);
      await vi.waitFor(() => expect(ofKind('search')).toBe(expected), 20_000);
      await index.search('metadata', { size: 0 });
      expect(ofKind('search')).toBe(expected + 1);
    } finally {
      posted.mockRestore();
      await index.close();
      await store.close();
    }
  },
);

const ACCOUNTS = {
  ...{ DATACITE_REPOSITORY: 'lab', DATACITE_PASSWORD: 'p', DATACITE_PREFIX: '10.5439' },
  ...{ DROPBOX_APP_KEY: 'k', DROPBOX_APP_SECRET: 's', ISOBAR_HOOK_HOSTS: 'a.example' },
};

it('each service of others is asked at the address that is set, with its account', async () => {
  const requests = await arriving(async (url) => {
    const configuration = inHome({
      ...ACCOUNTS,
      DATACITE_URL: `${url}/datacite`,
      ISOBAR_DOI_URL: `${url}/works`,
      ISOBAR_PROPOSALS_URL: `${url}/campaigns`,
      ISOBAR_TICKETS_URL: `${url}/desk/incident`,
      ISOBAR_CASES: `${url}/cases`,
      OPENSEARCH_URL: `${url}/cluster`,
      ISOBAR_INDEX_PREFIX: 'lab-',
    });
    const adapters = await openAdapters(configuration, log);
    expect(adapters).toMatchObject({ dropBox: expect.anything(), webHooks: expect.anything() });
    const index = await openSearch(configuration, adapters.store, log);
    const caller = { name: 'Ada', email: 'ada@a.example' };
    const words = { shortDescription: 'a', description: 'b', assignmentGroup: 'c' };
    const proposals = await openProposalService(configuration);
    const lookup = await openDoiLookup(configuration);
    // Nothing is awaited once the first is asked, which may refuse before the others are.
    await Promise.allSettled([
      adapters.doiRegistry?.register({ name: 'a', url: 'https://a.example', record: {} }),
      lookup.find('10.1000/1'),
      proposals?.afcsOf({ personId: '1', userName: 'ada', email: 'ada@a.example' }),
      adapters.support.tickets?.file({ number: '1', caller, ...words }),
      adapters.cases.plot({ site: 'sgp', date: '20190101' }, 'light'),
      index.search('metadata', { size: 0 }),
    ]);
    await index.close();
    await adapters.close();
  });
  const text = requests.join('\n');
  expect(text).toContain(`POST /datacite/dois Basic ${Buffer.from('lab:p').toString('base64')}`);
  for (const asked of ['/works/10.1000', '/campaigns/fc/afc', '/desk/incident', '/cases/'])
    expect(text).toContain(asked);
  expect(text).toContain('/cluster/lab-metadata');
});

it('without settings nothing of others is opened, and mails are files from the contact address', async () => {
  const configuration = inHome({ ISOBAR_CONTACT: 'help@a.example' });
  expect(await openProposalService(configuration)).toBeUndefined();
  expect(await openSignInSites(configuration)).toEqual([]);
  const adapters = await openAdapters(configuration, log);
  const to = { name: 'Ada', address: 'ada@a.example' };
  await adapters.mail.send({ id: 'one', to, subject: 'Hello', text: 'A text.' });
  await adapters.close();
  const { webHooks, dropBox, doiRegistry, support } = adapters;
  expect([webHooks, dropBox, doiRegistry, support.tickets]).toEqual(Array(4).fill(undefined));
  const folder = join(configuration.home, 'outbox');
  expect(readdirSync(folder)).toEqual(['one.eml']);
  expect(readFileSync(join(folder, 'one.eml'), 'utf8')).toMatch(/^From: .*help@a\.example/m);
});
