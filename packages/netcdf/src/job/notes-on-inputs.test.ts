// Notes about inputs that differ, and where a new file begins: at which size, for which values, and
// with which note.
import { describe, expect, it } from 'vitest';
import type { Attribute } from '../dataset.ts';
import { DAY, day, FIRST, inputs, joined } from '../testing/made-days.ts';
import type { MadeFile, MadeVariable } from '../testing/made-file.ts';
import { GlobalDifferences } from './global-attributes.ts';
import { flatNames } from './group-names.ts';
import type { JobResult } from './job.ts';
import { promoted } from './schema.ts';

const notesOf = async (files: readonly MadeFile[], more = {}): Promise<readonly string[]> => {
  let notes: readonly string[] = [];
  await joined(
    files,
    async (result) => {
      expect(result.files).toHaveLength(1);
      notes = result.files[0]?.notes ?? [];
    },
    more,
  );
  return notes;
};
const column = (attributes: MadeVariable['attributes'] = {}): MadeVariable => ({
  ...{ type: 'float', dimensions: ['time'], values: [1, 2, 3], attributes },
});
/** A day whose times are these seconds after its midnight. */
function at(number: number, ...seconds: readonly number[]): MadeFile {
  const file = day(number);
  const timed = (name: string) => ({ ...file.variables[name], values: seconds }) as MadeVariable;
  const temp = { ...file.variables.temp, values: seconds.map((_, n) => n) } as MadeVariable;
  const variables = { ...file.variables, time: timed('time'), time_offset: timed('time_offset') };
  return { ...file, time: seconds.length, variables: { ...variables, temp } };
}

describe('the size of a file', () => {
  const bytesOf = async (files: readonly MadeFile[]) => {
    let told = 0;
    const roomFor = async ({ bytes }: { readonly bytes: number }) => {
      told = bytes;
      return undefined;
    };
    await joined(files, async () => undefined, { roomFor });
    return told;
  };

  it('the size of a file may be the requested size, and not a byte more', async () => {
    const files = [day(0), day(1)];
    const bytes = await bytesOf(files);
    const isMade = async (maximumBytes: number, expected: readonly string[][]) => {
      const look = async (result: JobResult) =>
        expect(result.files.map(({ inputs }) => inputs)).toEqual(expected);
      await joined(files, look, { maximumBytes });
    };
    await isMade(bytes, [['day0', 'day1']]);
    await isMade(bytes - 1, [['day0'], ['day1']]);
  });

  it('the size of a file is weighed with the padding of short numbers, and once for what holds for all times', async () => {
    const plain = await bytesOf([day(0)]);
    const byte = { ...column(), type: 'byte' } as const;
    expect((await bytesOf([day(0, { n: byte })])) - plain).toBe(3 * 4);
    const fixed: MadeVariable = { type: 'double', dimensions: ['x'], values: [1, 2, 3, 4, 5] };
    const wide = day(0, { fixed }, { dimensions: { x: 5 } });
    expect((await bytesOf([wide])) - plain).toBe(40);
    expect((await bytesOf([wide, wide])) - (await bytesOf([day(0), day(0)]))).toBe(40);
  });
});

describe('the second file', () => {
  it('the second file has a number before its ending, and says where it begins', async () => {
    const other = day(1, { temp: column({ units: 'K' }) });
    await joined([day(0), other, other], async ({ files }) => {
      expect(files.map(({ path }) => path.split('/').at(-1))).toEqual(['out.nc', 'out.2.nc']);
      expect(files[1]?.notes[0]).toBe(
        'a new file begins at day1: the units of temp change from "degC" to "K"',
      );
      expect(files[1]?.inputs).toEqual(['day1', 'day2']);
    });
  });

  it.each<[string, MadeVariable['attributes'], MadeVariable['attributes'], RegExp | null]>([
    ['units of one alone', {}, { units: 'K' }, null],
    ['a scale of one alone', {}, { scale_factor: 2 }, /scale_factor of v changes/],
    ['an offset of one alone', {}, { add_offset: 2 }, /add_offset of v changes/],
    ['another offset', { add_offset: 1 }, { add_offset: 2 }, /add_offset of v changes/],
    ['another missing value', { missing_value: 1 }, { missing_value: 2 }, /missing_value of v/],
    ['another fill value', { _FillValue: 1 }, { _FillValue: 2 }, /_FillValue of v changes/],
    ['another name for people', { long_name: 'a' }, { long_name: 'b' }, null],
  ])('the second file begins, or does not, for %s', async (_, first, second, reason) => {
    const files = [day(0, { v: column(first) }), day(1, { v: column(second) })];
    await joined(files, async (result) => {
      expect(result.files).toHaveLength(reason ? 2 : 1);
      if (reason) expect(result.files[1]?.notes[0]).toMatch(reason);
    });
  });

  it('the second file does not begin for a table of 256 values that changes, but for one of 257', async () => {
    const table = (x: number, value: number): MadeFile => {
      const values = Array.from({ length: x }, () => value);
      return day(value, { v: { type: 'byte', dimensions: ['x'], values } }, { dimensions: { x } });
    };
    await joined([table(256, 0), table(256, 1)], async (result, open) => {
      const dataset = await open(0);
      expect(dataset.variable('v').dimensions).toEqual(['time', 'x']);
      const values = Array.from(await dataset.read('v'), Number);
      expect(values).toEqual([...Array(768).fill(0), ...Array(768).fill(1)]);
      expect(result.files[0]?.notes).toEqual([
        'v changes between inputs, so it has a value for every time',
      ]);
    });
    await joined([table(257, 0), table(257, 1)], async ({ files }) => {
      expect(files[1]?.notes[0]).toContain('v has other values');
    });
  });

  it('the second file begins where the axis of times is called otherwise, or what one variable spans', async () => {
    const called = (name: string): MadeFile => {
      const { time, ...variables } = day(1).variables;
      return { ...day(1), variables: { ...variables, [name]: time as MadeVariable } };
    };
    const wide: MadeVariable = { type: 'float', dimensions: ['x'], values: [1, 2] };
    const high: MadeVariable = { ...wide, dimensions: ['y'] };
    const cases: [MadeFile, MadeFile, string][] = [
      [
        day(0, { v: wide }, { dimensions: { x: 2, y: 2 } }),
        day(1, { v: high }, { dimensions: { x: 2, y: 2 } }),
        'v has other dimensions',
      ],
      [
        day(0, { v: wide }, { dimensions: { x: 2 } }),
        day(1, { v: { ...wide, values: [1, 2, 3] } }, { dimensions: { x: 3 } }),
        'dimension x changes from 2 to 3',
      ],
      [
        day(0, { v: column() }),
        day(1, { v: { type: 'char', dimensions: ['time'], values: 'abc' } }),
        'v changes from float to char',
      ],
      [day(0), called('times'), 'its time axis has another name'],
    ];
    for (const [first, second, reason] of cases)
      await joined([first, second], async ({ files }) => {
        expect(files[1]?.notes[0], reason).toBe(`a new file begins at day1: ${reason}`);
      });
  });
});

describe('notes', () => {
  it('notes tell of each input by its name, and of none that follows another in good order', async () => {
    const order = 'its rows are in the order of the archive';
    expect(await notesOf([at(0, 0, 10, 10), at(1, 5, 3), at(2, 0, 1)])).toEqual([
      `day0: 1 time repeats the one before; ${order}`,
      `day1: 1 time is earlier than the one before; ${order}`,
    ]);
  });

  it('notes tell which input begins before its predecessor ends, and of none that begins when it ends', async () => {
    expect(await notesOf([at(0, 0, DAY), at(1, 0, 60)])).toEqual([]);
    expect(await notesOf([at(0, 0, DAY + 1), at(1, 0, 60)])).toEqual([
      'times of day1 begin before those of its predecessor end',
    ]);
  });

  it('notes tell of rows without a time, how many there are', async () => {
    const file = day(0);
    const timed = (name: string): MadeVariable => {
      const variable = file.variables[name] as MadeVariable;
      const attributes = { ...variable.attributes, missing_value: -1 };
      return { ...variable, values: [-1, -1, 7200], attributes };
    };
    const times = { time: timed('time'), time_offset: timed('time_offset') };
    const gap = { ...file, variables: { ...file.variables, ...times } };
    const masks = [{ variables: 'all' as const, start: 0, end: 1e10 }];
    expect(await notesOf([gap], { masks })).toContain(
      "2 rows have no time, so no report's dates could be applied to them",
    );
    expect(await notesOf([gap], { ranges: [[0, 1e10]] })).toContain(
      'day0: 2 rows have no time and cannot be assigned to the dates, so they are not here',
    );
    expect(await notesOf([gap], { maskAssessed: ['Bad'] })).toEqual([]);
  });

  it('notes tell how many rows were dropped', async () => {
    expect(await notesOf([at(0, 5, 5, 5, 6)], { sortTimes: true })).toEqual([
      'day0: 2 rows whose times were there before were dropped',
    ]);
    expect(await notesOf([at(0, 6, 5)], { sortTimes: true })).toEqual([
      'day0: rows were put in the order of their times',
    ]);
  });

  it('notes tell what a later input states as missing no more, and which words of a variable differ', async () => {
    const files = [
      day(0, { v: column({ missing_value: -5, long_name: 'a' }) }),
      day(1, { v: column({ long_name: 'b', comment: 'new' }) }),
    ];
    await joined(files, async (result, open) => {
      expect(result.files[0]?.notes).toEqual([
        'v: -5 is not stated as missing in day1, and is in all of the file',
        'attribute long_name of v differs between inputs; the first is kept',
      ]);
      const attributes = (await open(0)).variable('v').attributes.map(({ name }) => name);
      expect(attributes).toEqual(['missing_value', 'long_name', 'comment']);
    });
  });

  it('notes say nothing of rows without a time where each has one, nor of the text of base_time', async () => {
    expect(await notesOf([day(0)], { ranges: [[FIRST, FIRST + 3600]] })).toEqual([]);
    const begun = (number: number) => {
      const file = day(number);
      const base_time = file.variables.base_time as MadeVariable;
      const attributes = { ...base_time.attributes, string: `day ${number}` };
      return day(number, { base_time: { ...base_time, attributes } });
    };
    expect(await notesOf([begun(0), begun(1)])).toEqual([]);
  });

  it('notes tell of missing values only those that one of two inputs states', async () => {
    const both = { missing_value: -5, _FillValue: -7 };
    const notes = async (...[first, second]: readonly MadeVariable['attributes'][]) =>
      await notesOf([day(0, { v: column(first) }), day(1, { v: column(second) })]);
    expect(await notes({ missing_value: -5 }, both)).toEqual([
      'v: -7 is stated as missing from day1 on, and now is in all of the file',
    ]);
    expect(await notes(both, { _FillValue: -7 })).toEqual([
      'v: -5 is not stated as missing in day1, and is in all of the file',
    ]);
    expect(await notes({}, both)).toEqual([
      'v: -5 and -7 is stated as missing from day1 on, and now is in all of the file',
    ]);
    expect(await notes(both, { ...both, comment: 'new' })).toEqual([]);
  });

  it('notes tell which variables cannot be read, of those that were asked for', async () => {
    const unreadable = [{ name: 'pairs', reason: 'compound values' }];
    const [made] = inputs(day(0));
    const open = async () => Object.assign(await made!.open(), { unreadable });
    const told = (variables: readonly string[] | 'all') =>
      notesOf([], { inputs: [{ name: 'day0', open }], variables });
    const reason = 'pairs is left out: compound values';
    expect(await told('all')).toEqual([reason]);
    expect(await told(['temp', 'pairs'])).toEqual([reason]);
    expect(await told(['temp'])).toEqual([]);
  });

  it('notes tell which variable has another type now', async () => {
    const files = [
      day(0, { n: { ...column(), type: 'short' } }),
      day(1, { n: { ...column(), type: 'int' } }),
    ];
    expect(await notesOf(files)).toEqual(['n is stored as int, since inputs differ']);
    expect(await notesOf([files[0]!, files[0]!])).not.toContain(
      'n is stored as short, since inputs differ',
    );
  });

  it('notes are none where a missing value is written as text, which a fill value must not be', async () => {
    const short = { ...column({ _FillValue: '5', missing_value: '7' }), type: 'short' } as const;
    await joined([day(0, { n: short })], async ({ files }, open) => {
      expect(files[0]?.notes).toEqual([]);
      expect((await open(0)).variable('n').attributes).toEqual([
        { name: '_FillValue', type: 'short', value: Int16Array.of(5) },
        { name: 'missing_value', type: 'char', value: '7' },
      ]);
    });
  });

  it('notes are not without end, however much differs', async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`v${n}`, column()]));
    expect(await notesOf([day(0), day(1, many)])).toHaveLength(200);
  });
});

describe('global attributes that differ', () => {
  const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });
  const told = (...inputs: readonly Attribute[][]) => {
    const differences = new GlobalDifferences();
    for (const attributes of inputs) differences.see(attributes);
    return differences.inWords();
  };

  it('global attributes that differ are named, also those that only some inputs have, but not what differs always', () => {
    const [a, b, own] = [text('serial', 'A'), text('serial', 'B'), text('history', '1')];
    expect(told([a, own], [a, text('history', '2')])).toBeUndefined();
    expect(told([a], [b])).toContain('(serial)');
    expect(told([b], [a, text('owner', 'x')])).toContain('(owner, serial)');
    expect(told([a], [a], [])).toContain('(serial)');
  });

  it('global attributes that differ are noted in files of several inputs, but not for inputs that gave no rows', async () => {
    const serial = (number: number, unit: string) =>
      day(number, { v: column({ units: unit }) }, { attributes: { serial: unit } });
    const said = async (files: readonly MadeFile[], more = {}) => {
      const all: (string | undefined)[] = [];
      const look = async (result: JobResult) => {
        for (const { notes } of result.files)
          all.push(notes.find((note) => note.startsWith('global attributes')));
      };
      await joined(files, look, more);
      return all;
    };
    const both = [serial(0, 'K'), serial(1, 'm')];
    expect(await said(both)).toEqual([undefined, undefined]);
    const told = expect.stringContaining('(serial)');
    expect(await said(both, { variables: ['temp'] })).toEqual([told]);
    const ranges = [[FIRST, FIRST + 2 * DAY]];
    const last = [serial(0, 'K'), serial(1, 'K'), serial(2, 'm')];
    expect(await said(last, { variables: ['temp'], ranges })).toEqual([undefined]);
  });

  it('global attributes that differ name the first dozen attributes that differ, and count the others', () => {
    const named = (count: number, value: string) =>
      Array.from({ length: count }, (_, n) => text(`a${n + 10}`, value));
    expect(told(named(12, 'x'), named(12, 'y'))).toMatch(/a20, a21\); those/);
    expect(told(named(14, 'x'), named(14, 'y'))).toMatch(/a20, a21 and 2 more\); those/);
  });
});

it.each([
  ['byte', 'short', 'short'],
  ['int', 'byte', 'int'],
  ['byte', 'ubyte', 'short'],
  ['ubyte', 'short', 'short'],
  ['ushort', 'byte', 'int'],
  ['int', 'uint', 'int64'],
  ['int64', 'uint', 'int64'],
  ['ubyte', 'uint', 'uint'],
  ['ushort', 'ubyte', 'ushort'],
  ['short', 'float', 'float'],
  ['float', 'ushort', 'float'],
  ['byte', 'ubyte', 'short'],
  ['int', 'float', 'double'],
  ['float', 'uint', 'double'],
  ['int64', 'float', 'double'],
  ['float', 'double', 'double'],
  ['byte', 'double', 'double'],
  ['uint64', 'float', 'double'],
  ['uint64', 'uint64', 'uint64'],
  ['uint64', 'int64', undefined],
  ['uint', 'uint64', undefined],
  ['char', 'byte', undefined],
  ['double', 'string', undefined],
  ['char', 'char', 'char'],
] as const)('%s and %s are both held by %s', (a, b, wanted) => {
  expect(promoted(a, b)).toBe(wanted);
  expect(promoted(b, a)).toBe(wanted);
});

it('names without groups are apart, and those of the root keep theirs', () => {
  const flat = flatNames(['a/b/c', 'a_b/c', 'a_b_c', 'time', 'a/time', 'time']);
  expect(Object.fromEntries(flat)).toEqual({
    ...{ a_b_c: 'a_b_c', time: 'time', 'a/b/c': 'a_b_c_2', 'a_b/c': 'a_b_c_3' },
    'a/time': 'a_time',
  });
});

it('a file without times gives nothing, and one whose times are all missing is named', async () => {
  const none = { ...at(0), attributes: {} };
  const lost = day(1);
  const gone = (name: string): MadeVariable => {
    const variable = lost.variables[name] as MadeVariable;
    const attributes = { ...variable.attributes, missing_value: -1 };
    return { ...variable, values: [-1, -1, -1], attributes };
  };
  const times = { time: gone('time'), time_offset: gone('time_offset') };
  const timeless = { ...lost, variables: { ...lost.variables, ...times } };
  await joined([none, timeless, day(2)], async ({ empty, problems, files }) => {
    expect(empty).toEqual(['day0']);
    expect(problems).toEqual([
      { input: 'day1', code: 'no-time', message: 'All times are missing.' },
    ]);
    expect(files.map(({ inputs }) => inputs)).toEqual([['day2']]);
  });
});

it('rows of several spans of dates are all there, and nothing between them', async () => {
  const ranges = [
    [FIRST + 7200, FIRST + 7201],
    [FIRST, FIRST + 1],
    [FIRST + DAY + 3600, FIRST + DAY + 7200],
  ] as const;
  await joined(
    [day(0), day(1), day(2)],
    async ({ files, empty }, open) => {
      expect(Array.from(await (await open(0)).read('temp'), Number)).toEqual([0, 0.5, 1.25]);
      expect(files[0]).toMatchObject({
        ...{ records: 3, firstTime: FIRST, lastTime: FIRST + DAY + 3600 },
      });
      expect(empty).toEqual(['day2']);
    },
    { ranges },
  );
});
