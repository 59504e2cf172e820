// Other names of the services, as scripts spell them.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ALIASES, readAliases, withoutAlias } from './aliases.ts';

it.each([
  ['/elastic/metadata/_search?q=a/b', '/services/metadata/_search?q=a/b'],
  ['/elastic', '/services'],
  ['/elastic/', '/services/'],
  ['/elastic?pretty', '/services?pretty'],
  ['/armlive/data/query?user=a:b&ds=x', '/services/live/data/query?user=a:b&ds=x'],
  ['/armlive/mod', '/services/live/mod'],
  ['/solr8/metadata/select?q=*:*', '/services/search/select?q=*:*'],
  ['/solr8/metadata/select/', '/services/search/select'],
  [
    '/dqr_full/sgpmetE13.b1/20190101/20190102/missing',
    '/services/dqr/dqr_full/sgpmetE13.b1/20190101/20190102/missing',
  ],
  ['/dqr_ds/sgpmetE13.b1', '/services/dqr/dqr_ds/sgpmetE13.b1'],
  ['/ArchiveServices/DQRService?dqrid=D110415.2', '/services/dqr?dqrid=D110415.2'],
])('%s means %s', (address, own) => {
  expect(withoutAlias(address, ALIASES)).toBe(own);
});

it.each([
  '/elasticity/metadata',
  '/services/metadata/_search?next=/elastic/metadata',
  '/solr8/metadata/selection',
  '/solr8/metadata/select/more',
  '/?/elastic/',
])('%s is none', (address) => {
  expect(withoutAlias(address, ALIASES)).toBe(address);
});

it('another name of a service keeps the rest of the address as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.webPath(), fc.webQueryParameters(), async (path, query) => {
      const below = `${path.replace(/^\/*/, '/')}?${query}`;
      expect(withoutAlias(`/armlive${below}`, ALIASES)).toBe(`/services/live${below}`);
    }),
    { numRuns: 30 },
  );
});

it('a table of an operator that renames services is read', () => {
  expect(readAliases('/es/=/services/, /live=/services/live/query')).toEqual([
    { from: '/es/', to: '/services/' },
    { from: '/live', to: '/services/live/query' },
  ]);
});

it.each(['/es/', 'es=/services/', '/es/=/services', '/=/services/', '/a=/b=/c', '/a?b=/c', ''])(
  '%j is none',
  (text) => {
    expect(readAliases(text)).toBeNull();
  },
);
