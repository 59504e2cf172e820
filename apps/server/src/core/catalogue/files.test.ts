// A selection means the same files as a plain filter over all of them, on both databases.
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { countFiles, type FileSelection, filesOf, mergeRanges } from './files.ts';

const DATASTREAM = 'sgpmetE13.b1';
const SCANS = ['ppi', 'rhi'];

type Row = { name: string; start: number; end: number; scan: string | null; size: number };

let store: TemporaryStore;
afterEach(() => store.close());

async function fill(kind: 'sqlite' | 'postgres', rows: readonly Row[]): Promise<void> {
  store = await temporaryStore(kind);
  for (let at = 0; at < rows.length; at += 1000)
    await store.db
      .insertInto('files')
      .values(
        rows.slice(at, at + 1000).map((row) => ({
          datastream: DATASTREAM,
          file_name: row.name,
          path: `a/${row.name}`,
          size: row.size,
          start_s: row.start,
          end_s: row.end,
          scan_name: row.scan,
          modified_ms: 0,
        })),
      )
      .execute();
  await store.db
    .insertInto('datastreams')
    .values({
      datastream: DATASTREAM,
      site_code: 'sgp',
      facility_code: 'E13',
      datastream_class: 'met',
      data_level: 'b1',
      start_s: Math.min(...rows.map((r) => r.start)),
      end_s: Math.max(...rows.map((r) => r.end)),
      longest_s: Math.max(...rows.map((r) => r.end - r.start)),
      file_count: rows.length,
      bytes: rows.reduce((sum, r) => sum + r.size, 0),
    })
    .execute();
}

const row = fc.record({
  start: fc.integer({ min: 0, max: 1000 }),
  length: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 800 })),
  scan: fc.constantFrom(null, ...SCANS),
  size: fc.integer({ min: 0, max: 5e9 }),
});
const selection = fc.record({
  ranges: fc.array(
    fc
      .tuple(fc.integer({ min: -50, max: 1800 }), fc.integer({ min: 0, max: 100 }))
      .map(([start, length]) => ({ start, end: start + length })),
    { maxLength: 120 },
  ),
  fileNames: fc.oneof(
    fc.constant([]),
    fc.array(
      fc.nat(60).map((n) => `f${n}`),
      { maxLength: 5 },
    ),
  ),
  scanNames: fc.subarray(SCANS),
});

/** The same rule, written so that it cannot be wrong. */
function expected(rows: readonly Row[], wanted: Omit<FileSelection, 'datastream'>): string[] {
  return rows
    .filter((file) => {
      if (wanted.fileNames.length > 0) return wanted.fileNames.includes(file.name);
      const inTime =
        wanted.ranges.length === 0 ||
        wanted.ranges.some((range) => file.start <= range.end && file.end >= range.start);
      return (
        inTime && (wanted.scanNames.length === 0 || wanted.scanNames.includes(file.scan ?? ''))
      );
    })
    .sort((a, b) => a.start - b.start || (a.name < b.name ? -1 : 1))
    .map((file) => file.name);
}

describe.each(STORE_KINDS)('files of a selection on %s', (kind) => {
  it('files of a selection are those of a plain filter, each once and in the order of time', async () => {
    const rows = fc
      .sample(row, { seed: 7, numRuns: 60 })
      .map((r, n) => ({ ...r, name: `f${n}`, end: r.start + r.length }));
    await fill(kind, rows);
    const runs = kind === 'sqlite' ? 200 : 30;
    for (const wanted of fc.sample(selection, { seed: 11, numRuns: runs })) {
      const found = await filesOf(store.db, { datastream: DATASTREAM, ...wanted });
      expect(found.map((file) => file.fileName)).toEqual(expected(rows, wanted));
      const counted = await countFiles(store.db, { datastream: DATASTREAM, ...wanted });
      expect(counted).toEqual({
        files: found.length,
        bytes: found.reduce((sum, file) => sum + file.size, 0),
      });
    }
  });
});

it('files of a selection come in slices from a large datastream, none lost or met twice', async () => {
  const rows = Array.from({ length: 25_000 }, (_, n) => ({
    name: `f${String(n).padStart(5, '0')}`,
    start: n * 60,
    end: n * 60 + (n % 7) * 100,
    scan: null,
    size: n,
  }));
  await fill('sqlite', rows);
  const everything = { datastream: DATASTREAM, ranges: [], fileNames: [], scanNames: [] };
  const found = await filesOf(store.db, everything);
  expect(found.map((file) => file.fileName)).toEqual(rows.map((r) => r.name));
  const ranges = rows.filter((_, n) => n % 9 === 0).map((r) => ({ start: r.start, end: r.end }));
  const some = expected(rows.slice(0, 3000), { ...everything, ranges: ranges.slice(0, 300) });
  const picked = await filesOf(store.db, { ...everything, ranges: ranges.slice(0, 300) });
  expect(picked.map((file) => file.fileName)).toEqual(some);
  expect((await countFiles(store.db, { ...everything, ranges })).files).toBe(
    (await filesOf(store.db, { ...everything, ranges })).length,
  );
});

it('a datastream that does not exist has no files', async () => {
  store = await temporaryStore();
  const none = { datastream: 'x', ranges: [], fileNames: [], scanNames: [] };
  expect(await filesOf(store.db, none)).toEqual([]);
  expect(await countFiles(store.db, none)).toEqual({ files: 0, bytes: 0 });
});

it('ranges that touch are one', () => {
  expect(
    mergeRanges([
      { start: 10, end: 20 },
      { start: 0, end: 5 },
      { start: 6, end: 7 },
      { start: 15, end: 16 },
      { start: 40, end: 30 },
    ]),
  ).toEqual([
    { start: 0, end: 7 },
    { start: 10, end: 20 },
  ]);
});
