// Curated files of homes that share a database and no folder.
import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { freshDatabase, startPostgresServer } from '../../store/testing/postgres-server.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { type Exchanged, openFileExchange } from './exchange.ts';
import { keepExchanged } from './keep-exchanged.ts';
import { ensureTables } from './load.ts';
import { openTableEditor } from './table-editor.ts';

const server = await startPostgresServer();
afterAll(() => server?.stop());

const SITES = 'tables/sites.csv';
const HEAD = 'site_code,site_name,site_type,start_date,end_date\n';
const table = (name: string): string => `${HEAD}sgp,${name},L,,\n`;

describe.each([
  ['PostgreSQL in memory', true],
  ['a PostgreSQL server', server !== null],
] as const)('curated files on %s', (kind, isThere) => {
  describe.skipIf(!isThere)('(needs PostgreSQL)', () => {
    let store: TemporaryStore;
    let folder: string;
    beforeAll(async () => {
      store = await temporaryStore(
        kind === 'PostgreSQL in memory'
          ? 'postgres'
          : { url: (await freshDatabase(server?.url ?? '')).url },
      );
    });
    afterAll(() => store.close());
    beforeEach(async () => {
      folder = temporaryFolder();
      await put('shipped', 'sites.csv', table('Shipped'));
    });
    afterEach(() => store.empty());

    const put = async (home: string, path: string, text: string | Buffer): Promise<void> => {
      await mkdir(dirname(join(folder, home, path)), { recursive: true });
      await writeFile(join(folder, home, path), text);
    };
    const text = (home: string, path = SITES): Promise<string> =>
      readFile(join(folder, home, path), 'utf8');
    const exchanges = new Map<string, () => Promise<Exchanged>>();
    /** As a process of the home does. */
    const exchange = async (home: string): Promise<Exchanged> => {
      const at = join(folder, home);
      const known = exchanges.get(at) ?? (await openFileExchange(store.db, at));
      exchanges.set(at, known);
      return await known();
    };
    const shipped = (home: string) =>
      ensureTables({ shipped: join(folder, 'shipped'), folder: join(folder, home, 'tables') });

    it('an edit in one home is in all, whichever it is', async () => {
      for (const home of ['a', 'b', 'c']) {
        await shipped(home);
        await exchange(home);
      }
      await put('b', SITES, table('Plains'));
      expect(await exchange('b')).toMatchObject({ given: [SITES], taken: [] });
      for (const home of ['a', 'c'])
        expect(await exchange(home)).toMatchObject({ given: [], taken: [SITES], problem: null });
      await openTableEditor(join(folder, 'c', 'tables')).replace(
        'sites.csv',
        table('Great Plains'),
      );
      for (const home of ['c', 'a', 'b']) await exchange(home);
      for (const home of ['a', 'b', 'c']) expect(await text(home)).toBe(table('Great Plains'));
      const { given, taken } = await exchange('a');
      expect([...given, ...taken]).toEqual([]);
    });

    it('a new home takes the tables of the others in the place of shipped ones, of which nothing is kept', async () => {
      await shipped('a');
      await put('a', SITES, table('Plains'));
      await exchange('a');
      await shipped('new');
      const { taken, replaced } = await exchange('new');
      expect([taken, [...replaced]]).toEqual([[SITES], []]);
      expect(await text('new')).toBe(table('Plains'));
      await shipped('new');
      expect(await text('new')).toBe(table('Plains'));
    });

    it('tables of a newer release reach the homes of all servers that did not edit them', async () => {
      for (const home of ['a', 'b']) {
        await shipped(home);
        await exchange(home);
      }
      await put('shipped', 'sites.csv', table('Newly shipped'));
      await shipped('a');
      await exchange('a');
      expect(await exchange('b')).toMatchObject({ taken: [SITES] });
      await shipped('b');
      expect(await text('b')).toBe(table('Newly shipped'));
      expect(await exchange('b')).toMatchObject({ given: [], taken: [] });
    });

    it('of two edits of a curated file at once one is in all homes, and the other among the former states of its own', async () => {
      for (const home of ['a', 'b']) {
        await shipped(home);
        await exchange(home);
      }
      await put('a', SITES, table('By a'));
      await put('b', SITES, table('By b'));
      await Promise.all([exchange('a'), exchange('b')]);
      const later = [await exchange('a'), await exchange('b')];
      const won = await text('a');
      expect(await text('b')).toBe(won);
      const [lost, name] = won === table('By a') ? ['b', 'By b'] : ['a', 'By a'];
      const editor = openTableEditor(join(folder, lost, 'tables'));
      const [former] = (await editor.read('sites.csv')).former;
      expect(await text(lost, `tables/.former/sites/${former?.name}`)).toBe(table(name));
      expect(later.flatMap((each) => each.given)).toEqual([]);
    });

    it('a table with an error stays in its home, with the reason, until it is right', async () => {
      for (const home of ['a', 'b']) {
        await shipped(home);
        await exchange(home);
      }
      await put('a', SITES, `${HEAD}sgp,Plains,?,,\n`);
      expect((await exchange('a')).problem).toMatch(/^sites\.csv, line 2/);
      await exchange('b');
      expect(await text('b')).toBe(table('Shipped'));
      await put('a', SITES, table('Right'));
      expect((await exchange('a')).problem).toBeNull();
      await exchange('b');
      expect(await text('b')).toBe(table('Right'));
    });

    it('a table that is removed in a home comes back', async () => {
      await put('a', SITES, table('Plains'));
      await exchange('a');
      await rm(join(folder, 'a', SITES));
      await exchange('a');
      expect(await text('a')).toBe(table('Plains'));
    });

    it('written pages and citation styles are shared as well, and go from all homes when they go from one', async () => {
      await put('a', 'pages/privacy.md', '# Ours');
      await put('a', 'citation-styles/own.csl', '<style/>');
      await put('a', 'pages/notes.txt', 'for me');
      await exchange('a');
      await exchange('b');
      expect(await text('b', 'pages/privacy.md')).toBe('# Ours');
      expect(await text('b', 'citation-styles/own.csl')).toBe('<style/>');
      expect(await readdir(join(folder, 'b/pages'))).toEqual(['privacy.md']);
      await rm(join(folder, 'b/pages/privacy.md'));
      await exchange('b');
      await exchange('a');
      expect(await readdir(join(folder, 'a/pages'))).toEqual(['notes.txt']);
    });

    it('a home that comes to another, empty store loses nothing to it', async () => {
      await put('a', SITES, table('Plains'));
      await put('a', 'pages/privacy.md', '# Ours');
      await exchange('a');
      await store.empty();
      exchanges.clear();
      expect((await exchange('a')).given.toSorted()).toEqual(['pages/privacy.md', SITES]);
      expect(await text('a', 'pages/privacy.md')).toBe('# Ours');
    });

    it('a file that is no text stays in its home, with the reason', async () => {
      await put('a', 'pages/privacy.md', Buffer.from('# Grüße', 'latin1'));
      expect((await exchange('a')).problem).toBe('pages/privacy.md is not UTF-8 text');
      await exchange('b');
      await expect(text('b', 'pages/privacy.md')).rejects.toThrow('ENOENT');
    });

    it('an edit that is made while another is taken goes to the others instead of being replaced by it', async () => {
      await shipped('a');
      await exchange('a');
      await put('b', SITES, table('Plains'));
      await exchange('b');
      await put('b', SITES, table('Prairie'));
      await exchange('b');
      let isOver = false;
      const taking = exchange('a').finally(() => {
        isOver = true;
      });
      // The edit comes when the file has been taken, before the exchange has ended.
      while ((await text('a')) !== table('Prairie')) expect(isOver).toBe(false);
      await put('a', SITES, table('Last'));
      await taking;
      expect((await exchange('a')).replaced.size).toBe(0);
      await exchange('b');
      expect([await text('a'), await text('b')]).toEqual([table('Last'), table('Last')]);
    });

    it('an edit that is made while the one before it is given is given next', async () => {
      await put('a', SITES, table('Plains'));
      let isOver = false;
      const giving = exchange('a').finally(() => {
        isOver = true;
      });
      // The edit comes when the store has the file, before the exchange has ended.
      const stored = async () =>
        await store.db.selectFrom('curated_files').select('path').executeTakeFirst();
      while (!(await stored()) && !isOver) await new Promise(setImmediate);
      expect(isOver).toBe(false);
      writeFileSync(join(folder, 'a', SITES), table('Last'));
      await giving;
      expect((await exchange('a')).replaced.size).toBe(0);
      await exchange('b');
      expect([await text('a'), await text('b')]).toEqual([table('Last'), table('Last')]);
    });

    it('a process exchanges as long as it lives, and once more at its end', async () => {
      const log = { info: vi.fn(), warn: vi.fn() };
      await shipped('a');
      const keeper = await keepExchanged(store.db, join(folder, 'a'), log, 20);
      await put('b', SITES, table('Plains'));
      await exchange('b');
      await put('b', SITES, table('Prairie'));
      await exchange('b');
      await vi.waitFor(async () => expect(await text('a')).toBe(table('Prairie')), 20_000);
      await put('a', SITES, table('Last'));
      await keeper.close();
      await exchange('b');
      expect(await text('b')).toBe(table('Last'));
      expect(log.warn).not.toHaveBeenCalled();
    });
  });
});
