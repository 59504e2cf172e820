// The more a row of the file index is compared with, the more often the clock is looked at: two seconds hold for any query.
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openReader } from '../../store/reader.ts';
import { dayFiles, storeFiles } from '../../store/testing/some-files.ts';
import { temporaryStore } from '../../store/testing/temporary-store.ts';
import { searchFiles } from './search.ts';

const store = await temporaryStore('sqlite');
await storeFiles(store.db, dayFiles('sgpmetE13.b1', 600));
let looks = 0;
const reader = await openReader({ file: join(store.folder, 'isobar.sqlite') }, () => {
  looks += 1;
  return false;
});
afterAll(async () => {
  await reader.close();
  await store.close();
});

async function looksOf(patterns: number): Promise<number> {
  looks = 0;
  const wildcards = Array.from({ length: patterns }, (_, n) => `*x${n}*`).join(' ');
  const query = { query_string: { query: wildcards, default_field: 'file_name' } };
  await searchFiles(
    { ...reader, dialect: reader.kind },
    { query, size: 0, track_total_hits: true },
    0,
  );
  return looks;
}

it('one pattern is asked of hundreds of rows between two looks, hundreds of patterns of a few', async () => {
  const one = await looksOf(1);
  expect(one).toBeGreaterThan(0);
  expect(one).toBeLessThan(10);
  expect(await looksOf(500)).toBeGreaterThanOrEqual(600 / 8);
});
