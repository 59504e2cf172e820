// isobar backup and restore as an operator types them: a copy made while orders come in, put back,
// and no number given twice.
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type RealInstallation, realInstallation } from './real-server.ts';

let house: RealInstallation;
beforeEach(async () => {
  house = await realInstallation();
  await house.addPerson();
});
afterEach(() => house.close());

it('the backup copies a store that is written to, whole, and puts it back without giving a number twice', async () => {
  const server = await house.serve();
  const early = [await server.order(1), await server.order(2)];
  for (const order of early) await server.ended(order);
  const copy = join(house.folder, 'copy');
  const later: number[] = [];
  let writing = true;
  const writer = (async () => {
    while (writing && later.length < 40) {
      later.push(await server.order(3));
      await sleep(250); // sixty orders a minute are taken
    }
  })();
  const made = await house.isobar(['backup', copy]);
  writing = false;
  await writer;
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+ files are in /) });
  expect(statSync(copy).mode & 0o777).toBe(0o700);
  expect(readdirSync(copy)).toEqual(
    expect.arrayContaining([
      'backup.json',
      'deliveries.csv',
      'isobar.sqlite',
      'signing-key',
      'tables',
    ]),
  );
  expect(readFileSync(join(copy, 'deliveries.csv'), 'utf8')).toContain(
    `${early[0]},"files/README.txt"`,
  );
  expect(ordersIn(join(copy, 'isobar.sqlite'))).toEqual(expect.arrayContaining(early));

  expect((await house.isobar(['backup', copy])).err).toContain('is not empty');
  expect((await house.isobar(['restore', copy])).err).toContain('add --replace');
  const used = await house.isobar(['restore', copy, '--replace']);
  expect([used.code, used.err]).toEqual([1, expect.stringContaining('is in use')]);
  const last = Math.max(...early, ...later);
  expect(await server.history()).toEqual([...early, ...later]); // nothing was touched
  await server.kill();

  // The worker of a killed server notices it a moment later; until then it keeps the store in use.
  const restored = await vi.waitUntil(
    async () => {
      const told = await house.isobar(['restore', copy, '--replace']);
      return told.err.includes('is in use') ? null : told;
    },
    { timeout: 60_000, interval: 500 },
  );
  expect(restored).toMatchObject({
    code: 0,
    out: expect.stringContaining('The former files are now in'),
  });
  const again = await house.serve();
  const history = await again.history();
  expect(history).toEqual(ordersIn(join(copy, 'isobar.sqlite')));
  expect(await again.order(4)).toBe(last + 1);
  expect((await again.call(`/services/order/delivery/${early[0]}/index.json`)).status).toBe(200);
});

it('a damaged or unfinished backup is refused, and changes nothing', async () => {
  const copy = join(house.folder, 'copy');
  expect((await house.isobar(['backup', copy])).code).toBe(0);
  const empty = { ISOBAR_HOME: join(house.folder, 'another') };
  appendFileSync(join(copy, 'tables', 'sites.csv'), 'x');
  const damaged = await house.isobar(['restore', copy], '', empty);
  expect([damaged.code, damaged.err]).toEqual([1, 'tables/sites.csv of the backup is damaged.\n']);
  rmSync(join(copy, 'backup.json'));
  expect((await house.isobar(['restore', copy], '', empty)).err).toContain('is not a backup');
  expect(existsSync(join(empty.ISOBAR_HOME, 'isobar.sqlite'))).toBe(false);
});

it('numbers go on counting when the store is lost with all its orders', async () => {
  const server = await house.serve();
  const [one, two] = [await server.order(1), await server.order(2)];
  await server.ended(two);
  await server.kill();
  for (const name of readdirSync(house.home).filter((n) => n.startsWith('isobar.sqlite')))
    rmSync(join(house.home, name));
  await house.addPerson();
  const again = await house.serve();
  expect(await again.history()).toEqual([]);
  expect(await again.order(3)).toBe(two + 1);
  await again.kill();
  // Without the list of numbers, the deliveries still show which numbers were given.
  for (const name of [
    ...readdirSync(house.home).filter((n) => n.startsWith('isobar.sqlite')),
    'order-numbers',
  ])
    rmSync(join(house.home, name));
  await house.addPerson();
  expect(await (await house.serve()).order(1)).toBeGreaterThan(Math.max(one, two));
});

function ordersIn(file: string): number[] {
  const copy = new SQLite(file, { readonly: true });
  const rows = copy
    .prepare<[], { order_id: number }>('select order_id from orders order by 1')
    .all();
  copy.close();
  return rows.map((row) => row.order_id);
}
