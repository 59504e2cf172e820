// Values that are masked by time spans and by quality variables, and those that never are.
import { expect, it } from 'vitest';
import { day, FIRST, joined } from '../testing/made-days.ts';
import type { MadeFile, MadeVariable } from '../testing/made-file.ts';
import type { JobResult } from './job.ts';

const quality = (values: number[], attributes = {}): MadeVariable => ({
  type: 'int',
  dimensions: ['time'],
  values,
  attributes: { bit_1_assessment: 'Bad', bit_2_assessment: 'Indeterminate', ...attributes },
});

it('masks take all data variables when none is named, but no times, places or quality', async () => {
  const file = day(0, {
    count: { type: 'int', dimensions: ['time'], values: [1, 2, 3] },
    qc_temp: quality([0, 1, 2]),
    sigma: {
      type: 'double',
      dimensions: ['time'],
      values: [1, -9999, 3],
      attributes: { missing_value: -9999 },
    },
  });
  const masks = [{ variables: 'all' as const, start: FIRST + 3600, end: FIRST + 7200 }];
  await joined(
    [file],
    async (result, open) => {
      const dataset = await open(0);
      expect(await dataset.read('temp')).toEqual(Float32Array.of(0, -9999, -9999));
      expect(await dataset.read('sigma')).toEqual(Float64Array.of(1, -9999, -9999));
      expect(await dataset.read('count')).toEqual(Int32Array.of(1, -9999, -9999));
      expect(await dataset.read('qc_temp')).toEqual(Int32Array.of(0, 1, 2));
      expect(await dataset.read('time')).toEqual(Float64Array.of(0, 3600, 7200));
      expect(result.files[0]?.masked).toEqual({ temp: 2, count: 2, sigma: 1 });
    },
    { masks },
  );
});

it.each([
  { what: 'ends with the first', start: -3600, end: 0, expected: [-9999, 0.25, 0.5] },
  { what: 'begins with the last', start: 7200, end: 10_800, expected: [0, 0.25, -9999] },
  { what: 'ends before the first', start: -3600, end: -1, expected: [0, 0.25, 0.5] },
  { what: 'begins after the last', start: 7201, end: 10_800, expected: [0, 0.25, 0.5] },
])('masks take a span that $what instant of a file as it is', async ({ start, end, expected }) => {
  const masks = [{ variables: 'all' as const, start: FIRST + start, end: FIRST + end }];
  await joined(
    [day(0, {})],
    async (_result, open) => {
      const dataset = await open(0);
      expect(await dataset.read('temp')).toEqual(Float32Array.from(expected));
    },
    { masks },
  );
});

it.each<[readonly ('Bad' | 'Indeterminate')[], number[]]>([
  [['Bad'], [0, -9999, 0.5]],
  [['Indeterminate'], [0, 0.25, -9999]],
  [
    ['Bad', 'Indeterminate'],
    [0, -9999, -9999],
  ],
])('[O063] masks of quality variables take what they assess %j', async (maskAssessed, expected) => {
  await joined(
    [day(0, { qc_temp: quality([0, 1, 2]) })],
    async (_result, open) => {
      const dataset = await open(0);
      expect(await dataset.read('temp')).toEqual(Float32Array.from(expected));
    },
    { maskAssessed },
  );
});

it('[P150] masks of quality variables go by the bits of each input', async () => {
  const files = [
    day(0, { qc_temp: quality([0, 1, 2]) }),
    day(1, {
      qc_temp: quality([0, 1, 2], { bit_1_assessment: 'Indeterminate', bit_2_assessment: 'Bad' }),
    }),
    day(2, {
      qc_temp: {
        type: 'int',
        dimensions: ['time'],
        values: [0, 1, 2],
        attributes: { flag_masks: [1, 2], flag_assessments: 'Bad Indeterminate' },
      },
    }),
    day(
      3,
      { qc_temp: { type: 'int', dimensions: ['time'], values: [0, 1, 2] } },
      { attributes: { qc_bit_2_assessment: 'Bad' } },
    ),
  ];
  await joined(
    files,
    async (result, open) => {
      const dataset = await open(0);
      expect(await dataset.read('temp')).toEqual(
        Float32Array.of(0, -9999, 0.5, 1, 1.25, -9999, 2, -9999, 2.5, 3, 3.25, -9999),
      );
      expect(result.files[0]?.masked).toEqual({ temp: 4 });
    },
    { maskAssessed: ['Bad'] },
  );
});

it('masks of one quality value per time take all heights, of one per height that height', async () => {
  const file = day(
    0,
    {
      wind: { type: 'float', dimensions: ['time', 'h'], values: [1, 2, 3, 4, 5, 6] },
      qc_wind: quality([0, 1, 0]),
      rain: { type: 'float', dimensions: ['time', 'h'], values: [1, 2, 3, 4, 5, 6] },
      qc_rain: { ...quality([0, 1, 0, 0, 1, 0]), dimensions: ['time', 'h'] },
    },
    { dimensions: { h: 2 } },
  );
  await joined(
    [file],
    async (_result, open) => {
      const dataset = await open(0);
      expect(await dataset.read('wind')).toEqual(Float32Array.of(1, 2, -9999, -9999, 5, 6));
      expect(await dataset.read('rain')).toEqual(Float32Array.of(1, -9999, 3, 4, -9999, 6));
    },
    { maskAssessed: ['Bad'] },
  );
});

it('masks of one quality value per height for all times take only what the same input says', async () => {
  const wind: MadeVariable = {
    type: 'float',
    dimensions: ['time', 'h'],
    values: Array(6).fill(1),
  };
  const qc: MadeVariable = { ...quality([0, 1]), dimensions: ['h'] };
  const dimensions = { h: 2 };
  await joined(
    [day(0, { wind, qc_wind: qc }, { dimensions }), day(1, { wind }, { dimensions })],
    async ({ files, problems }, open) => {
      expect(problems).toEqual([]);
      expect(files[0]?.masked).toEqual({ wind: 3 });
      const values = await (await open(0)).read('wind');
      expect(values).toEqual(
        Float32Array.of(1, -9999, 1, -9999, 1, -9999, ...Array<number>(6).fill(1)),
      );
    },
    { maskAssessed: ['Bad'] },
  );
});

it('masks take each value of rows that are looked at in several pieces, and no other', async () => {
  const width = 300_000;
  const flags = new Uint8Array(2 * width);
  for (let place = 0; place < flags.length; place += 4093) flags[place] = 1;
  for (const edge of [262_143, 262_144, width - 1]) flags[edge] = 1;
  const made = (
    values: Uint8Array,
    attributes: NonNullable<MadeVariable['attributes']>,
  ): MadeVariable => ({
    ...{ type: 'byte', dimensions: ['time', 'gate'], values: Array.from(values), attributes },
  });
  const file: MadeFile = {
    ...{ time: 2, dimensions: { gate: width } },
    variables: {
      time: {
        ...{ type: 'double', dimensions: ['time'], values: [0, 60] },
        attributes: { units: 'seconds since 2020-01-01' },
      },
      power: made(new Uint8Array(2 * width).fill(5), { missing_value: -9 }),
      qc_power: made(flags, { bit_1_assessment: 'Bad' }),
    },
  };
  const masks = [{ variables: ['power'], start: FIRST + 60, end: FIRST + 60 }];
  const expected = Int8Array.from(flags, (flag, place) => (flag === 1 || place >= width ? -9 : 5));
  await joined(
    [file],
    async ({ files }, open) => {
      const power = expected.filter((value) => value === -9).length;
      expect(files[0]?.masked).toEqual({ power });
      const stored = await (await open(0)).read('power');
      expect(expected.findIndex((value, place) => stored[place] !== value)).toBe(-1);
    },
    { masks, maskAssessed: ['Bad'] },
  );
});

it('masks count the values that were there, and neither missing ones nor those that are no number', async () => {
  const file = day(0, {
    odd: {
      ...{ type: 'float', dimensions: ['time'], values: [Number.NaN, -5, 4] },
      attributes: { missing_value: -5 },
    },
  });
  const masks = [{ variables: 'all' as const, start: FIRST, end: FIRST }];
  await joined(
    [file],
    async ({ files }) => {
      expect(files[0]?.present).toEqual({ temp: 3, odd: 1 });
      expect(files[0]?.masked).toEqual({ temp: 1 });
    },
    { masks },
  );
});

it('masks of a quality variable that is text take nothing, and note all of its values', async () => {
  const bad = { bit_1_assessment: 'Bad' };
  const file = day(0, {
    qc_temp: {
      type: 'char',
      dimensions: ['time'],
      values: '\u0001\u0001\u0000',
      attributes: bad,
    },
  });
  await joined(
    [file],
    async ({ files }, open) => {
      expect(await (await open(0)).read('temp')).toEqual(Float32Array.of(0, 0.25, 0.5));
      const reason = 'its quality variable qc_temp is text';
      expect(files[0]).toMatchObject({ masked: {}, kept: { temp: { values: 3, reason } } });
    },
    { maskAssessed: ['Bad'] },
  );
});

it('masks count each text once, and leave it, whether a span or one flag for all times takes it', async () => {
  const file = day(
    0,
    {
      sky: { type: 'char', dimensions: ['time', 'letters'], values: 'ab\0\0c\0\0\0\0\0\0\0' },
      qc_sky: { type: 'int', values: [1], attributes: { bit_1_assessment: 'Bad' } },
    },
    { dimensions: { letters: 4 } },
  );
  const reason = 'it is text, which has no missing value';
  const span = [{ variables: ['sky'], start: FIRST + 3600, end: FIRST + 7200 }];
  for (const [job, values] of [
    [{ maskAssessed: ['Bad'] }, 3],
    [{ masks: span }, 2],
  ] as const)
    await joined(
      [file],
      async ({ files }, open) => {
        expect(files[0]).toMatchObject({
          kept: { sky: { values, reason } },
          present: { sky: 3 },
        });
        expect(files[0]?.masked).toEqual({});
        expect((await open(0)).variable('sky').attributes).toEqual([]);
      },
      job,
    );
});

it('masks leave coordinates, times and quality by any name, and note it where one was requested', async () => {
  const column = (attributes: MadeVariable['attributes'] = {}): MadeVariable => ({
    ...{ type: 'float', dimensions: ['time'], values: [1, 2, 3], attributes },
  });
  const temp = column({ coordinates: 'place', bounds: 'edges', ancillary_variables: 'flags' });
  const file = day(0, {
    ...{ temp, place: column(), edges: column(), lon: column(), alt: column() },
    ...{ aqc_temp: column(), cell_bounds: column(), flags: quality([1, 2, 3]) },
    stamp: column({ units: 'seconds since 2020-01-01' }),
    version: { type: 'int', values: [3] },
  });
  const span = { start: FIRST, end: FIRST + 7200 };
  const masked = async (variables: readonly string[] | 'all') => {
    let told: readonly unknown[] = [];
    const look = async ({ files }: JobResult) => {
      told = [files[0]?.masked, files[0]?.notes];
    };
    await joined([file], look, { masks: [{ variables, ...span }] });
    return told;
  };
  expect(await masked('all')).toEqual([{ temp: 3 }, []]);
  expect(await masked(['place', 'version', 'nobody'])).toEqual([
    {},
    [
      'place is a coordinate or quality variable and was not masked',
      'version is the same for all times and was not masked',
    ],
  ]);
});

it('masks state -9999 beside another missing value, and leave one that is stated', async () => {
  const odd = day(0, {
    odd: {
      type: 'float',
      dimensions: ['time'],
      values: [1, -1, 3],
      attributes: { missing_value: -1, _FillValue: -1 },
    },
  });
  const masks = [{ variables: ['odd'], start: FIRST, end: FIRST + 3600 }];
  await joined(
    [odd],
    async (result, open) => {
      const { attributes } = (await open(0)).variable('odd');
      expect(attributes).toEqual([
        { name: '_FillValue', type: 'float', value: Float32Array.of(-1) },
        { name: 'missing_value', type: 'float', value: Float32Array.of(-1, -9999) },
      ]);
      expect(result.files[0]?.masked).toEqual({ odd: 1 });
    },
    { masks },
  );
});
