// The live data service on a temporary archive, over HTTP, with extracts made in their real thread.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll } from 'vitest';
import { openDiskArchive } from '../../../adapters/archive-disk.ts';
import { createAccounts } from '../../../core/accounts/accounts.ts';
import { addPerson, expirePerson, renewAccessToken } from '../../../core/accounts/people.ts';
import type { Session } from '../../../core/accounts/session.ts';
import { readConfiguration } from '../../../platform/config/config.ts';
import { createHttp } from '../../../platform/http/http.ts';
import { createLog } from '../../../platform/log/log.ts';
import { extractorOf, openWorkPool } from '../../../roles/work-pool.ts';
import {
  addFile,
  addMetDays,
  DAY,
  JANUARY_1,
  openOrderFixture,
} from '../../orders/testing/order-fixture.ts';
import { registerLive } from '../routes.ts';

export const MET = 'sgpmetE13.b1';
/** Accounts have the token `NAME-token`; the account of `old` has expired. */
export const USER = 'ada:ada-token';

export type Query = Record<string, string>;
export type LiveFixture = Awaited<ReturnType<typeof openLiveFixture>>;

/**
 * Four days of MET, a day of limited access, and a raw file. The limit is that of one address, and
 * of one person.
 */
export async function openLiveFixture({ perMinute = 100_000 } = {}) {
  const house = await openOrderFixture('sqlite');
  const names = await addMetDays(house, MET, 4);
  await addMetDays(house, 'nsametC1.b1', 1);
  await addFile(house, 'sgpradarC1.00.20190101.000000.raw.scan.dat', 'raw bytes', {
    datastream: 'sgpradarC1.00',
    start: JANUARY_1,
    end: JANUARY_1 + DAY,
  });
  for (const userName of ['ada', 'grace', 'old']) {
    await addPerson(house.store.db, {
      userName,
      email: `${userName}@example.org`,
      nameFirst: userName,
      nameLast: 'B',
      password: 'a long enough password',
    });
    await renewAccessToken(house.store.db, userName, `${userName}-token`);
  }
  await expirePerson(house.store.db, 'old', 1000);
  const about = { subject: 'x', variables: 'temp_mean', start_time: '2019-01-02' };
  house.setTables({
    'quality-reports.csv': [
      { ...about, dqr_id: 'D1.1', datastream: MET, quality_code: '3', end_time: '2019-01-02' },
      {
        ...about,
        dqr_id: 'D2.1',
        datastream: 'nsametC1.b1',
        quality_code: '99',
        start_time: '2019-01-01',
      },
    ],
  });
  const pool = await openWorkPool({
    configuration: readConfiguration({
      ISOBAR_HOME: house.home,
      ISOBAR_ARCHIVE: house.archiveFolder,
      ISOBAR_LOG: 'silent',
    }),
    version: '1.0.0',
  });
  const logged: string[] = [];
  const lines = new Writable({
    write: (line, _, done) => {
      logged.push(String(line));
      done();
    },
  });
  const http = await createHttp<Session>({
    log: createLog('debug', lines),
    requestsPerMinute: perMinute,
    trustProxy: true,
    personOf: ({ personId }) => personId,
    noSessionMessage: '',
    session: createAccounts(house.store.db).sessionOf,
  });
  await registerLive(http, {
    db: house.store.db,
    archive: await openDiskArchive(house.archiveFolder),
    tables: house.worker.tables,
    extractor: extractorOf(pool),
    place: { title: 'A <title>', contact: 'help@example.org' },
    settings: { url: 'https://data.example.org', mostBytes: 200_000 },
    scratch: join(house.home, 'live'),
  });
  const origin = await http.app.listen({ port: 0, host: '127.0.0.1' });
  const address = (path: string, query: Query) =>
    `${origin}/services/live${path}?${new URLSearchParams(query)}`;
  return {
    house,
    names,
    /** Everything that was written to the log. */
    logged,
    origin,
    address,
    get: (path: string, query: Query, headers: Query = {}, method = 'GET') =>
      fetch(address(path, query), { headers, method }),
    mod: (query: Query, body: unknown) =>
      fetch(address('/mod', query), {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    bytesOf: (name: string) => readFileSync(join(house.archiveFolder, name)),
    async close() {
      await http.app.close();
      await pool.close();
      await house.close();
    },
  };
}

/** The file name that an answer gives. */
export const nameOf = (answer: Response): string | undefined =>
  answer.headers.get('content-disposition')?.split('filename=')[1];

/** One for all tests of a file. Its parts are read inside a test: before, nothing is open. */
export function liveForAll(options: Parameters<typeof openLiveFixture>[0] = {}) {
  let live: LiveFixture;
  beforeAll(async () => {
    live = await openLiveFixture(options);
  });
  afterAll(() => live.close());
  const get: LiveFixture['get'] = (...args) => live.get(...args);
  const bytesOf: LiveFixture['bytesOf'] = (name) => live.bytesOf(name);
  return {
    get live() {
      return live;
    },
    get names() {
      return live.names;
    },
    get,
    bytesOf,
  };
}
