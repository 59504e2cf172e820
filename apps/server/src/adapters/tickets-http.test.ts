// Tickets over HTTP: what a ServiceNow-like system is sent, and what it may answer.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTickets } from './tickets-http.ts';

let server: Server;
let port: number;
let answer: (request: IncomingMessage, reply: ServerResponse) => void;
const asked: { headers: IncomingMessage['headers']; url: string; body: unknown }[] = [];

beforeEach(async () => {
  asked.length = 0;
  server = createServer((request, reply) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
    });
    request.on('end', () => {
      asked.push({ headers: request.headers, url: request.url ?? '', body: JSON.parse(text) });
      answer(request, reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const ticket = {
  number: 'INC0010001',
  caller: { name: 'Ada', email: 'ada@example.org' },
  shortDescription: 'Data Discovery Support Request: s',
  description: 'From: Ada, ada@example.org\n\nm',
  assignmentGroup: 'support',
};
const desk = () => openTickets({ url: `http://desk:s%40cret@127.0.0.1:${port}/api/now/incident` });

describe('a ticket', () => {
  it('is posted with the credentials of the address in a header, and its number is read', async () => {
    answer = (_, reply) => reply.end(JSON.stringify({ result: { number: 'SN1' } }));
    expect(await desk().file(ticket)).toBe('SN1');
    const pair = Buffer.from('desk:s@cret').toString('base64');
    expect(asked[0]?.headers.authorization).toBe(`Basic ${pair}`);
    expect(asked[0]?.url).toBe('/api/now/incident');
    expect(asked[0]?.body).toEqual({
      caller_id: 'ada@example.org',
      watch_list: 'ada@example.org',
      short_description: ticket.shortDescription,
      description: ticket.description,
      assignment_group: 'support',
      correlation_id: 'INC0010001',
    });
  });

  it('is refused aloud by a failure, an answer without a number, a redirect, an endless answer', async () => {
    const answers: (typeof answer)[] = [
      (_, reply) => reply.writeHead(503).end('{}'),
      (_, reply) => reply.end('{"result":{}}'),
      (_, reply) => reply.end('<html>'),
      (_, reply) => reply.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
      (_, reply) => reply.end('x'.repeat(1 << 20)),
    ];
    for (const one of answers) {
      answer = one;
      await expect(desk().file(ticket)).rejects.toThrow();
    }
    expect(asked).toHaveLength(answers.length);
  });
});
