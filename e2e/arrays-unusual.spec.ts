// Arrays over files of other makers: times, numbers, text, dimensions, groups, formats, filters,
// names and attributes that no datastream of the other tests has. Each value as netCDF4 reads it
// from the files, by every reader.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  hasPython,
  isUnlike,
  ownAddress,
  pythonLines,
  READERS,
  variantsOf,
} from './array-readers.ts';
import { type Isobar, isobar, NO_ORDERS } from './server.ts';

const NO_AXIS = 'The file has no time axis with units that name an epoch';
/** Kinds of files that make no array, and why. */
const WITHOUT = Object.entries({
  julian: 'time counts in the calendar Julian, which is not that of dates.',
  months: 'the units of time are "months since 2020-01-01".',
  noleap: 'time counts in the calendar noleap, which is not that of dates.',
  thirtydays: 'time counts in the calendar 360_day, which is not that of dates.',
}).map(
  ([kind, why]) =>
    `sgp${kind}E13.b1 has no array: No file of sgp${kind}E13.b1 can be part of an array: ${NO_AXIS}: ${why}`,
);

describe.skipIf(!hasPython)('arrays of files of other makers', () => {
  let folder: string;
  let server: Isobar;
  let lines: readonly string[];
  const readers = READERS.filter(({ isHere, key }) => isHere && isUnlike(key));

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'isobar-unusual-'));
    const archive = join(folder, 'sgp');
    mkdirSync(archive);
    const reports = join(folder, 'quality-reports.csv');
    await pythonLines('unusual_files.py', archive, reports);
    server = await isobar({ ...NO_ORDERS, ISOBAR_RATE: '1000000' }, async (command) => {
      await command('harvest', folder);
    });
    cpSync(reports, join(server.home, 'tables/quality-reports.csv'));
    const own = await Promise.all(readers.map((_, place) => ownAddress(server.url, place)));
    lines = await pythonLines(
      ...['real_arrays_equal.py', archive, reports, server.url],
      ...readers.map(({ key }, place) => `${key}:${variantsOf(key)}=${own[place]?.url}`),
    )
      .catch(({ stdout, stderr }) => `${stdout}\n${stderr}`.split('\n')) // they differ
      .finally(() => {
        for (const each of own) each.close();
      });
  }, 300_000);
  afterAll(async () => {
    await server?.remove();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('arrays of files of other makers have every value as netCDF4 reads it from them, by each reader; what counts in months or in a calendar of models has a reason instead [AR4] [AR6] [AR7] [AR8] [AR10] [DP1] [DP2]', () => {
    expect(lines.filter((line) => line.startsWith('DIFFERS'))).toEqual([]);
    expect(lines.filter((line) => line.includes('no array'))).toEqual(WITHOUT);
    const equal = lines.flatMap((line) => {
      const [, key = '', values] =
        /^(\S+): 3[89] arrays, .* (\d+) values, 0 differ$/.exec(line) ?? [];
      return Number(values) > 28_000 * variantsOf(key).split(',').length ? [key] : [];
    });
    expect(equal.sort()).toEqual(readers.map(({ key }) => key).sort());
  });

  it('arrays of files of other makers lack what reports say and what quality variables of every form say, and nothing else, clean and strict [AR9] [AR11] [DP4]', () => {
    expect(lines.filter((line) => / (clean|strict) /.test(line))).toEqual([]); // nothing differs
    expect(Number(/masked: (\d+)/.exec(lines.join('\n'))?.[1])).toBeGreaterThan(10_000);
  });
});
