// Whether the data quality reports of this archive come from a service elsewhere.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { serviceAddress } from './service-address.ts';

/** The address of that service; null: the reports come from this archive. */
export function reportsElsewhere(config: PortalConfig): string | null {
  const address = serviceAddress(config, 'dqr');
  return /^https?:/.test(address) && new URL(address).origin !== location.origin ? address : null;
}
