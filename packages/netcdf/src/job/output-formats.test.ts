import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import { openDataset } from '../open.ts';
import { madeBytes } from '../testing/made-file.ts';
import { partOf } from '../testing/made-part.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { concatenate } from './concatenate.ts';
import {
  isClassicOutput,
  isOutputFormat,
  OUTPUT_FORMATS,
  type OutputFormat,
} from './output-formats.ts';

const NAMES = Object.keys(OUTPUT_FORMATS).filter(isOutputFormat);

const day = (n: number) =>
  madeBytes({
    time: 3,
    variables: {
      time: {
        type: 'double',
        dimensions: ['time'],
        values: [0, 60, 120],
        attributes: { units: `seconds since 2020-01-0${n} 00:00:00 0:00` },
      },
      temp: { type: 'float', dimensions: ['time'], values: [n, n + 0.5, n + 1] },
    },
  });

const made = (format: OutputFormat, output: string, days: readonly number[]) =>
  concatenate({
    inputs: days.map((n) => ({ name: `${n}.nc`, open: () => openDataset(bytesSource(day(n))) })),
    variables: 'all',
    output,
    format,
  });

describe.each(NAMES)('the format %s', (format) => {
  it('a format writes a file by its row of the table alone', async () => {
    using folder = temporaryFolder();
    const output = join(folder.path, 'out');
    const { files, problems } = await made(format, output, [1]);
    expect(problems).toEqual([]);
    expect(files).toMatchObject([{ path: output, records: 3, bytes: statSync(output).size }]);
    const family = format === 'netcdf' || format === 'classic' ? 'cdf2' : format;
    expect(files[0]?.format).toBe(family);
  });

  it.runIf(OUTPUT_FORMATS[format].joins)('a format joins inputs, as its row says', async () => {
    using folder = temporaryFolder();
    const output = join(folder.path, 'out');
    const { files } = await made(format, output, [1, 2]);
    expect(files).toMatchObject([{ records: 6, inputs: ['1.nc', '2.nc'] }]);
    expect(existsSync(`${output}.2`)).toBe(false);
  });
});

it('endings of tables are theirs alone', () => {
  const endings = NAMES.flatMap((name) => OUTPUT_FORMATS[name].extension ?? []);
  expect(new Set(endings).size).toBe(endings.length);
  for (const name of NAMES) {
    const { isTable, extension } = OUTPUT_FORMATS[name];
    expect(isTable).toBe(extension !== null);
  }
});

it('a word of objects is no format', () => {
  for (const word of ['constructor', '__proto__', 'hasOwnProperty'])
    expect(isOutputFormat(word)).toBe(false);
});

it.each<[OutputFormat, boolean, readonly ('float' | 'string')[], boolean]>([
  ['classic', false, ['float'], true],
  ['classic', true, ['float'], true],
  ['netcdf4', true, ['float'], false],
  ['netcdf', true, ['float'], true],
  ['netcdf', false, ['float'], false],
  ['netcdf', true, ['float', 'string'], false],
  ['netcdf', true, [], true],
  ['csv', true, ['float'], false],
])(
  'as %s, of inputs that are classic: %s, with variables of the types %j, an output is classic: %s',
  (format, isClassic, types, expected) => {
    expect(isClassicOutput(format, partOf({ isClassic, types }))).toBe(expected);
    expect(isClassicOutput(format, { ...partOf({ isClassic, types }), surveys: [] })).toBe(
      format === 'netcdf' ? !types.includes('string') : expected,
    );
  },
);
