// Tickets over HTTP: what the port promises, and what a ServiceNow-like system is sent.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { TICKET, ticketsSuite, withSecret } from '../ports/testing/tickets-suite.ts';
import { openTickets } from './tickets-http.ts';

const incident = z.looseObject({ correlation_id: z.string(), description: z.string() });

/** A table of incidents, kept by what the caller numbered them. */
async function desk() {
  const filed = new Map<string, string>();
  const asked: { headers: IncomingMessage['headers']; url?: string; body: unknown }[] = [];
  const server = createServer(async (request, reply) => {
    const body: unknown = await json(request);
    asked.push({ headers: request.headers, url: request.url ?? '', body });
    const { correlation_id: ours, description } = incident.parse(body);
    filed.set(ours, description);
    const number = `SN${[...filed.keys()].indexOf(ours) + 1}`;
    reply.end(JSON.stringify({ result: { number } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    asked,
    desk: openTickets({ url: `http://desk:s%40cret@127.0.0.1:${port}/api/now/incident` }),
    filed: () => filed,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

ticketsSuite('HTTP', desk, (url) => openTickets({ url, patience: 300 }));

it('a ticket is posted with the credentials of the address in a header', async () => {
  const place = await desk();
  expect(await place.desk.file(TICKET)).toBe('SN1');
  const [first] = place.asked;
  const pair = Buffer.from('desk:s@cret').toString('base64');
  expect(first?.headers.authorization).toBe(`Basic ${pair}`);
  expect(first?.url).toBe('/api/now/incident');
  expect(first?.body).toEqual({
    caller_id: 'ada@example.org',
    watch_list: 'ada@example.org',
    short_description: TICKET.shortDescription,
    description: TICKET.description,
    assignment_group: 'support',
    correlation_id: 'INC0010001',
  });
  await place.close();
});

it('a ticket that is refused says what is wrong', async () => {
  const answers = ['{"result":{}}', '<html>', '{"result":{"number":""}}'];
  const said: string[] = [];
  const server = createServer((_, reply) => reply.end(answers.shift()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const tickets = openTickets({ url: withSecret(`http://127.0.0.1:${port}/`) });
  for (let i = 0; i < 3; i++)
    await tickets.file(TICKET).catch((error: unknown) => said.push(String(error)));
  expect(said).toEqual([
    'Error: The ticket system answered without a number.',
    'Error: The ticket system answered something that is no JSON.',
    'Error: The ticket system answered without a number.',
  ]);
  server.closeAllConnections();
  server.close();
});
