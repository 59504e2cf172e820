// The peer: the same catalogue in SQLite with a full-text index, and the same main search as SQL.
import Database from 'better-sqlite3';
import { type Catalogue, documents, FACETS } from './search-catalogue.ts';

const LISTS = ['meas_category_code', 'meas_subcategory_code', 'epoch_codes'];
const SINGLE = FACETS.filter((facet) => !LISTS.includes(facet));
const COLUMNS = [
  'instrument_id',
  ...SINGLE,
  'data_repository',
  'priority',
  'source_class_weight',
  'name',
  'end_date',
];

export type Peer = {
  /** Runs the main search for a text, or over everything; milliseconds. */
  search(text: string | null): number;
  close(): void;
};

export function openSqlite(file: string, count: number, catalogue: Catalogue): Peer {
  const db = new Database(file);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.exec(`create table docs (id integer primary key, ${COLUMNS.join(', ')});
    create virtual table words using fts5(name, description, content='');
    ${LISTS.map((list) => `create table ${list} (doc integer, value text)`).join(';')}`);
  const marks = COLUMNS.map(() => '?').join(', ');
  const insert = db.prepare(`insert into docs values (?, ${marks})`);
  const words = db.prepare('insert into words(rowid, name, description) values (?, ?, ?)');
  const lists = LISTS.map((list) => db.prepare(`insert into ${list} values (?, ?)`));
  db.exec('begin');
  let id = 0;
  for (const document of documents(count, catalogue)) {
    const fields = document as unknown as Record<string, string | number | string[] | null>;
    insert.run(++id, ...COLUMNS.map((column) => fields[column] ?? null));
    words.run(id, document.name, document.description);
    LISTS.forEach((list, i) => {
      for (const value of fields[list] as string[]) lists[i]?.run(id, value);
    });
  }
  db.exec('commit');
  for (const column of ['instrument_id', ...SINGLE])
    db.exec(`create index i_${column} on docs(${column})`);
  for (const list of LISTS) db.exec(`create index i_${list} on ${list}(doc, value)`);
  db.exec('create temp table found (id integer primary key)');
  return { search: (text) => mainSearch(db, text), close: () => db.close() };
}

function mainSearch(db: Database.Database, text: string | null): number {
  const start = performance.now();
  db.exec('delete from found');
  if (text === null) db.exec('insert into found select id from docs');
  else db.prepare('insert into found select rowid from words where words match ?').run(`"${text}"`);
  for (const facet of SINGLE)
    db.prepare(
      `select ${facet}, count(*), count(distinct instrument_id) as groups from found join docs using (id)
       group by ${facet} order by groups desc limit 10000`,
    ).all();
  for (const list of LISTS)
    db.prepare(
      `select value, count(*), count(distinct instrument_id) as groups from found join docs using (id)
       join ${list} on doc = id group by value order by groups desc limit 10000`,
    ).all();
  db.prepare('select count(distinct instrument_id) from found join docs using (id)').get();
  db.prepare(
    `select * from (select docs.*, row_number() over (partition by instrument_id order by source_class_weight, priority) as best
     from found join docs using (id) where data_repository = 'ARM') where best = 1 order by source_class_weight, priority limit 20`,
  ).all();
  return performance.now() - start;
}
