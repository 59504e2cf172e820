// Made day files, and jobs over them, for tests of concatenation.
import { join } from 'node:path';
import { bytesSource } from '../byte-source.ts';
import type { Dataset } from '../dataset.ts';
import { concatenate } from '../job/concatenate.ts';
import type { ConcatenateJob, JobInput, JobResult } from '../job/job.ts';
import { openDataset } from '../open.ts';
import { type MadeFile, type MadeVariable, madeBytes } from './made-file.ts';
import { temporaryFolder } from './tools.ts';

export const DAY = 86400;
export const FIRST = Date.UTC(2020, 0, 1) / 1000;

/** A day with records at hours 0, 1 and 2, and what the test adds. */
export function day(
  number: number,
  variables: Record<string, MadeVariable> = {},
  more: Partial<MadeFile> = {},
): MadeFile {
  const date = new Date((FIRST + number * DAY) * 1000).toISOString().slice(0, 10);
  const units = `seconds since ${date} 00:00:00 0:00`;
  return {
    time: 3,
    ...more,
    variables: {
      base_time: {
        type: 'int',
        values: [FIRST + number * DAY],
        attributes: { units: 'seconds since 1970-1-1 0:00:00 0:00' },
      },
      time_offset: {
        type: 'double',
        dimensions: ['time'],
        values: [0, 3600, 7200],
        attributes: { units },
      },
      time: {
        type: 'double',
        dimensions: ['time'],
        values: [0, 3600, 7200],
        attributes: { units },
      },
      temp: {
        type: 'float',
        dimensions: ['time'],
        values: [number, number + 0.25, number + 0.5],
        attributes: { units: 'degC', missing_value: -9999 },
      },
      lat: { type: 'float', values: [36.5] },
      ...variables,
    },
  };
}

export function inputs(...files: readonly MadeFile[]): JobInput[] {
  return files.map((file, index) => ({
    name: `day${index}`,
    open: () => openDataset(bytesSource(madeBytes(file))),
  }));
}

export async function joined(
  files: readonly MadeFile[],
  look: (result: JobResult, open: (file: number) => Promise<Dataset>) => Promise<void>,
  more: Partial<ConcatenateJob> = {},
): Promise<void> {
  using folder = temporaryFolder();
  const result = await concatenate({
    inputs: inputs(...files),
    variables: 'all',
    output: join(folder.path, 'out.nc'),
    format: 'netcdf',
    ...more,
  });
  const opened: Dataset[] = [];
  await look(result, async (file) => {
    const dataset = await openDataset(result.files[file]?.path ?? '');
    opened.push(dataset);
    return dataset;
  });
  for (const dataset of opened) await dataset.close();
}
