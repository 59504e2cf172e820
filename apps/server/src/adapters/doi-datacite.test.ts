// DOIs by DataCite's API, against a local double that behaves as the registry does.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { doiRegistrySuite } from '../ports/testing/doi-registry-suite.ts';
import { openDatacite } from './doi-datacite.ts';

const sent = z.object({ data: z.object({ attributes: z.looseObject({ doi: z.string() }) }) });

async function datacite() {
  const dois = new Map<string, Record<string, unknown>>();
  const calls: string[] = [];
  const server = createServer(async (request, reply) => {
    calls.push(`${request.method} ${request.url}`);
    const body: unknown = await json(request);
    const answer = (status: number, told: unknown) =>
      reply
        .writeHead(status, { 'content-type': 'application/vnd.api+json' })
        .end(JSON.stringify(told));
    const wanted = `Basic ${Buffer.from('ARCHIVE:s3cret').toString('base64')}`;
    if (request.headers.authorization !== wanted)
      return answer(401, { errors: [{ title: 'Bad credentials.' }] });
    const { attributes } = sent.parse(body).data;
    const isNew = request.method === 'POST';
    if (isNew && dois.has(attributes.doi))
      return answer(422, { errors: [{ title: 'This DOI has already been taken' }] });
    dois.set(attributes.doi, attributes);
    return answer(isNew ? 201 : 200, { data: { id: attributes.doi.toLowerCase(), attributes } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const open = (password: string) =>
    openDatacite({
      url: `http://127.0.0.1:${port}`,
      repository: 'ARCHIVE',
      password,
      prefix: '10.5439',
    });
  return {
    calls,
    registry: open('s3cret'),
    stranger: open('wrong'),
    registered: () => dois,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const account = { repository: 'ARCHIVE', password: 's3cret', prefix: '10.5439' };
doiRegistrySuite('DataCite', datacite, (url) => openDatacite({ ...account, url }, 300));

const THING = { name: 'order-100123', url: 'http://a.example/order/100123', record: {} };

it('the DOI registration publishes with one call, and changes with two', async () => {
  const { calls, registry, registered, close } = await datacite();
  expect(await registry.register(THING)).toBe('10.5439/order-100123');
  expect(registered().get('10.5439/order-100123')).toMatchObject({ event: 'publish' });
  await registry.register(THING);
  expect(calls).toEqual(['POST /dois', 'POST /dois', 'PUT /dois/10.5439%2Forder-100123']);
  await close();
});
