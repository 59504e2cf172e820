// Masks of every numeric type: what stands for missing, what has no room for it, and what else
// cannot be masked.
import { expect, it } from 'vitest';
import { numbersAttribute } from '../attribute.ts';
import type { Values } from '../dataset.ts';
import type { FixedType } from '../element.ts';
import { unpacked, unpackingOf } from '../packing.ts';
import { day, FIRST, joined } from '../testing/made-days.ts';
import type { MadeVariable } from '../testing/made-file.ts';

const masks = [{ variables: 'all' as const, start: FIRST + 3600, end: FIRST + 3600 }];
const numbers = (values: Values): number[] =>
  Array.from(values as ArrayLike<number | bigint>, Number);
const column = (
  type: FixedType,
  values: readonly number[],
  attributes: MadeVariable['attributes'] = {},
): MadeVariable => ({ type, dimensions: ['time'], values, attributes });

const TYPES: readonly (readonly [FixedType, number])[] = [
  ['byte', -127],
  ['ubyte', 255],
  ['short', -9999],
  ['ushort', 65535],
  ['int', -9999],
  ['uint', 4294967295],
  ['int64', -9999],
  ['uint64', 2 ** 64],
];

it.each(TYPES)(
  'masks of integers of type %s use the missing value that the variable states',
  async (type) => {
    await joined(
      [day(0, { n: column(type, [1, 2, 3], { missing_value: 77 }) })],
      async (result, open) => {
        const dataset = await open(0);
        expect(numbers(await dataset.read('n'))).toEqual([1, 77, 3]);
        expect(numbersAttribute(dataset.variable('n'), 'missing_value')).toEqual([77]);
        expect(result.files[0]).toMatchObject({ masked: { n: 1 }, marks: { n: '77' }, kept: {} });
      },
      { masks },
    );
  },
);

it.each(TYPES)(
  'masks of integers of type %s choose a value and state it where there is none',
  async (type, mark) => {
    await joined(
      [day(0, { n: column(type, [1, 2, 3]) })],
      async (result, open) => {
        const dataset = await open(0);
        expect(numbers(await dataset.read('n'))).toEqual([1, mark, 3]);
        expect(numbersAttribute(dataset.variable('n'), 'missing_value')).toEqual([mark]);
        expect(numbersAttribute(dataset.variable('n'), '_FillValue')).toEqual([mark]);
        expect(result.files[0]?.notes.join()).toMatch(/n states no missing value: .* which none/);
      },
      { masks },
    );
  },
);

it('masks of integers choose no mark that a value uses, in any of the files', async () => {
  await joined(
    [
      day(0, { n: column('short', [-9999, 2, 3]) }),
      day(1, { n: column('short', [-32767, -32768, 3]) }),
    ],
    async (result, open) => {
      const dataset = await open(0);
      expect(numbers(await dataset.read('n'))).toEqual([-9999, 32767, 3, -32767, -32768, 3]);
      expect(result.files[0]).toMatchObject({ masked: { n: 1 }, marks: { n: '32767' } });
    },
    { masks },
  );
});

it('masks of integers are counted and named where no value is free', async () => {
  const all = Array.from({ length: 256 }, (_, n) => n - 128);
  const file = day(
    0,
    { n: { type: 'byte', dimensions: ['time', 'x'], values: [...all, ...all, ...all] } },
    { dimensions: { x: 256 } },
  );
  await joined(
    [file],
    async (result, open) => {
      expect(numbers(await (await open(0)).read('n'))).toEqual([...all, ...all, ...all]);
      expect(result.files[0]?.masked).toEqual({ temp: 1 });
      expect(result.files[0]?.kept).toEqual({
        n: {
          values: 256,
          reason: 'its type has no value left that could stand for a missing one',
        },
      });
    },
    { masks },
  );
  const everywhere = [{ variables: ['n'], start: FIRST, end: FIRST + 2 * 86_400 }];
  await joined(
    [
      file,
      {
        ...day(1),
        variables: { ...day(1).variables, n: file.variables.n! },
        dimensions: { x: 256 },
      },
    ],
    async (result) => {
      expect(result.files[0]?.kept).toMatchObject({ n: { values: 6 * 256 } });
    },
    { masks: everywhere },
  );
});

it('masks of integers that are packed are missing when they are unpacked', async () => {
  const packed = column('short', [100, 200, 300], { _FillValue: -1 });
  const file = day(0, { p: { ...packed, attributes: { _FillValue: -1, scale_factor: 2 } } });
  await joined(
    [file],
    async (_result, open) => {
      const dataset = await open(0);
      const variable = dataset.variable('p');
      const values = await unpacked(unpackingOf(variable), await dataset.read('p'));
      expect(numbers(await dataset.read('p'))).toEqual([100, -1, 300]);
      expect(numbers(values)[0]).toBe(200);
      expect(numbers(values)[1]).not.toBe(-2);
    },
    { masks },
  );
});

it('text cannot be masked; its flagged values are counted', async () => {
  const file = day(
    0,
    { word: { type: 'char', dimensions: ['time', 'len'], values: 'abcdef' } },
    { dimensions: { len: 2 } },
  );
  await joined(
    [file],
    async (result, open) => {
      expect(Buffer.from((await (await open(0)).read('word')) as Uint8Array).toString()).toBe(
        'abcdef',
      );
      expect(result.files[0]?.kept).toEqual({
        word: { values: 1, reason: 'it is text, which has no missing value' },
      });
    },
    { masks },
  );
});

it('variables whose quality has a different shape cannot be masked; its flags are counted', async () => {
  const flags = { bit_1_assessment: 'Bad' };
  const file = day(
    0,
    {
      qc_temp: {
        type: 'int',
        dimensions: ['time', 'x'],
        values: [0, 1, 1, 0, 0, 1],
        attributes: flags,
      },
    },
    { dimensions: { x: 2 } },
  );
  await joined(
    [file],
    async (result, open) => {
      expect(numbers(await (await open(0)).read('temp'))).toEqual([0, 0.25, 0.5]);
      expect(result.files[0]?.kept).toEqual({
        temp: { values: 3, reason: 'its quality variable qc_temp has another shape' },
      });
    },
    { maskAssessed: ['Bad'] },
  );
});

it('rows without a time cannot be masked, which a note counts', async () => {
  const file = day(0);
  const time = { ...file.variables.time, values: [0, -1, 7200] } as MadeVariable;
  const attributes = { ...time.attributes, missing_value: -1 };
  await joined(
    [{ ...file, variables: { ...file.variables, time: { ...time, attributes } } }],
    async (result, open) => {
      expect(numbers(await (await open(0)).read('temp'))).toEqual([-9999, 0.25, -9999]);
      expect(result.files[0]?.notes.join()).toContain('1 row has no time');
    },
    { masks: [{ variables: 'all', start: FIRST - 1e9, end: FIRST + 1e9 }] },
  );
});

const flags = { bit_1_assessment: 'Bad' };
const wide = (values: number[]): MadeVariable => ({
  type: 'int',
  dimensions: ['time', 'a', 'b'],
  values,
});
const twelve = Array.from({ length: 12 }, (_, n) => n);

it.each([
  ['per time and the outer dimension', ['time', 'a'], [0, 1, 0, 0, 1, 0], [2, 3, 8, 9]],
  ['per time and the inner dimension', ['time', 'b'], [0, 1, 0, 0, 1, 0], [1, 3, 8, 10]],
  ['per height, for all times', ['b'], [0, 1], [1, 3, 5, 7, 9, 11]],
  ['per time', ['time'], [0, 0, 1], [8, 9, 10, 11]],
] as const)(
  '%s hold along the dimensions that they lack',
  async (_name, dimensions, values, lost) => {
    const file = day(
      0,
      { v: wide(twelve), qc_v: { type: 'int', dimensions, values, attributes: flags } },
      { dimensions: { a: 2, b: 2 } },
    );
    await joined(
      [file],
      async (result, open) => {
        const expected = twelve.map((n) => ((lost as readonly number[]).includes(n) ? -9999 : n));
        expect(numbers(await (await open(0)).read('v'))).toEqual(expected);
        expect(result.files[0]).toMatchObject({ masked: { v: lost.length }, kept: {} });
      },
      { maskAssessed: ['Bad'] },
    );
  },
);

const masked = async (start: number, end: number): Promise<boolean[]> => {
  let lost: boolean[] = [];
  await joined(
    [day(0)],
    async (_result, open) => {
      lost = numbers(await (await open(0)).read('temp')).map((value) => value === -9999);
    },
    { masks: [{ variables: 'all', start: FIRST + start, end: FIRST + end }] },
  );
  return lost;
};

it.each([
  ['end at the first instant', -100, 0, [true, false, false]],
  ['end before the first instant', -100, -0.001, [false, false, false]],
  ['begin at the last instant', 7200, 9000, [false, false, true]],
  ['begin after the last instant', 7200.001, 9000, [false, false, false]],
  ['are one instant', 3600, 3600, [false, true, false]],
  ['end just before an instant', 0, 3599.999, [true, false, false]],
] as const)(
  'spans of masks that %s hold their own ends and nothing else',
  async (_name, start, end, expected) => {
    expect(await masked(start, end)).toEqual(expected);
  },
);

it('spans of masks find rows of a file whose times are not in order', async () => {
  const file = day(0);
  const back = (name: 'time' | 'time_offset') =>
    ({ ...file.variables[name], values: [3600, 90_000, 0] }) as MadeVariable;
  const variables = { ...file.variables, time: back('time'), time_offset: back('time_offset') };
  await joined(
    [{ ...file, variables }],
    async (_result, open) => {
      expect(numbers(await (await open(0)).read('temp'))).toEqual([0, -9999, 0.5]);
    },
    { masks: [{ variables: 'all', start: FIRST + 80_000, end: FIRST + 100_000 }] },
  );
});
