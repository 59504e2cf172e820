// Tables of text are ordered like any other file: cut, masked, joined, and written as NetCDF, CSV
// or ICARTT.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { textAttribute } from '../attribute.ts';
import { bytesSource } from '../byte-source.ts';
import { concatenate } from '../job/concatenate.ts';
import type { OutputFormat } from '../job/output-formats.ts';
import { openDataset } from '../open.ts';
import { temporaryFolder } from '../testing/tools.ts';

const file = (day: number, units: string) => `18, 1001, V02_2016
Doe, J
House
Ozone
Mission
1, 1
2020, 06, 0${day}, 2021, 01, 01
1
Time_Start, seconds
2
1, 0.1
-9999, -9999
O3, ${units}, ozone
T, K, temperature
0
2
REVISION: R0
Time_Start, O3, T
0, 40, 2800
60, -9999, 2810
120, 42, 2820
`;
const START = Date.UTC(2020, 5, 1) / 1000;

async function made(format: OutputFormat, folder: string) {
  const output = join(folder, 'out.nc');
  const result = await concatenate({
    inputs: [1, 2].map((day) => ({
      name: `day${day}.ict`,
      open: () => openDataset(bytesSource(Buffer.from(file(day, 'ppbv')))),
    })),
    variables: ['T', 'O3'],
    ranges: [[START + 60, START + 86_400 + 60]],
    masks: [{ start: START + 120, end: START + 121, variables: ['T'] }],
    output,
    format,
  });
  expect(result.problems).toEqual([]);
  return { result, output };
}

it('as NetCDF: two days in one, times of both since one moment, scale and gaps as they were', async () => {
  using folder = temporaryFolder();
  const { result, output } = await made('netcdf', folder.path);
  expect(result.files).toMatchObject([{ format: 'netcdf4', records: 3 }]);
  const dataset = await openDataset(output);
  const [times, temperature, ozone] = await dataset.readRows(['time', 'T', 'O3'], 0, 3);
  expect(times).toEqual(Float64Array.of(60, 120, 86_400));
  expect(temperature).toEqual(Float64Array.of(2810, -9999, 2800));
  expect(ozone).toEqual(Float64Array.of(-9999, 42, 40));
  expect(textAttribute(dataset.variable('O3'), 'units')).toBe('ppbv');
  await dataset.close();
});

it('as classic NetCDF and as CSV with what was measured', async () => {
  using folder = temporaryFolder();
  expect((await made('classic', folder.path)).result.files).toMatchObject([{ format: 'cdf2' }]);
  const { output } = await made('csv', folder.path);
  const lines = (await readFile(output, 'utf8')).trim().split('\n');
  expect(lines.at(-1)).toMatch(/2020-06-02T00:00:00/);
  expect(lines.at(-1)).toContain('280');
});

it('as ICARTT again, which reads as what it was', async () => {
  using folder = temporaryFolder();
  const { output } = await made('icartt', folder.path);
  const again = await openDataset(bytesSource(await readFile(output)));
  expect(again.format).toBe('icartt');
  const ozone = await again.read('O3');
  expect(ozone).toEqual(Float64Array.of(-9999, 42, 40));
  await again.close();
});
