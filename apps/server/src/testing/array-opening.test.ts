// An array that takes long to open: its callers get 503 and try again, and the work goes on.
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../adapters/archive-disk.ts';
import { openDiskBlobs } from '../adapters/blobs-disk.ts';
import { describeHere } from '../core/series/fill-rows.ts';
import { loadTables } from '../core/tables/load.ts';
import { arrayPerformer } from '../features/arrays/perform.ts';
import { registerArrays } from '../features/arrays/routes.ts';
import { harvest } from '../features/harvest/harvest.ts';
import { writeTestFile } from '../features/harvest/testing/write-file.ts';
import { anonymousHttp } from '../platform/testing/anonymous-http.ts';
import { temporaryStore } from '../store/testing/temporary-store.ts';

it('an array whose opening takes long is 503 before the deadline of a call, and is there once it is opened, which is done once [AR3]', async () => {
  const folder = temporaryFolder();
  await writeTestFile(join(folder, 'archive/sgp/sgpmetE13.b1.20190101.000000.cdf'));
  const store = await temporaryStore('sqlite');
  const archive = await openDiskArchive(join(folder, 'archive'));
  const tables = await loadTables(join(folder, 'no tables'));
  const log = pino({ level: 'silent' });
  await harvest({ store, archive, tables, log });
  const http = await anonymousHttp();
  const performer = arrayPerformer();
  const gate = Promise.withResolvers<void>();
  let opened = 0;
  registerArrays(http, {
    ...{ store, log, atOnce: 1, mostBytes: 1e9, days: 30, waitMs: 50 },
    ...{ url: 'http://isobar.test', title: 'Data', simulated: true, version: '1' },
    tables: async () => tables,
    perform: async (job) => {
      if (job.is === 'open') {
        opened += 1;
        await gate.promise;
      }
      return await performer.perform(archive, job);
    },
    warm: () => undefined,
    describe: describeHere(archive),
    blobs: await openDiskBlobs(join(folder, 'blobs')),
  });
  const ask = () => http.app.inject('/services/arrays/sgpmetE13.b1');
  for (const reply of [await ask(), await ask()]) {
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '30']);
    expect(reply.json().message).toMatch(/^The array of sgpmetE13.b1 is being opened/);
  }
  gate.resolve();
  await expect.poll(async () => (await ask()).statusCode).toBe(200);
  expect(opened).toBe(1);
  await http.app.close();
  await performer.close();
  await store.close();
});
