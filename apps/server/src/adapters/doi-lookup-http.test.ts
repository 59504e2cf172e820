// DOIs looked up at a local double that points to a registry, as the resolver of DOIs does.
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { expect, it } from 'vitest';
import { doiLookupSuite, KNOWN_DOI } from '../ports/testing/doi-lookup-suite.ts';
import { openDoiLookup } from './doi-lookup-http.ts';

const CSL = {
  DOI: KNOWN_DOI,
  title: ['Water &amp; Ice:\n  A CO<sub>2</sub> View'],
  author: [{ family: 'Müller', given: 'Jörg' }, { literal: 'The Cloud Group' }],
  issued: { 'date-parts': [[1994, 7]] },
  'container-title': 'Bulletin of Clouds',
  volume: '75',
  page: '1201-1221',
};

async function resolver(steps = 1) {
  const accepted = new Set<string | undefined>();
  const server = createServer((request, reply) => {
    accepted.add(request.headers.accept);
    const [, step = '0', doi = ''] = /^\/(?:step(\d+)\/)?(.*)$/.exec(request.url ?? '') ?? [];
    if (decodeURIComponent(doi).toLowerCase() !== KNOWN_DOI.toLowerCase())
      return reply.writeHead(404, { 'content-type': 'text/html' }).end('<h1>DOI Not Found</h1>');
    if (Number(step) < steps)
      return reply.writeHead(302, { location: `/step${Number(step) + 1}/${doi}` }).end();
    reply.writeHead(200, { 'content-type': 'application/vnd.citationstyles.csl+json' });
    return reply.end(JSON.stringify(CSL));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    accepted,
    lookup: openDoiLookup(`http://127.0.0.1:${port}`),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

doiLookupSuite('A resolver', resolver, (url) => openDoiLookup(url, 300));

it('the DOI look-up asks for a record and no page, and follows a few steps, not many', async () => {
  const few = await resolver(5);
  expect(await few.lookup.find(KNOWN_DOI)).toMatchObject({ year: '1994' });
  expect([...few.accepted]).toEqual(['application/vnd.citationstyles.csl+json']);
  await few.close();
  const many = await resolver(6);
  await expect(many.lookup.find(KNOWN_DOI)).rejects.toMatchObject({ code: 'unavailable' });
  await many.close();
});

it('the lookup of a DOI is not led to this machine or its network by the DOI, whatever the scheme', async () => {
  let reached = 0;
  const inner = createSocketServer(() => {
    reached += 1;
  });
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
  const { port } = inner.address() as AddressInfo; // it listens on a port
  const places = [
    `https://127.0.0.1:${port}/`,
    `https://localhost:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    `http://127.0.0.1:${port}/`,
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
  ];
  for (const place of places) {
    const server = createServer((_, reply) => reply.writeHead(302, { location: place }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port: own } = server.address() as AddressInfo; // it listens on a port
    const lookup = openDoiLookup(`http://127.0.0.1:${own}`, 5000);
    await expect(lookup.find(KNOWN_DOI)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: 'The resolver of DOIs points to an address that is not followed.' },
    });
    server.closeAllConnections();
    server.close();
  }
  expect(reached).toBe(0);
  inner.close();
});
