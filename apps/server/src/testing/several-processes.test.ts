// Server, two workers, a harvest that watches and a backup write to one store at once, and are
// killed: it is whole, nothing is lost.
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeMetFile } from '../features/orders/testing/met-file.ts';
import { type RealInstallation, realInstallation, until } from './real-server.ts';

const FILES = 12;
/** What a worker of a server's own logs when it begins. */
const WORKS = '"msg":"working"';
let house: RealInstallation;
beforeEach(async () => {
  house = await realInstallation(4, { ISOBAR_WORKER: 'apart', ISOBAR_LOG: 'info' });
  await house.addPerson();
});
afterEach(() => house.close());

it('several processes write at once: every order completes, every file is found, and the store is whole', async () => {
  const server = await house.serve();
  const workers = [house.start(['worker']), house.start(['worker'])];
  const harvest = house.start(['harvest', house.archive, '--watch']);
  const placed: number[] = [];
  const beside = join(house.folder, 'beside.cdf');
  await writeMetFile(beside, {
    start: Date.UTC(2019, 1, 1) / 1000,
    samples: 144,
    step: 600,
    datastream: 'nsametC1.b1',
  });
  for (let i = 0; i < FILES; i++) {
    placed.push(await server.order(1 + (i % 4)));
    const name = `nsametC1.b1.201902${String(i + 1).padStart(2, '0')}.000000.cdf`;
    await copyFile(beside, `${beside}.${i}`);
    await rename(`${beside}.${i}`, join(house.archive, name));
    if (i === FILES / 2)
      expect(await house.isobar(['backup', join(house.folder, 'copy')])).toMatchObject({ code: 0 });
  }
  for (const order of placed) expect((await server.ended(order)).curStep).toBe('complete');
  expect(server.printed()).not.toContain(WORKS);
  const found = async (): Promise<number> => {
    const reply = await server.call('/services/file_info/_search', {
      method: 'POST',
      body: JSON.stringify({ size: 0, query: { term: { datastream: 'nsametC1.b1' } } }),
    });
    return ((await reply.json()) as { hits: { total: { value: number } } }).hits.total.value;
  };
  await until(async () => (await found()) === FILES);
  const last = await server.order(1); // under way when all are killed
  for (const child of [...workers, harvest]) child.kill('SIGKILL');
  await server.kill();

  const again = await house.serve({ ISOBAR_WORKER: 'here' });
  expect(await again.history()).toEqual([...placed, last]);
  expect((await again.ended(last)).curStep).toBe('complete');
  await until(async () => again.printed().includes(WORKS));
  await again.kill();
  const store = new SQLite(join(house.home, 'isobar.sqlite'));
  expect(store.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(store.pragma('foreign_key_check')).toEqual([]);
  store.close();
});
