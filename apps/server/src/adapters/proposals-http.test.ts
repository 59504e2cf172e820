// Campaigns and computing requests of a facility's own service, over HTTP.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ADA, KNOWN, proposalsSuite } from '../ports/testing/proposals-suite.ts';
import { withSecret } from '../ports/testing/tickets-suite.ts';
import { troubleSuite } from '../ports/testing/trouble.ts';
import { openProposals } from './proposals-http.ts';

proposalsSuite('HTTP', async () => {
  const server = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const list = pathname.endsWith('/fc/afc') ? KNOWN.afcs : KNOWN.hpcrs;
    // Such services often write ids as numbers, flags as letters, and null for what is not there.
    const theirs = list.map((one) =>
      Object.fromEntries(
        Object.entries(one).map(([key, value]) => {
          if (key === 'campaignId') return [key, Number(value)];
          if (typeof value === 'boolean') return [key, value ? 'Y' : 'N'];
          return [key, value === '' ? null : value];
        }),
      ),
    );
    const isAda = searchParams.get('userName') === ADA.userName;
    reply.end(JSON.stringify(isAda ? theirs : []));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    proposals: openProposals({ url: `http://127.0.0.1:${port}/api/` }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
});

const at = (url: string) => openProposals({ url: withSecret(url), patience: 300 });
troubleSuite('asking for campaigns', (url) => at(url).afcsOf(ADA), { secret: 's3cret' });
troubleSuite('asking for computing requests', (url) => at(url).hpcrsOf(ADA), { secret: 's3cret' });
