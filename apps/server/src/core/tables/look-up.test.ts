// Papers and data of the tables compared with what registries know: what is filled in, what is
// reported, and that tables stay whole.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import type { DoiLookup, Work } from '../../ports/doi-lookup.ts';
import { lookUpData, lookUpPapers } from './look-up.ts';
import { openTableEditor } from './table-editor.ts';

const HEAD = 'doi,title,authors,year,journal,looked_up,datastream_classes,instrument_class_codes';
const WORK: Work = {
  title: 'On Clouds: A View',
  authors: [
    { family: 'Muster', given: 'Carla Maria' },
    { family: 'Example', given: 'A.-B.' },
  ],
  year: '2013',
  journal: 'Journal of Clouds',
  volume: '94',
  pages: '377-392',
};
const knows = (all: Readonly<Record<string, Work | 'away'>>): DoiLookup => ({
  async find(doi) {
    const work = all[doi] ?? null;
    if (work === 'away') throw new Problem('unavailable', 'No registry answers.');
    return work;
  },
});

let folder: string;
let told: string[];
const tell = (line: string) => void told.push(line);
beforeEach(async () => {
  folder = temporaryFolder();
  told = [];
});

async function papers(...rows: string[]) {
  await writeFile(join(folder, 'papers.csv'), `${[HEAD, ...rows].join('\n')}\n`);
  return openTableEditor(folder);
}
const kept = async () => (await readFile(join(folder, 'papers.csv'), 'utf8')).split('\n');
const today = () => new Date().toISOString().slice(0, 10);

it('the look-up fills a row that has nothing but its DOI, and notes the day', async () => {
  const editor = await papers('10.1234/a,,,,,,,met');
  expect(await lookUpPapers(editor, knows({ '10.1234/a': WORK }), true, tell)).toBe(true);
  expect(told).toEqual(['10.1234/a: filled title, authors, year, journal']);
  expect((await kept())[1]).toBe(
    `10.1234/a,On Clouds: A View,"Muster, C. M., & Example, A. B.",2013,"Journal of Clouds 94, 377-392",${today()},,met`,
  );
});

it('the look-up keeps what is written, and tells where it differs', async () => {
  const rows = [
    '10.1234/a,"on clouds — a view","Muster, C., et al.",2013,"J. Clouds 94",,,met',
    '10.1234/b,Another title,"Sample, B.",2012,J. Clouds 9,,,met',
  ];
  const editor = await papers(...rows);
  const lookup = knows({ '10.1234/a': WORK, '10.1234/b': WORK });
  expect(await lookUpPapers(editor, lookup, true, tell)).toBe(false);
  expect(told[0]).toBe('10.1234/a: the same as here');
  for (const name of ['title', 'authors', 'year', 'journal'])
    expect(told[1]).toContain(`${name}: "`);
  const [, first, second] = await kept();
  expect(first).toContain(`"J. Clouds 94"`.slice(1, -1));
  expect(first).toContain(today());
  expect(second).toBe(rows[1]);
});

it('the look-up changes nothing without the option to keep its results', async () => {
  const row = '10.1234/a,,,,,,,met';
  const editor = await papers(row);
  expect(await lookUpPapers(editor, knows({ '10.1234/a': WORK }), false, tell)).toBe(true);
  expect(told).toEqual(['10.1234/a: can fill title, authors, year, journal']);
  expect((await kept())[1]).toBe(row);
});

it('the look-up lists DOIs that are not registered, and continues after one whose registry does not answer', async () => {
  const editor = await papers(
    '10.1234/x,X,,,,,,met',
    '10.1234/y,Y,,,,,,met',
    '10.1234/a,,,,,,,met',
  );
  const lookup = knows({ '10.1234/y': 'away', '10.1234/a': WORK });
  expect(await lookUpPapers(editor, lookup, true, tell)).toBe(false);
  expect(told.slice(0, 2)).toEqual([
    '10.1234/x: no registry knows it',
    '10.1234/y: its registry does not answer',
  ]);
  expect((await kept())[3]).toContain('On Clouds');
});

it('the look-up stops after several registries in a row do not answer', async () => {
  const editor = await papers(...['a', 'b', 'c', 'd'].map((name) => `10.1234/${name},T,,,,,,met`));
  const away = knows({
    '10.1234/a': 'away',
    '10.1234/b': 'away',
    '10.1234/c': 'away',
    '10.1234/d': 'away',
  });
  await expect(lookUpPapers(editor, away, true, tell)).rejects.toThrow('No registry answers');
  expect(told).toHaveLength(2);
});

it('the look-up names many authors by the first', async () => {
  const editor = await papers('10.1234/a,,,,,,,met');
  const authors = Array.from({ length: 9 }, (_, n) => ({ family: `Name${n}`, given: 'A' }));
  await lookUpPapers(editor, knows({ '10.1234/a': { ...WORK, authors } }), true, tell);
  expect((await kept())[1]).toContain('"Name0, A., et al."');
});

it('the look-up asks once for each DOI of data', async () => {
  const text =
    'doi,datastream_class,instrument_class_code\n10.1234/a,met,\n10.1234/a,mwr,\n10.1234/z,x,\n';
  await writeFile(join(folder, 'dois.csv'), text);
  const editor = openTableEditor(folder);
  expect(await lookUpData(editor, knows({ '10.1234/a': WORK }), tell)).toBe(false);
  expect(told).toEqual(['10.1234/z: no registry knows it', 'dois.csv: 1 of 2 DOIs are registered']);
  expect(await lookUpData(editor, knows({ '10.1234/a': WORK, '10.1234/z': WORK }), tell)).toBe(
    true,
  );
});
