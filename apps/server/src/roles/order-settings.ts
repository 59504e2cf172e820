// What the configuration decides about orders.
import type { OrderSettings } from '../features/orders/settings.ts';
import type { Configuration } from '../platform/config/config.ts';

export const orderSettings = (configuration: Configuration, version: string): OrderSettings => ({
  home: configuration.home,
  url: configuration.url.replace(/\/+$/, ''),
  maximumOrderBytes: configuration.maximumOrderBytes,
  maximumFiles: configuration.maximumFiles,
  deliveryDays: configuration.deliveryDays,
  title: configuration.title,
  archiveName: configuration.archiveName,
  publisher: configuration.publisher,
  contact: configuration.contact,
  version,
  hooks: configuration.hooks,
});
