// Which indexes there are, as notebooks ask it.
import { ALIASES, withoutAlias } from '@isobar/contract/calls/aliases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttp, type Http } from '../../platform/http.ts';
import { createLog } from '../../platform/log.ts';
import type { SearchReader } from '../../ports/search-index.ts';
import { registerCluster } from './cluster.ts';
import { Contexts } from './contexts.ts';
import { registerSearch } from './routes.ts';

const fieldsAlone = {
  mapping: async (name: string) => ({ [`${name}_code`]: { type: 'text' as const } }),
} as unknown as SearchReader; // nothing here searches

let http: Http<never>;
beforeAll(async () => {
  http = await createHttp<never>({
    log: createLog('silent'),
    requestsPerMinute: 100_000,
    trustProxy: false,
    noSessionMessage: '',
    session: async () => null,
    ownAddress: (address) => withoutAlias(address, ALIASES),
  });
  for (const name of ['metadata', 'epochs'])
    registerSearch(http.app, { index: fieldsAlone, indexes: [name] });
  registerCluster(http.app, {
    served: ['metadata', 'epochs'].map((name) => ({ name, index: fieldsAlone, turns: undefined })),
    contexts: new Contexts(),
    version: '1.0.0',
    page: async () => '',
  });
  await http.app.ready();
});
afterAll(() => http.app.close());

const told = async (url: string) => {
  const reply = await http.app.inject(url);
  return [reply.statusCode, reply.json()];
};
const NO_OTHERS = { aliases: {} };

describe('a listing of indexes', () => {
  it.each(['/elastic/_alias', '/elastic/_aliases', '/elastic/*/_alias', '/services/_all/_alias'])(
    '%s has all of them',
    async (url) => {
      expect(await told(url)).toEqual([200, { metadata: NO_OTHERS, epochs: NO_OTHERS }]);
    },
  );

  it('of one, of a pattern, of none', async () => {
    expect(await told('/elastic/metadata/_alias')).toEqual([200, { metadata: NO_OTHERS }]);
    expect(await told('/elastic/meta*,epochs/_alias')).toEqual([
      200,
      { metadata: NO_OTHERS, epochs: NO_OTHERS },
    ]);
    expect(await told('/elastic/nothing/_alias')).toMatchObject([
      404,
      { error: { type: 'index_not_found_exception' } },
    ]);
  });

  it.each(['/elastic/_mapping', '/elastic/_all/_mapping', '/elastic/*/_mapping'])(
    '%s tells the fields of each',
    async (url) => {
      const [status, mappings] = await told(url);
      expect([status, Object.keys(mappings)]).toEqual([200, ['metadata', 'epochs']]);
      expect(mappings.epochs.mappings.properties).toHaveProperty('epochs_code.type', 'text');
    },
  );

  it('is read alone', async () => {
    const refused = await http.app.inject({
      method: 'POST',
      url: '/elastic/_aliases',
      payload: {},
    });
    expect(refused.statusCode).toBe(403);
  });
});
