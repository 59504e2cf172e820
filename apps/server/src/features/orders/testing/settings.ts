// An installation's wishes about orders, for tests.
import type { OrderSettings } from '../settings.ts';

export const testSettings = (home: string, hookHosts: readonly string[] = []): OrderSettings => ({
  home,
  url: 'http://archive.example',
  maximumOrderBytes: 1e12,
  maximumFiles: 20_000,
  deliveryDays: 30,
  title: 'Atmospheric Data Discovery',
  archiveName: 'ARM',
  publisher: 'Atmospheric Radiation Measurement (ARM) User Facility',
  contact: 'support@archive.example',
  version: '1.9.5',
  hooks: { hosts: hookHosts, http: true },
});
