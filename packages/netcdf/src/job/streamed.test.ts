// Outputs that are read while they are written: what is there for good stays as it is, and all goes
// into one file or nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import type { Dataset } from '../dataset.ts';
import { openDataset } from '../open.ts';
import { DAY, day, FIRST, inputs } from '../testing/made-days.ts';
import { madeBytes } from '../testing/made-file.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { concatenate } from './concatenate.ts';
import type { ConcatenateJob } from './job.ts';

type Seen = { begun: { path: string; bytes?: number }[]; heads: Buffer[] };

/** Runs a job, and keeps every report of bytes that are final. */
async function streamed(job: Pick<ConcatenateJob, 'inputs' | 'format'> & Partial<ConcatenateJob>) {
  using folder = temporaryFolder();
  const path = join(folder.path, 'out');
  const seen: Seen = { begun: [], heads: [] };
  const result = await concatenate({
    variables: 'all',
    output: path,
    ...job,
    streamed: {
      onBegun: (output) => seen.begun.push(output),
      onWritten: (bytes) => seen.heads.push(readFileSync(path).subarray(0, bytes)),
    },
  });
  return { result, ...seen, whole: readFileSync(path) };
}

const MASKS = [{ variables: ['temp'], start: FIRST, end: FIRST + DAY }];

it.each(['classic', 'csv', 'icartt'] as const)(
  '%s: what is there for good never changes',
  async (format) => {
    for (const masks of [[], MASKS]) {
      const days = inputs(day(0), day(1), day(2));
      const { begun, heads, whole, result } = await streamed({ inputs: days, format, masks });
      expect(heads.length).toBe(3);
      for (const head of heads) expect(whole.subarray(0, head.length).equals(head)).toBe(true);
      expect(result.files[0]?.records).toBe(9);
      expect(begun.length).toBe(1);
      if (format !== 'classic') continue;
      expect(begun[0]?.bytes).toBe(whole.length);
      expect(heads.map((head) => head.length > 0)).toEqual([true, true, true]);
      expect(heads.at(-1)?.length).toBe(whole.length);
    }
  },
);

it('an output that is read while it is written counts what it masked in its result, and names it in the history', async () => {
  const { result, whole } = await streamed({
    inputs: inputs(day(0), day(1)),
    format: 'classic',
    masks: MASKS,
    history: 'made by a test',
  });
  expect(result.files[0]?.masked).toEqual({ temp: 4 });
  const dataset = await openDataset(bytesSource(new Uint8Array(whole)));
  const history = dataset.attributes.find(({ name }) => name === 'history')?.value;
  expect(history).toMatch(/made by a test; values set to -9999: temp$/);
  await dataset.close();
});

it('an output that is read while it is written is masked where times decrease, without a restart', async () => {
  const attributes = { units: 'seconds since 2020-01-01' };
  const values = [3600, 0, 7200];
  const back = day(0, { time: { type: 'double', dimensions: ['time'], values, attributes } });
  const masks = [{ variables: ['temp'], start: FIRST, end: FIRST }];
  const { result, begun } = await streamed({ inputs: inputs(back), format: 'csv', masks });
  expect(begun).toHaveLength(1);
  expect(result.files[0]).toMatchObject({ records: 3, masked: { temp: 1 } });
});

it('without dates and masks may have times in any order', async () => {
  const attributes = { units: 'seconds since 2020-01-01' };
  const values = [3600, 90_000, 7200];
  const back = day(0, { time: { type: 'double', dimensions: ['time'], values, attributes } });
  for (const masks of [undefined, []]) {
    const { result } = await streamed({
      inputs: inputs(back),
      format: 'csv',
      ...(masks && { masks }),
    });
    expect(result.files[0]?.records).toBe(3);
  }
});

it('an output that is read while it is written tells its own notes, in the place of those of the file that it was made of', async () => {
  const attributes = { isobar_notes: 'of long ago', title: 'kept' };
  const repeated = day(0, {
    time: {
      ...{ type: 'double', dimensions: ['time'], values: [0, 0, 60] },
      attributes: { units: 'seconds since 2020-01-01' },
    },
  });
  const { whole } = await streamed({
    inputs: inputs({ ...repeated, attributes }),
    ...{ format: 'classic', variables: ['temp'], masks: [{ ...MASKS[0]!, variables: ['lat'] }] },
  });
  const dataset = await openDataset(bytesSource(new Uint8Array(whole)));
  const told = dataset.attributes.filter(({ name }) => name === 'isobar_notes');
  expect(told.map(({ value }) => value)).toEqual([
    'lat is a coordinate or quality variable and was not masked',
  ]);
  expect(dataset.attributes.map(({ name }) => name)).toContain('title');
  await dataset.close();
});

it('an output that is read while it is written says nothing about a NetCDF-4 file before it is whole', async () => {
  const { heads, begun, whole } = await streamed({ inputs: inputs(day(0)), format: 'netcdf4' });
  expect(heads.map((head) => head.length)).toEqual([0]);
  expect(begun[0]).not.toHaveProperty('bytes');
  expect(whole.length).toBeGreaterThan(0);
});

it('an output that is read while it is written has the rows of a range also where times decrease or are missing within the file', async () => {
  const at = (values: number[]) => {
    const attributes = { units: 'seconds since 2020-01-01', missing_value: -1 };
    return day(0, { time: { type: 'double', dimensions: ['time'], values, attributes } });
  };
  for (const [values, records] of [
    [[0, -1, 7200], 2],
    [[3600, 90_000, 7200], 2],
  ] as const) {
    const { result } = await streamed({
      inputs: inputs(at([...values])),
      format: 'csv',
      ranges: [[FIRST, FIRST + DAY]],
    });
    expect(result.files[0]?.records).toBe(records);
  }
});

it('an output that is read while it is written ends by the first input that fails, whichever fails sooner', async () => {
  const failing = (name: string, after: number) => ({
    name,
    open: async (): Promise<Dataset> => {
      await sleep(after);
      throw new Error('gone');
    },
  });
  const both = [failing('first', 50), failing('second', 0)];
  const ended = streamed({ inputs: both, format: 'classic' });
  await expect(ended).rejects.toThrow('first: gone');
});

it('an output that is read while it is written is not begun when an input fails, a name is mistyped, or the contents need two files', async () => {
  const broken = madeBytes(day(1)).slice(0, -20);
  const cut = { name: 'cut', open: () => openDataset(bytesSource(broken)) };
  const other = day(1, {
    temp: { type: 'float', dimensions: ['time'], values: [1, 2, 3], attributes: { units: 'K' } },
  });
  const cases: [ConcatenateJob['inputs'], Partial<ConcatenateJob>, RegExp][] = [
    [[...inputs(day(0)), cut], {}, /^cut: /],
    [inputs(day(0)), { variables: ['tmep'] }, /"tmep"/],
    [inputs(day(0), other), { maximumBytes: 1 }, /do not fit into one: a new file begins at day1/],
  ];
  for (const [days, more, message] of cases) {
    const begun: unknown[] = [];
    using folder = temporaryFolder();
    const job = concatenate({
      inputs: days,
      variables: 'all',
      format: 'classic',
      output: join(folder.path, 'out'),
      streamed: { onBegun: (output) => begun.push(output) },
      ...more,
    });
    await expect(job).rejects.toThrow(message);
    expect(begun).toEqual([]);
  }
});
