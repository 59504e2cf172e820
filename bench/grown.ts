// A facility's numbers on PostgreSQL, by simulation: a million files are filed, a day of a thousand
// more is harvested, files and datastreams are searched; and what that says of a hundred million.
// The peer is a quarter of the files: what grows faster than they do is not linear.
// ISOBAR_BENCH_FILES=200000: fewer files.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EMPTY_SEARCH, setText } from '@isobar/contract/search/filter.ts';
import { mainSearch } from '@isobar/contract/search/plan.ts';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { openDiskArchive } from '../apps/server/src/adapters/archive-disk.ts';
import { openEmbeddedSearch } from '../apps/server/src/adapters/search-embedded/search-embedded.ts';
import { searchFiles } from '../apps/server/src/adapters/search-sql/search.ts';
import { indexCatalogue } from '../apps/server/src/core/catalogue/index-catalogue.ts';
import { loadTables } from '../apps/server/src/core/tables/load.ts';
import { harvest } from '../apps/server/src/features/harvest/harvest.ts';
import { writeMetFile } from '../apps/server/src/features/orders/testing/met-file.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import type { ArchiveEntry, ArchiveStore } from '../apps/server/src/ports/archive.ts';
import { openStore, type Store } from '../apps/server/src/store/open.ts';
import { analyze, bytesOfFiles, emptyFiles } from '../apps/server/src/store/testing/made-files.ts';
import { startPostgresServer } from '../apps/server/src/store/testing/postgres-server.ts';
import { monthOf, PRICES } from './grown-month.ts';

const FILES = Number(process.env.ISOBAR_BENCH_FILES ?? 1_000_000);
const STREAMS = 1000;
const DAY = 86_400;
const FIRST = Date.UTC(2015, 0, 1) / 1000;
const SEARCHES = 200;
/** What is computed for. */
const LARGE = 100_000_000;
const LARGE_A_DAY = 1_000_000;
const TABLES = fileURLToPath(new URL('../apps/server/tables', import.meta.url));

interface Measured {
  readonly files: number;
  readonly filedPerSecond: number;
  readonly bytesPerFile: number;
  /** Listing all and filing a day of new files, whose headers are read. */
  readonly daySeconds: number;
  readonly added: number;
  /** Listing all again: nothing is new. */
  readonly listSeconds: number;
  readonly fileSearchP95: number;
  readonly catalogueSeconds: number;
  readonly documents: number;
  readonly searchP95: number;
  readonly rssMb: number;
}

export async function run(): Promise<void> {
  const server = await startPostgresServer();
  if (!server) return console.log('PostgreSQL is not installed here.');
  const folder = mkdtempSync(join(tmpdir(), 'isobar-bench-grown-'));
  try {
    const small = await measure(server.url, folder, FILES / 4);
    const large = await measure(server.url, folder, FILES);
    for (const line of [...tableOf(small, large), '', ...monthTable(large)]) console.log(line);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(url: string, folder: string, files: number): Promise<Measured> {
  const store = await openStore({ url });
  let rss = 0;
  const look = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage.rss());
  }, 200);
  try {
    await emptyFiles(store.db);
    const tables = await loadTables(TABLES);
    const model = join(folder, 'model.cdf');
    await writeMetFile(model, {
      start: FIRST,
      samples: 144,
      step: 600,
      datastream: 'sgpmetE1.b1',
    });
    const disk = await openDiskArchive(folder);
    const run = (archive: ArchiveStore) =>
      harvest({ store, archive, tables, log: createLog('silent') });
    const days = Math.floor(files / STREAMS);
    const first = await run(made(disk, days, 0));
    await analyze(store.db);
    const day = await run(made(disk, days, 1));
    const again = await run(made(disk, days, 1));
    const bytes = await bytesOfFiles(store.db);
    return {
      files,
      filedPerSecond: first.listed / first.seconds,
      bytesPerFile: bytes / day.listed,
      daySeconds: day.seconds,
      added: day.added,
      listSeconds: again.seconds,
      fileSearchP95: await fileSearches(store, days),
      ...(await catalogue(store, folder, tables)),
      rssMb: Math.round(rss / 1e6),
    };
  } finally {
    clearInterval(look);
    await store.close();
  }
}

const streamOf = (n: number): string => `sgpmetE${n + 1}.b1`;

/**
 * `days` of every datastream, of which the listing knows all, and `more` days whose files have to
 * be read.
 */
function made(disk: ArchiveStore, days: number, more: number): ArchiveStore {
  return {
    simulated: false,
    async *list() {
      for (let n = 0; n < STREAMS; n++)
        for (let day = 0; day < days + more; day++) yield entry(n, day, day < days);
    },
    look: async (path) => await disk.look(path),
    open: () => disk.open('model.cdf'),
    close: async () => {},
  };
}

function entry(n: number, day: number, isKnown: boolean): ArchiveEntry {
  const start = FIRST + day * DAY;
  const stamp = new Date(start * 1000).toISOString().slice(0, 10).replaceAll('-', '');
  const datastream = streamOf(n);
  const known = { datastream, start, end: start + DAY - 600, design: 'd1' };
  return {
    path: `${datastream}/${datastream}.${stamp}.000000.cdf`,
    size: 8000,
    modified: start * 1000,
    ...(isKnown ? { known } : {}),
  };
}

async function fileSearches(store: Store, days: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < SEARCHES; n++) {
    const from = FIRST + Math.floor(Math.random() * days) * DAY;
    const body = parseSearchBody({
      size: 100,
      track_total_hits: true,
      query: {
        bool: {
          filter: [
            { term: { datastream: streamOf(Math.floor(Math.random() * STREAMS)) } },
            {
              range: {
                start_date: {
                  gte: new Date(from * 1000).toISOString(),
                  lt: new Date((from + 30 * DAY) * 1000).toISOString(),
                },
              },
            },
          ],
        },
      },
    });
    if (!body.ok) throw new Error(body.problem.reason);
    const began = performance.now();
    await searchFiles({ db: store.db, dialect: store.kind }, body.body, 0);
    times.push(performance.now() - began);
  }
  return p95(times);
}

async function catalogue(
  { db }: Store,
  folder: string,
  tables: Awaited<ReturnType<typeof loadTables>>,
) {
  const index = await openEmbeddedSearch({
    folder: join(folder, 'search'),
    threads: 1,
    log: createLog('silent'),
  });
  try {
    const began = performance.now();
    const { documents } = await indexCatalogue({ db, tables, index, external: [] });
    const catalogueSeconds = (performance.now() - began) / 1000;
    const times: number[] = [];
    for (let n = 0; n < SEARCHES; n++) {
      const text = `${['temperature', 'humidity', 'met'][n % 3]} E${n}`;
      const started = performance.now();
      await index.search('metadata', mainSearch(setText(EMPTY_SEARCH, text), true));
      times.push(performance.now() - started);
    }
    return { catalogueSeconds, documents, searchP95: p95(times) };
  } finally {
    await index.close();
  }
}

const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

/**
 * Measured, and computed in proportion to the files, unless the quarter says that it does not grow
 * with them.
 */
function tableOf(small: Measured, large: Measured): readonly string[] {
  const many = (n: number): string => n.toLocaleString('en', { maximumFractionDigits: 1 });
  const times = LARGE / large.files;
  const listing = large.listSeconds * times;
  const aDay = (LARGE_A_DAY / large.added) * Math.max(0, large.daySeconds - large.listSeconds);
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['files', many(small.files), many(large.files), many(LARGE)],
    ['filed a second, headers known', many(small.filedPerSecond), many(large.filedPerSecond), ''],
    [
      'bytes of the index of files',
      many(small.bytesPerFile * small.files),
      many(large.bytesPerFile * large.files),
      many(large.bytesPerFile * LARGE),
    ],
    [
      'seconds of a listing without news',
      many(small.listSeconds),
      many(large.listSeconds),
      many(listing),
    ],
    [
      `seconds of a day of ${large.added} new files, beside the listing`,
      many(small.daySeconds - small.listSeconds),
      many(large.daySeconds - large.listSeconds),
      `${many(aDay)} for ${many(LARGE_A_DAY)} files`,
    ],
    [
      'p95 of a search for files of a datastream and month, ms',
      many(small.fileSearchP95),
      many(large.fileSearchP95),
      '',
    ],
    [
      `seconds to index ${many(large.documents)} documents of ${STREAMS} datastreams`,
      many(small.catalogueSeconds),
      many(large.catalogueSeconds),
      '',
    ],
    ['p95 of a search for products, ms', many(small.searchP95), many(large.searchP95), ''],
    ['most memory of the harvester, MB', many(small.rssMb), many(large.rssMb), ''],
    [
      'requests to list a bucket',
      many(small.files / 1000),
      many(large.files / 1000),
      many(LARGE / 1000),
    ],
  ];
  const worst =
    listing > aDay ? 'the listing of the whole archive' : 'reading headers of new files';
  return [
    '| What | Quarter | Measured | Computed for 100 million files |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    `First bottleneck: ${worst}, ${many(Math.max(listing, aDay) / 3600)} hours of a day in one harvester.`,
  ];
}

/** By the month, at the assumed prices: listing as often as one harvester can, and once a day. */
function monthTable(measured: Measured): readonly string[] {
  const listingHours = (measured.listSeconds * (LARGE / measured.files)) / 3600;
  const facility = {
    files: LARGE,
    filesADay: LARGE_A_DAY,
    listingsADay: Math.max(1, Math.floor(24 / listingHours)),
    ordersADay: 200,
    gigabytesAnOrder: 2,
    filesAnOrder: 50,
    deliveryDays: 30,
    bytesPerFile: measured.bytesPerFile,
  };
  const shown = (n: number): string => n.toLocaleString('en', { maximumFractionDigits: 0 });
  const rows = monthOf(facility);
  const sum = rows.reduce((total, { cost }) => total + cost, 0);
  return [
    `By the month for ${shown(LARGE)} files, ${shown(LARGE_A_DAY)} new ones a day, ${facility.ordersADay} orders a day of ${facility.gigabytesAnOrder} GB, ${facility.listingsADay} listings a day; assumed prices: ${JSON.stringify(PRICES)}`,
    '',
    '| Part | Amount | Cost |',
    '|---|---|---|',
    ...rows.map(({ what, amount, cost }) => `| ${what} | ${amount} | ${shown(cost)} |`),
    `| sum | | ${shown(sum)} |`,
  ];
}
