// Where a service lies: at the address in the configuration, which may be on another host, or else
// at its usual path.
import {
  type PortalConfig,
  SERVICE_PATHS,
  type ServiceName,
} from '@isobar/contract/calls/config.ts';

/** Null: before the configuration is there. */
export type Services = Pick<PortalConfig, 'services'> | null;

/** The base address, never ending in a slash. */
export const serviceAddress = (config: Services, name: ServiceName): string =>
  (config?.services[name] ?? SERVICE_PATHS[name]).replace(/\/$/, '');
