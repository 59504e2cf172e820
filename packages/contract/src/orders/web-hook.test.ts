import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hookProblem, NO_HOOKS } from './web-hook.ts';

const rules = { hosts: ['hooks.example.org', 'lab.example:8443', '*.wild.example'], http: false };
const problem = (address: string, http = false) => hookProblem(address, { ...rules, http });

it('the address of a web hook is one of the hosts that the operator allows, by https', () => {
  for (const address of [
    'https://hooks.example.org/a/b?c=d',
    'https://HOOKS.example.org',
    'https://lab.example:8443/x',
    'https://a.wild.example/',
    'https://a.b.wild.example/',
  ])
    expect([address, problem(address)]).toEqual([address, null]);
  expect(problem('http://hooks.example.org/', true)).toBeNull();
});

it.each([
  ['', /needs an address/],
  ['hooks.example.org', /form https/],
  ['ftp://hooks.example.org/', /form https/],
  ['javascript:alert(1)', /form https/],
  ['https://hooks.example.org/ x', /form https/],
  ['http://hooks.example.org/', /begins with https/],
  ['https://me:secret@hooks.example.org/', /must not contain a user/],
  ['https://:secret@hooks.example.org/', /must not contain a user/],
  ['https://hooks.example.org/#a', /must not contain #/],
  ['https://hooks.example.org/#', /must not contain #/],
  ['https://.wild.example/', /may go to/],
  ['https://hooks.example.org:8443/', /may go to/],
  ['https://lab.example/', /may go to/],
  ['https://evil-hooks.example.org/', /may go to/],
  ['https://hooks.example.org.evil.example/', /may go to/],
  ['https://hooks.example.org@evil.example/', /must not contain a user/],
  ['https://wild.example/', /may go to/],
  ['https://evilwild.example/', /may go to/],
  ['https://a.wild.example:8443/', /may go to/],
  ['https://127.0.0.1/', /may go to/],
  ['https://[::1]/', /may go to/],
  [`https://hooks.example.org/${'a'.repeat(500)}`, /at most 500/],
])('%s is refused', (address, why) => {
  expect(problem(address)).toMatch(why);
});

it.each(['', '  '])('the address %j is missing', (address) => {
  expect(problem(address)).toBe('A web hook needs an address.');
});

it('the address of a web hook may have 500 characters, and hosts are written in any case', () => {
  const address = 'https://hooks.example.org/';
  const longest = address.padEnd(500, 'a');
  expect(hookProblem(longest, { hosts: ['HOOKS.Example.org'], http: false })).toBeNull();
});

it('the address of a web hook is asked for by a form that is allowed', () => {
  expect(hookProblem('x', { hosts: ['*.wild.example', 'b.example'], http: false })).toBe(
    'The web hook is not an address of the form https://hooks.wild.example/…',
  );
});

it('the address of a web hook is refused wherever nothing is allowed', () => {
  expect(hookProblem('https://hooks.example.org/', { hosts: [], http: true })).toBe(NO_HOOKS);
});

it('the address of a web hook of another host is never taken, whatever it looks like', () => {
  const parts = fc.array(
    fc.constantFrom('hooks.example.org', 'evil.example', '.', '@', ':', '/', '\\', '%2e', '#', '?'),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(parts, (some) => {
      const address = `https://${some.join('')}`;
      if (problem(address) === null) expect(new URL(address).host).toBe('hooks.example.org');
    }),
    { numRuns: 500 },
  );
});
