// ro-crate-metadata.json: every part of the delivery, what it was made from, and how, as one graph
// whose references all lead somewhere.
import { expect, it } from 'vitest';
import { testSettings } from '../testing/settings.ts';
import { type CratedDelivery, roCrate } from './ro-crate.ts';

const SITE = 'http://archive.example';
const file = (name: string, kind: 'data' | 'document') => ({
  ...{ name, kind, bytes: 12, sha256: `sum of ${name}`, crc32: 0 },
});
const DELIVERY: CratedDelivery = {
  order: { orderId: 100_001, orderDate: 0 },
  settings: testSettings('/nowhere'),
  simulated: false,
  made: 86_400,
  files: [
    file('sgp met/a 1.nc', 'data'),
    file('README.txt', 'document'),
    file('CITATION.cff', 'document'),
  ],
  datastreams: ['sgpmetE13.b1'],
};
interface Node {
  readonly '@id': string;
  readonly [name: string]: unknown;
}
const graphOf = (more: Partial<CratedDelivery> = {}) => {
  const graph: Node[] = JSON.parse(roCrate({ ...DELIVERY, ...more }))['@graph'];
  return new Map(graph.map((node) => [node['@id'], node]));
};
const ref = (id: string) => ({ '@id': id });

it('the crate names its files, their source, publisher, licence and software', () => {
  const graph = graphOf();
  expect(graph.get('ro-crate-metadata.json')).toEqual({
    '@id': 'ro-crate-metadata.json',
    '@type': 'CreativeWork',
    conformsTo: ref('https://w3id.org/ro/crate/1.1'),
    about: ref('./'),
  });
  expect(graph.get('./')).toEqual({
    '@id': './',
    '@type': 'Dataset',
    name: 'Order 100001 of the ARM archive',
    description:
      'Data of sgpmetE13.b1, ordered 1970-01-01T00:00:00Z. README.txt tells what was done; recipe.json tells how to make the same files again.',
    identifier: `${SITE}/order/100001`,
    datePublished: '1970-01-02T00:00:00Z',
    license: ref('https://creativecommons.org/licenses/by/4.0/'),
    publisher: ref(`${SITE}/#publisher`),
    creator: ref(`${SITE}/#publisher`),
    hasPart: ['sgp%20met/a%201.nc', 'README.txt', 'CITATION.cff'].map(ref),
    isBasedOn: [ref(`${SITE}/datastream/sgpmetE13.b1`)],
    mentions: [ref('#making')],
  });
  expect(graph.get('#making')).toMatchObject({
    endTime: '1970-01-02T00:00:00Z',
    instrument: ref(`${SITE}/#isobar`),
    agent: ref(`${SITE}/#publisher`),
    object: [ref(`${SITE}/datastream/sgpmetE13.b1`)],
    result: [ref('sgp%20met/a%201.nc')],
  });
  expect(graph.get(`${SITE}/#publisher`)).toMatchObject({
    name: DELIVERY.settings.publisher,
    url: `${SITE}/`,
  });
  expect(graph.get(`${SITE}/#isobar`)).toMatchObject({ softwareVersion: '1.9.5', url: `${SITE}/` });
  expect(graph.get(`${SITE}/datastream/sgpmetE13.b1`)).toMatchObject({
    '@type': 'CreativeWork',
    additionalType: 'https://schema.org/Dataset',
    name: 'sgpmetE13.b1',
    publisher: ref(`${SITE}/#publisher`),
  });
  expect(graph.get('sgp%20met/a%201.nc')).toEqual({
    '@id': 'sgp%20met/a%201.nc',
    '@type': 'File',
    name: 'sgp met/a 1.nc',
    contentSize: '12',
    encodingFormat: expect.stringContaining('netcdf'),
    sha256: 'sum of sgp met/a 1.nc',
  });
  expect(graph.get('CITATION.cff')).toMatchObject({ encodingFormat: 'text/yaml' });
});

it('each reference in a crate leads to a node of it, or to a page of its own', () => {
  const graph = graphOf();
  const references = [...JSON.stringify([...graph.values()]).matchAll(/\{"@id":"([^"]+)"\}/g)];
  const outside = references.map(([, id = '']) => id).filter((id) => !graph.has(id));
  expect(new Set(outside)).toEqual(new Set(['https://w3id.org/ro/crate/1.1']));
});

it('a crate states that values are simulated, and that there are no datastreams where there are none', () => {
  expect(graphOf({ simulated: true }).get('./')?.name).toBe(
    'Order 100001 of the ARM archive (simulated values)',
  );
  expect(graphOf({ datastreams: [] }).get('./')?.description).toContain(
    'Data of no datastream, ordered',
  );
});
