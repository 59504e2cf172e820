// What the environment decides, where it is more than a text.
import { ALIASES } from '@isobar/contract/calls/aliases.ts';
import { expect, it } from 'vitest';
import { readConfiguration } from './config.ts';

it('other names of the services are on, off, or a table of the operator', () => {
  const aliases = (ISOBAR_ALIASES?: string) => readConfiguration({ ISOBAR_ALIASES }).aliases;
  expect(aliases()).toEqual(ALIASES);
  expect(aliases('on')).toEqual(ALIASES);
  expect(aliases('off')).toEqual([]);
  expect(aliases('/es/=/services/')).toEqual([{ from: '/es/', to: '/services/' }]);
  expect(() => aliases('/es')).toThrow(/ISOBAR_ALIASES/);
});

it('[H070] [H072] [H073] [H074] the configuration links to pages of this server until others are configured, or none', () => {
  const links = (ISOBAR_LINKS?: string) => readConfiguration({ ISOBAR_LINKS }).links;
  expect(links()).toEqual([
    { label: 'Acknowledge', url: '/about/acknowledge' },
    { label: 'Privacy & Security', url: '/about/privacy' },
    { label: 'Bundle browser', url: '/about/bundles' },
    { label: 'Live data', url: '/about/live-data' },
  ]);
  expect(links('[]')).toEqual([]);
});
