// Old forms of addresses become present ones.
import { expect, it } from 'vitest';
import { addressOfNewHost, hashOfOldPath, modernHash, redirectOldAddress } from './old-address.ts';

it("[H020] '#v/' becomes '#/'", () => {
  expect(modernHash('#v/results/s/fiop::sgp2000sprcloud')).toBe(
    '#/results/s/fiop::sgp2000sprcloud',
  );
  expect(modernHash('#/results/s::x')).toBeNull();
  expect(modernHash('')).toBeNull();
});

it("[H021] '/s/' becomes '#/'", () => {
  expect(hashOfOldPath('/discovery/s/results/site_code::oli')).toBe('#/results/site_code::oli');
  expect(hashOfOldPath('/s/saved')).toBe('#/saved');
  expect(hashOfOldPath('/discovery/')).toBeNull();
  expect(modernHash('#s/results')).toBe('#/results');
});

it.each([
  ['/discovery/s/results/a%20b', '', '?x=1', '/discovery/?x=1#/results/a%20b'],
  ['/s/results/100%', '', '', '/discovery/#/results/100%'],
  ['/discovery/', '#!/results/x', '?x=1', '/discovery/?x=1#/results/x'],
  ['/discovery/', '#/results/x', '', null],
  ['/discovery/', '#', '', null],
  ['/discovery/', '', '', null],
])('%s%s with the query %j is replaced in place by %s', (pathname, hash, search, becomes) => {
  const replaced: unknown[] = [];
  const history = { replaceState: (...given: unknown[]) => replaced.push(given[2]) };
  redirectOldAddress({ pathname, hash, search }, history);
  expect(replaced).toEqual(becomes === null ? [] : [becomes]);
});

it('an old host leads to the same place at the one that took its place', () => {
  const hosts = ['old.example=new.example', 'older.example:8080=new.example'];
  const at = (host: string) =>
    addressOfNewHost(hosts, { host, href: `https://${host}/discovery/?x=1#/results` });
  expect(at('old.example')).toBe('https://new.example/discovery/?x=1#/results');
  expect(at('older.example:8080')).toBe('https://new.example/discovery/?x=1#/results');
  expect(at('new.example')).toBeUndefined();
  expect(addressOfNewHost(['old.example'], { host: 'old.example', href: '' })).toBeUndefined();
});
