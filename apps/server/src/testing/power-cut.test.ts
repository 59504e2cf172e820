// A power failure at every point of everything that is written durably: what was acknowledged
// before is there afterwards.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDiskBlobs } from '../adapters/blobs-disk.ts';
import { openOutbox } from '../adapters/mail-outbox.ts';
import { FollowedFolder } from '../adapters/search-embedded/followed.ts';
import { openEmbeddedSearch } from '../adapters/search-embedded/search-embedded.ts';
import { homeName } from '../core/jobs/worker-name.ts';
import { openFileExchange } from '../core/tables/exchange.ts';
import { ensureTables, loadTables } from '../core/tables/load.ts';
import { flushFile, flushFolder } from '../platform/files/disk.ts';
import { ensurePrivateHome } from '../platform/files/private-home.ts';
import { signingKey } from '../platform/keys/signing-key.ts';
import { sitesIn } from '../platform/testing/disk-sites.ts';
import { highestNumber, noteNumber } from '../store/order-numbers.ts';
import { shareSigningKey } from '../store/shared-key.ts';
import { temporaryStore } from '../store/testing/temporary-store.ts';
import { everyCut, notMissed, PROBES, SHOWN_BY } from './every-cut.ts';

vi.mock('../platform/files/disk.ts', async (original) => {
  const { withSites } = await import('../platform/testing/disk-sites.ts');
  return withSites(await original<typeof import('../platform/files/disk.ts')>());
});

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobar-power-'));
  root = join(folder, 'root');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const BLOBS = { '1/files/README.txt': 'read me', '1/files/made.nc': 'the bytes of a file' };

type Acknowledged = Readonly<Record<string, string>>;

/**
 * Runs `act`, which acknowledges name by name; then `look` has to find each of them after every
 * cut.
 */
function acknowledged(
  act: (acknowledge: (name: string, what?: string) => void) => Promise<void>,
  look: (at: string, known: Acknowledged, cut: string) => Promise<void>,
  most?: number,
): Promise<void> {
  let known: Acknowledged = {};
  return everyCut({
    root,
    files: SHOWN_BY.core,
    ...(most === undefined ? {} : { most }),
    mark: () => known,
    act: async () => {
      await act((name, what = '') => {
        known = { ...known, [name]: what };
      });
      expect(Object.keys(known).length).toBeGreaterThan(0);
    },
    look,
  });
}

it('blobs that were acknowledged are there after a power cut', async () => {
  await acknowledged(
    async (acknowledge) => {
      const blobs = await openDiskBlobs(join(root, 'kept'));
      await blobs.put('1/files/README.txt', BLOBS['1/files/README.txt']);
      acknowledge('1/files/README.txt');
      writeFileSync(join(root, 'made.nc'), BLOBS['1/files/made.nc']);
      await flushFile(join(root, 'made.nc'));
      await blobs.putFile('1/files/made.nc', join(root, 'made.nc'));
      acknowledge('1/files/made.nc');
    },
    async (at, known, cut) => {
      const blobs = await openDiskBlobs(join(at, 'kept'));
      for (const key of Object.keys(known)) expect(await blobs.stat(key), cut).not.toBeNull();
      for (const [key, text] of Object.entries(BLOBS)) // complete or absent
        if (await blobs.stat(key))
          expect(String(await buffer(await blobs.read(key))), cut).toBe(text);
    },
  );
});

it('blobs that were removed stay so after a power cut: none of a former round comes back', async () => {
  await acknowledged(
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

it('shipped tables are there after a power cut, and which of them were never edited', async () => {
  const files = ['sites.csv', 'source-classes.csv'];
  const shipped = (name: string) => {
    const made = join(folder, name);
    mkdirSync(made);
    for (const file of files) writeFileSync(join(made, file), `${HEADS[file]}\nsgp,${name}\n`);
    return made;
  };
  const [first, second, third] = [shipped('first'), shipped('second'), shipped('third')];
  await acknowledged(
    async (acknowledge) => {
      await ensureTables({ shipped: first, folder: join(root, 'tables') });
      acknowledge('first');
      await ensureTables({ shipped: second, folder: join(root, 'tables') });
      acknowledge('second');
    },
    async (at, known, cut) => {
      const tables = join(at, 'tables');
      const texts = () =>
        files.map(
          (file) => /(first|second|third)\n$/.exec(readFileSync(join(tables, file), 'utf8'))?.[1],
        );
      if (known.first !== undefined) expect(texts(), cut).not.toContain(undefined);
      if (known.second !== undefined) expect(texts(), cut).toEqual(['second', 'second']);
      if (known.second === undefined) {
        // which was cut off, and starts again
        const release = known.first === undefined ? 'first' : 'second';
        await ensureTables({ shipped: join(folder, release), folder: tables });
        expect(texts(), cut).toEqual([release, release]);
      }
      await loadTables(tables);
      await ensureTables({ shipped: third, folder: tables });
      expect(texts(), cut).toEqual(['third', 'third']);
    },
  );
});

it('mails, keys and numbers that were acknowledged are there after a power cut', async () => {
  await acknowledged(
    async (acknowledge) => {
      await openOutbox({ folder: join(root, 'home/outbox'), from: 'a@example.org' }).send({
        id: 'order-1-complete',
        to: { name: 'Ada', address: 'ada@example.org' },
        subject: 'Done',
        text: 'Your order is complete.',
      });
      acknowledge('mail');
      await ensurePrivateHome(join(root, 'home/private'));
      for (const name of ['home/private', 'home'])
        acknowledge(name, Buffer.from(await signingKey(join(root, name))).toString('hex'));
      for (const number of [100_001, 100_002]) {
        await noteNumber(join(root, 'home'), number);
        acknowledge('number', String(number));
      }
    },
    async (at, known, cut) => {
      const home = join(at, 'home');
      const mails = safely(() => readdirSync(join(home, 'outbox')), []).filter((name) =>
        name.endsWith('.eml'),
      );
      if (known.mail !== undefined) expect(mails, cut).toHaveLength(1);
      for (const name of mails)
        expect(readFileSync(join(home, 'outbox', name), 'utf8'), cut).toContain('is complete.');
      for (const name of ['home', 'home/private']) {
        const key = Buffer.from(await signingKey(join(at, name))).toString('hex');
        if (known[name] !== undefined) expect(key, cut).toBe(known[name]);
      }
      if (known.number)
        expect(await highestNumber(home), cut).toBeGreaterThanOrEqual(Number(known.number));
    },
  );
});

it('the key that several machines share is there after a power cut', async () => {
  const store = await temporaryStore('sqlite');
  try {
    const other = join(folder, 'other');
    const shared = Buffer.from(await signingKey(other)).toString('hex');
    await shareSigningKey(store.db, other);
    await signingKey(join(root, 'home'));
    await acknowledged(
      async (acknowledge) => {
        await shareSigningKey(store.db, join(root, 'home'));
        acknowledge('key');
      },
      async (at, known, cut) => {
        const key = Buffer.from(await signingKey(join(at, 'home'))).toString('hex');
        if (known.key !== undefined) expect(key, cut).toBe(shared);
      },
    );
  } finally {
    await store.close();
  }
});

it('the name of a home, and the changes that its indexes have followed, are kept', async () => {
  mkdirSync(join(root, 'search'));
  const changes = ['first', 'second'];
  await acknowledged(
    async (acknowledge) => {
      acknowledge('name', await homeName(root));
      const followed = new FollowedFolder(join(root, 'search'));
      for (const change of changes) {
        await followed.note(change);
        acknowledge('change', change);
      }
      await followed.close();
    },
    async (at, known, cut) => {
      const name = await homeName(at);
      expect(name, cut).toMatch(known.name === undefined ? /^[\da-f-]{36}$/ : known.name);
      const followed = new FollowedFolder(join(at, 'search'));
      const change = await followed.read();
      await followed.close();
      if (change !== null) expect(changes, cut).toContain(change);
      const least = known.change === undefined ? -1 : changes.indexOf(known.change);
      expect(change === null ? -1 : changes.indexOf(change), cut).toBeGreaterThanOrEqual(least);
    },
  );
});

it('curated files that homes exchange are there after a power cut, in each home and in the store', async () => {
  const store = await temporaryStore('postgres');
  const [A, C] = ['pages/a.md', 'pages/c.md'];
  /** What the store has while a home exchanges for the first time, the second … */
  const STATES: readonly Acknowledged[] = [
    { [A]: 'first' },
    { [A]: 'second' },
    { [A]: 'second', [C]: 'theirs' },
    { [C]: 'theirs' },
    { [C]: 'theirs' },
  ];
  const stored = async (): Promise<Acknowledged> => {
    const rows = await store.db.selectFrom('curated_files').select(['path', 'content']).execute();
    return Object.fromEntries(rows.map(({ path, content }) => [path, content]));
  };
  const fill = async (files: Acknowledged): Promise<void> => {
    await store.db.deleteFrom('curated_files').execute();
    for (const [path, content] of Object.entries(files)) {
      const digest = createHash('sha256').update(content).digest('hex');
      const row = { path, digest, content, changed_at: 1 };
      await store.db.insertInto('curated_files').values(row).execute();
    }
  };
  const inHome = (at: string, path: string) =>
    safely(() => readFileSync(join(at, 'home', path), 'utf8'), null);
  const kept = (at: string) =>
    safely(() => readdirSync(join(at, 'home/pages')), [])
      .filter((name) => name.startsWith('c.md.before-'))
      .map((name) => inHome(at, `pages/${name}`));
  try {
    await acknowledged(
      async (acknowledge) => {
        const exchange = await openFileExchange(store.db, join(root, 'home'));
        for (const [step, files] of STATES.slice(0, -1).entries()) {
          await fill(files);
          if (step === 2) {
            writeFileSync(join(root, 'home', C), 'own');
            await flushFile(join(root, 'home', C));
            await flushFolder(join(root, 'home/pages'));
          }
          await exchange();
          acknowledge(String(step));
        }
      },
      async (at, known, cut) => {
        const steps = Object.keys(known).length;
        const files = STATES[steps] ?? {};
        await fill(files);
        await (await openFileExchange(store.db, join(at, 'home')))();
        expect(await stored(), cut).toEqual(files);
        for (const path of [A, C]) expect(inHome(at, path), cut).toBe(files[path] ?? null);
        if (steps > 2) expect(kept(at), cut).toContain('own');
      },
    );
  } finally {
    await store.close();
  }
});

it('index segments and their journals are there after a power cut', async () => {
  const log = pino({ level: 'silent' });
  const open = (at: string, renewAt?: number) =>
    openEmbeddedSearch({
      folder: join(at, 'search'),
      threads: 1,
      lookEvery: 3_600_000,
      ...(renewAt === undefined ? {} : { renewAt }),
      log,
    });
  const journals = (at: string) =>
    readdirSync(join(at, 'search')).filter((name) => name.endsWith('.changes'));
  const mapping = { id: { type: 'keyword' } } as const;
  await acknowledged(
    async (acknowledge) => {
      const index = await open(root, 1);
      await index.replace('metadata', mapping, [], [{ id: 'a' }]);
      acknowledge('a');
      for (const id of ['b', 'c']) {
        await index.apply('metadata', { upsert: [{ id }] });
        acknowledge(id);
        while (journals(root).length > 0) await sleep(5); // the segment is rewritten
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
    20, // each opens an index
  );
});

it('each source that writes through the disk layer is cut off in one of these tests', () => {
  const sources = join(import.meta.dirname, '..');
  const writing = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|(^|\/)testing\//.test(path))
    .filter((path) => path !== 'platform/files/disk.ts' && sitesIn(path).length > 0)
    .filter((path) => !PROBES.includes(path));
  expect(writing.sort()).toEqual(Object.values(SHOWN_BY).flat().sort());
});

it('each flush and each rename is missed when it is left out', () => {
  expect(notMissed(SHOWN_BY.core)).toEqual([]);
});

const HEADS: Readonly<Record<string, string>> = {
  'sites.csv': 'site_code,site_name',
  'source-classes.csv': 'source_class_code,source_class_name',
};

function safely<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}
