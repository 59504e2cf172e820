// Quality variables in all the ways in which archives assess their bits and states; and what counts
// as missing.
import { expect, it } from 'vitest';
import type { Attribute, Variable } from '../dataset.ts';
import { missingValues } from './missing.ts';
import { type Assessment, failing, failingFlags, qualityOf } from './quality-flags.ts';

function quality(attributes: Record<string, string | number[]>): Variable {
  const list = Object.entries(attributes).map(
    ([name, value]): Attribute =>
      typeof value === 'string'
        ? { name, type: 'char', value }
        : { name, type: 'int', value: Int32Array.from(value) },
  );
  return { name: 'qc_temp', type: 'int', dimensions: ['time'], shape: [3], attributes: list };
}

const NO_FILE = { attributes: [] };

function hits(
  variable: Variable,
  wanted: Assessment[],
  values: number[],
  file: { attributes: Attribute[] } = NO_FILE,
): number[] {
  const flags = failingFlags(variable, file, wanted);
  return flags ? Array.from(failing(Int32Array.from(values), flags)) : values.map(() => 0);
}

it('[P149] quality variables hold one test in each bit: bit n is worth 2^(n-1)', () => {
  const variable = quality({
    bit_1_assessment: 'Bad',
    bit_2_assessment: 'Bad',
    bit_4_assessment: 'Bad',
  });
  expect(hits(variable, ['Bad'], [0, 1, 2, 3, 4, 8, 12])).toEqual([0, 1, 1, 1, 0, 1, 1]);
});

it('quality variables go by a stated assessment, whatever the words of the meaning are', () => {
  const variable = quality({
    flag_values: [1, 2],
    flag_meanings: 'bad_weather_near fine',
    flag_assessments: 'Indeterminate Bad',
  });
  expect(hits(variable, ['Bad'], [0, 1, 2])).toEqual([0, 0, 1]);
  expect(hits(variable, ['Indeterminate'], [0, 1, 2])).toEqual([0, 1, 0]);
});

it('quality variables may state assessments in the words of an order, in upper or lower case', () => {
  const variable = quality({
    bit_1_assessment: 'Incorrect',
    bit_2_Assessment: ' SUSPECT ',
    bit_3_assessment: 'Questionable',
    bit_4_assessment: 'Good',
  });
  expect(hits(variable, ['Bad'], [1, 2, 4, 8])).toEqual([1, 0, 0, 0]);
  expect(hits(variable, ['Indeterminate'], [1, 2, 4, 8])).toEqual([0, 1, 1, 0]);
});

it('quality variables have no more bits than their type: a negative byte is not bad by its ninth', () => {
  const file = { attributes: quality({ qc_bit_9_assessment: 'Bad' }).attributes };
  const flags = failingFlags(quality({}), file, ['Bad']);
  expect(flags && Array.from(failing(Int8Array.of(-128, -1), flags))).toEqual([0, 0]);
  expect(flags && Array.from(failing(Int16Array.of(256, 1), flags))).toEqual([1, 0]);
  const top = failingFlags(quality({ bit_8_assessment: 'Bad' }), NO_FILE, ['Bad']);
  expect(top && Array.from(failing(Int8Array.of(-128, 64), top))).toEqual([1, 0]);
});

it('quality variables have more than 32 in floating numbers, and none before the first or after the 64th', () => {
  const far = failingFlags(quality({ bit_40_assessment: 'Bad' }), NO_FILE, ['Bad']);
  for (const numbers of [Float64Array, Float32Array])
    expect(far && Array.from(failing(numbers.of(2 ** 39, 2 ** 38, 2 ** 7), far))).toEqual([
      ...[1, 0, 0],
    ]);
  for (const n of [0, 65]) {
    const odd = quality({ [`bit_${n}_assessment`]: 'Bad', flag_3_assessment: 'Bad' });
    expect(hits(odd, ['Bad'], [0, 1, 3]), `bit ${n}`).toEqual([0, 0, 1]);
  }
});

it('quality variables are those of numbers of any type, and of none that is no whole number', () => {
  const first = failingFlags(quality({ bit_1_assessment: 'Bad' }), NO_FILE, ['Bad']);
  const second = failingFlags(quality({ flag_values: [2], flag_meanings: 'bad' }), NO_FILE, [
    'Bad',
  ]);
  expect(first && Array.from(failing(Float32Array.of(Number.NaN, 1.5, 1), first))).toEqual([
    ...[0, 0, 1],
  ]);
  expect(first && Array.from(failing(BigInt64Array.of(-1n, 2n, -9999n), first))).toEqual([
    ...[1, 0, 0],
  ]);
  expect(second && Array.from(failing(BigInt64Array.of(-1n, 2n), second))).toEqual([0, 1]);
});

it('quality variables are read from words alone, from masks that are integers, and from as many values as masks', () => {
  const counted = quality({ bit_1_assessment: [1], flag_3_assessment: 'Bad' });
  expect(hits(counted, ['Bad'], [1, 3])).toEqual([0, 1]);
  const broken: Attribute = {
    ...{ name: 'flag_masks', type: 'double', value: Float64Array.of(1, 2.5) },
  };
  const masked = (flag_meanings: string): Variable => {
    const variable = quality({ flag_meanings });
    return { ...variable, attributes: [...variable.attributes, broken] };
  };
  expect(hits(masked('bad fine'), ['Bad'], [1, 2, 3])).toEqual([1, 0, 1]);
  expect(hits(masked('fine bad'), ['Bad'], [1, 2, 3])).toEqual([0, 0, 0]);
  const fewer = quality({ flag_masks: [1, 2], flag_values: [1], flag_meanings: 'bad bad' });
  expect(hits(fewer, ['Bad'], [1, 2, 3])).toEqual([1, 0, 1]);
  const states = { flag_masks: [3], flag_values: [3], flag_meanings: 'bad' };
  expect(hits(quality({ ...states, _FillValue: [7] }), ['Bad'], [3, 7, 11])).toEqual([1, 0, 1]);
});

it('quality variables have none where they are missing themselves, by what they state', () => {
  const variable = quality({ bit_1_assessment: 'Bad', _FillValue: [-2147483647] });
  expect(hits(variable, ['Bad'], [-2147483647, 3, -9999])).toEqual([0, 1, 0]);
});

it('quality variables may tell by flag_masks whose meanings are telling, the highest bit and 64 of them too', () => {
  const meanings = 'fine low_failed suspect not_bad';
  const masks: Attribute = {
    name: 'flag_masks',
    type: 'byte',
    value: Int8Array.of(1, -128, 2, 4),
  };
  const bytes = { ...quality({ flag_meanings: meanings }), type: 'byte' as const };
  const flags = failingFlags({ ...bytes, attributes: [...bytes.attributes, masks] }, NO_FILE, [
    'Bad',
  ]);
  expect(flags && Array.from(failing(Int8Array.of(1, -128, 2, 4, -127), flags))).toEqual([
    0, 1, 0, 0, 1,
  ]);
  const wide: Attribute = {
    name: 'flag_masks',
    type: 'uint64',
    value: BigUint64Array.of(1n << 40n, 1n << 63n),
  };
  const words = quality({ flag_meanings: 'bad fine' });
  const far = failingFlags({ ...words, attributes: [...words.attributes, wide] }, NO_FILE, ['Bad']);
  expect(far && Array.from(failing(BigUint64Array.of(1n << 40n, 1n << 63n, 1n), far))).toEqual([
    1, 0, 0,
  ]);
});

it('quality variables may keep states in some of their bits, by flag_masks and flag_values together', () => {
  const variable = quality({
    flag_masks: [3, 3, 12],
    flag_values: [1, 2, 8],
    flag_meanings: 'suspect bad failed',
  });
  expect(hits(variable, ['Bad'], [0, 1, 2, 3, 6, 8, 9, 12])).toEqual([0, 0, 1, 0, 1, 1, 1, 0]);
  expect(hits(variable, ['Indeterminate'], [0, 1, 2, 5])).toEqual([0, 1, 0, 1]);
});

it('[P151] quality variables assess Bad and Indeterminate apart', () => {
  const variable = quality({ bit_1_assessment: 'Bad', bit_2_assessment: 'Indeterminate' });
  expect(hits(variable, ['Bad'], [0, 1, 2, 3])).toEqual([0, 1, 0, 1]);
  expect(hits(variable, ['Indeterminate'], [0, 1, 2, 3])).toEqual([0, 0, 1, 1]);
  expect(hits(variable, ['Bad', 'Indeterminate'], [0, 1, 2, 3])).toEqual([0, 1, 1, 1]);
  expect(hits(variable, [], [0, 1, 2, 3])).toEqual([0, 0, 0, 0]);
});

it('[P150] quality variables may tell by flag_masks, flag_meanings and flag_assessments', () => {
  const variable = quality({
    flag_masks: [1, 2, 4],
    flag_meanings: 'a b c',
    flag_assessments: 'Bad Indeterminate Bad',
  });
  expect(hits(variable, ['Bad'], [1, 2, 4, 6])).toEqual([1, 0, 1, 1]);
});

it('quality variables go by the global attributes of older files where they tell nothing themselves', () => {
  const file = {
    attributes: [{ name: 'qc_bit_3_assessment', type: 'char' as const, value: 'Bad' }],
  };
  expect(hits(quality({}), ['Bad'], [1, 4], file)).toEqual([0, 1]);
  expect(hits(quality({ units: '1', long_name: 'Bad' }), ['Bad'], [1, 4], file)).toEqual([0, 1]);
  expect(hits(quality({ bit_1_assessment: 'Bad' }), ['Bad'], [1, 4], file)).toEqual([1, 0]);
});

it('quality variables may hold states instead of bits', () => {
  const numbered = quality({
    flag_4_assessment: 'Indeterminate',
    flag_9_assessment: 'Bad',
    flag_1_assessment: 'Acceptable',
  });
  expect(hits(numbered, ['Bad'], [1, 4, 8, 9])).toEqual([0, 0, 0, 1]);
  const meant = quality({ flag_values: [0, 1, 2], flag_meanings: 'good suspect bad' });
  expect(hits(meant, ['Bad'], [0, 1, 2, 3])).toEqual([0, 0, 1, 0]);
  expect(hits(meant, ['Indeterminate'], [0, 1, 2])).toEqual([0, 1, 0]);
});

it('quality variables know the highest bits, of 32 and of 64', () => {
  const variable = quality({ bit_32_assessment: 'Bad' });
  expect(hits(variable, ['Bad'], [-2147483648, 1, -9999])).toEqual([1, 0, 0]);
  const flags = failingFlags(quality({ bit_64_assessment: 'Bad' }), NO_FILE, ['Bad']);
  expect(flags && Array.from(failing(BigInt64Array.of(-1n, 1n), flags))).toEqual([1, 0]);
});

it('quality variables are found by name or as ancillary variables', () => {
  const temp: Variable = {
    ...quality({ ancillary_variables: 'temp_std temp_flags' }),
    name: 'temp',
  };
  const flags = { ...quality({ flag_masks: [1] }), name: 'temp_flags' };
  const named = quality({});
  const all = (list: Variable[]) => new Map(list.map((each) => [each.name, each]));
  expect(qualityOf(temp, all([temp, flags, named]))).toBe(named);
  expect(qualityOf(temp, all([temp, flags, { ...named, name: 'temp_std' }]))).toBe(flags);
  expect(qualityOf(temp, all([temp]))).toBeUndefined();
});

it('[P148] missing values are those of missing_value and _FillValue, and -9999', () => {
  const attributes: Attribute[] = [
    { name: 'missing_value', type: 'float', value: Float32Array.of(-1, -2) },
    { name: '_FillValue', type: 'float', value: Float32Array.of(1e20) },
  ];
  expect(missingValues({ type: 'float', attributes })).toEqual([-1, -2, Math.fround(1e20), -9999]);
  expect(missingValues({ type: 'float', attributes: [] })).toEqual([-9999]);
  const text: Attribute[] = [{ name: 'missing_value', type: 'char', value: '-999' }];
  expect(missingValues({ type: 'float', attributes: text })).toEqual([-999, -9999]);
});

const meanings = 'good fine bad missing';

it.each(['0b, 1b, 2b, 3b', '0 1 2 3', '0UB,1UB,2UB,3UB', '0s 1s 2s 3s', '0.f, 1.f, 2.f, 3.f'])(
  'flags as files state them have the values that a text lists, with or without their types: %s',
  (flag_values) => {
    const variable = quality({ flag_values, flag_meanings: meanings });
    expect(hits(variable, ['Bad'], [0, 1, 2, 3])).toEqual([0, 0, 1, 0]);
  },
);

it('flags as files state them have no values in a text that lists none', () => {
  const variable = quality({ flag_values: 'G F B M', flag_meanings: meanings });
  expect(failingFlags(variable, NO_FILE, ['Bad'])).toBeUndefined();
});

it('flags as files state them have meanings of several words where these are several strings', () => {
  const variable = quality({ flag_values: [0, 1, 2] });
  const value = ['good value', 'not so good', 'bad value'];
  const told = {
    ...variable,
    attributes: [...variable.attributes, { name: 'flag_meanings', type: 'string', value } as const],
  };
  expect(hits(told, ['Bad'], [0, 1, 2])).toEqual([0, 0, 1]);
});

it('flags as files state them go by flag_N_assessment also beside values and meanings that say nothing of it', () => {
  const variable = quality({
    flag_values: [0, 1, 2],
    flag_meanings: 'a b c',
    flag_1_assessment: 'Bad',
    flag_2_assessment: 'Indeterminate',
  });
  expect(hits(variable, ['Bad'], [0, 1, 2])).toEqual([0, 1, 0]);
});

it.each(['temp_qc', 'temp_QC', 'qc_flag_temp', 'temp_qc_flag', 'temp_quality_flag', 'temp_flag'])(
  'flags as files state them are found by the usual name %s, in the group of their data, if they assess values',
  (name) => {
    const data: Variable = {
      name: 'met/temp',
      type: 'float',
      dimensions: ['time'],
      shape: [3],
      attributes: [],
    };
    const of = (flag_meanings: string) => {
      const flags = { ...quality({ flag_values: [0, 1], flag_meanings }), name: `met/${name}` };
      return qualityOf(data, new Map([[flags.name, flags]]))?.name;
    };
    expect([of('good bad'), of('rain snow')]).toEqual([`met/${name}`, undefined]);
  },
);
