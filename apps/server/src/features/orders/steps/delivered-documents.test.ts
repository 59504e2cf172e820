// What is delivered with the data: documents, mail, copies elsewhere, and nothing left behind.

import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRecipe } from '../documents/recipe.ts';
import { openedForEach } from '../testing/opened-for-each.ts';
import { addMetDays, requestOf } from '../testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
const here = openedForEach();

it('README, citation, licence, reports, recipe and checksums that fit', async () => {
  await addMetDays(here.house, MET, 2);
  here.house.setTables({
    'dois.csv': [{ doi: '10.5439/1786358', datastream_class: 'met' }],
    'instrument-classes.csv': [
      {
        instrument_class_code: 'met',
        instrument_class_name: 'Surface Meteorological Instrumentation',
      },
    ],
    'sites.csv': [{ site_code: 'sgp', site_name: 'Southern Great Plains' }],
  });
  const { orderId, manifest } = await here.ada.delivered(
    requestOf(MET, '2019-01-01', '2019-01-02'),
  );
  const sums = (await here.ada.fetched(orderId, 'SHA256SUMS')).toString().trim().split('\n');
  expect(sums).toHaveLength(manifest!.files.length - 1);
  for (const line of sums) {
    const [sum, name] = line.split('  ') as [string, string];
    expect(manifest!.files.find((file) => file.name === name)?.sha256).toBe(sum);
  }
  const readme = (await here.ada.fetched(orderId, 'README.txt')).toString();
  expect(readme).toContain(`Order ${orderId} of the ARM archive`);
  expect(readme).toContain('2 data files');
  expect(readme).toContain('everything that was ordered is here');
  expect(readme.replace(/\s+/g, ' ')).toContain('Surface Meteorological Instrumentation (MET)');
  expect(readme).toContain('CC BY 4.0');
  expect(readme).not.toContain('SIMULATED');
  expect((await here.ada.fetched(orderId, 'CITATION.txt')).toString()).toContain(
    'https://doi.org/10.5439/1786358',
  );
  expect((await here.ada.fetched(orderId, 'CITATION.cff')).toString()).toMatch(
    /^cff-version: 1\.2\.0\n/,
  );
  expect((await here.ada.fetched(orderId, 'LICENSE.txt')).toString()).toContain('Creative Commons');
  const recipe = readRecipe((await here.ada.fetched(orderId, 'recipe.json')).toString());
  expect(recipe.inputs).toHaveLength(2);
  expect(recipe.outputs).toHaveLength(2);
  const changed = (await here.ada.fetched(orderId, 'recipe.json'))
    .toString()
    .replace('"simulated":false', '"simulated":true');
  expect(() => readRecipe(changed)).toThrow(/changed/);
});

it('[O004] one mail with a link that works without a session', async () => {
  await addMetDays(here.house, MET, 1);
  const { orderId } = await here.ada.delivered(requestOf(MET, '2019-01-01', '2019-01-01'));
  expect(await here.house.mails()).toEqual([`order-${orderId}-complete.eml`]);
  const mail = (await here.house.readMail(`order-${orderId}-complete.eml`))
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=');
  expect(mail).toContain('To: ada Byron <ada@example.org>');
  const link = /http:\/\/archive\.example(\/services\/order\/delivery\/\d+\/\?key=[\w.-]+)/.exec(
    mail,
  )?.[1];
  const page = await here.house.app.inject(link!);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(`Order ${orderId}`);
});

it('no mail for a person who wants none, plain text for one who wants no HTML', async () => {
  await addMetDays(here.house, MET, 1);
  await here.ada.delivered({
    ...requestOf(MET, '2019-01-01', '2019-01-01'),
    sendConfEmail: false,
  });
  expect(await here.house.mails()).toEqual([]);
  const { person_id } = await here.house.store.db
    .selectFrom('people')
    .select('person_id')
    .executeTakeFirstOrThrow();
  await here.house.store.db
    .insertInto('preferences')
    .values({
      person_id,
      application: 'discovery',
      preference: 'email',
      value: '{"notify":true,"html":false}',
    })
    .execute();
  const { orderId } = await here.ada.delivered(requestOf(MET, '2019-01-01', '2019-01-01'));
  expect(await here.house.readMail(`order-${orderId}-complete.eml`)).not.toContain('text/html');
  await here.house.store.db.updateTable('preferences').set({ value: '{"notify":false}' }).execute();
  await here.ada.delivered(requestOf(MET, '2019-01-01', '2019-01-01'));
  expect(await here.house.mails()).toHaveLength(1);
});

it('[O064] data are copied to a notebook folder and a folder for transfer tools', async () => {
  await addMetDays(here.house, MET, 1);
  await mkdir(join(here.house.home, 'notebooks', 'ada', 'storms'), { recursive: true });
  const { orderId, status } = await here.ada.delivered({
    ...requestOf(MET, '2019-01-01', '2019-01-01'),
    deliveryBits: 1 + 8 + 16,
    extraDestinations: ['storms', '../bob', 'none'],
  });
  const staged = await readdir(
    join(here.house.home, 'notebooks', 'ada', 'storms', `order-${orderId}`),
  );
  expect(staged).toContain('sgpmetE13.b1.20190101.000000.cdf');
  expect(staged).toContain('SHA256SUMS');
  const [person] = await readdir(join(here.house.home, 'transfer'));
  expect(await readdir(join(here.house.home, 'transfer', person!, `order-${orderId}`))).toContain(
    'README.txt',
  );
  expect(status.missing.map((m: { file: string }) => m.file)).toEqual(['../bob', 'none']);
});

it('nothing in the scratch folder afterwards', async () => {
  await addMetDays(here.house, MET, 1);
  await here.ada.delivered(requestOf(MET, '2019-01-01', '2019-01-01'));
  expect(await readdir(join(here.house.home, 'work'))).toEqual([]);
});
