// The records of a server as the tools of the field read them: Sickle, feedparser, datacite, lxml,
// mlcroissant.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import { openMonths } from '../../core/pages/month-data.ts';
import { openPages } from '../../core/pages/pages.ts';
import { countRecords } from '../../core/pages/records.ts';
import { indexWith, publisherAt, SHIPPED } from '../../core/pages/testing/page-fixture.ts';
import { loadTables } from '../../core/tables/load.ts';
import type { Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import { openStore, type Store } from '../../store/open.ts';
import { harvest } from '../harvest/harvest.ts';
import { registerData } from '../months/routes.ts';
import { writeMonth } from '../months/write-month.ts';
import { writeMetFile } from '../orders/testing/met-file.ts';
import { registerPages } from '../pages/routes.ts';
import { readStyle } from '../pages/style.ts';
import { registerFeeds } from './feeds.ts';
import { registerOai } from './oai.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Where `npm test` puts them (scripts/machine.mjs). */
const programs = here('../../../../../node_modules/.cache/python-programs');
const packages = [join(programs, 'harvesters'), join(programs, 'catalogues')];
const python = process.env.ISOBAR_TEST_PYTHON ?? 'python3';
const env = packages.some(existsSync)
  ? { ...process.env, PYTHONPATH: packages.join(delimiter) }
  : process.env;
const hasTools = spawnSync(python, ['-c', 'import sickle, lxml'], { env }).status === 0;
/** Where the machine was prepared for tests, absent tools are a failure. */
const isNeeded = process.env.ISOBAR_NEED_TOOLS === 'true';

let folder: string;
let store: Store;
let archive: ArchiveStore;
let http: Http<never>;
let base = '';
let found: Record<string, Record<string, unknown>> = {};
let restarts = 0;
const STREAM = 'sgpmetE13.b1';

async function openServer(port: number) {
  store = await openStore({ file: join(folder, 'isobar.sqlite') });
  const tables = await loadTables(SHIPPED);
  http = await anonymousHttp();
  const publisher = publisherAt('');
  const pages = openPages({ db: store.db, tables: async () => tables, publisher });
  const months = openMonths(store.db, async () => tables, {
    write: (job) => writeMonth(archive, job, { output: join(folder, 'month.csv') }),
  });
  registerPages(http, { pages, style: await readStyle(), publisher });
  registerData(http, { pages, months, publisher });
  registerOai(http, { pages, publisher });
  const index = indexWith({ [STREAM]: Date.UTC(2019, 0, 3) / 1000 });
  registerFeeds(http, { pages, publisher, index });
  await http.app.listen({ port, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(http.app.server.address() as AddressInfo).port}`;
  publisher.url = base;
  return pages;
}

async function closeServer(): Promise<void> {
  await http.app.close();
  await store.close();
}

/** Runs the tools; `restart` is called in the middle of a harvest, which waits for it. */
async function runTools(restart: () => Promise<void>): Promise<typeof found> {
  const script = here('../../core/pages/testing/harvest.py');
  const tools = spawn(python, [script, base, STREAM, '2019-01'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let last = '';
  for await (const line of createInterface({ input: tools.stdout })) {
    last = line;
    if (line !== 'restart') continue;
    restarts++;
    await restart();
    tools.stdin.write('\n');
  }
  return JSON.parse(last || '{}');
}

describe.runIf(hasTools || isNeeded)(
  'tools of the field (skipped without Python and its packages)',
  () => {
    beforeAll(async () => {
      folder = temporaryFolder();
      const files = join(folder, 'archive');
      await mkdir(files);
      const start = Date.UTC(2019, 0, 1) / 1000;
      for (const day of [0, 1, 2])
        await writeMetFile(join(files, `sgpmetE13.b1.2019010${day + 1}.000000.cdf`), {
          start: start + day * 86_400,
          samples: 144,
          step: 600,
          datastream: 'sgpmetE13.b1',
        });
      archive = await openDiskArchive(files);
      const pages = await openServer(0);
      const tables = await loadTables(SHIPPED);
      await harvest({ store, archive, tables, log: createLog('silent') });
      await pages.sync();
      found = await runTools(async () => {
        // In the middle of a harvest the server is closed, a file is added, and the server restarts
        // at the same address.
        const { port } = new URL(base);
        await closeServer();
        await writeMetFile(join(files, 'nsametC1.b1.20190101.000000.cdf'), {
          start,
          samples: 144,
          step: 600,
          datastream: 'nsametC1.b1',
        });
        await openServer(Number(port));
        await harvest({ store, archive, tables, log: createLog('silent') });
      });
    }, 240_000);

    afterAll(async () => {
      await closeServer();
      await archive.close();
    });

    it('Sickle harvests every record once, in both forms, over a restart and a harvest in between', async () => {
      const records = await countRecords(store.db, { deleted: true });
      const all = { records, different: records };
      expect(restarts).toBe(1);
      expect(found.sickle).toEqual({ oai_dc: all, oai_datacite: all });
    });

    it('feedparser reads the feed', () => {
      expect(found.feedparser).toMatchObject({ bozo: false, entries: 1, version: 'atom10' });
    });

    it('DataCite finds no fault with a record of schema 4.5', () => {
      expect(found.datacite).toEqual({ errors: [] });
    });

    it('the XML for DataCite tells all that its library writes of the JSON', () => {
      expect(found.datacite_xml).toEqual({ missing: [] });
    });

    it('OWSLib reads ISO 19115-3 back', () => {
      if (!isNeeded && found.owslib?.absent) return;
      expect(found.owslib).toEqual({
        identifier: `${base}/datastream/${STREAM}`,
        title: expect.stringContaining('Surface Meteorological Instrumentation'),
        abstract: true,
        west: -97.5,
        south: 36.6,
        links: 2,
        contact: 'help@archive.example',
      });
    });

    it('ISO 19115-3 and DataCite XML are read back', () => {
      expect(found.lxml).toMatchObject({ root: 'http://datacite.org/schema/kernel-4' });
      expect(JSON.stringify(found.lxml)).toContain('Surface Meteorological Instrumentation');
    });

    it('mlcroissant loads the same values as the file has', () => {
      if (!isNeeded && found.mlcroissant?.absent) return;
      expect(found.mlcroissant).toEqual({ issues: 0, rows: 432, records: 432, different: 0 });
    });
  },
);
