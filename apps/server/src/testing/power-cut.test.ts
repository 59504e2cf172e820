// The power goes at every point of everything that is written durably: what was acknowledged before is there afterwards.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDiskBlobs } from '../adapters/blobs-disk.ts';
import { openOutbox } from '../adapters/mail-outbox.ts';
import { openEmbeddedSearch } from '../adapters/search-embedded/search-embedded.ts';
import { ensureTables, loadTables } from '../core/tables/load.ts';
import { blobKey, readManifest } from '../features/orders/delivery/manifest.ts';
import { addMetDays, openOrderHouse, requestOf } from '../features/orders/testing/order-house.ts';
import { flushFile } from '../platform/disk.ts';
import { signingKey } from '../platform/signing-key.ts';
import { afterCut, CUTS, PowerCuts } from '../platform/testing/power-cut.ts';
import { workOff } from '../roles/worker.ts';
import { openStore } from '../store/open.ts';
import { highestNumber, noteNumber } from '../store/order-numbers.ts';

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobar-power-'));
  root = join(folder, 'root');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Acknowledged = Readonly<Record<string, string>>;

/** Runs `act`, which acknowledges name by name; then `look` has to find each of them after every cut. */
async function everyCut(
  act: (acknowledge: (name: string, what?: string) => void) => Promise<void>,
  look: (at: string, acknowledged: Acknowledged, cut: string) => Promise<void>,
): Promise<number> {
  let acknowledged: Acknowledged = {};
  const cuts = new PowerCuts(root, () => acknowledged);
  try {
    await act((name, what = '') => {
      acknowledged = { ...acknowledged, [name]: what };
    });
  } finally {
    cuts.stop();
  }
  expect(Object.keys(acknowledged).length).toBeGreaterThan(0);
  for (const [n, moment] of cuts.moments.entries())
    for (const cut of CUTS) {
      const at = join(folder, `${n}-${cut}`);
      afterCut(moment, cut, at);
      await look(at, moment.mark as Acknowledged, `${cut}: cut after ${n} (${moment.after})`);
      rmSync(at, { recursive: true, force: true });
    }
  return cuts.moments.length;
}

describe('what was acknowledged is there after a power cut', () => {
  it('of blobs', async () => {
    await everyCut(
      async (acknowledge) => {
        const blobs = await openDiskBlobs(join(root, 'kept'));
        await blobs.put('1/files/README.txt', 'read me');
        acknowledge('1/files/README.txt', 'read me');
        writeFileSync(join(root, 'made.nc'), 'the bytes of a file');
        await flushFile(join(root, 'made.nc'));
        await blobs.putFile('1/files/made.nc', join(root, 'made.nc'));
        acknowledge('1/files/made.nc', 'the bytes of a file');
      },
      async (at, acknowledged, cut) => {
        const blobs = await openDiskBlobs(join(at, 'kept'));
        for (const [key, text] of Object.entries(acknowledged)) {
          expect(await blobs.stat(key), cut).not.toBeNull();
          expect(String(await buffer(await blobs.read(key))), cut).toBe(text);
        }
      },
    );
  });

  it('of blobs that were removed: none of a former round comes back', async () => {
    await everyCut(
      async (acknowledge) => {
        const blobs = await openDiskBlobs(join(root, 'kept'));
        await blobs.put('1/files/old.txt', 'of the former round');
        await blobs.removeAll('1');
        acknowledge('removed');
        await blobs.put('1/files/new.txt', 'new');
      },
      async (at, { removed }, cut) => {
        const blobs = await openDiskBlobs(join(at, 'kept'));
        if (removed !== undefined) expect(await blobs.stat('1/files/old.txt'), cut).toBeNull();
      },
    );
  });

  it('of tables, mails, keys and numbers', async () => {
    const shipped = join(folder, 'shipped');
    mkdirSync(shipped);
    writeFileSync(join(shipped, 'sites.csv'), 'site_code,site_name\nsgp,Southern Great Plains\n');
    await everyCut(
      async (acknowledge) => {
        await ensureTables({ shipped, folder: join(root, 'home/tables') });
        acknowledge('tables');
        await openOutbox({ folder: join(root, 'home/outbox'), from: 'a@example.org' }).send({
          id: 'order-1-complete',
          to: { name: 'Ada', address: 'ada@example.org' },
          subject: 'Done',
          text: 'Your order is complete.',
        });
        acknowledge('mail');
        acknowledge('key', Buffer.from(await signingKey(join(root, 'home'))).toString('hex'));
        for (const number of [100_001, 100_002]) {
          await noteNumber(join(root, 'home'), number);
          acknowledge('number', String(number));
        }
      },
      async (at, known, cut) => {
        const home = join(at, 'home');
        const table = () => readFileSync(join(home, 'tables/sites.csv'), 'utf8');
        if (known.tables !== undefined) expect(table(), cut).toContain('Southern Great Plains');
        await ensureTables({ shipped, folder: join(home, 'tables') });
        await loadTables(join(home, 'tables'));
        expect(table(), cut).toContain('Southern Great Plains');
        if (known.mail !== undefined)
          expect(readFileSync(join(home, 'outbox/order-1-complete.eml'), 'utf8'), cut).toContain(
            'is complete.',
          );
        if (known.key !== undefined)
          expect(Buffer.from(await signingKey(home)).toString('hex'), cut).toBe(known.key);
        if (known.number)
          expect(await highestNumber(home), cut).toBeGreaterThanOrEqual(Number(known.number));
      },
    );
  });

  it('of index segments and their journals', async () => {
    const log = pino({ level: 'silent' });
    const open = (at: string) =>
      openEmbeddedSearch({ folder: join(at, 'search'), threads: 1, lookEvery: 3_600_000, log });
    const mapping = { id: { type: 'keyword' } } as const;
    await everyCut(
      async (acknowledge) => {
        const index = await open(root);
        await index.replace('metadata', mapping, [], [{ id: 'a' }]);
        acknowledge('a');
        for (const id of ['b', 'c']) {
          await index.apply('metadata', { upsert: [{ id }] });
          acknowledge(id);
        }
        await index.close();
      },
      async (at, acknowledged, cut) => {
        if (Object.keys(acknowledged).length === 0) return;
        const index = await open(at);
        expect(index.has('metadata'), cut).toBe(true);
        const { hits } = await index.search('metadata', { query: { match_all: {} }, size: 10 });
        const found = hits.hits.map((hit) => hit._source?.id);
        await index.close();
        expect(found, cut).toEqual(expect.arrayContaining(Object.keys(acknowledged)));
      },
    );
  });
});

it('an acknowledged order completes, whole, wherever the power goes', async () => {
  const house = await openOrderHouse('sqlite');
  await addMetDays(house, 'sgpmetE13.b1', 2);
  const { headers } = await house.signIn('ada');
  const durable = await sql<{ synchronous: number }>`pragma synchronous`.execute(house.store.db);
  expect(durable.rows).toEqual([{ synchronous: 2 }]); // a commit is on the disk: what is seen at a moment survives it
  const reader = new SQLite(house.database, { readonly: true });
  root = house.home;
  let acknowledged: number | null = null;
  const cuts = new PowerCuts(root, () => ({ store: reader.serialize(), acknowledged }));
  const reply = await house.app.inject({
    method: 'POST',
    url: '/services/order/orders/create',
    headers,
    payload: requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-02', { variables: ['temp_mean'] }),
  });
  acknowledged = reply.json().orderId as number;
  await workOff(house.worker);
  cuts.stop();
  reader.close();
  expect(cuts.moments.length).toBeGreaterThan(30);

  for (const [n, moment] of cuts.moments.entries())
    for (const cut of CUTS) {
      const where = `${cut}: cut after ${n} (${moment.after})`;
      const known = moment.mark as { store: Buffer; acknowledged: number | null };
      // Going on from each moment takes a while: one cut of every other.
      if (known.acknowledged === null || n % 4 !== CUTS.indexOf(cut) * 2) continue;
      const at = join(folder, `${n}-${cut}`);
      afterCut(moment, cut, join(at, 'home'));
      writeFileSync(join(at, 'isobar.sqlite'), known.store);
      const store = await openStore({ file: join(at, 'isobar.sqlite') });
      const blobs = await openDiskBlobs(join(at, 'home/deliveries'));
      const step = async () =>
        (await store.db.selectFrom('orders').select(['step', 'failure']).executeTakeFirst()) ??
        null;
      if ((await step())?.step !== 'complete') {
        const settings = { ...house.settings, home: join(at, 'home') };
        await store.db
          .updateTable('jobs')
          .set({ heartbeat_ms: 0 })
          .where('state', '=', 'running')
          .execute();
        await workOff({ ...house.worker, store, blobs, settings });
      }
      expect(await step(), where).toEqual({ step: 'complete', failure: null });
      const manifest = await readManifest(blobs, known.acknowledged);
      expect(manifest?.files.length, where).toBeGreaterThan(2);
      for (const file of manifest?.files ?? []) {
        const bytes = await buffer(await blobs.read(blobKey(known.acknowledged, file.name)));
        expect(createHash('sha256').update(bytes).digest('hex'), `${where}: ${file.name}`).toBe(
          file.sha256,
        );
      }
      await store.close();
      rmSync(at, { recursive: true, force: true });
    }
  await house.close();
});
