// Lists of the files of a month, which radars fill with one every few seconds.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIRST_DAY, storeFiles, type TestFile } from '../../store/testing/some-files.ts';
import { temporaryStore } from '../../store/testing/temporary-store.ts';
import { monthList } from './month-list.ts';

const RADAR = 'sgpradarC1.a1';
/** Three of each second, so that some second is cut wherever rows are. */
const files: TestFile[] = Array.from({ length: 12_345 }, (_, n) => ({
  ...{ datastream: RADAR, scan_name: null, named: 1, size: n },
  file_name: `${RADAR}.20190101.${String(n).padStart(6, '0')}.nc`,
  start_s: FIRST_DAY + Math.floor(n / 3),
  end_s: FIRST_DAY + Math.floor(n / 3) + 1,
}));
let store: Awaited<ReturnType<typeof temporaryStore>>;

beforeAll(async () => {
  store = await temporaryStore();
  await storeFiles(store.db, files);
});
afterAll(() => store.close());

it('the list of a month has each file once, in the order of their first samples, whatever their number', async () => {
  const pieces: string[] = [];
  for await (const piece of (await monthList(store.db, RADAR, '2019-01')) ?? []) pieces.push(piece);
  const [head, ...lines] = pieces.join('').split('\r\n');
  expect(head).toBe('file,bytes,first_sample,last_sample,sha256');
  expect(lines.pop()).toBe('');
  expect(lines.map((line) => line.split(',')[0])).toEqual(files.map((file) => file.file_name));
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(600_000); // not all at once
});

it('a month without files has no list', async () => {
  expect(await monthList(store.db, RADAR, '2019-02')).toBeNull();
  expect(await monthList(store.db, RADAR, '2019-13')).toBeNull();
});
