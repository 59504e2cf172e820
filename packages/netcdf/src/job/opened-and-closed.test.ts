// A job closes what it opens, however it ends, and opens again only what it cannot keep; it reports
// an input that fails while it is copied.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import type { Dataset } from '../dataset.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { openDataset } from '../open.ts';
import { DAY, day, FIRST } from '../testing/made-days.ts';
import { type MadeFile, type MadeVariable, madeBytes } from '../testing/made-file.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { concatenate } from './concatenate.ts';
import type { ConcatenateJob, JobInput } from './job.ts';

const damaged = new NetcdfError('corrupt', 'Its rows are damaged.');
const broken = async (): Promise<never> => {
  throw damaged;
};

/** Inputs that count; the rows of those in `failing` cannot be read. */
function counted(files: readonly MadeFile[], failing: readonly number[] = []) {
  const open = new Set<Dataset>();
  const seen = { opened: 0, most: 0, left: () => open.size };
  const inputs = files.map((file, index): JobInput => {
    const bytes = madeBytes(file);
    return {
      name: `day${index}`,
      async open() {
        const dataset = await openDataset(bytesSource(bytes));
        open.add(dataset);
        seen.opened++;
        seen.most = Math.max(seen.most, open.size);
        const close = dataset.close.bind(dataset);
        return Object.assign(dataset, {
          ...(failing.includes(index) ? { readRows: broken } : {}),
          close: async () => {
            open.delete(dataset);
            await close();
          },
        });
      },
    };
  });
  return { seen, inputs };
}

async function run(job: Pick<ConcatenateJob, 'inputs'> & Partial<ConcatenateJob>) {
  using folder = temporaryFolder();
  const output = join(folder.path, 'out.nc');
  return await concatenate({ variables: 'all', format: 'netcdf', output, ...job });
}
const days = (count: number): MadeFile[] => Array.from({ length: count }, (_, n) => day(n));
const silent: MadeVariable = { type: 'short', dimensions: ['time'], values: [1, 2, 3] };
const ALWAYS = [{ variables: 'all' as const, start: FIRST, end: FIRST + 30 * DAY }];

it('what is opened is opened once, unless there are more than are kept open', async () => {
  for (const [count, opened] of [
    [24, 24],
    [30, 36],
  ] as const) {
    const { seen, inputs } = counted(days(count));
    const { files } = await run({ inputs });
    expect(files[0]?.records).toBe(3 * count);
    expect(seen).toMatchObject({ opened });
    expect(seen.most).toBeLessThanOrEqual(24 + 4);
    expect(seen.left()).toBe(0);
  }
});

it.each<[string, Partial<ConcatenateJob>]>([
  ['values that could stand for masked ones are looked for', { masks: ALWAYS }],
  ['no input has rows', { ranges: [[0, 1]] }],
  ['there is no room', { roomFor: async () => 'full' }],
  ['each makes a file of its own', { maximumBytes: 1 }],
])('what is opened is closed where %s', async (_, more) => {
  const { seen, inputs } = counted([day(0, { silent }), day(1, { silent })]);
  await run({ inputs, ...more });
  expect(seen.opened).toBeGreaterThan(0);
  expect(seen.left()).toBe(0);
});

it.each<[string, Partial<ConcatenateJob>]>([
  ['the output cannot be written', { output: '/nowhere/at/all/out.nc' }],
  ['all have to fit into one', { maximumBytes: 1, streamed: {} }],
  ['the caller aborts it', { signal: AbortSignal.abort(new Error('stopped')), masks: ALWAYS }],
])('what is opened is closed where %s', async (_, more) => {
  const { seen, inputs } = counted([day(0, { silent }), day(1, { silent })]);
  await expect(run({ inputs, ...more })).rejects.toThrow();
  expect(seen.left()).toBe(0);
});

it('an input whose rows cannot be read is left out by its reason, and nothing of it is counted', async () => {
  const { seen, inputs } = counted(days(3), [1]);
  const told: string[] = [];
  const { files, problems } = await run({
    inputs,
    onProgress: ({ phase, done, records }) => {
      if (phase === 'write') told.push(`${done}: ${records}`);
    },
  });
  expect(problems).toEqual([{ input: 'day1', code: 'corrupt', message: 'Its rows are damaged.' }]);
  expect(files).toMatchObject([{ inputs: ['day0', 'day2'], records: 6 }]);
  expect(told).toEqual(['1: 3', '1: 3', '2: 6']); // the file is begun again
  expect(seen.left()).toBe(0);
});

it('an input whose rows cannot be read is left out also where its values are looked at before anything is written', async () => {
  const files = [day(0, { silent }), day(1, { silent })];
  const { seen, inputs } = counted(files, [1]);
  const result = await run({ inputs, masks: ALWAYS });
  expect(result.problems).toMatchObject([{ input: 'day1', code: 'corrupt' }]);
  expect(result.files).toMatchObject([{ inputs: ['day0'], masked: { temp: 3, silent: 3 } }]);
  expect(seen.left()).toBe(0);
});

it('an input whose rows cannot be read ends a stream, by its reason', async () => {
  const { seen, inputs } = counted(days(2), [1]);
  const ended = run({ inputs, streamed: {} });
  await expect(ended).rejects.toMatchObject({
    ...{ code: 'corrupt', message: 'day1: Its rows are damaged.', cause: damaged },
  });
  expect(seen.left()).toBe(0);
});
