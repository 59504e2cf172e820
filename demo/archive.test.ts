// The listing of the demo archive: breadth, counts, sizes, and that names lead back to files.
import { Problem } from '@isobar/contract/problem.ts';
import { beforeAll, expect, it } from 'vitest';
import { type ArchiveEntry, openDemoArchive } from './archive.ts';
import { DEMO_NOW } from './clock.ts';
import { readTable, textOf } from './csv.ts';
import { hashText } from './hash.ts';
import { streams } from './streams.ts';

const archive = openDemoArchive();

interface Sum {
  files: number;
  bytes: number;
  first: number;
  last: number;
}

const sums = new Map<string, Sum>();
const some: ArchiveEntry[] = [];
const paths = new Set<string>();
const designs = new Map<string, string>();
const scanNames = new Set<string>();
let badEntries = 0;
let largest = 0;
let checksum = 0;

const form = /^([a-z]{3})\/(\1[a-z0-9-]+[A-Z]\d+\.\w\d)\/(\2)\.\d{8}\.\d{6}\.[^/]+$/;

beforeAll(async () => {
  for await (const entry of archive.list()) {
    const { path, size, modified, known } = entry;
    checksum = (Math.imul(checksum, 31) + hashText(`${path} ${size} ${modified}`)) | 0;
    paths.add(path);
    designs.set(known.design, known.datastream);
    if (known.scanName) scanNames.add(known.scanName);
    const sound =
      form.exec(path)?.[2] === known.datastream &&
      Number.isSafeInteger(size) &&
      size > 0 &&
      known.start <= known.end &&
      modified / 1000 <= DEMO_NOW &&
      modified / 1000 > known.start;
    if (!sound) badEntries++;
    const sum = sums.get(known.datastream) ?? { files: 0, bytes: 0, first: known.start, last: 0 };
    sums.set(known.datastream, sum);
    sum.files++;
    sum.bytes += size;
    largest = Math.max(largest, size);
    sum.first = Math.min(sum.first, known.start);
    sum.last = Math.max(sum.last, known.end);
    if (hashText(path) % 997 === 0) some.push(entry);
  }
}, 60_000);

const rows = readTable('facts/datastreams.csv');
const column = (name: string): Set<string> => new Set(rows.map((row) => textOf(row, name)));

it('the listing of the demo archive has 300,000 to 450,000 files, each once and each sound', () => {
  expect(paths.size).toBeGreaterThanOrEqual(300_000);
  expect(paths.size).toBeLessThanOrEqual(450_000);
  expect([...sums.values()].reduce((n, sum) => n + sum.files, 0)).toBe(paths.size);
  expect(badEntries).toBe(0);
});

it('the listing of the demo archive holds every datastream of the facts, 600 at least, over its whole time', () => {
  expect(sums.size).toBe(rows.length);
  expect(sums.size).toBeGreaterThanOrEqual(600);
  const short = [...streams().values()].filter((stream) => {
    const sum = sums.get(stream.name);
    const first = Math.max(86_400, stream.design.step) + 3 * 86_400;
    return !sum || sum.first - stream.start > first || stream.end - sum.last > 4 * 86_400;
  });
  expect(short.map((stream) => stream.name)).toEqual([]);
});

it('the listing of the demo archive reaches every site', () => {
  const sites = readTable('../apps/server/tables/sites.csv').map((row) => textOf(row, 'site_code'));
  expect(sites.length).toBeGreaterThanOrEqual(45);
  expect(sites.filter((site) => !column('site_code').has(site))).toEqual([]);
});

it('the listing of the demo archive reaches every instrument category, source class and family of levels', () => {
  const classes = new Map(
    readTable('../apps/server/tables/instrument-classes.csv').map((row) => [
      textOf(row, 'instrument_class_code'),
      textOf(row, 'instrument_category_codes').split(';'),
    ]),
  );
  const categories = new Set(
    [...column('instrument_class_code')].flatMap((code) => classes.get(code) ?? []),
  );
  const wanted = readTable('../apps/server/tables/instrument-categories.csv');
  expect(
    wanted
      .map((row) => textOf(row, 'instrument_category_code'))
      .filter((code) => !categories.has(code)),
  ).toEqual([]);
  const sources = readTable('../apps/server/tables/source-classes.csv').map((row) =>
    textOf(row, 'source_class_code'),
  );
  expect(sources.filter((code) => !column('source_class_code').has(code))).toEqual([]);
  expect([...column('data_level')]).toEqual(
    expect.arrayContaining(['00', '01', 'a0', 'a1', 'b1', 'c1', 'c2', 's1', 'm0', 'm1']),
  );
  expect([...column('facility_code')].filter((code) => /^[FU]/.test(code)).length).toBeGreaterThan(
    2,
  );
});

it('the listing of the demo archive lets a person meet the limits of an order', () => {
  const all = [...sums.values()];
  expect(all.some((sum) => sum.files > 20_000)).toBe(true);
  expect(all.filter((sum) => sum.bytes > 500e9).length).toBeGreaterThanOrEqual(2);
  expect(all.some((sum) => sum.bytes > 1e12)).toBe(true);
});

it('the listing of the demo archive has no file that an instrument could not have written', () => {
  expect(largest).toBeLessThan(2 ** 30);
});

it('the listing of the demo archive has one design for each datastream and names of scans', () => {
  expect(designs.size).toBe(sums.size);
  expect([...scanNames].sort()).toEqual(['hsrhi', 'ppi', 'rhi', 'vad']);
});

it('the listing of the demo archive is the same on every start', () => {
  // Changes only when tables of facts, designs or rules change; then write the new number here.
  expect(checksum).toMatchInlineSnapshot(`-1500708787`);
});

it('the opening of a file of the demo archive gives every listed file with its listed size', async () => {
  expect(some.length).toBeGreaterThan(300);
  for (const entry of some) {
    const source = await archive.open(entry.path);
    expect(source.size, entry.path).toBe(entry.size);
    await source.close();
  }
});

it.each([
  'sgp/sgpmetE13.b1/sgpmetE13.b1.20190101.000001.cdf',
  'sgp/sgpmetE13.b1/sgpmetE13.b1.19500101.000000.cdf',
  'sgp/sgpmetE13.b1/sgpmetE13.b1.20190101.000000.nc',
  'sgp/sgpmetE13.b1',
  'nsa/sgpmetE13.b1/sgpmetE13.b1.20190101.000000.cdf',
  '../sgp/sgpmetE13.b1/sgpmetE13.b1.20190101.000000.cdf',
  'xxx/xxxnoneX1.b1/xxxnoneX1.b1.20190101.000000.nc',
  '',
])('the opening of a file of the demo archive refuses %j as not found', async (path) => {
  const error = await archive.open(path).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Problem);
  expect((error as Problem).code).toBe('not-found');
});
