// Which indexes there are, as notebooks ask it.
import { ALIASES, withoutAlias } from '@isobar/contract/calls/aliases.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
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
    registerSearch(http, { index: fieldsAlone, indexes: [name] });
  registerCluster(http, {
    served: ['metadata', 'epochs'].map((name) => ({ name, index: fieldsAlone, slots: undefined })),
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

it.each(['/elastic/_alias', '/elastic/_aliases', '/elastic/*/_alias', '/services/_all/_alias'])(
  '%s has all of them',
  async (url) => {
    expect(await told(url)).toEqual([200, { metadata: NO_OTHERS, epochs: NO_OTHERS }]);
  },
);

it('a listing of indexes has those of a name, of a pattern, or of none', async () => {
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

it('a listing of indexes is read alone', async () => {
  const refused = await http.app.inject({
    method: 'POST',
    url: '/elastic/_aliases',
    payload: {},
  });
  expect(refused.statusCode).toBe(403);
});

const described = (name: string) => ({
  aliases: {},
  mappings: {
    dynamic: 'false',
    properties: {
      [`${name}_code`]: { type: 'text', fields: { keyword: { type: 'keyword' } } },
    },
  },
  settings: { index: expect.objectContaining({ number_of_shards: '1', provided_name: name }) },
});
const both = { metadata: described('metadata'), epochs: described('epochs') };

it.each([
  ['/elastic/metadata', { metadata: both.metadata }],
  ['/elastic/metadata/?pretty&human=false', { metadata: both.metadata }],
  ['/elastic/meta*', { metadata: both.metadata }],
  ['/elastic/epochs,metadata', both],
  ['/services/epochs,metadata', both],
  ['/elastic/_all?ignore_unavailable=true', both],
  ['/elastic/none*', {}],
  ['/elastic/none,epochs?ignore_unavailable=true', { epochs: both.epochs }],
  [
    '/elastic/epochs?features=_mapping,settings',
    {
      epochs: { mappings: both.epochs.mappings, settings: both.epochs.settings },
    },
  ],
  ['/elastic/epochs?features=aliases', { epochs: { aliases: {} } }],
  [
    '/elastic/epochs?filter_path=*.settings.index.number_of_shards',
    {
      epochs: { settings: { index: { number_of_shards: '1' } } },
    },
  ],
  [
    '/elastic/_settings',
    {
      metadata: { settings: both.metadata.settings },
      epochs: { settings: both.epochs.settings },
    },
  ],
  ['/elastic/meta*/_settings', { metadata: { settings: both.metadata.settings } }],
])('an index is described as a cluster does: %s', async (url, expected) => {
  expect(await told(url)).toEqual([200, expected]);
});

it.each([
  { accept: 'application/vnd.elasticsearch+json; compatible-with=8' },
  { 'user-agent': 'opensearch-py/2.8.0 (Python 3.12)' },
  { 'user-agent': 'elasticsearch-js/8.19 (linux)' },
])('an index is described to official clients below /services too: %o', async (headers) => {
  const reply = await http.app.inject({ url: '/services/metadata', headers });
  expect(reply.json()).toEqual({ metadata: both.metadata });
});

it.each(['/elastic/none', '/elastic/metadata,none', '/elastic/METADATA'])(
  'an index that does not exist is not found: %s',
  async (url) => {
    expect(await told(url)).toMatchObject([404, { error: { type: 'index_not_found_exception' } }]);
    const { statusCode, body } = await http.app.inject({ method: 'HEAD', url });
    expect([statusCode, body]).toEqual([404, '']);
  },
);

it('an index is there to HEAD, and no address of another service is one', async () => {
  const head = await http.app.inject({ method: 'HEAD', url: '/elastic/metadata' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect(await told('/services/nothing')).toMatchObject([404, { code: 'not-found' }]);
});
