// Periods of campaigns, read from records on a real server beside this one.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TableRow } from '../../core/tables/schemas.ts';
import type { Http } from '../../platform/http/http.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import { registerCampaigns } from './routes.ts';

const RECORD =
  '<metadata><idinfo><timeperd><timeinfo><rngdates><begdate>20100502</begdate><enddate>20100630</enddate></rngdates></timeinfo></timeperd></idinfo></metadata>';

let records: Server;
let origin: string;
let asked: string[];
let answer: (request: IncomingMessage, reply: ServerResponse) => void;
let http: Http<never>;

let campaigns: Record<string, string>;
beforeEach(async () => {
  asked = [];
  answer = (_, reply) => reply.end(RECORD);
  records = createServer((request, reply) => {
    asked.push(request.url ?? '');
    answer(request, reply);
  });
  await new Promise<void>((done) => records.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(records.address() as AddressInfo).port}`;
  http = await anonymousHttp();
  campaigns = {
    fog: `${origin}/other.xml;${origin}/the_FOG_campaign.xml`,
    elsewhere: 'https://records.example/elsewhere.xml',
    disguised: `${origin.replace('http://', 'http://user:word@')}/x.xml`,
    none: '',
  };
  registerCampaigns(http, {
    origins: [origin],
    tables: async () => ({
      campaign: (name) => {
        const link_xml = campaigns[name];
        return link_xml === undefined ? undefined : row(name, link_xml);
      },
    }),
  });
});
afterEach(async () => {
  await http.app.close();
  records.closeAllConnections();
  await new Promise((done) => records.close(done));
});

const row = (iop_short_name: string, link_xml: string): TableRow<'campaigns.csv'> => ({
  iop_short_name,
  iop_name: 'The fog campaign',
  site_code: 'sgp',
  start_date: '',
  end_date: '',
  category: 'iop',
  lead_scientist: '',
  link_url: '',
  link_xml,
});
const period = (name: string) => http.app.inject(`/services/campaigns/period/${name}`);

it('[P025] the record of a field campaign is read for the begin and end of its time period, once', async () => {
  const replies = await Promise.all([period('fog'), period('fog')]);
  expect(replies.map((reply) => reply.json())).toEqual(
    Array(2).fill({ begin: '2010-05-02', end: '2010-06-30' }),
  );
  expect((await period('fog')).statusCode).toBe(200);
  expect(asked).toEqual(['/the_FOG_campaign.xml']);
});

it('a campaign that is entered while the server runs is known', async () => {
  expect((await period('later')).statusCode).toBe(404);
  campaigns.later = '';
  expect((await period('later')).statusCode).toBe(200);
});

it('only servers that the operator named are asked', async () => {
  for (const name of ['elsewhere', 'disguised', 'none'])
    expect((await period(name)).json()).toEqual({ begin: null, end: null });
  expect((await period('unknown')).statusCode).toBe(404);
  expect(asked).toEqual([]);
});

it.each<[string, typeof answer]>([
  ['a failure', (_, reply) => reply.writeHead(500).end()],
  ['a way to somewhere else', (_, reply) => reply.writeHead(302, { location: '/x.xml' }).end()],
  ['something that is no XML', (_, reply) => reply.end('<a><b></a>')],
  [
    'a document type that reaches for files',
    (_, reply) =>
      reply.end('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><b>&x;</b></a>'),
  ],
  ['a document type that never ends', (_, reply) => reply.end('<!DOCTYPE a [<!ENTITY x "1">')],
  ['far too much', (_, reply) => reply.end(`<a>${'x'.repeat(2 << 20)}</a>`)],
  ['nothing', (request) => request.socket.destroy()],
])('%s is no record, and is asked for again', async (_, failing) => {
  const good = answer;
  answer = failing;
  const reply = await period('fog');
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'unavailable']);
  expect(reply.body).not.toContain('127.0.0.1');
  answer = good;
  expect((await period('fog')).json()).toEqual({ begin: '2010-05-02', end: '2010-06-30' });
});
