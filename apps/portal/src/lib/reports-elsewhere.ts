// Whether the data quality reports of this archive come from a service elsewhere.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { serviceAddress } from './service-address.ts';

/** Its address; null: they come from here. */
export function reportsElsewhere(config: PortalConfig): string | null {
  const address = serviceAddress(config, 'dqr');
  return /^https?:/.test(address) && new URL(address).origin !== location.origin ? address : null;
}
