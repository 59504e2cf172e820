// Campaigns and computing requests of a person: by the tables, by a facility's own service, and
// where it is away.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openProposals } from '../../adapters/proposals-http.ts';
import type { Session } from '../../core/accounts/session.ts';
import { createHttp } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Proposals } from '../../ports/proposals.ts';
import { tabledProposals } from './own-proposals.ts';
import { registerProposals } from './routes.ts';

const ADA: Session = {
  personId: 'p-1',
  userName: 'ada',
  nameFirst: 'Ada',
  nameLast: 'Byron',
  email: 'ada@example.org',
  expired: false,
};
const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function ask(proposals: Proposals, path: string, session: Session | null = ADA) {
  const log = createLog('silent');
  const http = await createHttp<Session>({
    log,
    requestsPerMinute: 1000,
    trustProxy: false,
    noSessionMessage: 'nobody',
    session: async () => session,
  });
  closing.push(() => http.app.close());
  registerProposals(http, { proposals, log });
  return await http.app.inject({ url: `/services/campaigns/fc/${path}` });
}

const when = { start_date: '2026-01-01', end_date: '' };
const campaign = (
  campaign_id: string,
  lead_scientist: string,
  co_investigators: string[] = [],
) => ({
  campaign_id,
  proposed_acronym: campaign_id.toUpperCase(),
  campaign_name: `Campaign ${campaign_id}`,
  status: 'Approved',
  lead_scientist,
  co_investigators,
  ...when,
});
const request = (number: string, pi: string, co_investigators: string[] = []) => ({
  number,
  short_description: `Request ${number}`,
  pi,
  co_investigators,
  ...when,
});
const tabled = tabledProposals(async () => ({
  rows: {
    'afcs.csv': [
      campaign('one', ' ADA@example.org '),
      campaign('two', 'bob', ['eve', 'ada']),
      campaign('three', 'bob'),
      campaign('four', ''),
    ],
    'hpcrs.csv': [request('H1', 'ada'), request('H2', 'bob', ['p-1']), request('H3', 'bob')],
  } as unknown as Parameters<typeof tabledProposals>[0] extends () => Promise<infer T>
    ? T extends { rows: infer R }
      ? R
      : never
    : never, // the two tables that are read
}));

it('[A018] [A044] [A051] [P051] campaigns and requests are those of the tables in which the person is named, as lead or beside', async () => {
  const reply = await ask(tabled, 'afc');
  expect(reply.json()).toEqual([
    {
      proposedAcronym: 'ONE',
      campaignId: 'one',
      campaignName: 'Campaign one',
      statusDesc: 'Approved',
      leadScientist: true,
      startDate: '2026-01-01',
      endDate: '',
    },
    expect.objectContaining({ campaignId: 'two', leadScientist: false }),
  ]);
});

it('[A045] [A052] [P052] requests for campaigns have a number, a description, dates and the flag of the principal investigator', async () => {
  expect((await ask(tabled, 'hpcr')).json()).toEqual([
    {
      number: 'H1',
      shortDescription: 'Request H1',
      pi: true,
      startDate: '2026-01-01',
      endDate: '',
    },
    {
      number: 'H2',
      shortDescription: 'Request H2',
      pi: false,
      startDate: '2026-01-01',
      endDate: '',
    },
  ]);
});

it('campaigns and requests are refused without a session, and empty for a user without any', async () => {
  expect((await ask(tabled, 'afc', null)).statusCode).toBe(401);
  const eve = { ...ADA, personId: 'p-9', userName: '', email: '' };
  expect((await ask(tabled, 'afc', eve)).json()).toEqual([]);
});

async function service(answer: (url: URL, authorization: string) => [number, string]) {
  const server: Server = createServer((request, reply) => {
    const [status, body] = answer(
      new URL(request.url ?? '/', 'http://localhost'),
      request.headers.authorization ?? '',
    );
    reply.statusCode = status;
    reply.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return openProposals({ url: `http://isobar:pass@127.0.0.1:${port}/api/` });
}

it('requests for campaigns come from a facility’s own service, in its own way of saying yes', async () => {
  const asked: string[] = [];
  const own = await service((url, authorization) => {
    asked.push(`${url.pathname}${url.search} ${authorization}`);
    const both = { startDate: null, endDate: '2026-12-31', extra: 1 };
    return [
      200,
      JSON.stringify(
        url.pathname.endsWith('/afc')
          ? [{ ...both, campaignId: 4711, campaignName: 'Clouds', leadScientist: 'Y' }]
          : [{ ...both, number: 'H9', shortDescription: 'LES', pi: 0 }],
      ),
    ];
  });
  expect((await ask(own, 'afc')).json()).toEqual([
    {
      proposedAcronym: '',
      campaignId: '4711',
      campaignName: 'Clouds',
      statusDesc: '',
      leadScientist: true,
      startDate: '',
      endDate: '2026-12-31',
    },
  ]);
  expect((await ask(own, 'hpcr')).json()[0]).toMatchObject({ number: 'H9', pi: false });
  expect(asked[0]).toBe(
    `/api/fc/afc?personId=p-1&userName=ada&email=ada%40example.org Basic ${btoa('isobar:pass')}`,
  );
});

it.each<[string, () => [number, string]]>([
  ['that fails', () => [500, 'no']],
  ['that tells something else', () => [200, '{"afc": 1}']],
  ['that tells too much', () => [200, `["${'x'.repeat(2 << 20)}"]`]],
])('a service %s is reported as unavailable, never as no campaigns', async (_, answer) => {
  const reply = await ask(await service(answer), 'afc');
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'unavailable']);
});
