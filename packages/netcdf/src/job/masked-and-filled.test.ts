// What stands for values that are masked or not there: counted right, in the words of a README, however many there are.
import { describe, expect, it } from 'vitest';
import { numbersAttribute, textAttribute } from '../attribute.ts';
import type { Attribute, Dataset, NcType, Values } from '../dataset.ts';
import { DAY, day, FIRST, joined } from '../testing/made-days.ts';
import type { MadeFile, MadeVariable } from '../testing/made-file.ts';
import { isFloating, knownMark } from './mask-mark.ts';
import { fillerOf, holds, missingTest, statedMissing, stating } from './missing.ts';
import { isQuality, words } from './select.ts';

const numbers = (values: Values): number[] =>
  Array.from(values as ArrayLike<number | bigint>, Number);
const column = (
  type: MadeVariable['type'],
  values: readonly number[],
  attributes: MadeVariable['attributes'] = {},
): MadeVariable => ({ type, dimensions: ['time'], values, attributes });
const ALWAYS = [{ variables: 'all' as const, start: FIRST, end: FIRST + 30 * DAY }];

describe('a masked file', () => {
  const floats = (attributes: MadeVariable['attributes']) => column('float', [1, 2, 3], attributes);

  it('has what its packed numbers state as missing, and -9999 in numbers that are not packed', async () => {
    const file = day(0, {
      packed: floats({ scale_factor: 2, missing_value: -1 }),
      moved: floats({ add_offset: 2, _FillValue: -2 }),
      silent: floats({ scale_factor: 2 }),
      plain: floats({ missing_value: -1 }),
    });
    await joined(
      [file],
      async (result, open) => {
        const dataset = await open(0);
        for (const [name, mark] of Object.entries({
          ...{ packed: -1, moved: -2, silent: -9999, plain: -9999 },
        })) {
          expect(numbers(await dataset.read(name)), name).toEqual([mark, mark, mark]);
        }
        expect(result.files[0]?.marks).toEqual({ packed: '-1', moved: '-2' });
      },
      { masks: ALWAYS },
    );
  });

  it('says in its history how many values each variable lost, and by what', async () => {
    const file = day(
      0,
      { n: column('short', [7, 8, 9], { missing_value: 77 }) },
      { attributes: { history: 'made by hand' } },
    );
    await joined(
      [file],
      async (_, open) => {
        expect(textAttribute(await open(0), 'history')).toBe(
          `made by hand\nordered; values set to -9999: temp${'3'.padStart(11)}, n${'3'.padStart(11)} (by 77)`,
        );
      },
      { masks: ALWAYS, history: 'ordered' },
    );
    await joined([file], async (_, open) => {
      expect(textAttribute(await open(0), 'history')).toBe('made by hand');
    });
    const elsewhere = [{ ...ALWAYS[0], variables: ['temp'], start: 0, end: 1 }];
    await joined(
      [file],
      async (result, open) => {
        expect(textAttribute(await open(0), 'history')).toBe('made by hand\nordered');
        expect(result.files[0]).toMatchObject({ masked: {}, marks: {}, kept: {} });
      },
      { masks: elsewhere, history: 'ordered' },
    );
  });

  it('counts what was measured, and neither missing values nor those that are no number', async () => {
    const file = day(0, {
      odd: column('float', [Number.NaN, -5, 4], { missing_value: -5 }),
      full: column('float', [Number.NaN, -9999, Number.NaN]),
    });
    await joined(
      [file],
      async (result, open) => {
        const dataset = await open(0);
        expect(numbers(await dataset.read('odd'))).toEqual([-9999, -9999, -9999]);
        expect(numbers(await dataset.read('full'))).toEqual([-9999, -9999, -9999]);
        expect(result.files[0]?.masked).toEqual({ temp: 3, odd: 1 });
      },
      { masks: ALWAYS },
    );
  });

  it('adds up the blocks and the inputs that it is made of', async () => {
    const x = 150_000;
    const values = Array.from({ length: 3 * x }, (_, n) => n % 100);
    const flags = values.map((_, n) => (n % 1000 === 999 ? 1 : 0));
    const wide = (number: number) =>
      day(
        number,
        {
          v: { type: 'short', dimensions: ['time', 'x'], values, attributes: { _FillValue: -1 } },
          qc_v: {
            type: 'byte',
            dimensions: ['time', 'x'],
            values: flags,
            attributes: { bit_1_assessment: 'Bad' },
          },
        },
        { dimensions: { x } },
      );
    const masks = [{ variables: ['v'], start: FIRST + 3600, end: FIRST + 3600 }];
    await joined(
      [wide(0), wide(1)],
      async (result, open) => {
        const all = numbers(await (await open(0)).read('v'));
        const expected = [...values, ...values].map((value, n) =>
          Math.floor(n / x) === 1 || n % 1000 === 999 ? -1 : value,
        );
        expect(all.findIndex((value, n) => value !== expected[n])).toBe(-1);
        expect(result.files[0]?.masked).toEqual({ v: x + 5 * 150 });
      },
      { masks, maskAssessed: ['Bad'] },
    );
  });

  it('says what it could not use, where quality is text or has another shape for all times', async () => {
    const assessed = { bit_1_assessment: 'Bad' };
    const file = day(
      0,
      {
        a: column('float', [1, 2, 3]),
        qc_a: { type: 'char', dimensions: ['time'], values: 'xyz', attributes: assessed },
        b: column('float', [1, 2, 3]),
        qc_b: { type: 'byte', dimensions: ['x'], values: [1, 0], attributes: assessed },
        c: { type: 'float', dimensions: ['time', 'x', 'y'], values: Array(12).fill(1) },
        qc_c: {
          type: 'byte',
          dimensions: ['time', 'y', 'x'],
          values: [1, 1, ...Array(10).fill(0)],
          attributes: assessed,
        },
      },
      { dimensions: { x: 2, y: 2 } },
    );
    await joined(
      [file],
      async (result) => {
        expect(result.files[0]?.masked).toEqual({});
        expect(result.files[0]?.kept).toMatchObject({
          a: { values: 3, reason: 'its quality variable qc_a is text' },
          c: { values: 2, reason: 'its quality variable qc_c has another shape' },
        });
      },
      { maskAssessed: ['Bad'] },
    );
  });

  it('is not masked by a quality that says nothing, nor by flags of other inputs', async () => {
    const flags = (attributes: MadeVariable['attributes']) => column('int', [1, 1, 1], attributes);
    const silent = day(0, { qc_temp: flags({}) });
    const telling = day(1, { qc_temp: flags({ bit_1_assessment: 'Bad' }) });
    await joined(
      [silent, telling, day(2)],
      async (result, open) => {
        const dataset = await open(0);
        expect(numbers(await dataset.read('temp'))).toEqual([
          ...[0, 0.25, 0.5],
          ...[-9999, -9999, -9999],
          ...[2, 2.25, 2.5],
        ]);
        expect(result.files[0]?.masked).toEqual({ temp: 3 });
      },
      { maskAssessed: ['Bad'] },
    );
  });
});

describe('what an input does not have', () => {
  it('is also measured where a type is used up, and that is said', async () => {
    const all = Array.from({ length: 256 }, (_, n) => n - 128);
    const full: MadeFile = day(
      0,
      { n: { type: 'byte', dimensions: ['time', 'x'], values: [...all, ...all, ...all] } },
      { dimensions: { x: 256 } },
    );
    await joined([full, day(1)], async (result) => {
      expect(result.files[0]?.notes).toContain(
        'n states no missing value, and all that its type holds are used: -127 is also measured',
      );
    });
  });

  it('and what is masked are told apart from what is only one of both', async () => {
    const files = [
      day(0, { n: column('byte', [1, 2, 3]), m: column('byte', [1, 2, 3]) }),
      day(1, { m: column('byte', [4, 5, 6]) }),
    ];
    await joined(
      files,
      async (result) => {
        const chosen = 'states no missing value: -127, which none of its values uses, stands for';
        expect(result.files[0]?.notes).toContain(`m ${chosen} masked ones`);
        expect(result.files[0]?.notes).toContain(`n ${chosen} what is not there`);
      },
      { masks: [{ variables: ['m'], start: FIRST, end: FIRST }] },
    );
  });
});

describe('variables that cannot be carried along', () => {
  it('are named with the reason, and the others are there', async () => {
    const file = day(
      0,
      {
        turned: { type: 'float', dimensions: ['x', 'time'], values: [1, 2, 3, 4, 5, 6] },
      },
      { dimensions: { x: 2 }, timeIsFixed: true },
    );
    await joined([file], async (result, open) => {
      const { variables } = await open(0);
      expect(variables.map(({ name }) => name)).toContain('temp');
      expect(variables.map(({ name }) => name)).not.toContain('turned');
      expect(result.files[0]?.notes).toEqual([
        'turned is left out: time is not its slowest dimension',
      ]);
    });
    await joined([file], async (result) => expect(result.files[0]?.notes).toEqual([]), {
      variables: ['temp'],
    });
  });
});

describe('a moment that all counts of time begin at', () => {
  it('is in every record where the files have it in every record', async () => {
    const based = (number: number): MadeFile => {
      const base = (day(0).variables.base_time as MadeVariable).attributes;
      const seconds = FIRST + number * DAY;
      return day(number, { base_time: column('int', [seconds, seconds, seconds], base) });
    };
    await joined([based(0), based(1)], async (_, open) => {
      const dataset = await open(0);
      expect(numbers(await dataset.read('base_time'))).toEqual(Array(6).fill(FIRST));
      expect(numbers(await dataset.read('time_offset')).slice(3)).toEqual([
        ...[DAY, DAY + 3600, DAY + 7200],
      ]);
    });
  });

  it('moves the bounds of times with the times', async () => {
    const bounded = (number: number, name: string): MadeFile => {
      const file = day(number);
      const time = file.variables.time as MadeVariable;
      const attributes = { ...time.attributes, ...(name === 'edges' ? { bounds: name } : {}) };
      const bounds: MadeVariable = {
        ...{ type: 'double', dimensions: ['time', 'nv'], values: [0, 1, 3600, 3601, 7200, 7201] },
      };
      const variables = { ...file.variables, time: { ...time, attributes }, [name]: bounds };
      return { ...file, dimensions: { nv: 2 }, variables };
    };
    for (const name of ['edges', 'time_bounds'])
      await joined([bounded(0, name), bounded(1, name)], async (_, open) => {
        expect(numbers(await (await open(0)).read(name)).slice(6)).toEqual(
          [0, 1, 3600, 3601, 7200, 7201].map((second) => DAY + second),
        );
      });
  });
});

describe('other times', () => {
  it('that only later inputs have count from the first of those', async () => {
    const stamped = (number: number): MadeFile => {
      const units = { units: `seconds since 2020-01-0${number + 1}` };
      return day(number, { stamp: column('double', [1, 2, 3], units) });
    };
    await joined([day(0), stamped(1), stamped(2)], async (_, open) => {
      const dataset = await open(0);
      expect(numbers(await dataset.read('stamp'))).toEqual([
        ...[-9999, -9999, -9999, 1, 2, 3],
        ...[DAY + 1, DAY + 2, DAY + 3],
      ]);
      expect(textAttribute(dataset.variable('stamp'), 'units')).toBe('seconds since 2020-01-02');
    });
  });

  const at = (values: readonly number[]): MadeFile => {
    const file = day(0);
    const timed = (name: string): MadeVariable => {
      const variable = file.variables[name] as MadeVariable;
      return { ...variable, values, attributes: { ...variable.attributes, missing_value: -1 } };
    };
    const times = { time: timed('time'), time_offset: timed('time_offset') };
    return { ...file, variables: { ...file.variables, ...times } };
  };

  it('than those that are known end no file, where rows are sorted', async () => {
    await joined(
      [at([-1, 7200, 3600])],
      async ({ files }) => {
        expect(files[0]).toMatchObject({
          ...{ records: 3, firstTime: FIRST + 3600 },
          lastTime: FIRST + 3600, // the last that the file tells, since the last row has none
        });
      },
      { sortTimes: true },
    );
  });

  it('before the first row are masked as others are', async () => {
    await joined(
      [at([3600, 0, 7200])],
      async (_, open) => {
        expect(numbers(await (await open(0)).read('temp'))).toEqual([0, -9999, 0.5]);
      },
      { masks: [{ variables: 'all', start: FIRST, end: FIRST }] },
    );
  });
});

describe('a stop by hand', () => {
  it('is no problem of the input that was being looked at', async () => {
    const abort = new AbortController();
    const stopped = new Error('stopped by hand');
    const open = async (): Promise<Dataset> => {
      abort.abort(stopped);
      throw stopped;
    };
    const inputs = [{ name: 'slow', open }];
    const job = joined([], async () => undefined, { inputs, signal: abort.signal });
    await expect(job).rejects.toBe(stopped);
  });
});

describe('what a type holds', () => {
  const of = (type: NcType, ...attributes: Attribute[]) => ({ type, attributes });
  const ints = (name: string, ...values: number[]): Attribute => ({
    ...{ name, type: 'int', value: Int32Array.from(values) },
  });

  it.each([
    ['byte', -128, true],
    ['byte', -129, false],
    ['byte', 128, false],
    ['ubyte', 255, true],
    ['ubyte', -1, false],
    ['short', 1.5, false],
    ['int', 2147483647, true],
    ['int', 2147483648, false],
    ['uint64', -1n, false],
    ['int64', 2n ** 63n - 1n, true],
    ['int64', 2n ** 63n, false],
    ['float', 1.5, true],
    ['double', 1e300, true],
  ] as const)('%s holds %s: %s', (type, value, does) => {
    expect(holds(type, value)).toBe(does);
  });

  it('is filled by what it states and can hold, else by -9999, else as its format does', () => {
    expect(fillerOf(of('short', ints('missing_value', 99_999), ints('_FillValue', 5)))).toBe(5);
    expect(fillerOf(of('short', ints('missing_value', 7), ints('_FillValue', 5)))).toBe(7);
    expect(fillerOf(of('short'))).toBe(-9999);
    expect(fillerOf(of('int64'))).toBe(-9999n);
    expect(fillerOf(of('byte'))).toBe(-127);
    expect(fillerOf(of('char', ints('_FillValue', 5)))).toBe(0);
    expect(statedMissing(of('int64', ints('missing_value', 3)))).toBe(3n);
    expect(statedMissing(of('int'))).toBeUndefined();
  });

  it('is missing by its own word and by -9999, also in 64 bits', () => {
    const isMissing = missingTest(of('int64', ints('missing_value', 3)));
    expect([3n, -9999n, 4n, 3, -9999, 4].map(isMissing)).toEqual([
      ...[true, true, false],
      ...[true, true, false],
    ]);
    const exact: Attribute = {
      ...{ name: '_FillValue', type: 'uint64', value: BigUint64Array.of(2n ** 64n - 1n) },
    };
    const isMost = missingTest(of('uint64', exact));
    expect([2n ** 64n - 1n, 2n ** 64n - 2n].map(isMost)).toEqual([true, false]);
    const float = { name: 'missing_value', type: 'double', value: Float64Array.of(0.1) } as const;
    expect(missingTest(of('float', float))(Math.fround(0.1))).toBe(true);
    expect(missingTest(of('double', float))(Math.fround(0.1))).toBe(false);
  });

  it('is stated once, beside what was stated before, in the type of its variable', () => {
    const stated = (type: NcType, value: number, ...attributes: Attribute[]) => {
      const all = stating(of(type, ...attributes), value);
      return Object.fromEntries(
        all.map(({ name, type: own }) => [
          name,
          [own, ...(numbersAttribute({ attributes: all }, name) ?? [])],
        ]),
      );
    };
    expect(stated('int', -9999)).toEqual({
      ...{ missing_value: ['int', -9999], _FillValue: ['int', -9999] },
    });
    expect(stated('int', -9999, ints('_FillValue', -9999))).toEqual({
      ...{ _FillValue: ['int', -9999] },
    });
    expect(stated('int', -9999, ints('missing_value', 4), ints('_FillValue', -9999))).toEqual({
      ...{ missing_value: ['int', 4, -9999], _FillValue: ['int', -9999] },
    });
    expect(stated('int', 4, ints('missing_value', 4), ints('_FillValue', 1))).toEqual({
      ...{ missing_value: ['int', 4], _FillValue: ['int', 1] },
    });
    expect(stated('short', 4, ints('missing_value', 99_999, 3), ints('_FillValue', 1))).toEqual({
      ...{ missing_value: ['short', 3, 4], _FillValue: ['int', 1] },
    });
    expect(stating(of('char'), 4)).toEqual([]);
    expect(stating(of('string'), 4)).toEqual([]);
  });

  it('has a mark that is known, or to be chosen, or none', () => {
    const scale: Attribute = { name: 'scale_factor', type: 'float', value: Float32Array.of(2) };
    const stated = ints('missing_value', 7);
    expect([
      ...[knownMark(of('char', stated)), knownMark(of('string', stated))],
      ...[knownMark(of('float', stated)), knownMark(of('float', stated, scale))],
      ...[knownMark(of('double', scale)), knownMark(of('int', stated)), knownMark(of('int'))],
    ]).toEqual([undefined, undefined, -9999, 7, -9999, 7, 'choose']);
    expect((['float', 'double', 'int', 'char'] as const).map(isFloating)).toEqual([
      ...[true, true, false, false],
    ]);
  });
});

it.each([
  ['qc_temp', {}, true],
  ['aqc_temp', {}, true],
  ['radar/qc_power', {}, true],
  ['qctemp', {}, false],
  ['flags', { flag_masks: '1' }, true],
  ['flags', { flag_values: '1' }, true],
  ['flags', { Bit_3_Description: 'x' }, true],
  ['flags', { qc_bit_3_assessment: 'x' }, true],
  ['flags', { flag_3_assessment: 'x' }, true],
  ['flags', { flag_meanings: 'a b' }, false],
  ['flags', { bit_x_assessment: 'a b' }, false],
] as const)('%s with %j tells quality: %s', (name, attributes, does) => {
  const list = Object.entries(attributes).map(
    ([each, value]): Attribute => ({ name: each, type: 'char', value }),
  );
  expect(isQuality({ name, type: 'int', dimensions: ['time'], shape: [1], attributes: list })).toBe(
    does,
  );
  expect(isQuality(undefined)).toBe(false);
});

it('words of a list of names are apart, without what stands before a colon', () => {
  expect(words(' area: cell_area,  lat\tlon ')).toEqual(['area', 'cell_area', 'lat', 'lon']);
  expect(words(undefined)).toEqual([]);
});
