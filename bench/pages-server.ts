// The server that `npm run bench pages` looks at: a store of 12,000 datastreams, their pages and
// the interfaces for harvesters.

import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { markFilesChanged } from '../apps/server/src/core/catalogue/freshness.ts';
import { openPages } from '../apps/server/src/core/pages/pages.ts';
import { curatedTables } from '../apps/server/src/core/tables/curated-tables.ts';
import { loadTables } from '../apps/server/src/core/tables/load.ts';
import { registerCrawl } from '../apps/server/src/features/harvesters/crawl.ts';
import { registerOai } from '../apps/server/src/features/harvesters/oai.ts';
import { registerPages } from '../apps/server/src/features/pages/routes.ts';
import { readStyle } from '../apps/server/src/features/pages/style.ts';
import { createHttp } from '../apps/server/src/platform/http/http.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { openStore, type Store } from '../apps/server/src/store/open.ts';

const DATASTREAMS = 12_000;
const FILES = 120;
const REPORTS = 88_000;
const DAY = 86_400;
const START = Date.UTC(2010, 0, 1) / 1000;

const [home = '', port = '0'] = process.argv.slice(2);
const store = await openStore({ file: join(home, 'isobar.sqlite') });
const shipped = await loadTables(fileURLToPath(new URL('../apps/server/tables', import.meta.url)));
const names = await fill(store);
const reports = shipped.rows['quality-reports.csv'];
const tables = curatedTables({
  ...shipped.rows,
  // As many reports as make 100,000 records, on all datastreams.
  'quality-reports.csv': Array.from({ length: REPORTS }, (_, n) => {
    const row = reports[n % reports.length];
    if (!row) throw new Error('The shipped table has no reports.');
    return { ...row, dqr_id: `B${n}.1`, datastream: names[n % names.length] ?? '' };
  }),
});
const http = await createHttp<never>({
  log: createLog('error'),
  requestsPerMinute: 10_000_000,
  trustProxy: ['127.0.0.1'],
  session: async () => null,
  noSessionMessage: '',
});
const url = `http://127.0.0.1:${port}`;
const publisher = {
  archiveName: 'ARM',
  publisher: 'ARM User Facility',
  url,
  title: 'Data Discovery',
  contact: 'help@archive.example',
  simulated: false,
};
const pages = openPages({ db: store.db, tables: async () => tables, publisher });
registerPages(http, { pages, style: await readStyle(), publisher });
registerCrawl(http, { pages, publisher });
registerOai(http, { pages, publisher });
const began = performance.now();
await pages.sync();
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
await http.app.listen({ port: Number(port), host: '127.0.0.1' });
process.send?.({ ready: true, names, syncMs: Math.round(performance.now() - began) });
process.on('message', (asked) => {
  if (asked !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000, delayMs: delay.max / 1e6 });
  delay.reset();
});
process.on('disconnect', () => process.exit());

/** Fills the store with datastreams that have one file a month; returns their names. */
async function fill({ db }: Store): Promise<readonly string[]> {
  const streams = Array.from({ length: DATASTREAMS }, (_, n) => {
    const facility = `E${(n % 120) + 1}`;
    const product = `prod${Math.floor(n / 120)}`;
    return { site: 'sgp', facility, product, name: `sgp${product}${facility}.b1` };
  });
  const known = await db.selectFrom('datastreams').select('datastream').limit(1).execute();
  if (known.length > 0) return streams.map(({ name }) => name);
  const variables = ['temp', 'rh', 'pressure', 'wspd', 'wdir', 'rain', 'snow', 'cloud'].map(
    (name) => ({
      name: `${name}_mean`,
      type: 'float',
      dimensions: ['time'],
      attributes: { long_name: `Mean ${name}`, units: '1' },
    }),
  );
  const header = JSON.stringify({
    format: 'cdf1',
    attributes: { title: 'Made for a bench', process_version: 'ingest-1.0' },
    dimensions: [{ name: 'time', length: 1440, unlimited: true }],
    variables: [
      { name: 'time', type: 'double', dimensions: ['time'], attributes: {} },
      ...variables,
    ],
    place: null,
  });
  for (let at = 0; at < streams.length; at += 100) {
    const part = streams.slice(at, at + 100);
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('datastreams')
        .values(
          part.map(({ name, site, facility, product }) => ({
            datastream: name,
            site_code: site,
            facility_code: facility,
            datastream_class: product,
            data_level: 'b1',
            start_s: START,
            end_s: START + FILES * 30 * DAY,
            longest_s: 30 * DAY,
            file_count: FILES,
            bytes: FILES * 1_000_000,
          })),
        )
        .execute();
      await trx
        .insertInto('designs')
        .values(part.map(({ name }) => ({ datastream: name, design: 'd', header })))
        .execute();
      for (const { name } of part)
        await trx
          .insertInto('files')
          .values(
            Array.from({ length: FILES }, (_, file) => ({
              datastream: name,
              file_name: `${name}.${file}.nc`,
              path: `${name}/${file}.nc`,
              size: 1_000_000,
              start_s: START + file * 30 * DAY,
              end_s: START + (file + 1) * 30 * DAY - 1,
              scan_name: null,
              sha256: null,
              modified_ms: 0,
              design: 'd',
              notices: null,
            })),
          )
          .execute();
      await markFilesChanged(trx, null);
    });
    await sleep(0);
  }
  return streams.map(({ name }) => name);
}
