// Orders of files whose times cannot be understood: variables come whole, and what needs times says
// why it does not.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesSource, ClassicWriter, type Definition, openDataset } from '@isobar/netcdf';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Customer, customerOf } from '../testing/customer.ts';
import {
  addDesign,
  addFile,
  DAY,
  JANUARY_1,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../testing/order-fixture.ts';
import { verifyOrder } from '../verify.ts';

const MAP = 'sgplandC1.c1';
let house: OrderFixture;
let ada: Customer;

beforeEach(async () => {
  house = await openOrderFixture();
  ada = await customerOf(house);
  const definition: Definition = {
    dimensions: [
      { name: 'lat', length: 2, unlimited: false },
      { name: 'lon', length: 3, unlimited: false },
    ],
    attributes: [],
    variables: [
      { name: 'lat', type: 'float', dimensions: ['lat'], attributes: [] },
      { name: 'height', type: 'float', dimensions: ['lat', 'lon'], attributes: [] },
      { name: 'slope', type: 'float', dimensions: ['lon'], attributes: [] },
    ],
  };
  const path = join(house.folder, 'map.cdf');
  const writer = await ClassicWriter.create(path, definition, 0);
  await writer.writeFixed('lat', Float32Array.of(30, 60));
  await writer.writeFixed('height', Float32Array.of(1, 2, 3, 4, 5, 6));
  await writer.writeFixed('slope', Float32Array.of(7, 8, 9));
  await writer.close();
  const at = { datastream: MAP, start: JANUARY_1, end: JANUARY_1 + DAY - 1, design: 'd1' };
  await addFile(house, `${MAP}.20190101.000000.cdf`, await readFile(path), at);
  await addDesign(house.store, MAP, path);
});
afterEach(() => house.close());

const completed = (selectedData: object) =>
  ada.delivered(
    requestOf(MAP, '2019-01-01', '2019-01-01 12:00:00', { variables: ['height'] }, selectedData),
  );

it('orders without times have the chosen variables, uncut, with a note, and are made again with the same bytes', async () => {
  const { orderId, status } = await completed({});
  expect(status).toMatchObject({ curStep: 'complete', missing: [] });
  const bytes = await ada.fetched(orderId, `${MAP}.20190101.000000.custom.cdf`);
  const dataset = await openDataset(bytesSource(new Uint8Array(bytes)));
  expect(dataset.variables.map(({ name }) => name)).toEqual(['lat', 'height']);
  expect(Array.from((await dataset.read('height')) as Float32Array)).toEqual([1, 2, 3, 4, 5, 6]);
  await dataset.close();
  const readme = (await ada.fetched(orderId, 'README.txt')).toString();
  expect(readme).toContain('all of the file is here, uncut');
  const { archive, blobs } = house.worker;
  expect((await verifyOrder({ archive, blobs }, orderId)).differences).toEqual([]);
});

it('files without times fail openly as text, which has a line for each time', async () => {
  const { status } = await completed({ outputFormat: ['NCSV'] });
  expect(status.failure).toContain('no time axis');
});
