// A unit of work over three small files of one day each, as the maker of units is given it.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSource } from '@isobar/netcdf';
import { measureFile } from '../steps/measure.ts';
import type { CheckedInput, Plan, Treatment, Unit } from '../steps/plan.ts';
import type { UnitInput } from '../steps/unit-input.ts';
import { writeMetFile } from './met-file.ts';

const DATASTREAM = 'sgpmetE13.b1';
const DAY = 86_400;
export const FIRST = Date.UTC(2019, 0, 1) / 1000;
const NUMBERS = [0, 1, 2];

export const nameOf = (n: number) => `${DATASTREAM}.2019010${n + 1}.000000.cdf`;

export interface ThreeDays {
  readonly make?: Unit['make'];
  readonly treatment?: Partial<Treatment>;
  /** Numbers of files for which the recipe names a wrong checksum. */
  readonly wrongSums?: readonly number[];
  /** Done to each file before its checksum is taken. */
  readonly spoil?: (path: string, n: number) => Promise<void>;
  readonly more?: Partial<UnitInput>;
}

/** The files are in `folder`, and what is made of them goes into `out` there. */
export async function threeDays(folder: string, how: ThreeDays = {}): Promise<UnitInput> {
  const { make = 'netcdf', treatment = {}, wrongSums = [], spoil, more } = how;
  const checked = new Map<number, CheckedInput>();
  for (const n of NUMBERS) {
    const path = join(folder, nameOf(n));
    await writeMetFile(path, {
      ...{ datastream: DATASTREAM, start: FIRST + n * DAY, samples: 6, step: 600 },
    });
    await spoil?.(path, n);
    const { bytes, sha256 } = await measureFile(path);
    const sum = wrongSums.includes(n) ? '0'.repeat(64) : sha256;
    checked.set(n, { input: n, bytes, sha256: sum, missing: null });
  }
  const unit: Unit = { make, treatment: 0, inputs: NUMBERS, folder: '' };
  const plan: Plan = {
    orderId: 1,
    inputs: NUMBERS.map((n) => ({
      ...{ datastream: DATASTREAM, fileName: nameOf(n), path: nameOf(n), size: 1 },
      ...{ start: FIRST + n * DAY, end: FIRST + n * DAY + 3000 },
    })),
    treatments: [
      {
        ...{ datastream: DATASTREAM, variables: ['temp_mean'], ranges: null },
        ...{ masks: [], maskAssessed: [], joinTo: null },
        ...treatment,
      },
    ],
    units: [unit],
  };
  const output = join(folder, 'out');
  await mkdir(output);
  return {
    ...{ plan, checked, folder: output, inputs: NUMBERS, unit },
    open: (n) => fileSource(join(folder, nameOf(n))),
    signal: new AbortController().signal,
    ...{ orderId: 1, orderDate: 0, version: '0', failures: 0 },
    onProgress: () => undefined,
    ...more,
  };
}
