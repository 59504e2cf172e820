// ICARTT 1001 as it is published, read back; and headers that lie, are cut off or were made to do
// harm.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findAttribute, textAttribute } from '../attribute.ts';
import { bytesSource } from '../byte-source.ts';
import { concatenate } from '../job/concatenate.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { openDataset } from '../open.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { findTimeAxis, readTimeRange } from '../time/time-axis.ts';

/** A header of the format's second version, with the names of the example in its description. */
const FILE = `37, 1001, V02_2016
Mouse, Mickey
NASA Langley Research Center
In-situ ozone and carbon monoxide on the aircraft
DISCOVERAQ
1, 1
2013, 08, 14, 2014, 01, 20
1
Time_Start, seconds, Time_Start, seconds after midnight
4
1, 0.1, 1, 1
-9999, -9999, -99999, -9999
Time_Stop, seconds, Time_Stop, end of the average
O3_ppbv, ppbv, Gas_O3_InSitu_S_AVMR, ozone mixing ratio
CO, ppbv, Gas_CO_InSitu_S_AVMR, carbon monoxide, dry
T_K, kelvin, Met_StaticAirTemperature_InSitu_None, Static air temperature
1
Preliminary: not for publication
18
PI_CONTACT_INFO: mouse@example.org
PLATFORM: NASA P-3B N426NA
LOCATION: Houston, Texas
 and around it
ASSOCIATED_DATA: N/A
INSTRUMENT_INFO: chemiluminescence
DATA_INFO: 1 s
UNCERTAINTY: 5 %
ULOD_FLAG: -7777
ULOD_VALUE: N/A
LLOD_FLAG: -8888
LLOD_VALUE: 1
DM_CONTACT_INFO: N/A
PROJECT_INFO: Houston 2013
STIPULATIONS_ON_USE: ask first
OTHER_COMMENTS: N/A
REVISION: R0
Time_Start, Time_Stop, O3_ppbv, CO, T_K
43200, 43201, 412, 101.5, 299.1
43201, 43202, -9999, 1.02E2, 299.2
43202, 43203, 415, -99999, -9999
`;

const open = (text: string) => openDataset(bytesSource(Buffer.from(text, 'latin1')));

async function refusal(text: string): Promise<NetcdfError> {
  const error = await open(text).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NetcdfError);
  return error as NetcdfError;
}

it('an ICARTT file of format index 1001 has its columns as variables along time', async () => {
  const dataset = await open(FILE);
  expect(dataset.format).toBe('icartt');
  expect(dataset.dimensions).toEqual([{ name: 'time', length: 3, unlimited: true }]);
  expect(dataset.variables.map(({ name, type }) => [name, type])).toEqual(
    ['time', 'Time_Stop', 'O3_ppbv', 'CO', 'T_K'].map((name) => [name, 'double']),
  );
  expect(await dataset.read('CO')).toEqual(Float64Array.of(101.5, 102, -99999));
  expect(await dataset.read('T_K', 1, 2)).toEqual(Float64Array.of(299.2));
  expect(await dataset.readRows(['time', 'O3_ppbv'], 1, 3)).toEqual([
    Float64Array.of(43201, 43202),
    Float64Array.of(-9999, 415),
  ]);
});

it('an ICARTT file of format index 1001 tells its times, also in columns that end an average', async () => {
  const dataset = await open(FILE);
  const noon = Date.UTC(2013, 7, 14, 12) / 1000;
  expect(await readTimeRange(dataset, await findTimeAxis(dataset))).toEqual({
    first: noon,
    last: noon + 2,
  });
  expect(textAttribute(dataset.variable('Time_Stop'), 'units')).toBe(
    'seconds since 2013-08-14 00:00:00 0:00',
  );
});

it('an ICARTT file of format index 1001 keeps units, names, what stands for missing, and its scale', async () => {
  const dataset = await open(FILE);
  const ozone = dataset.variable('O3_ppbv');
  expect(Object.fromEntries(ozone.attributes.map(({ name, value }) => [name, value]))).toEqual({
    units: 'ppbv',
    long_name: 'ozone mixing ratio',
    icartt_standard_name: 'Gas_O3_InSitu_S_AVMR',
    _FillValue: Float64Array.of(-9999),
    missing_value: Float64Array.of(-9999, -7777, -8888),
    scale_factor: Float64Array.of(0.1),
  });
  expect(textAttribute(dataset.variable('CO'), 'long_name')).toBe('carbon monoxide, dry');
});

it('an ICARTT file of format index 1001 has no measured value where one is above or below what the instrument detects', async () => {
  using folder = temporaryFolder();
  const output = join(folder.path, 'out.csv');
  const result = await concatenate({
    inputs: [{ name: 'a.ict', open: () => open(FILE.replace('415', '-8888')) }],
    variables: ['O3_ppbv', 'CO'],
    output,
    format: 'csv',
  });
  expect(result.problems).toEqual([]);
  const rows = (await readFile(output, 'utf8')).split('\r\n').filter((line) => /^2013/.test(line));
  // Ozone has a scale: -8888 would be -888.8 ppbv.
  expect(rows.map((row) => row.split(',').slice(1))).toEqual([
    ['41.2', '101.5'],
    ['NaN', '102'],
    ['NaN', '-99999'],
  ]);
  const without = await open(
    FILE.replace('LLOD_FLAG: -8888', 'LLOD_FLAG: N/A').replace(
      'ULOD_FLAG: -7777',
      'ULOD_FLAG: N/A',
    ),
  );
  expect(findAttribute(without.variable('CO'), 'missing_value')).toBeUndefined();
});

it('an ICARTT file of format index 1001 keeps what its comments say', async () => {
  const dataset = await open(FILE);
  const told = Object.fromEntries(dataset.attributes.map(({ name, value }) => [name, value]));
  expect(told).toMatchObject({
    title: 'In-situ ozone and carbon monoxide on the aircraft',
    institution: 'NASA Langley Research Center',
    creator_name: 'Mouse, Mickey',
    platform: 'NASA P-3B N426NA',
    location: 'Houston, Texas and around it',
    project: 'Houston 2013',
    campaign: 'DISCOVERAQ',
    license: 'ask first',
    llod_flag: '-8888',
    comment: 'Preliminary: not for publication',
  });
  expect(told).not.toHaveProperty('associated_data');
});

it('an ICARTT file of format index 1001 may end its lines as Windows does, part cells by blanks, and lack the end of its last line', async () => {
  const windows = await open(FILE.replaceAll('\n', '\r\n'));
  expect(await windows.read('CO')).toEqual(Float64Array.of(101.5, 102, -99999));
  const [head = '', rows = ''] = FILE.split('Time_Start, Time_Stop, O3');
  const blanks = `Time_Start Time_Stop O3${rows}`.replaceAll(',', ' ').trimEnd();
  expect(await (await open(head + blanks)).read('CO')).toHaveLength(3);
});

it('an ICARTT file of format index 1001 finds rows again in a long file', async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => `${i}, ${i + 1}, ${i * 2}, ${-i}, 1`);
  const head = FILE.slice(0, FILE.indexOf('43200'));
  const dataset = await open(`${head}${rows.join('\n')}\n\n`);
  for (const [start, stop] of [
    [0, 3000],
    [255, 257],
    [256, 512],
    [2999, 3000],
    [700, 700],
  ] as const)
    expect(await dataset.read('O3_ppbv', start, stop)).toEqual(
      Float64Array.from({ length: stop - start }, (_, i) => (start + i) * 2),
    );
});

it.each([
  ['other indexes', FILE.replace('1001', '2110'), 'unsupported', 'format index 2110'],
  ['more lines than there are', FILE.replace('37,', '900,'), 'corrupt', 'promises 900 lines'],
  ['a count of lines without end', FILE.replace('37,', '999999,'), 'corrupt', '999999 lines'],
  ['fewer lines than its parts', FILE.replace('37,', '30,'), 'corrupt', 'more is promised'],
  ['more lines than its parts', FILE.replace('37,', '38,'), 'corrupt', 'ends the header'],
  ['a wrong date', FILE.replace('2013, 08, 14', '2013, 13, 14'), 'corrupt', 'line 7'],
  ['no count', FILE.replace('\n4\n', '\nfour\n'), 'corrupt', "line 10: it has 'four'"],
  ['a count without end', FILE.replace('\n4\n', '\n4000000000\n'), 'corrupt', 'line 10'],
  ['scales that are none', FILE.replace('1, 0.1, 1, 1', '1, x, 1, 1'), 'corrupt', "'x'"],
  ['too many scales', FILE.replace('1, 0.1, 1, 1', '1, 1, 1, 1, 1'), 'corrupt', '5 numbers'],
  [
    'other units of time',
    FILE.replace('Time_Start, seconds', 'Time_Start, hours'),
    'corrupt',
    'hours',
  ],
  ['fewer column names', FILE.replace(', CO, T_K\n', ', CO\n'), 'corrupt', 'names 4 columns'],
  ['a NUL', FILE.replace('Mickey', 'Mi\0key'), 'corrupt', 'NUL'],
])('a malformed header with %s is refused, and says where', async (_, text, code, message) => {
  const error = await refusal(text);
  expect([error.code, error.message]).toEqual([code, expect.stringContaining(message)]);
});

it.each([
  ['a line with fewer values', '43200, 43201, 412', 'Line 38 has 3 values, not 5'],
  ['a line with more values', '1, 2, 3, 4, 5, 6', 'Line 38 has 6 values, not 5'],
  ['a NUL among its values', '1, 2, 3, \0, 5', 'NUL'],
  ['a line without an end', `1, 2, 3, ${'4'.repeat(1_100_000)}, 5`, 'longer than 1 MB'],
])('a malformed header with %s is refused', async (_, line, message) => {
  const error = await refusal(FILE.replace(/43200, 43201.*\n/, `${line}\n`));
  expect([error.code, error.message]).toEqual(['corrupt', expect.stringContaining(message)]);
});

it('a malformed header with text for a number is reported when that is read', async () => {
  const dataset = await open(FILE.replace('101.5', 'n/a'));
  await expect(dataset.read('CO')).rejects.toThrow("Line 38, CO: 'n/a' cannot be read.");
  expect(await dataset.read('T_K')).toHaveLength(3);
});

it('or any other bytes never do worse than be refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(FILE.length), fc.string({ maxLength: 6 })), { maxLength: 4 }),
      fc.nat(FILE.length),
      async (edits, length) => {
        let text = FILE;
        for (const [at, put] of edits) text = text.slice(0, at) + put + text.slice(at + put.length);
        try {
          const dataset = await open(length % 3 === 0 ? text.slice(0, length) : text);
          for (const { name } of dataset.variables) await dataset.read(name);
        } catch (error) {
          expect(error).toBeInstanceOf(NetcdfError);
        }
      },
    ),
    { numRuns: 400, seed: 16 },
  );
});
