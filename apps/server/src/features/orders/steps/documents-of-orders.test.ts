// What the documents of a delivery say of the order: the dates that were covered, each datastream
// once, and why there is nothing.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findOrder } from '../order.ts';
import { openedForEach } from '../testing/opened-for-each.ts';
import { addMetDays, requestOf } from '../testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
const here = openedForEach();

it('documents of an order name the dates from the first file to the last, each datastream once, and when it was begun', async () => {
  await addMetDays(here.house, MET, 3);
  const before = Math.floor(Date.now() / 1000);
  const { orderId } = await here.ada.delivered(
    requestOf(MET, '2019-01-01 06:00:00', '2019-01-03 11:59:59', { variables: ['temp_mean'] }),
  );
  const read = async (name: string) => (await here.ada.fetched(orderId, name)).toString('utf8');
  const citation = await read('CITATION.txt');
  expect(citation.match(/20\d\d-\d\d-\d\d/g)?.slice(0, 2)).toEqual(['2019-01-01', '2019-01-03']);
  expect(citation).toContain('temp_mean');
  const crate = await read('ro-crate-metadata.json');
  expect(crate).toContain(MET);
  const order = await findOrder(here.house.store.db, orderId);
  expect(order?.startedAt).toBeGreaterThanOrEqual(before);
  expect(order?.startedAt).toBeLessThanOrEqual(Date.now() / 1000);
});

it('documents of an order say that no file has a sample in the dates only where that is why there is nothing', async () => {
  await addMetDays(here.house, MET, 1);
  const { orderId } = await here.ada.delivered(
    requestOf(MET, '2019-01-01 00:00:01', '2019-01-01 00:00:09', { variables: ['temp_mean'] }),
  );
  const order = await findOrder(here.house.store.db, orderId);
  expect(order?.failure).toBe(
    'Nothing could be delivered. No file has a sample in the dates that were ordered.',
  );
});

it('documents of an order contain no dates where no file could be read', async () => {
  const [only = ''] = await addMetDays(here.house, MET, 1);
  await writeFile(join(here.house.archiveFolder, only), 'CDF\u0001 and nothing else');
  const { orderId } = await here.ada.delivered(
    requestOf(MET, '2019-01-01', '2019-01-01', { variables: ['temp_mean'] }),
  );
  const order = await findOrder(here.house.store.db, orderId);
  expect(order?.failure).toMatch(/^Nothing could be delivered\. /);
  expect(order?.failure).not.toContain('sample');
});

it('documents of an order say everywhere that values are simulated where they are', async () => {
  await addMetDays(here.house, MET, 1);
  Object.assign(here.house.worker, { archive: { ...here.house.worker.archive, simulated: true } });
  const { orderId, manifest } = await here.ada.delivered(
    requestOf(MET, '2019-01-01', '2019-01-01'),
  );
  expect(manifest?.simulated).toBe(true);
  for (const name of ['README.txt', 'CITATION.cff', 'recipe.json', 'ro-crate-metadata.json'])
    expect((await here.ada.fetched(orderId, name)).toString(), name).toMatch(/simulated/i);
});

it('documents of an order give three reasons at most why no file could be read, each once', async () => {
  const names = await addMetDays(here.house, MET, 5);
  const { archive } = here.house.worker;
  const open = async (path: string) => {
    throw new Error(`reason ${names.indexOf(path) % 4}`);
  };
  Object.assign(here.house.worker, { archive: { ...archive, open } });
  const orderId = await here.ada.place(requestOf(MET, '2019-01-01', '2019-01-05'));
  await here.house.work();
  const { failure = '' } = await here.ada.status(orderId);
  expect(failure).toMatch(/^None of the 5 files could be read\. /);
  expect(failure.match(/The file could not be read: reason \d/g)).toHaveLength(3);
});
