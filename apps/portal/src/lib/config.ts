// This installation's configuration, read once before the first screen: title, services, links.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { readPortalConfig } from '@isobar/contract/calls/portal-config.ts';
import { createContext, use } from 'react';
import { ask } from './ask.ts';

/** Loads the configuration; throws CallError. */
export const loadConfig = (): Promise<PortalConfig> => ask(null, readPortalConfig);

const ConfigContext = createContext<PortalConfig | null>(null);
export const ConfigProvider = ConfigContext.Provider;

/** The configuration. Only inside ConfigProvider, which the shell puts around every screen. */
export function useConfig(): PortalConfig {
  const config = use(ConfigContext);
  if (!config) throw new Error('useConfig stands outside ConfigProvider');
  return config;
}
