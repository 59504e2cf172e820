// Everything that an order needs, in temporary folders: archive, catalogue, accounts, HTTP and a
// worker.
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { NO_SESSION_MESSAGE } from '@isobar/contract/calls/accounts.ts';
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { openDataset } from '@isobar/netcdf';
import { openDiskArchive } from '../../../adapters/archive-disk.ts';
import { openDiskBlobs } from '../../../adapters/blobs-disk.ts';
import { openOutbox } from '../../../adapters/mail-outbox.ts';
import { openWebHooks } from '../../../adapters/web-hook-http.ts';
import { createAccounts } from '../../../core/accounts/accounts.ts';
import { addPerson } from '../../../core/accounts/people.ts';
import type { Session } from '../../../core/accounts/session.ts';
import { headerOf } from '../../../core/catalogue/header.ts';
import { createHttp } from '../../../platform/http/http.ts';
import { createLog } from '../../../platform/log/log.ts';
import { type WorkerInput, workOff } from '../../../roles/worker.ts';
import type { Store } from '../../../store/open.ts';
import { freshDatabase } from '../../../store/testing/postgres-server.ts';
import { type TemporaryStore, temporaryStore } from '../../../store/testing/temporary-store.ts';
import { openLinkSigner } from '../delivery/links.ts';
import type { DropBoxDelivery } from '../drop-box/links.ts';
import { makeSample } from '../make-sample.ts';
import { registerOrders } from '../routes.ts';
import type { Sampler } from '../sample-job.ts';
import type { OrderSettings } from '../settings.ts';
import { writeMetFile } from './met-file.ts';
import { testSettings } from './settings.ts';
import { type SomeTables, tablesOf } from './tables.ts';

export const DAY = 86_400;
export const JANUARY_1 = Date.UTC(2019, 0, 1) / 1000;

/**
 * Address of a PostgreSQL server that fixtures use instead of SQLite: see
 * scripts/orders-on-postgres.mjs.
 */
const POSTGRES = process.env.ISOBAR_TEST_POSTGRES;

export type OrderFixture = Awaited<ReturnType<typeof openOrderFixture>>;

export async function openOrderFixture(
  where?: Store['kind'] | { readonly url: string },
  openDropBox?: (home: string) => Promise<DropBoxDelivery>,
) {
  const fresh = where === undefined && POSTGRES ? await freshDatabase(POSTGRES) : null;
  const store = await temporaryStore(where ?? fresh ?? 'sqlite');
  const home = join(store.folder, 'home');
  const archiveFolder = join(store.folder, 'archive');
  await mkdir(archiveFolder, { recursive: true });
  const archive = await openDiskArchive(archiveFolder);
  const blobs = await openDiskBlobs(join(home, 'deliveries'));
  const outbox = join(home, 'outbox');
  const links = await openLinkSigner(home);
  const log = createLog('silent');
  const hookHosts: string[] = [];
  const settings: OrderSettings = testSettings(home, hookHosts);
  const known = { tables: tablesOf({}) };
  const tables = async () => known.tables;
  const accounts = createAccounts(store.db);
  const http = await createHttp<Session>({
    log,
    requestsPerMinute: 100_000,
    trustProxy: false,
    noSessionMessage: NO_SESSION_MESSAGE,
    session: accounts.sessionOf,
  });
  const dropBox = await openDropBox?.(home);
  const sampler: Sampler = {
    sample: (job) => makeSample(archive, job, join(store.folder, 'sample')),
  };
  const feature = { db: store.db, log, tables, blobs, links, settings, dropBox, sampler };
  registerOrders(http, feature);
  const worker: WorkerInput = {
    store,
    archive,
    blobs,
    tables,
    links,
    settings,
    log,
    dropBox,
    mail: openOutbox({ folder: outbox, from: settings.contact }),
    webHooks: openWebHooks({ mayReach: () => true }),
    pace: { poll: 20, heartbeat: 200, retry: 1 },
  };
  return {
    store,
    folder: store.folder,
    /** The database for other processes: a file or an address. */
    database: fresh?.url ?? join(store.folder, 'isobar.sqlite'),
    home,
    archiveFolder,
    blobs,
    links,
    settings,
    http,
    worker,
    app: http.app,
    setTables: (some: SomeTables) => {
      known.tables = tablesOf(some);
    },
    /** Servers that web hooks may go to. */
    hookHosts,
    /** Signs a new person in; headers for calls. */
    async signIn(userName: string): Promise<{ personId: string; headers: { cookie: string } }> {
      const password = `password of ${userName}`;
      const personId = await addPerson(store.db, {
        userName,
        email: `${userName}@example.org`,
        nameFirst: userName,
        nameLast: 'Byron',
        password,
      });
      const { cookie } = await accounts.signIn({
        name: userName,
        password,
        address: '127.0.0.1',
        remember: false,
        onThrottled: () => {},
      });
      return { personId, headers: { cookie: `isobar_session=${cookie}` } };
    },
    /** The reply to an order that a person places. */
    place: (headers: Readonly<Record<string, string>>, payload: object | string) =>
      http.app.inject({
        method: 'POST',
        url: '/services/order/orders/create',
        headers,
        payload,
      }),
    /** Runs all that is queued now, retries included. */
    async work(): Promise<void> {
      for (let i = 0; i < 40; i++) {
        await workOff(worker);
        const waiting = await store.db
          .selectFrom('jobs')
          .select('job_id')
          .where('state', '=', 'waiting')
          .execute();
        if (waiting.length === 0) return;
        await new Promise((done) => setTimeout(done, 10));
      }
    },
    /**
     * Names of the mails that were sent; a mail whose worker was killed while writing it does not
     * count.
     */
    mails: async (): Promise<string[]> =>
      (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort(),
    readMail: (name: string): Promise<string> => readFile(join(outbox, name), 'utf8'),
    async close() {
      await http.app.close();
      await archive.close();
      await store.close();
      await fresh?.drop();
    },
  };
}

/**
 * Day files from 2019-01-01 on, one sample each `step` seconds, filed in the catalogue. Answers
 * their names.
 */
export async function addMetDays(
  house: OrderFixture,
  datastream: string,
  days: number,
  step = 600,
): Promise<string[]> {
  const names: string[] = [];
  for (let day = 0; day < days; day++) {
    const start = JANUARY_1 + day * DAY;
    const stamp = new Date(start * 1000).toISOString().slice(0, 10).replaceAll('-', '');
    const name = `${datastream}.${stamp}.000000.cdf`;
    const path = join(house.archiveFolder, name);
    await writeMetFile(path, { start, samples: DAY / step, step, datastream });
    await fileAway(house.store, path, { datastream, start, end: start + DAY - step });
    names.push(name);
  }
  await addDesign(house.store, datastream, join(house.archiveFolder, names[0] ?? ''));
  return names;
}

/** Variables that the catalogue knows of a datastream: those of the file at `path`. */
export async function addDesign(store: Store, datastream: string, path: string): Promise<void> {
  const dataset = await openDataset(path);
  const header = JSON.stringify(headerOf(dataset));
  await dataset.close();
  await store.db
    .insertInto('designs')
    .values({ datastream, design: 'd1', header })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** A file of any other kind, as it is; `design` null: nothing can be extracted from it. */
export async function addFile(
  house: OrderFixture,
  name: string,
  content: string | Uint8Array,
  of: { datastream: string; start: number; end: number; design?: string | null; scanName?: string },
): Promise<void> {
  const path = join(house.archiveFolder, name);
  await writeFile(path, content);
  await fileAway(house.store, path, { design: null, ...of });
}

export async function fileAway(
  store: TemporaryStore,
  path: string,
  of: { datastream: string; start: number; end: number; design?: string | null; scanName?: string },
): Promise<void> {
  const { size, mtimeMs } = await stat(path);
  const { datastream, start, end } = of;
  await store.db
    .insertInto('files')
    .values({
      datastream,
      file_name: basename(path),
      path: basename(path),
      named: 1,
      size,
      start_s: start,
      end_s: end,
      scan_name: of.scanName ?? null,
      sha256: null,
      modified_ms: Math.floor(mtimeMs),
      design: of.design === undefined ? 'd1' : of.design,
      notices: null,
    })
    .execute();
  const parts = parseDatastream(datastream);
  await store.db
    .insertInto('datastreams')
    .values({
      datastream,
      site_code: parts?.siteCode ?? '',
      facility_code: parts?.facilityCode ?? '',
      datastream_class: parts?.classCode ?? datastream,
      data_level: parts?.dataLevel ?? '',
      start_s: start,
      end_s: end,
      longest_s: end - start,
      file_count: 1,
      bytes: size,
    })
    .onConflict((c) =>
      c.column('datastream').doUpdateSet((e) => ({
        start_s: e.fn<number>(store.kind === 'sqlite' ? 'min' : 'least', [
          'datastreams.start_s',
          'excluded.start_s',
        ]),
        end_s: e.fn<number>(store.kind === 'sqlite' ? 'max' : 'greatest', [
          'datastreams.end_s',
          'excluded.end_s',
        ]),
        longest_s: e.fn<number>(store.kind === 'sqlite' ? 'max' : 'greatest', [
          'datastreams.longest_s',
          'excluded.longest_s',
        ]),
        file_count: e('datastreams.file_count', '+', 1),
        bytes: e('datastreams.bytes', '+', size),
      })),
    )
    .execute();
}

/** The smallest order of a datastream, for tests to spread and change. */
export const requestOf = (
  datastream: string,
  from: string,
  to: string,
  selected: object = {},
  selectedData: object = {},
) => ({
  selectedData: {
    selectedDatastreams: [{ datastream, dates: [{ startDate: from, endDate: to }], ...selected }],
    outputFormat: ['ANDR'],
    ...selectedData,
  },
});
