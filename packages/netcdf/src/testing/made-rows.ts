// Variables of a small file with a row for each of three times, and what a job writes of such a
// file as text.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesSource } from '../byte-source.ts';
import { concatenate } from '../job/concatenate.ts';
import type { ConcatenateJob, JobResult } from '../job/job.ts';
import { openDataset } from '../open.ts';
import { type MadeFile, madeBytes } from './made-file.ts';
import { temporaryFolder } from './tools.ts';

export const ROWS = {
  time: {
    type: 'double',
    dimensions: ['time'],
    values: [0, 0.5, 60],
    attributes: { units: 'seconds since 2020-01-01 00:00:00 0:00' },
  },
  temp: {
    type: 'float',
    dimensions: ['time'],
    values: [1.5, -9999, Number.NaN],
    attributes: { long_name: 'Temperature, mean', units: 'degC', missing_value: -9999 },
  },
  qc_temp: { type: 'int', dimensions: ['time'], values: [0, 1, 2] },
  wind: {
    type: 'float',
    dimensions: ['time', 'height'],
    values: [1, 2, 3, 4, 5, 6],
    attributes: { units: 'm/s, horizontal' },
  },
  sky: { type: 'char', dimensions: ['time', 'letters'], values: 'a,b\0"q"\0\0\0\0\0' },
  height: {
    type: 'float',
    dimensions: ['height'],
    values: [10, 20.5],
    attributes: { units: 'm' },
  },
  lat: { type: 'float', values: [36.605], attributes: { units: 'degree_N' } },
} satisfies MadeFile['variables'];

export async function written(
  file: MadeFile,
  job: Partial<ConcatenateJob> & Pick<ConcatenateJob, 'format'>,
): Promise<{ text: string; result: JobResult }> {
  using folder = temporaryFolder();
  const output = join(folder.path, 'out.txt');
  const open = () => openDataset(bytesSource(madeBytes(file)));
  const inputs = [{ name: 'made', open }];
  const result = await concatenate({ inputs, variables: 'all', output, ...job });
  return { text: await readFile(output, 'utf8'), result };
}
