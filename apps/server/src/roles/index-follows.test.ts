// Homes with search indexes of their own on one store: whatever one of them changes there is
// searchable in all.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../adapters/archive-disk.ts';
import { openEmbeddedSearch } from '../adapters/search-embedded/search-embedded.ts';
import { lastChange, noteChange } from '../core/catalogue/changes.ts';
import { catalogueIsStale } from '../core/catalogue/freshness.ts';
import { indexCatalogue, indexEverywhere } from '../core/catalogue/index-catalogue.ts';
import { keepUp } from '../core/catalogue/keep-up.ts';
import { importReport } from '../core/reports/write.ts';
import { withWrittenReports } from '../core/reports/written.ts';
import { loadTables } from '../core/tables/load.ts';
import { harvest } from '../features/harvest/harvest.ts';
import { writeTestFile } from '../features/harvest/testing/write-file.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../store/testing/temporary-store.ts';
import { type IndexKeeper, keepIndexed } from './index-keeper.ts';

const log = pino({ level: 'silent' });

interface Home {
  readonly index: SearchIndex;
  readonly keeper: IndexKeeper;
  /** Where its tables are. */
  readonly tables: string;
}

describe.each(STORE_KINDS)('indexes of several homes on one store (%s)', (kind) => {
  let store: TemporaryStore;
  let folder: string;
  let homes: Home[];
  beforeAll(async () => {
    store = await temporaryStore(kind);
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    folder = temporaryFolder();
    homes = [];
    await writeTestFile(file('sgpmetE13.b1.20190101.000000.nc'));
    await harvested();
  });
  afterEach(async () => {
    for (const { keeper } of homes) await keeper.close();
    for (const { index } of homes) await index.close();
    await store.empty();
    vi.restoreAllMocks();
  });

  const file = (name: string): string => join(folder, 'archive', name);
  const tablesOf = (at: string) => withWrittenReports(() => loadTables(at), store.db);

  /** A home whose index is made of the store as it is now. */
  async function home(name: string, everyMs = 20): Promise<Home> {
    const index = await openEmbeddedSearch({
      folder: join(folder, name),
      threads: 1,
      isOneOfSeveral: true,
      log,
    });
    const at = join(folder, `${name}-tables`);
    const tables = tablesOf(at);
    if (await catalogueIsStale(store.db, index))
      await indexCatalogue({ db: store.db, tables: await tables(), external: [], index });
    const keeper = keepIndexed({
      ...{ store, tables, index, log, everyMs },
      exchangeTables: async () => {},
      external: () => [],
    });
    const made = { index, keeper, tables: at };
    homes.push(made);
    return made;
  }

  /** Takes up what changed in the archive, as a harvester without a home among these does. */
  async function harvested(): Promise<readonly string[]> {
    const archive = await openDiskArchive(join(folder, 'archive'));
    const tables = await loadTables(join(folder, 'no tables'));
    const { touched } = await harvest({ store, archive, tables, log });
    await archive.close();
    return touched;
  }

  const found = async ({ index }: Home): Promise<string[]> => {
    const { hits } = await index.search('metadata', { query: { match_all: {} }, size: 100 });
    return hits.hits.map((hit) => String(hit._source?.datastream)).sort();
  };
  const soon = (one: Home, ...expected: string[]) =>
    vi.waitFor(async () => expect(await found(one)).toEqual(expected), 20_000);

  it('indexes of several homes on one store show files that a harvest elsewhere took up and forgot, one document after the other', async () => {
    const [one, two] = [await home('one'), await home('two')];
    const replaced = [one, two].map(({ index }) => vi.spyOn(index, 'replace'));
    await writeTestFile(file('nsametC1.b1.20190101.000000.nc'));
    await harvested();
    for (const each of [one, two]) await soon(each, 'nsametC1.b1', 'sgpmetE13.b1');
    await rm(file('sgpmetE13.b1.20190101.000000.nc'));
    await harvested();
    for (const each of [one, two]) await soon(each, 'nsametC1.b1');
    for (const replace of replaced) expect(replace).not.toHaveBeenCalled();
    expect(await catalogueIsStale(store.db, one.index)).toBe(false);
  });

  it('indexes of several homes on one store are taken up where a home that was stopped meanwhile left off', async () => {
    const one = await home('one');
    await one.keeper.close();
    await one.index.close();
    homes = [];
    await writeTestFile(file('nsametC1.b1.20190101.000000.nc'));
    await harvested();
    await home('other');
    const again = await home('one');
    expect(await found(again)).toEqual(['nsametC1.b1', 'sgpmetE13.b1']);
  });

  it('indexes of several homes on one store show reports that were published through another home', async () => {
    const [one, two] = [await home('one'), await home('two')];
    const context = { db: store.db, tables: await tablesOf(one.tables)(), now: 1_700_000_000 };
    await importReport(context, { personId: '', name: 'import' }, 'D190101.1', [
      {
        dqr_id: 'D190101.1',
        datastream: 'sgpmetE13.b1',
        quality_code: -1,
        quality_name: 'incorrect',
        start_time: Date.UTC(2019, 0, 1) / 1000,
        end_time: Date.UTC(2019, 0, 1, 6) / 1000,
        subject: 'The fan stood still',
        description: 'It did.',
        suggestions: '',
        variables: [],
        text_format: 'markdown',
        supersedes: [],
      },
    ]);
    const shows = async ({ index }: Home) =>
      JSON.stringify((await index.search('metadata', { query: { match_all: {} } })).hits.hits);
    for (const each of [one, two])
      await vi.waitFor(async () => expect(await shows(each)).toContain('D190101.1'), 20_000);
  });

  it('indexes of several homes on one store are built again everywhere when an operator has one of them built again', async () => {
    const [one, two] = [await home('one'), await home('two')];
    const replace = vi.spyOn(two.index, 'replace');
    const before = two.index.version('metadata');
    const tables = await tablesOf(one.tables)();
    await indexEverywhere({ db: store.db, tables, external: [], index: one.index });
    await vi.waitFor(() => expect(two.index.version('metadata')).not.toBe(before), 20_000);
    expect(replace).toHaveBeenCalled();
  });

  it('indexes of several homes on one store are built again when the store no longer knows what they show', async () => {
    const one = await home('one', 60_000);
    await store.db.transaction().execute(async (db) => {
      for (let n = 0; n < 1100; n++) await noteChange(db, ['sgpmetE13.b1']);
    });
    const { kept } = await store.db
      .selectFrom('catalogue_changes')
      .select((e) => e.fn.countAll<number>().as('kept'))
      .executeTakeFirstOrThrow();
    expect(Number(kept)).toBe(1000);
    const replace = vi.spyOn(one.index, 'replace');
    await follow(one);
    expect(replace).toHaveBeenCalled();
    expect(await one.index.followed?.read()).toBe(await lastChange(store.db));
    replace.mockClear();
    await one.index.followed?.note('a change of a store that was lost');
    await follow(one);
    expect(replace).toHaveBeenCalled();
  });

  it('indexes of several homes lack no change that comes while others of the same home follow', async () => {
    const one = await home('one', 60_000);
    const second = await openEmbeddedSearch({
      folder: join(folder, 'one'),
      threads: 1,
      isOneOfSeveral: true,
      lookEvery: 20,
      log,
    });
    try {
      const names = ['nsametC1.b1', 'twpmetC1.b1', 'enametC1.b1', 'acxmetM1.b1'];
      for (const name of names) {
        await writeTestFile(file(`${name}.20190101.000000.nc`));
        await harvested();
        await Promise.all([follow(one), follow({ ...one, index: second }), follow(one)]);
      }
      await soon(one, ...[...names, 'sgpmetE13.b1'].sort());
      await soon({ ...one, index: second }, ...[...names, 'sgpmetE13.b1'].sort());
    } finally {
      await second.close();
    }
  });

  const follow = async ({ index, tables }: Home) =>
    keepUp({
      ...{ db: store.db, index, external: [], touched: [], wasStale: false },
      tables: await tablesOf(tables)(),
    });
});

it('an index of the only home of a store notes nothing beside itself', async () => {
  const folder = temporaryFolder();
  await writeFile(join(folder, 'other'), '');
  const index = await openEmbeddedSearch({ folder, threads: 1, log });
  expect(index.followed).toBeUndefined();
  await index.close();
  await rm(folder, { recursive: true });
});
