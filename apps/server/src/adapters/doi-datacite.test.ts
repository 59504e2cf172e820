// DOIs by DataCite's API, against a local double that behaves as the registry does.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatacite } from './doi-datacite.ts';

let server: Server;
let url: string;
let down = 0;
const dois = new Map<string, unknown>();
const calls: string[] = [];

beforeEach(async () => {
  dois.clear();
  calls.length = 0;
  down = 0;
  server = createServer((request, reply) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString('utf8');
    });
    request.on('end', () => {
      calls.push(`${request.method} ${request.url}`);
      const answer = (status: number, body: unknown) =>
        reply
          .writeHead(status, { 'content-type': 'application/vnd.api+json' })
          .end(JSON.stringify(body));
      if (down > 0) {
        down -= 1;
        return answer(503, { errors: [{ title: 'Maintenance' }] });
      }
      const wanted = `Basic ${Buffer.from('ARCHIVE:secret').toString('base64')}`;
      if (request.headers.authorization !== wanted)
        return answer(401, { errors: [{ title: 'Bad credentials.' }] });
      const { data } = JSON.parse(text);
      const { doi } = data.attributes;
      if (request.method === 'POST' && dois.has(doi))
        return answer(422, { errors: [{ title: 'This DOI has already been taken' }] });
      dois.set(doi, data.attributes);
      return answer(request.method === 'POST' ? 201 : 200, { data });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const thing = {
  name: 'order-100123',
  url: 'http://a.example/order/100123',
  record: { titles: [] },
};
const open = (password = 'secret') =>
  openDatacite({ url, repository: 'ARCHIVE', password, prefix: '10.5439' });

it('publishes a DOI with its record and page', async () => {
  expect(await open().register(thing)).toBe('10.5439/order-100123');
  expect(dois.get('10.5439/order-100123')).toMatchObject({
    event: 'publish',
    url: 'http://a.example/order/100123',
    titles: [],
  });
});

it('brings one up to date that is there already, under the same DOI', async () => {
  await open().register(thing);
  const moved = { ...thing, url: 'http://b.example/order/100123' };
  expect(await open().register(moved)).toBe('10.5439/order-100123');
  expect(calls.at(-1)).toBe('PUT /dois/10.5439%2Forder-100123');
  expect(dois.get('10.5439/order-100123')).toMatchObject({ url: moved.url });
});

it('tells what is refused from what passes', async () => {
  await expect(open('wrong').register(thing)).rejects.toMatchObject({ code: 'conflict' });
  down = 1;
  await expect(open().register(thing)).rejects.toMatchObject({ code: 'unavailable' });
  const away = openDatacite({
    url: 'http://127.0.0.1:1',
    repository: 'ARCHIVE',
    password: 'secret',
    prefix: '10.5439',
  });
  await expect(away.register(thing)).rejects.toMatchObject({ code: 'unavailable' });
});
