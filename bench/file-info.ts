// Lists of 5,000 file names out of ten million, as inventories ask for them; the peer is SQLite
// with hand-written queries. ISOBAR_BENCH_FILES=1000000: over fewer files.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import Database from 'better-sqlite3';
import { openFileSearch } from '../apps/server/src/adapters/search-sql/file-search.ts';
import { openStore } from '../apps/server/src/store/open.ts';

const FILES = Number(process.env.ISOBAR_BENCH_FILES ?? 10_000_000);
/** Each has a file a day. */
const DAYS = 8000;
const STREAMS = Math.max(1, Math.round(FILES / DAYS));
const WANTED = 5000;
const ROUNDS = 9;
const BOUND_MS = 100;

type Question = {
  readonly name: string;
  readonly query: unknown;
  /** The same in SQL, with the best index named by the columns it compares. */
  readonly sql: string;
  readonly values: readonly unknown[];
};

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-bench-files-'));
  try {
    const file = join(folder, 'store.sqlite');
    await (await openStore({ file })).close();
    const started = performance.now();
    fill(file);
    console.log(
      `${(STREAMS * DAYS).toLocaleString('en')} files of ${STREAMS} datastreams, written in ${Math.round((performance.now() - started) / 1000)} s`,
    );
    const store = await openStore({ file });
    const search = openFileSearch(store);
    const peer = new Database(file, { readonly: true });
    try {
      for (const question of questions()) await measure(question, search, peer);
    } finally {
      peer.close();
      await search.close();
      await store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const streamOf = (number: number): string =>
  `sgp${LETTERS[number % 26]}${LETTERS[Math.floor(number / 26) % 26]}metE${Math.floor(number / 676) + 1}.b1`;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

function nameOf(stream: number, day: number): string {
  const date = new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10).replaceAll('-', '');
  return `${streamOf(stream)}.${date}.000000.cdf`;
}

/** Files in the order of their names, as a harvest finds them in a sorted listing. */
function fill(file: string): void {
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -200000');
  const insert = db.prepare(
    `insert into files (datastream, file_name, path, size, start_s, end_s, modified_ms, design) values (?, ?, ?, ?, ?, ?, 0, 'a')`,
  );
  const streams = Array.from({ length: STREAMS }, (_, n) => n).sort((a, b) =>
    streamOf(a) < streamOf(b) ? -1 : 1,
  );
  for (const stream of streams) {
    const datastream = streamOf(stream);
    db.exec('begin');
    for (let day = 0; day < DAYS; day++) {
      const start = 946_684_800 + day * 86_400;
      const name = nameOf(stream, day);
      insert.run(datastream, name, `${datastream}/${name}`, 320_544, start, start + 86_340);
    }
    db.exec('commit');
  }
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.exec('analyze');
  db.close();
}

function questions(): readonly Question[] {
  const one = streamOf(Math.floor(STREAMS / 2));
  const inOne = Array.from({ length: WANTED }, (_, n) => nameOf(Math.floor(STREAMS / 2), n));
  const anywhere = Array.from({ length: WANTED }, (_, n) =>
    nameOf((n * 7919) % STREAMS, (n * 104_729) % DAYS),
  );
  const names = (list: readonly string[]): Pick<Question, 'query' | 'sql' | 'values'> => ({
    query: { terms: { 'file_name.keyword': list } },
    sql: `select file_name, size, datastream, start_s, end_s, scan_name from files where (datastream, file_name) in (values ${list.map(() => '(?, ?)').join(',')}) order by file_name limit ${WANTED}`,
    values: list.flatMap((name) => [name.split('.').slice(0, 2).join('.'), name]),
  });
  const like = (pattern: string): Pick<Question, 'query' | 'sql' | 'values'> => ({
    query: { query_string: { query: `file_name.keyword:${pattern}` } },
    sql: `select file_name, size, datastream, start_s, end_s, scan_name from files where datastream = ? and file_name glob ? order by file_name limit ${WANTED}`,
    values: [one, pattern],
  });
  return [
    { name: 'a datastream and the beginning of names (2*)', ...like(`${one}.2*`) },
    { name: 'a wildcard inside (2*.000000.cdf)', ...like(`${one}.2*.000000.cdf`) },
    {
      name: 'a prefix query',
      ...like(`${one}.20*`),
      query: { prefix: { 'file_name.keyword': `${one}.20` } },
    },
    {
      name: 'a datastream by its name',
      query: { term: { 'datastream.keyword': one } },
      sql: `select file_name, size, datastream, start_s, end_s, scan_name from files where datastream = ? order by file_name limit ${WANTED}`,
      values: [one],
    },
    { name: `${WANTED} names of one datastream`, ...names(inOne) },
    { name: `${WANTED} names of all datastreams`, ...names(anywhere) },
  ];
}

async function measure(
  { name, query, sql, values }: Question,
  search: ReturnType<typeof openFileSearch>,
  peer: Database.Database,
): Promise<void> {
  const read = parseSearchBody({
    size: WANTED,
    query,
    sort: [{ 'file_name.keyword': 'asc' }],
    _source: ['file_name', 'file_size'],
  });
  if (!read.ok) throw new Error(JSON.stringify(read));
  const statement = peer.prepare(sql);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS + 1; round++) {
    let started = performance.now();
    const text = await search.searchText('file_info', read.body);
    const own = performance.now() - started;
    started = performance.now();
    const found = JSON.stringify(statement.all(...values));
    const other = performance.now() - started;
    const { hits } = JSON.parse(new TextDecoder().decode(text)) as { hits: { hits: unknown[] } };
    if (hits.hits.length !== WANTED || (JSON.parse(found) as unknown[]).length !== WANTED)
      throw new Error(`${name}: ${hits.hits.length} names`);
    if (round === 0) continue; // caches
    ours.push(own);
    theirs.push(other);
  }
  const [own, other] = [middle(ours), middle(theirs)];
  const word = own <= BOUND_MS ? 'within' : 'OVER';
  console.log(
    `${name}: ${own.toFixed(0)} ms, ${word} the ${BOUND_MS} ms; hand-written SQLite: ${other.toFixed(0)} ms; ratio ${(own / other).toFixed(2)}`,
  );
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
