// The real files, delivered in every form and made again: the same bytes. Whatever keeps the orders, so on one store.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import { workOff } from '../../roles/worker.ts';
import { harvest } from '../harvest/harvest.ts';
import { type Customer, customerOf } from './testing/customer.ts';
import { type OrderHouse, openOrderHouse } from './testing/order-house.ts';
import { tablesOf } from './testing/tables.ts';
import { verifyOrder } from './verify.ts';

const REAL = fileURLToPath(new URL('../../../../../../shared/data/archive', import.meta.url));
let house: OrderHouse;
let ada: Customer;
beforeEach(async () => {
  house = await openOrderHouse();
  ada = await customerOf(house);
});
afterEach(() => house.close());

describe.skipIf(!existsSync(REAL))('the real files (needs the real files)', () => {
  it('classic and NetCDF-4, come in every form, and again with the same bytes', async () => {
    const archive = await openDiskArchive(REAL);
    await harvest({ store: house.store, archive, tables: tablesOf({}), log: house.worker.log });
    const streams = await house.store.db.selectFrom('datastreams').select('datastream').execute();
    expect(streams.length).toBeGreaterThan(25);
    const all = streams.map(({ datastream }) => ({ datastream, dates: [] }));
    const orders = [
      await ada.place({
        selectedData: {
          selectedDatastreams: all,
          outputFormat: ['ANDR', 'NCSV', 'PARQ'],
          mergedOutput: true,
          maxMb: 2048,
        },
      }),
      await ada.place({
        selectedData: {
          selectedDatastreams: all.map((one) => ({ ...one, qcFilter: true })),
          outputFormat: ['ANDR', 'SMQC'],
        },
      }),
    ];
    const worker = { ...house.worker, archive };
    while ((await workOff(worker)) > 0);
    for (const orderId of orders) {
      expect(await ada.status(orderId)).toMatchObject({
        curStep: 'complete',
        failure: null,
        missing: [],
      });
      const checked = await verifyOrder({ archive, blobs: house.blobs }, orderId);
      expect(checked.differences).toEqual([]);
      expect(checked.files).toBeGreaterThan(streams.length);
    }
  }, 120_000);
});
