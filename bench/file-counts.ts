// Counts of all files and of each datastream, on SQLite and PostgreSQL; the peer counts the rows of
// the same store. ISOBAR_BENCH_FILES=10000000: over more files than a million.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { searchFiles } from '../apps/server/src/adapters/search-sql/search.ts';
import { openStore, type Store } from '../apps/server/src/store/open.ts';
import { makeFiles } from '../apps/server/src/store/testing/made-files.ts';
import { startPostgresServer } from '../apps/server/src/store/testing/postgres-server.ts';

const FILES = Number(process.env.ISOBAR_BENCH_FILES ?? 1_000_000);
const STREAMS = 1000;
const ROUNDS = 7;
const ALL_ROWS = { range: { file_size: { gte: 0 } } };

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-bench-counts-'));
  const server = await startPostgresServer();
  try {
    await measure('SQLite', await openStore({ file: join(folder, 'store.sqlite') }));
    if (server) await measure('PostgreSQL', await openStore({ url: server.url }));
    else console.log('PostgreSQL is not installed here.');
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(name: string, store: Store): Promise<void> {
  try {
    await makeFiles(store.db, FILES, STREAMS);
    const terms = { aggs: { a: { terms: { field: 'datastream', size: 2000 } } } };
    for (const [what, body] of [
      ['count of all files', {}],
      ['terms of datastreams', terms],
    ] as const) {
      const kept = await time(store, body);
      const counted = await time(store, { ...body, query: ALL_ROWS });
      console.log(
        `${name}, ${FILES.toLocaleString('en')} files: ${what} ${kept.toFixed(1)} ms kept, ${counted.toFixed(1)} ms by rows: 1 to ${(counted / kept).toFixed(0)}`,
      );
    }
  } finally {
    await store.close();
  }
}

/** The median, in milliseconds. */
async function time({ db, kind: dialect }: Store, input: object): Promise<number> {
  const body = parseSearchBody({ size: 0, track_total_hits: true, ...input });
  if (!body.ok) throw new Error(body.problem.reason);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await searchFiles({ db, dialect }, body.body, 0);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
}
