// Sites at which users sign in, as an operator writes them: what is filled in, and what is refused
// with its place.
import { expect, it } from 'vitest';
import { readConfiguration } from './config.ts';

const LAB = { id: 'lab', label: 'Lab', issuer: 'https://id.example.org', clientId: 'isobar' };
const DEFAULTS = {
  ...{ scope: 'openid email profile', trustEmail: false, emailDomains: [], pkce: 'always' },
};
const read = (sites: unknown) =>
  readConfiguration({ ISOBAR_SIGN_IN: typeof sites === 'string' ? sites : JSON.stringify(sites) })
    .signInSites;

it('a site needs an id, a label, an issuer and the id of this client; everything else is the safer choice', () => {
  expect(read([])).toEqual([]);
  expect(read([LAB])).toEqual([{ ...LAB, ...DEFAULTS }]);
  expect(read([LAB, { ...LAB, id: 'b' }]).map(({ id }) => id)).toEqual(['lab', 'b']);
});

it('roles stay for thirty days after the last sign-in unless other days are given', () => {
  const roles = { claim: 'groups', values: { staff: 'operator' } };
  expect(read([{ ...LAB, roles }])[0]?.roles).toEqual({ ...roles, days: 30 });
  expect(read([{ ...LAB, roles: { ...roles, days: 3650 } }])[0]?.roles?.days).toBe(3650);
});

it('domains of addresses are compared in lower case and as the network writes them', () => {
  const emailDomains = [' Example.ORG ', 'bücher.example'];
  expect(read([{ ...LAB, emailDomains }])[0]?.emailDomains).toEqual([
    ...['example.org', 'xn--bcher-kva.example'],
  ]);
});

it.each([
  'http://localhost:8080',
  'http://127.0.0.1/a',
  'http://[::1]:9000',
  'https://a.example/b',
])('the issuer may be %s', (issuer) => {
  expect(read([{ ...LAB, issuer }])).toHaveLength(1);
});

it.each<[unknown, string]>([
  ['nonsense', 'the whole: '],
  [{}, 'the whole: '],
  [[LAB, { ...LAB, label: 'Other' }], 'the whole: has an id twice'],
  [Array.from({ length: 21 }, (_, n) => ({ ...LAB, id: `lab${n}` })), 'the whole: '],
  [[{ ...LAB, id: 'Lab' }], '0.id: must be small letters and digits'],
  [[{ ...LAB, id: '' }], '0.id: must be small letters and digits'],
  [[{ ...LAB, label: '' }], '0.label: '],
  [[{ ...LAB, label: 'x'.repeat(61) }], '0.label: '],
  [
    [LAB, { ...LAB, id: 'b', issuer: 'http://id.example.org' }],
    '1.issuer: must be an https address',
  ],
  [[{ ...LAB, issuer: 'https://id.example.org?a=1' }], '0.issuer: must be an https address'],
  [[{ ...LAB, issuer: 'https://id.example.org#a' }], '0.issuer: must be an https address'],
  [[{ ...LAB, issuer: 'id.example.org' }], '0.issuer: must be an https address'],
  [[{ ...LAB, issuer: 'ftp://localhost' }], '0.issuer: must be an https address'],
  [[{ ...LAB, clientId: '' }], '0.clientId: '],
  [[{ ...LAB, clientSecret: '' }], '0.clientSecret: '],
  [[{ ...LAB, scope: 'email' }], '0.scope: must have openid in it'],
  [[{ ...LAB, scope: 'openidx' }], '0.scope: must have openid in it'],
  [[{ ...LAB, personId: 'x'.repeat(101) }], '0.personId: '],
  [[{ ...LAB, personId: '' }], '0.personId: '],
  [[{ ...LAB, roles: { claim: '', values: {} } }], '0.roles.claim: '],
  [[{ ...LAB, roles: { claim: 'g', values: {}, days: 0 } }], '0.roles.days: '],
  [[{ ...LAB, roles: { claim: 'g', values: {}, days: 3651 } }], '0.roles.days: '],
  [[{ ...LAB, roles: { claim: 'g', values: { a: '' } } }], '0.roles.values.a: '],
  [[{ ...LAB, trustEmail: 'yes' }], '0.trustEmail: '],
  [[{ ...LAB, emailDomains: ['org'] }], '0.emailDomains.0: must be a domain'],
  [[{ ...LAB, emailDomains: Array(201).fill('a.example') }], '0.emailDomains: '],
  [[{ ...LAB, pkce: 'never' }], '0.pkce: '],
  [[{ ...LAB, secret: 'x' }], '0: '],
])('what cannot be a site is refused with its place: case %#', (sites, place) => {
  expect(() => read(sites)).toThrow(`ISOBAR_SIGN_IN: ${place}`);
  expect(() => read(sites)).toThrow(/where it should be a JSON list like/);
});

it('five faults at most are named', () => {
  const bad = Array.from({ length: 6 }, (_, n) => ({ ...LAB, id: `lab${n}`, label: '' }));
  expect(() => read(bad)).toThrow(/4\.label/);
  expect(() => read(bad)).not.toThrow(/5\.label/);
});
