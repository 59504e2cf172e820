// Suggested lines as drafts, or at the end of the tables: they fit the columns that are there, and
// the tables load after.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { loadTables } from '../../core/tables/load.ts';
import type { SuggestedLine } from './suggest.ts';
import { addLines, columnsIn, writeDrafts } from './table-drafts.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

const LINES: readonly SuggestedLine[] = [
  { table: 'sites.csv', cells: { site_code: 'roof', site_name: 'Our "roof", London' } },
  { table: 'facilities.csv', cells: { site_code: 'roof', facility_code: 'M1', latitude: '51.5' } },
];

it('drafts are a file for each table, with the columns that the tables have', async () => {
  await writeFile(join(root, 'sites.csv'), '\ufeff"site_code",own,site_name\nsgp,x,SGP\n');
  const drafts = join(root, 'drafts');
  const counts = await writeDrafts(drafts, LINES, await columnsIn(root));
  expect(counts).toEqual([
    ['facilities.csv', 1],
    ['sites.csv', 1],
  ]);
  expect(await readFile(join(drafts, 'sites.csv'), 'utf8')).toBe(
    'site_code,own,site_name\nroof,,"Our ""roof"", London"\n',
  );
  expect((await loadTables(drafts)).facility('roof', 'M1')?.latitude).toBe(51.5);
});

it('drafts are appended to the existing lines, also where the last line has no end, and where there is no table', async () => {
  await writeFile(join(root, 'sites.csv'), 'site_code,own,site_name\nsgp,x,SGP');
  await addLines(root, LINES, await columnsIn(root));
  const tables = await loadTables(root);
  expect(tables.site('sgp')?.site_name).toBe('SGP');
  expect(tables.site('roof')?.site_name).toBe('Our "roof", London');
  expect(tables.facility('roof', 'M1')?.latitude).toBe(51.5);
});
