// ro-crate-metadata.json (RO-Crate 1.1): the delivery as a research object: its files, their
// sources, who made it and how. Pure.
import { formatInstant } from '@isobar/contract/time.ts';
import { mediaType } from '../../../core/catalogue/media-type.ts';
import type { DeliveredBlob } from '../delivery/manifest.ts';
import type { Order } from '../order.ts';
import type { OrderSettings } from '../settings.ts';

export interface CratedDelivery {
  readonly order: Pick<Order, 'orderId' | 'orderDate'>;
  readonly settings: Pick<OrderSettings, 'archiveName' | 'publisher' | 'url' | 'version'>;
  readonly simulated: boolean;
  /** Seconds UTC. */
  readonly made: number;
  /** Data and documents that are there already. */
  readonly files: readonly DeliveredBlob[];
  readonly datastreams: readonly string[];
}

export const CRATE_FILE = 'ro-crate-metadata.json';

const LICENCE = 'https://creativecommons.org/licenses/by/4.0/';
export function roCrate(delivery: CratedDelivery): string {
  const { order, settings, simulated, made, files, datastreams } = delivery;
  const publisher = `${settings.url}/#publisher`;
  const sources = datastreams.map((name) => ({
    '@id': `${settings.url}/datastream/${encodeURIComponent(name)}`,
    // In a crate, a Dataset has to be part of it; these are what its files were made from.
    '@type': 'CreativeWork',
    additionalType: 'https://schema.org/Dataset',
    name,
    publisher: { '@id': publisher },
  }));
  const software = `${settings.url}/#isobar`;
  const hasPart = files.map((file) => ({ '@id': idOf(file.name) }));
  const graph = [
    {
      '@id': CRATE_FILE,
      '@type': 'CreativeWork',
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
      about: { '@id': './' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name: `Order ${order.orderId} of the ${settings.archiveName} archive${simulated ? ' (simulated values)' : ''}`,
      description: `Data of ${datastreams.join(', ') || 'no datastream'}, ordered ${formatInstant(order.orderDate)}. README.txt tells what was done; recipe.json tells how to make the same files again.`,
      identifier: `${settings.url}/order/${order.orderId}`,
      datePublished: formatInstant(made),
      license: { '@id': LICENCE },
      publisher: { '@id': publisher },
      creator: { '@id': publisher },
      hasPart,
      isBasedOn: sources.map((source) => ({ '@id': source['@id'] })),
      mentions: [{ '@id': '#making' }],
    },
    {
      '@id': LICENCE,
      '@type': 'CreativeWork',
      name: 'CC BY 4.0',
      description: 'Creative Commons Attribution 4.0 International',
    },
    {
      '@id': publisher,
      '@type': 'Organization',
      name: settings.publisher,
      url: `${settings.url}/`,
    },
    {
      '@id': software,
      '@type': 'SoftwareApplication',
      name: 'Isobar',
      softwareVersion: settings.version,
      url: `${settings.url}/`,
    },
    {
      '@id': '#making',
      '@type': 'CreateAction',
      name: 'Files of the archive were selected, masked, joined and written',
      endTime: formatInstant(made),
      instrument: { '@id': software },
      agent: { '@id': publisher },
      object: sources.map((source) => ({ '@id': source['@id'] })),
      result: files
        .filter((file) => file.kind === 'data')
        .map((file) => ({ '@id': idOf(file.name) })),
    },
    ...sources,
    ...files.map((file) => ({
      '@id': idOf(file.name),
      '@type': 'File',
      name: file.name,
      contentSize: String(file.bytes),
      encodingFormat: file.name.endsWith('.cff') ? 'text/yaml' : mediaType(file.name),
      sha256: file.sha256,
    })),
  ];
  return `${JSON.stringify({ '@context': CONTEXT, '@graph': graph }, null, 1)}\n`;
}

const CONTEXT = [
  'https://w3id.org/ro/crate/1.1/context',
  { sha256: 'https://schema.org/sha256' },
] as const;

/** A relative address: names of foreign archives may hold blanks and other signs. */
const idOf = (name: string): string => name.split('/').map(encodeURIComponent).join('/');
