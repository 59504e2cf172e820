// The real files, delivered in every form and made again with the same bytes. The store makes no
// difference here, so only one is used.

import { expect, it } from 'vitest';
import { REAL_ARCHIVE } from '../../../../../fixtures/real-files.ts';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import { workOff } from '../../roles/worker.ts';
import { harvest } from '../harvest/harvest.ts';
import { openedForEach } from './testing/opened-for-each.ts';
import { tablesOf } from './testing/tables.ts';
import { verifyOrder } from './verify.ts';

const here = openedForEach();

it('classic and NetCDF-4, come in every form, and again with the same bytes', async () => {
  const archive = await openDiskArchive(REAL_ARCHIVE);
  await harvest({
    store: here.house.store,
    archive,
    tables: tablesOf({}),
    log: here.house.worker.log,
  });
  const streams = await here.house.store.db
    .selectFrom('datastreams')
    .select('datastream')
    .execute();
  expect(streams.length).toBeGreaterThan(25);
  const all = streams.map(({ datastream }) => ({ datastream, dates: [] }));
  const orders = [
    await here.ada.place({
      selectedData: {
        selectedDatastreams: all,
        outputFormat: ['ANDR', 'NCSV', 'PARQ'],
        mergedOutput: true,
        maxMb: 2048,
      },
    }),
    await here.ada.place({
      selectedData: {
        selectedDatastreams: all.map((one) => ({ ...one, qcFilter: true })),
        outputFormat: ['ANDR', 'SMQC'],
      },
    }),
  ];
  const worker = { ...here.house.worker, archive };
  while ((await workOff(worker)) > 0);
  for (const orderId of orders) {
    expect(await here.ada.status(orderId)).toMatchObject({
      curStep: 'complete',
      failure: null,
      missing: [],
    });
    const checked = await verifyOrder({ archive, blobs: here.house.blobs }, orderId);
    expect(checked.differences).toEqual([]);
    expect(checked.files).toBeGreaterThan(streams.length);
  }
}, 120_000);
