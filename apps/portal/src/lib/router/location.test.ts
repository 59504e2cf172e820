// Addresses taken apart, and matched with the paths of routes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paramsOf, readLocation } from './location.ts';

const at = (pathname: string, search = '', hash = '') => readLocation({ pathname, search, hash });

it('an address is read as people write it, but for what has a meaning in one', () => {
  expect(at('/results/s::a%20b%C3%A9%2Fc%3Fd%23e%2525').pathname).toBe(
    '/results/s::a bé%2Fc%3Fd%23e%2525',
  );
  expect(at('/results/s::100%/50%zz').pathname).toBe('/results/s::100%/50%zz');
  expect(at('/x%5Cy').pathname).toBe('/x%5Cy');
});

it('an address has a form that goes into links', () => {
  expect(at('/results/s::é b', '?x=1&page=2&y=', '#a').href).toBe(
    '/results/s::%C3%A9%20b?x=1&page=2#a',
  );
  expect(at('/', '', '#field%20campaigns').hash).toBe('field campaigns');
});

it('an address keeps its query as it was where nothing of it changed', () => {
  const before = at('/results', '?page=2');
  const next = readLocation({ pathname: '/saved', search: '?page=2', hash: '' }, before);
  expect(next.search).toBe(before.search);
  const other = readLocation({ pathname: '/saved', search: '?page=3', hash: '' }, before);
  expect(other.search).toEqual({ page: '3' });
});

it.each([
  ['/', '/', {}],
  ['/saved', '/Saved/', {}],
  ['/results/$', '/results', { _splat: '' }],
  ['/results/$', '/RESULTS/s::a%2520b/c::d', { _splat: 's::a%20b/c::d' }],
  ['/day/$site/$facility', '/day/sgp/C1', { site: 'sgp', facility: 'C1' }],
  ['/report/$id', '/report/D1%2F2', { id: 'D1/2' }],
])('%s takes %s', (path, pathname, params) => {
  expect(paramsOf(path, at(pathname).pathname)).toEqual(params);
});

it.each([
  ['/', '/saved'],
  ['/saved', '/saved/x'],
  ['/results/$', '/resultsx'],
  ['/day/$site/$facility', '/day/sgp'],
  ['/day/$site/$facility', '/day/sgp/C1/x'],
  ['/report/$id', '/report/'],
])('%s does not take %s', (path, pathname) => {
  expect(paramsOf(path, pathname)).toBeNull();
});

it('the path of a route gives back any text that was encoded into it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (text) => {
      const { pathname } = at(`/report/${encodeURIComponent(text.toWellFormed())}`);
      expect(paramsOf('/report/$id', pathname)).toEqual({ id: text.toWellFormed() });
    }),
    { numRuns: 300, seed: 7 },
  );
});
