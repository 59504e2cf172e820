// This installation's configuration, read once before the first screen: title, services, links.
import {
  type PortalConfig,
  portalConfig,
  SERVICE_PATHS,
  type ServiceName,
} from '@isobar/contract/calls/config.ts';
import { createContext, use } from 'react';
import { call } from './call.ts';

export const CONFIG_ADDRESS = '/discovery/config.json';

/** Loads the configuration; throws CallError. */
export const loadConfig = (): Promise<PortalConfig> =>
  call({ url: CONFIG_ADDRESS, schema: portalConfig });

const ConfigContext = createContext<PortalConfig | null>(null);
export const ConfigProvider = ConfigContext.Provider;

/** The configuration. Only inside ConfigProvider, which the shell puts around every screen. */
export function useConfig(): PortalConfig {
  const config = use(ConfigContext);
  if (!config) throw new Error('useConfig stands outside ConfigProvider');
  return config;
}

/** The base address of a service, never ending in a slash. */
export function serviceAddress(config: PortalConfig, name: ServiceName): string {
  return (config.services[name] ?? SERVICE_PATHS[name]).replace(/\/$/, '');
}

/** `const metadata = useService('metadata')` -> '/services/metadata'. */
export const useService = (name: ServiceName): string => serviceAddress(useConfig(), name);
