// Harvests beside others: in shares, from an inventory that is older than the archive, and of
// single changes. The plain harvest of a whole archive is the slow twin of all of them.
import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import type { ArchiveEntry } from '../../ports/archive.ts';
import { freshDatabase, startPostgresServer } from '../../store/testing/postgres-server.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { inGroups, takeChanges } from './changes.ts';
import { type HarvestInput, harvest } from './harvest.ts';
import { isInShare } from './shares.ts';
import { harvestInput } from './testing/fresh-archive.ts';
import { writeTestFile } from './testing/write-file.ts';

let root: string;
let log: string[];
const stores: Partial<Record<(typeof STORE_KINDS)[number], TemporaryStore>> = {};
beforeAll(async () => {
  for (const kind of STORE_KINDS) stores[kind] = await temporaryStore(kind);
});
afterAll(async () => {
  for (const store of Object.values(stores)) await store.close();
});
beforeEach(async () => {
  root = temporaryFolder();
  log = [];
});

const at = (path: string): string => join(root, path);
const NAMES = ['sgpmetE13.b1', 'sgpmetE13.a1', 'nsametC1.b1', 'enametC1.b1', 'twpmetC2.b1'];
const pathOf = (name: string, day: number): string =>
  `${name.slice(0, 3)}/${name}/${name}.2019010${day}.000000.cdf`;

async function write(path: string, seconds = 1_600_000_000): Promise<void> {
  await mkdir(dirname(at(path)), { recursive: true });
  await writeTestFile(at(path));
  await utimes(at(path), seconds, seconds);
}

async function inputOf(store: HarvestInput['store'], change: Partial<HarvestInput> = {}) {
  return await harvestInput(root, store, {
    log: pino({ base: null }, { write: (line: string) => void log.push(line) }),
    ...change,
  });
}

/** All that searches and orders look at, without numbers of rows. */
async function indexOf({ db }: HarvestInput['store']) {
  const files = await db.selectFrom('files').selectAll().orderBy('path').execute();
  const streams = await db.selectFrom('datastreams').selectAll().orderBy('datastream').execute();
  const designs = await db
    .selectFrom('designs')
    .select(['datastream', 'design'])
    .orderBy('datastream')
    .orderBy('design')
    .execute();
  const bad = await db.selectFrom('unreadable_files').select(['path', 'code']).execute();
  return { files: files.map(({ file_id, ...file }) => file), streams, designs, bad };
}

/** What a plain harvest into an empty store makes of the archive as it is. */
async function afresh() {
  const twin = await temporaryStore();
  try {
    await harvest(await inputOf(twin));
    return plain(await indexOf(twin));
  } finally {
    await twin.close();
  }
}

/** The two databases give large numbers as numbers or as texts. */
const plain = (index: Awaited<ReturnType<typeof indexOf>>) =>
  JSON.parse(JSON.stringify(index, (_, value) => (typeof value === 'number' ? `${value}` : value)));

it('every path is in exactly one of the shares, and files of one folder in the same', () => {
  const name = fc.string({ minLength: 1 }).map((text) => text.replaceAll('/', '_'));
  fc.assert(
    fc.property(name, name, name, fc.integer({ min: 1, max: 64 }), (folder, a, b, of) => {
      const sharesOf = (path: string) =>
        Array.from({ length: of }, (_, n) => n + 1).filter((number) =>
          isInShare(path, { number, of }),
        );
      expect(sharesOf(`${folder}/${a}`)).toHaveLength(1);
      expect(sharesOf(`${folder}/${a}`)).toEqual(sharesOf(`${folder}/${b}`));
    }),
  );
});

describe.each(STORE_KINDS)('on %s', (kind) => {
  let store: TemporaryStore;
  beforeEach(async () => {
    const open = stores[kind];
    if (!open) throw new Error('it was opened above');
    store = open;
    await store.empty();
  });

  it('all shares together file, change and forget what one harvest of the whole does', async () => {
    for (const name of NAMES) for (const day of [1, 2, 3]) await write(pathOf(name, day));
    await writeFile(at('broken.nc'), 'no file');
    const shares = [1, 2, 3].map((number) => ({ number, of: 3 }));
    const run = async (share: HarvestInput['share']) =>
      await harvest(await inputOf(store, { share }));
    const first = [];
    for (const share of shares) first.push(await run(share));
    expect(first.reduce((sum, { added }) => sum + added, 0)).toBe(15);
    expect(first.filter(({ added }) => added > 0).length).toBeGreaterThan(1);
    expect(plain(await indexOf(store))).toEqual(await afresh());
    await rm(at('sgp'), { recursive: true });
    await write(pathOf('nsametC1.b1', 2), 1_700_000_000);
    const second = [];
    for (const share of shares) second.push(await run(share));
    expect(second.reduce((sum, { removed }) => sum + removed, 0)).toBe(6);
    expect(second.reduce((sum, { changed }) => sum + changed, 0)).toBe(1);
    const { designs, ...rest } = plain(await indexOf(store));
    const { designs: used, ...expected } = await afresh();
    expect(rest).toEqual(expected);
    // Another share may be about to file what needs a header that no file has now.
    expect(designs.length).toBeGreaterThan(used.length);
  });

  it('an inventory that is older than the archive neither forgets what came since nor brings back what went', async () => {
    for (const name of NAMES) for (const day of [1, 2]) await write(pathOf(name, day));
    const archive = await openDiskArchive(root);
    const old: ArchiveEntry[] = [];
    for await (const entry of archive.list()) old.push(entry);
    await write('sgp/x/sgpmetE13.b1.20190105.000000.cdf'); // after the inventory
    await rm(at(pathOf('nsametC1.b1', 1)));
    await writeTestFile(at(pathOf('twpmetC2.b1', 1)), { attributes: { history: 'written again' } });
    await harvest(await inputOf(store));
    const known = plain(await indexOf(store));
    const inventory = {
      async *list() {
        yield* old;
      },
    };
    const report = await harvest(await inputOf(store, { inventory }));
    expect(report).toMatchObject({ changed: 0, removed: 0 });
    const again = plain(await indexOf(store));
    expect(again.files).toEqual(known.files);
    await rm(at(pathOf('enametC1.b1', 1)));
    await harvest(await inputOf(store, { inventory }));
    // still in the inventory
    expect(plain(await indexOf(store)).files).toHaveLength(known.files.length);
    old.splice(0, old.length, ...old.filter(({ path }) => path !== pathOf('enametC1.b1', 1)));
    expect(await harvest(await inputOf(store, { inventory }))).toMatchObject({ removed: 1 });
  });

  it('changes of files in any order, twice or of nothing lead to what a harvest of the whole finds', async () => {
    for (const name of NAMES) await write(pathOf(name, 1));
    await harvest(await inputOf(store));
    await write(pathOf('sgpmetE13.b1', 2));
    await write(pathOf('nsametC1.b1', 1), 1_700_000_000);
    await rm(at(pathOf('enametC1.b1', 1)));
    await mkdir(at('moved'));
    await rename(at(pathOf('twpmetC2.b1', 1)), at('moved/twpmetC2.b1.20190101.000000.cdf'));
    const lines = [
      pathOf('enametC1.b1', 1),
      'moved/twpmetC2.b1.20190101.000000.cdf',
      at(pathOf('nsametC1.b1', 1)),
      pathOf('twpmetC2.b1', 1),
      pathOf('sgpmetE13.b1', 2),
      pathOf('sgpmetE13.b1', 2),
      'never/there.nc',
      'sgp',
      '../outside.nc',
      '{"no": "notification"}',
    ];
    const place = { folder: root };
    const { report, others } = await takeChanges(await inputOf(store), lines, place);
    expect(report).toMatchObject({ added: 1, removed: 1 });
    expect(others).toBe(1);
    expect(log.join()).toContain('a change could not be read');
    expect(plain(await indexOf(store))).toEqual(await afresh());
  });

  it('a file that a change names and that cannot be looked at stays filed', async () => {
    const [lost = '', gone = ''] = NAMES.map((name) => pathOf(name, 1));
    for (const name of NAMES) await write(pathOf(name, 1));
    await harvest(await inputOf(store));
    await rm(at(dirname(lost)), { recursive: true });
    await symlink(basename(dirname(lost)), at(dirname(lost))); // it leads to itself
    await rm(at(gone));
    const { report } = await takeChanges(await inputOf(store), [lost, gone], { folder: root });
    expect(report).toMatchObject({ added: 0, changed: 0, removed: 1 });
    expect(log.join()).toContain(`"path":"${lost}","reason":"It cannot be read."`);
    const listed = await harvest(await inputOf(store));
    expect(listed).toMatchObject({ removed: 0, skipped: [{ path: dirname(lost) }] });
  });

  it('a changed description has the tables of its folder looked at again, and no others', async () => {
    for (const folder of ['t', 'u']) {
      await mkdir(at(folder));
      await writeFile(
        at(`${folder}/x.csv`),
        'when,t\n2020-01-01T00:00:00Z,5\n2020-01-02T00:00:00Z,6\n',
      );
      await writeFile(at(`${folder}/csv.json`), JSON.stringify({ time: { column: 'when' } }));
      for (const name of ['x.csv', 'csv.json']) await utimes(at(`${folder}/${name}`), 1e9, 1e9);
    }
    await harvest(await inputOf(store));
    for (const folder of ['t', 'u']) await utimes(at(`${folder}/csv.json`), 1.1e9, 1.1e9);
    const { report } = await takeChanges(await inputOf(store), ['t/csv.json'], { folder: root });
    expect(report).toMatchObject({ listed: 1, changed: 1 });
  });
});

describe('on a PostgreSQL server', async () => {
  const server = await startPostgresServer();
  afterAll(() => server?.stop());

  it.skipIf(!server)(
    'two that file the same files at the same moment both come to the end',
    async () => {
      for (const name of NAMES) for (const day of [1, 2, 3, 4]) await write(pathOf(name, day));
      const { url } = await freshDatabase(server?.url ?? '');
      const two = [await temporaryStore({ url }), await temporaryStore({ url })];
      const share = { number: 1, of: 1 };
      const reports = await Promise.all(
        two.map(async (store) => await harvest(await inputOf(store, { share }))),
      );
      expect(reports.map(({ listed }) => listed)).toEqual([20, 20]);
      expect(plain(await indexOf(two[0] as TemporaryStore))).toEqual(await afresh());
      for (const store of two) await store.close();
    },
  );
});

it('lines are taken in groups of what has come, and none is lost at the end', async () => {
  async function* lines() {
    yield 'a';
    yield 'b';
    await new Promise((resolve) => setTimeout(resolve, 200));
    yield 'c';
  }
  const groups: string[][] = [];
  for await (const group of inGroups(lines(), 30)) groups.push(group);
  expect(groups).toEqual([['a', 'b'], ['c']]);
  const many = async function* () {
    for (let n = 0; n < 2500; n++) yield `${n}`;
  };
  const sizes: number[] = [];
  for await (const group of inGroups(many())) sizes.push(group.length);
  expect(sizes).toEqual([1000, 1000, 500]);
});
