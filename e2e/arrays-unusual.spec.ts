// Arrays over files of other makers: times, numbers, text, dimensions, groups, formats, filters, names and attributes that no datastream of the other
// tests has. Each value as netCDF4 reads it from the files, by every reader.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPython, isUnlike, ownAddress, pythonLines, READERS } from './array-readers.ts';
import { type Isobar, isobar, NO_ORDERS } from './server.ts';

/** Kinds of files that make no array, and why. */
const WITHOUT = [
  'sgpmonthsE13.b1 has no array: No file of sgpmonthsE13.b1 can be part of an array: The file has no time axis with units that tell an epoch: the units of time are "months since 2020-01-01".',
  'sgpnoleapE13.b1 has no array: No file of sgpnoleapE13.b1 can be part of an array: The file has no time axis with units that tell an epoch: time counts in the calendar noleap, which is not that of dates.',
];

describe.skipIf(!hasPython)('arrays of files of other makers', () => {
  let folder: string;
  let server: Isobar;
  let lines: readonly string[];
  const readers = READERS.filter(({ isHere, key }) => isHere && isUnlike(key));

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'isobar-unusual-'));
    const archive = join(folder, 'sgp');
    mkdirSync(archive);
    await pythonLines('unusual_files.py', archive);
    server = await isobar({ ...NO_ORDERS, ISOBAR_RATE: '1000000' }, async (command) => {
      await command('harvest', folder);
    });
    const reports = join(folder, 'no-reports.csv');
    writeFileSync(reports, 'datastream,variables,quality_code,start_time,end_time\n');
    const own = await Promise.all(readers.map((_, place) => ownAddress(server.url, place)));
    lines = await pythonLines(
      ...['real_arrays_equal.py', archive, reports, server.url],
      ...readers.map(({ key }, place) => `${key}:whole=${own[place]?.url}`),
    )
      .catch(({ stdout, stderr }) => `${stdout}\n${stderr}`.split('\n')) // where any of them differs
      .finally(() => {
        for (const each of own) each.close();
      });
  }, 300_000);
  afterAll(async () => {
    await server?.remove();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('have every value as netCDF4 reads it from them, by each reader; what counts in months or without leap days has a reason instead [AR4] [AR6] [AR7] [AR8] [AR10] [DP1] [DP2]', () => {
    expect(lines.filter((line) => line.startsWith('DIFFERS'))).toEqual([]);
    expect(lines.filter((line) => line.includes('no array'))).toEqual(WITHOUT);
    const equal = lines.flatMap(
      (line) =>
        /^(\S+): 35 arrays, 7\d\d variables, 27\d{3} values, 0 differ$/.exec(line)?.[1] ?? [],
    );
    expect(equal.sort()).toEqual(readers.map(({ key }) => key).sort());
  });
});
