// Where services lie: at configured addresses, or at their usual paths before the configuration is
// there; and whose quality reports are shown.
import { type PortalConfig, SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { expect, it } from 'vitest';
import { reportsElsewhere } from './reports-elsewhere.ts';
import { serviceAddress } from './service-address.ts';

const configured = (dqr: string) =>
  ({ services: { ...SERVICE_PATHS, dqr } }) as unknown as PortalConfig; // all that is read of it

it.each([
  ['https://reports.example.org/dqr/', 'https://reports.example.org/dqr'],
  ['/services/dqr/', '/services/dqr'],
  ['/services/dqr', '/services/dqr'],
])('a service at %s is called at %s', (address, called) => {
  expect(serviceAddress(configured(address), 'dqr')).toBe(called);
});

it('before the configuration is there, a service is called at its usual path', () => {
  expect(serviceAddress(null, 'dqr')).toBe('/services/dqr');
});

it('reports come from elsewhere where their service has an address on a different host, and not by a path or on this host', () => {
  const elsewhere = (address: string) => reportsElsewhere(configured(address));
  expect(elsewhere('https://reports.example.org/dqr/')).toBe('https://reports.example.org/dqr');
  expect(elsewhere('http://reports.example.org/')).toBe('http://reports.example.org');
  expect(elsewhere('/services/dqr/')).toBeNull();
  expect(elsewhere(`${location.origin}/services/dqr`)).toBeNull();
  expect(elsewhere('')).toBeNull();
});
