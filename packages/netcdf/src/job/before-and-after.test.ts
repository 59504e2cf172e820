// What a job asks its caller before it writes, which family of formats it takes from its inputs,
// and that it leaves no file open.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import { openDataset } from '../open.ts';
import { DAY, day, FIRST, joined } from '../testing/made-days.ts';
import { type MadeVariable, madeBytes } from '../testing/made-file.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { concatenate } from './concatenate.ts';
import type { ConcatenateJob, JobInput } from './job.ts';

/** Inputs that count how often they are opened and closed. */
function counted(count: number, make: (n: number) => Uint8Array = (n) => madeBytes(day(n))) {
  const told = { opened: 0, closed: 0 };
  const inputs = Array.from({ length: count }, (_, n): JobInput => {
    const bytes = make(n);
    return {
      name: `day${n}`,
      open: async () => {
        told.opened++;
        const source = bytesSource(bytes);
        const close = async () => {
          told.closed++;
        };
        const read: typeof source.read = (offset, length) => source.read(offset, length);
        return await openDataset({ ...source, size: source.size, read, close });
      },
    };
  });
  return { told, inputs };
}

const job = (folder: string, more: Partial<ConcatenateJob>): ConcatenateJob => ({
  ...{ inputs: [], variables: 'all', output: join(folder, 'out'), format: 'netcdf' },
  ...more,
});

describe('what was opened is closed', () => {
  it.each([
    ['of more inputs than are kept open', {}, 1],
    ['of inputs without a row in the dates', { ranges: [[0, 1]] as const }, 0],
    ['of inputs for which there is no room', { roomFor: async () => 'no' }, 0],
  ])('%s', async (_, more, files) => {
    using folder = temporaryFolder();
    const { told, inputs } = counted(30);
    const result = await concatenate(job(folder.path, { inputs, ...more }));
    expect(result.files).toHaveLength(files);
    expect(told.opened).toBeGreaterThanOrEqual(30);
    expect(told.closed).toBe(told.opened);
  });

  it('inputs that are no files are closed', async () => {
    using folder = temporaryFolder();
    const { told, inputs } = counted(3, (n) =>
      n === 1 ? Buffer.from('CDF\u0001 no') : madeBytes(day(n)),
    );
    const result = await concatenate(job(folder.path, { inputs }));
    expect(result.problems.map(({ input }) => input)).toEqual(['day1']);
    expect(told.closed).toBe(told.opened);
  });
});

describe('before an output is written', () => {
  it.each([
    ['netcdf', false, 1.3],
    ['netcdf4', true, 1.3],
    ['csv', false, 8],
  ] as const)(
    '%s: its estimated bytes are never too few, and state whether they are compressed',
    async (format, isCompressed, most) => {
      using folder = temporaryFolder();
      const values = Array.from({ length: 3000 }, (_, n) => n);
      const wide = day(
        0,
        { wide: { type: 'double', dimensions: ['time', 'x'], values } },
        { dimensions: { x: 1000 } },
      );
      const asked: { bytes: number; isCompressed: boolean }[] = [];
      const { inputs } = counted(1, () => madeBytes(wide));
      const { files } = await concatenate(
        job(folder.path, {
          inputs,
          format,
          roomFor: async (output) => {
            expect(existsSync(join(folder.path, 'out'))).toBe(false);
            asked.push(output);
            return undefined;
          },
        }),
      );
      expect(asked).toEqual([{ bytes: expect.any(Number), isCompressed }]);
      const [{ bytes = 0 } = {}] = asked;
      expect(bytes).toBeGreaterThanOrEqual(isCompressed ? 24_000 : (files[0]?.bytes ?? 0));
      expect(bytes).toBeLessThan(24_000 * most + 300_000);
    },
  );

  it('a reason against it is that of all its inputs, and the next output is asked for too', async () => {
    using folder = temporaryFolder();
    const { inputs } = counted(3, (n) =>
      madeBytes(
        day(
          n,
          n === 2
            ? {
                other: {
                  type: 'int',
                  dimensions: ['time'],
                  values: [1, 2, 3],
                  attributes: { units: 'm' },
                },
                temp: {
                  type: 'float',
                  dimensions: ['time'],
                  values: [1, 2, 3],
                  attributes: { units: 'K' },
                },
              }
            : {},
        ),
      ),
    );
    let asked = 0;
    const result = await concatenate(
      job(folder.path, {
        inputs,
        roomFor: async () => (asked++ === 0 ? 'It is too large.' : undefined),
      }),
    );
    expect(asked).toBe(2);
    expect(result.problems).toEqual(
      ['day0', 'day1'].map((input) => ({
        input,
        code: 'unsupported',
        message: 'It is too large.',
      })),
    );
    expect(result.files.map((file) => file.inputs)).toEqual([['day2']]);
  });
});

describe('the family of an output', () => {
  it('the family of an output is that of its first input', async () => {
    using folder = temporaryFolder();
    const { inputs } = counted(2);
    const [classic, other] = inputs;
    if (!classic || !other) throw new Error('two were made');
    const path = join(folder.path, 'four.nc');
    await concatenate(job(folder.path, { inputs: [other], output: path, format: 'netcdf4' }));
    const four: JobInput = { name: 'four', open: () => openDataset(path) };
    for (const [order, family] of [
      [[classic, four], 'cdf2'],
      [[four, classic], 'netcdf4'],
    ] as const) {
      const { files } = await concatenate(job(folder.path, { inputs: order }));
      expect(files.map(({ format, records }) => [format, records])).toEqual([[family, 6]]);
      const dataset = await openDataset(files[0]?.path ?? '');
      expect(dataset.format.startsWith('cdf')).toBe(family === 'cdf2');
      await dataset.close();
    }
  });
});

it('a job never masks what tells the time, the place or the quality, however it is called', async () => {
  const along = (
    type: MadeVariable['type'],
    attributes: MadeVariable['attributes'] = {},
  ): MadeVariable => ({
    ...{ type, dimensions: ['time'], values: [1, 2, 3], attributes },
  });
  const quality = { bit_3_assessment: 'Bad' };
  const kept: Record<string, MadeVariable> = {
    latitude: along('float'),
    alt: along('float'),
    qc_of_nothing: along('int'),
    aqc_of_nothing: along('int'),
    time_bounds: { type: 'double', dimensions: ['time', 'two'], values: [0, 1, 2, 3, 4, 5] },
    edges_bounds: along('float'),
    height_above: along('float'),
    margins: along('float'),
    verdict: along('int', quality),
    hours: along('double', { units: 'hours since 2020-01-01' }),
  };
  const file = day(
    0,
    {
      ...kept,
      wind: along('float', { coordinates: 'height_above', ancillary_variables: 'verdict' }),
      level: along('float', { bounds: 'margins' }),
      qcd: along('int'),
      place: along('float'),
    },
    { dimensions: { two: 2 } },
  );
  const masks = [{ variables: 'all' as const, start: FIRST, end: FIRST + DAY }];
  await joined(
    [file],
    async (result, open) => {
      expect(result.files[0]?.masked).toEqual({ temp: 3, wind: 3, level: 3, qcd: 3, place: 3 });
      const dataset = await open(0);
      for (const [name, { values }] of Object.entries(kept))
        expect(Array.from(await dataset.read(name), Number), name).toEqual(values);
    },
    { masks },
  );
});

describe('reports of different variables', () => {
  const along = (attributes: MadeVariable['attributes'] = {}): MadeVariable => ({
    ...{ type: 'float', dimensions: ['time'], values: [1, 2, 3], attributes },
  });
  const hour = (variables: 'all' | string[], n: number) => ({
    ...{ variables, start: FIRST + n * 3600, end: FIRST + n * 3600 },
  });

  it('reports of different variables take from each what is reported of it', async () => {
    const file = day(0, { wind: along(), rain: along(), snow: along() });
    const masks = [hour(['wind', 'rain'], 0), hour(['rain'], 1), hour(['snow'], 2)];
    await joined(
      [file],
      async (result, open) => {
        const dataset = await open(0);
        const values = async (name: string) => Array.from(await dataset.read(name), Number);
        expect(await values('wind')).toEqual([-9999, 2, 3]);
        expect(await values('rain')).toEqual([-9999, -9999, 3]);
        expect(await values('snow')).toEqual([1, 2, -9999]);
        expect(await values('temp')).toEqual([0, 0.25, 0.5]);
        expect(result.files[0]?.masked).toEqual({ wind: 1, rain: 2, snow: 1 });
      },
      { masks },
    );
  });

  it('reports of different variables change nothing of others, and name what they cannot take from', async () => {
    const flagged = { type: 'int', dimensions: ['time'], values: [1, 1, 1] } as const;
    const attributes = { bit_1_assessment: 'Bad' };
    const file = day(0, { wind: along(), dry: along(), qc_dry: { ...flagged, attributes } });
    await joined(
      [file],
      async (result, open) => {
        const dataset = await open(0);
        expect(dataset.variable('dry').attributes).toEqual([]);
        expect(
          dataset
            .variable('wind')
            .attributes.map(({ name }) => name)
            .sort(),
        ).toEqual(['_FillValue', 'missing_value']);
        expect(result.files[0]?.masked).toEqual({ wind: 1 });
        const notes = result.files[0]?.notes.filter((note) => note.includes('was not masked'));
        expect(notes).toEqual([
          'lat is a coordinate or quality variable and was not masked',
          'qc_dry is a coordinate or quality variable and was not masked',
        ]);
      },
      { masks: [hour(['wind', 'nothing', 'lat', 'qc_dry'], 1)] },
    );
  });
});
