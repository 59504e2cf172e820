// Where a search looks: wide enough for every file that it means, and through an index of the
// store.
import type { Query } from '@isobar/query-language/query.ts';
import type {
  CompiledQuery,
  KyselyPlugin,
  PluginTransformQueryArgs,
  RootOperationNode,
} from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayFiles, storeFiles, unusualFile } from '../../store/testing/some-files.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { queryCondition } from './query.ts';
import { isNarrow, reachCondition, reachOf } from './reach.ts';
import { searchFiles } from './search.ts';

const reach = (query: Query) => reachOf(queryCondition(query, 0));
const string = (query: string): Query => ({
  query_string: { query, default_operator: 'AND' },
});

const names = Array.from({ length: 5000 }, (_, n) => `sgp${n % 700}E1.b1.2019.${n}.nc`);

it('thousands of names are looked up one by one, however they are given', () => {
  const byTerms = queryCondition({ terms: { file_name: names } }, 0);
  const byOr = queryCondition(
    { bool: { should: names.slice(0, 900).map((name) => ({ term: { file_name: name } })) } },
    0,
  );
  expect(byOr).toMatchObject({ kind: 'in', column: 'file_name' });
  for (const [condition, count] of [
    [byTerms, 5000],
    [byOr, 900],
  ] as const) {
    expect(reachCondition(reachOf(condition), false)).toMatchObject({
      kind: 'keys',
      keys: names.slice(0, count).map((name) => [name.split('.').slice(0, 2).join('.'), name]),
    });
    expect(isNarrow(reachOf(condition))).toBe(true);
  }
  // Files whose names do not begin with their datastream can only be found by their mark.
  expect(reachCondition(reachOf(byTerms), true)).toMatchObject({
    kind: 'or',
    of: [{ kind: 'keys' }, { kind: 'in', column: 'named', values: [0] }],
  });
});

it('the reach of a search is what all its required clauses leave over', () => {
  expect(
    reach(string('datastream:(a.b1 OR c.b1) datastream:a.b1 start_date:[10000 TO 50000]')),
  ).toMatchObject({ datastreams: ['a.b1'], names: null, starts: { from: 10, to: 50 } });
  expect(reach(string('file_name:abc* file_name:*c file_name:[abca TO *]')).names).toEqual([
    { from: 'abca', to: 'abc\u{10ffff}' },
  ]);
  expect(reach(string('datastream:a.b1 datastream:c.b1')).datastreams).toEqual([]);
});

it('the reach of a search is everything as soon as one alternative is anywhere', () => {
  expect(reach(string('datastream:a.b1 OR scan_name:x')).datastreams).toBeNull();
  expect(reach(string('NOT datastream:a.b1')).datastreams).toBeNull();
  expect(
    reach({ wildcard: { file_name: { value: 'ab*', case_insensitive: true } } }).names,
  ).toBeNull();
  expect(
    reach(
      string(
        '(datastream:a.b1 start_date:>=90000) OR (datastream:c.b1 start_date:[30000 TO 40000])',
      ),
    ),
  ).toMatchObject({ datastreams: ['a.b1', 'c.b1'], starts: { from: 30, to: null } });
});

it('the reach of a search joins overlapping ranges of names, and returns none for very many', () => {
  expect(reach(string('file_name:ab* OR file_name:abc* OR file_name:x')).names).toEqual([
    { from: 'ab', to: 'ab\u{10ffff}' },
    { from: 'x', to: 'x' },
  ]);
  const many = Array.from({ length: 300 }, (_, n) => `f${String(n).padStart(3, '0')}`);
  expect(reach({ terms: { file_name: many } }).names).toHaveLength(300);
  const spans = { bool: { should: many.map((name) => ({ prefix: { file_name: name } })) } };
  expect(reach(spans).names).toEqual([{ from: 'f000', to: 'f299\u{10ffff}' }]);
  expect(
    reach({ terms: { datastream: Array.from({ length: 1001 }, (_, n) => `${n}`) } }),
  ).toMatchObject({
    datastreams: null,
  });
});

it('the reach of a search is narrow when it names datastreams or names up to their dot', () => {
  expect(isNarrow(reach(string('datastream:"sgpmetE13.b1"')))).toBe(true);
  expect(isNarrow(reach(string('file_name:sgpmetE13.*')))).toBe(true);
  expect(isNarrow(reach(string('file_name:sgpmet*')))).toBe(false);
  expect(isNarrow(reach(string('file_name:*.nc')))).toBe(false);
  expect(isNarrow(reach({ match_all: {} }))).toBe(false);
});

describe('the plan of SQLite', () => {
  let store: TemporaryStore;
  const statements: CompiledQuery[] = [];
  beforeAll(async () => {
    store = await temporaryStore();
    await storeFiles(store.db, [...dayFiles('sgpmetE13.b1', 20), ...dayFiles('nsametC1.b1', 20)]);
  });
  afterAll(() => store.close());

  /**
   * The query plan of each statement of a search, except the first, which looks for files whose
   * names do not begin with their datastream.
   */
  async function plans(body: object): Promise<string[]> {
    statements.length = 0;
    const db = store.db.withPlugin(
      recorder(statements, (node, id) => store.db.getExecutor().compileQuery(node, id)),
    );
    await searchFiles({ db, dialect: 'sqlite' }, body, 0);
    const found: string[] = [];
    for (const { sql: text, parameters } of statements.slice(1)) {
      const explain = {
        sql: `explain query plan ${text}`,
        parameters,
        queryId: { queryId: '' },
        query: {},
      };
      const { rows } = await store.db.executeQuery<{ detail: string }>(explain as never);
      found.push(rows.map((row) => row.detail).join('; '));
    }
    return found;
  }
  const KEY = 'INDEX sqlite_autoindex_files_1 (datastream=?';

  it('the plan of SQLite finds names by their beginning through the key, in the order of the key', async () => {
    const sort = [{ 'file_name.keyword': 'desc' }];
    const found = await plans({ query: string('file_name.keyword:sgpmetE13.b1.201901*'), sort });
    expect(found).toHaveLength(2);
    for (const plan of found) {
      expect(plan).toContain(`${KEY} AND file_name>? AND file_name<?)`);
      expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
    }
    const [count] = await plans({ query: string('file_name:sgpmet*'), size: 0 });
    expect(count).toMatch(/SEARCH files .*\(datastream>\? AND datastream<\?\)/);
  });

  it('the plan of SQLite finds datastreams through the key, listed in the order of names without sorting', async () => {
    const sort = [{ 'file_name.keyword': 'desc' }];
    const found = await plans({ query: string('datastream:"sgpmetE13.b1"'), sort });
    // the count is kept
    expect(found.filter((plan) => plan.startsWith('SEARCH files'))).toHaveLength(1);
    for (const plan of found) {
      expect(plan).toMatch(/SEARCH (files|datastreams) .*\(datastream=\?\)/);
      expect(plan).not.toContain('TEMP B-TREE');
    }
    const after = {
      sort,
      search_after: ['sgpmetE13.b1.20190110.000000.nc'],
      track_total_hits: false,
    };
    const [page] = await plans({ ...after, query: string('datastream:"sgpmetE13.b1"') });
    expect(page).toContain(`${KEY} AND file_name<?)`);
  });

  it('the plan of SQLite counts all files on each page, also on the pages that go on after a file', async () => {
    const first = { term: { 'datastream.keyword': 'sgpmetE13.b1' } };
    const named = await searchFiles(
      { db: store.db, dialect: 'sqlite' },
      { query: first, size: 4 },
      0,
    );
    const query = { terms: { file_name: named.hits.hits.map(({ _id }) => _id) } };
    const search = (search_after?: readonly string[]) =>
      searchFiles(
        { db: store.db, dialect: 'sqlite' },
        {
          query,
          sort: [{ 'file_name.keyword': 'asc' }],
          size: 3,
          ...(search_after ? { search_after: [...search_after] } : {}),
        },
        0,
      );
    const seen: string[] = [];
    const totals = new Set<number | undefined>();
    for (let after: readonly string[] | undefined; ; after = [seen.at(-1) ?? '']) {
      const { hits } = await search(after);
      totals.add(hits.total?.value);
      if (hits.hits.length === 0) break;
      seen.push(...hits.hits.map(({ _id }) => _id));
    }
    expect(seen).toEqual([...new Set(seen)].sort());
    expect([...totals]).toEqual([seen.length]);
  });

  it('the plan of SQLite finds a span of time of a datastream through the index of times', async () => {
    const query = string(
      'datastream:"sgpmetE13.b1" start_date:[* TO 2019-01-05] end_date:[2019-01-03 TO *]',
    );
    const aggs = { bytes: { sum: { field: 'file_size' } } };
    const [plan] = await plans({ query, aggs, size: 0 });
    expect(plan).toContain('COVERING INDEX files_by_time (datastream=? AND start_s<?)');
  });

  it('the plan of SQLite lists everything in the order of names without sorting', async () => {
    const [, page] = await plans({ sort: [{ 'file_name.keyword': 'asc' }], size: 20 });
    expect(page).toMatch(/SCAN files USING INDEX sqlite_autoindex_files_1$/);
  });

  it('the plan of SQLite finds a text that names no field through an index of each, and the same files', async () => {
    const scan = { ...unusualFile('radar', 'first.nc', 0), scan_name: 'ppi' };
    await storeFiles(store.db, [scan]);
    for (const [text, count] of [
      ['ppi', 1],
      ['radar', 1],
      ['"sgpmetE13.b1.20190103.000000.nc" ppi nsametC1.b1', 22],
      ['sgpmetE13.b1 AND ppi', 0],
      ['nothing', 0],
    ] as const) {
      const query = { query_string: { query: text } };
      for (const plan of await plans({ query, size: 0 })) {
        expect(plan).toContain('files_by_scan (scan_name=?)');
        expect(plan).not.toMatch(/SCAN files(;|$)/);
      }
      const found = await searchFiles({ db: store.db, dialect: 'sqlite' }, { query }, 0);
      expect(found.hits.total?.value, text).toBe(count);
    }
  });

  it('the plan of SQLite looks through an index for files of other names too', async () => {
    await storeFiles(store.db, [unusualFile('lamp', 'profile.nc', 0)]);
    const found = await plans({ query: string('file_name.keyword:sgpmetE13.b1.201901*'), size: 0 });
    expect(found[0]).toMatch(/MULTI-INDEX OR.*\(datastream=\? AND file_name>\? AND file_name<\?\)/);
    expect(found[0]).toMatch(
      /SCAN files USING COVERING INDEX files_by_path.*PRIMARY KEY \(rowid=\?\)/,
    );
    expect(found[0]).not.toMatch(/SCAN files(;|$)/);
  });
});

function recorder(
  into: CompiledQuery[],
  compile: (node: RootOperationNode, id: PluginTransformQueryArgs['queryId']) => CompiledQuery,
): KyselyPlugin {
  return {
    transformQuery(args) {
      into.push(compile(args.node, args.queryId));
      return args.node;
    },
    transformResult: async ({ result }) => result,
  };
}
