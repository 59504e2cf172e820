// Orders with something wrong: what is missing is reported, an order without any file fails with
// the reason, a temporary failure waits.

import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workOff } from '../../../roles/worker.ts';
import { approveOrder } from '../control.ts';
import { readRecipe } from '../documents/recipe.ts';
import { writeMetFile } from '../testing/met-file.ts';
import { openedForEach } from '../testing/opened-for-each.ts';
import { addMetDays, JANUARY_1, requestOf } from '../testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
const here = openedForEach();

it('one bad and one vanished source file do not sink an order', async () => {
  const [first, second, third] = await addMetDays(here.house, MET, 3);
  await rm(join(here.house.archiveFolder, first!));
  await writeFile(join(here.house.archiveFolder, third!), 'CDF\x01 but not really');
  const { orderId, status, names } = await here.ada.delivered(
    requestOf(MET, '2019-01-01', '2019-01-03', { variables: ['temp_mean'] }),
  );
  expect(status.curStep).toBe('complete');
  expect(names).toEqual([second!.replace('.cdf', '.custom.cdf')]);
  expect(status.missing.map((m: { file: string }) => m.file)).toEqual([first, third]);
  expect(status.missing[0].reason).toContain('no longer in the archive');
  const readme = (await here.ada.fetched(orderId, 'README.txt')).toString();
  expect(readme).toContain('2 files could not be delivered');
  expect(readme).toContain(`- ${third}: `);
  expect(readme).not.toContain(here.house.archiveFolder);
  const recipe = readRecipe((await here.ada.fetched(orderId, 'recipe.json')).toString());
  expect(recipe.inputs.map(({ file }) => file)).toEqual([second, third]);
  const mail = await here.house.readMail(`order-${orderId}-complete.eml`);
  expect(mail).toContain('could not be delivered');
});

it('nothing to deliver fails openly, with a mail, and can be tried again', async () => {
  const [only] = await addMetDays(here.house, MET, 1);
  const path = join(here.house.archiveFolder, only!);
  await rm(path);
  await writeFile(join(here.house.archiveFolder, 'another.nc'), 'so that the archive is not empty');
  const { orderId, status } = await here.ada.delivered(requestOf(MET, '2019-01-01', '2019-01-01'));
  expect(status.failure).toBe(
    'The one file could not be read. The file is no longer in the archive.',
  );
  expect(status).toMatchObject({ delivery: null, actions: ['retry'] });
  expect(await here.house.mails()).toEqual([`order-${orderId}-failed.eml`]);
  await writeMetFile(path, { start: JANUARY_1, samples: 144, step: 600, datastream: MET });
  const retried = await here.house.app.inject({
    method: 'POST',
    url: `/services/order/orders/retry?orderId=${orderId}`,
    headers: here.ada.headers,
  });
  expect(retried.statusCode).toBe(200);
  await here.house.work();
  expect(await here.ada.status(orderId)).toMatchObject({ curStep: 'complete', failure: null });
  expect((await here.ada.filesOf(orderId)).names).toEqual([only]);
});

it('an archive whose disk is not mounted fails no order: it waits, reports it, and continues', async () => {
  const [only] = await addMetDays(here.house, MET, 1);
  const beside = `${here.house.archiveFolder}-beside`;
  await rename(here.house.archiveFolder, beside);
  await mkdir(here.house.archiveFolder); // where it was mounted
  const orderId = await here.ada.place(requestOf(MET, '2019-01-01', '2019-01-01'));
  for (let look = 0; look < 6; look++) {
    await workOff(here.house.worker);
    await here.house.store.db.updateTable('jobs').set({ run_at_ms: 0 }).execute();
  }
  const status = await here.ada.status(orderId);
  expect(status).toMatchObject({ failure: null, missing: [] });
  expect(status.waiting).toMatch(/waiting for a service/);
  await rmdir(here.house.archiveFolder);
  await rename(beside, here.house.archiveFolder);
  await here.house.work();
  expect((await here.ada.filesOf(orderId)).names).toEqual([only]);
});

it('what no disk holds fails openly, before anything is read or written', async () => {
  await addMetDays(here.house, MET, 1);
  await here.house.store.db.updateTable('files').set({ size: 1e15 }).execute();
  const orderId = await here.ada.place(requestOf(MET, '2019-01-01', '2019-01-01'));
  await approveOrder(here.house.store.db, orderId); // it is held for its size
  await here.house.work();
  const { failure, curStep, actions } = await here.ada.status(orderId);
  expect(failure).toMatch(/^The order takes 1.00 PB; the disk for deliveries holds /);
  expect({ curStep, actions }).toEqual({ curStep: 'hpss', actions: ['retry'] });
  expect(await here.house.mails()).toContain(`order-${orderId}-failed.eml`);
});

it('dates between two samples of a file have nothing to deliver', async () => {
  await addMetDays(here.house, MET, 1);
  const { status } = await here.ada.delivered(
    requestOf(MET, '2019-01-01 00:00:01', '2019-01-01 00:09:00', { variables: ['temp_mean'] }),
  );
  expect(status.failure).toContain('No file has a sample in the dates that were ordered.');
});
