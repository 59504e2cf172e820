// A search cluster over two small indexes, with another service beside it, for tests.

import { ALIASES, withoutAlias } from '@isobar/contract/calls/aliases.ts';
import { defineCall } from '@isobar/contract/calls/call.ts';
import type { Mapping } from '@isobar/query-language/mapping.ts';
import * as z from 'zod';
import { openEmbeddedSearch } from '../../../adapters/search-embedded/search-embedded.ts';
import { createHttp } from '../../../platform/http/http.ts';
import { createLog } from '../../../platform/log/log.ts';
import { temporaryStore } from '../../../store/testing/temporary-store.ts';
import { registerCluster } from '../cluster.ts';
import { Contexts } from '../contexts.ts';
import { registerSearch } from '../routes.ts';

const FIELDS: Mapping = {
  id: { type: 'text' },
  site_code: { type: 'text' },
  size: { type: 'integer' },
  place: { type: 'geo_point' },
  raw: { type: 'stored' },
};
export const DOCUMENTS = Array.from({ length: 25 }, (_, n) => ({
  id: `d/${String(n).padStart(2, '0')}`,
  site_code: n % 2 === 0 ? 'sgp' : 'nsa',
  size: n % 5,
}));

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';

export async function openClusterFixture() {
  const store = await temporaryStore();
  const log = createLog('silent');
  const index = await openEmbeddedSearch({ folder: store.folder, threads: 1, log });
  await index.replace('metadata', FIELDS, [], DOCUMENTS);
  await index.replace('epochs', { id: { type: 'text' } }, [], [{ id: 'eclipse' }]);
  const http = await createHttp<never>({
    log,
    requestsPerMinute: 100_000,
    trustProxy: false,
    noSessionMessage: '',
    session: async () => null,
    ownAddress: (address) => withoutAlias(address, ALIASES),
  });
  const clock = { now: Date.now() };
  const contexts = new Contexts(() => clock.now);
  const slots = { ...http.admission, lane: 'search' } as const;
  const served = ['metadata', 'epochs'].map((name) => ({ name, index, slots }));
  registerSearch(http, { index, indexes: ['metadata', 'epochs'], contexts, slots });
  registerCluster(http, {
    served,
    contexts,
    version: '1.0.0',
    page: async () => '<!doctype html><title>Services</title>',
  });
  http.route(
    defineCall({
      method: 'POST',
      path: '/services/order/create',
      summary: 'Another service',
      session: 'none',
      answer: z.any(), // no test looks at it
    }),
    async () => ({ made: true }),
  );
  return {
    /** The clock by which scrolls and points in time expire. */
    clock,
    async call(
      method: Method,
      url: string,
      payload?: object | string,
      headers = {},
      remoteAddress = '127.0.0.1',
    ) {
      const reply = await http.app.inject({
        ...{ method, url, headers, remoteAddress },
        ...(payload ? { payload } : {}),
      });
      return {
        status: reply.statusCode,
        headers: reply.headers,
        text: reply.body,
        json: () => reply.json(),
      };
    },
    async close(): Promise<void> {
      await http.app.close();
      await index.close();
      await store.close();
    },
  };
}
