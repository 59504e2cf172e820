// Where a service lies: as the configuration says, which may name another host, else at its usual place.
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
