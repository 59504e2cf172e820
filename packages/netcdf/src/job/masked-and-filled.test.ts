// Values that are masked, and values that an input lacks: what stands for them, how they are
// counted, and how notes report them.
import { expect, it } from 'vitest';
import { textAttribute } from '../attribute.ts';
import type { Dataset, Values } from '../dataset.ts';
import { DAY, day, FIRST, joined } from '../testing/made-days.ts';
import type { MadeFile, MadeVariable } from '../testing/made-file.ts';
import type { JobResult } from './job.ts';

const numbers = (values: Values): number[] =>
  Array.from(values as ArrayLike<number | bigint>, Number);
const column = (
  type: MadeVariable['type'],
  values: readonly number[],
  attributes: MadeVariable['attributes'] = {},
): MadeVariable => ({ type, dimensions: ['time'], values, attributes });
const ALWAYS = [{ variables: 'all' as const, start: FIRST, end: FIRST + 30 * DAY }];

const floats = (attributes: MadeVariable['attributes']) => column('float', [1, 2, 3], attributes);

it('a masked file has what its packed numbers state as missing, and -9999 in numbers that are not packed', async () => {
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

it('a masked file says in its history how many values each variable lost, and by what', async () => {
  const file = day(
    0,
    { n: column('short', [7, 8, 9], { missing_value: 77 }) },
    { attributes: { history: 'made manually' } },
  );
  await joined(
    [file],
    async (_, open) => {
      expect(textAttribute(await open(0), 'history')).toBe(
        `made manually\nordered; values set to -9999: temp${'3'.padStart(11)}, n${'3'.padStart(11)} (by 77)`,
      );
    },
    { masks: ALWAYS, history: 'ordered' },
  );
  await joined([file], async (_, open) => {
    expect(textAttribute(await open(0), 'history')).toBe('made manually');
  });
  const elsewhere = [{ ...ALWAYS[0], variables: ['temp'], start: 0, end: 1 }];
  await joined(
    [file],
    async (result, open) => {
      expect(textAttribute(await open(0), 'history')).toBe('made manually\nordered');
      expect(result.files[0]).toMatchObject({ masked: {}, marks: {}, kept: {} });
    },
    { masks: elsewhere, history: 'ordered' },
  );
});

it('a masked file counts what was measured, and neither missing values nor those that are no number', async () => {
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

it('a masked file adds up the blocks and the inputs that it is made of', async () => {
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

it('a masked file notes a further quality variable that it was not masked by', async () => {
  const attributes = { flag_values: [0, 1], flag_meanings: 'good bad' };
  const file = day(0, {
    a: column('float', [1, 2, 3], { ancillary_variables: 'b c d' }),
    b: column('int', [1, 0, 0], attributes),
    c: column('int', [0, 1, 0], attributes),
    d: column('int', [0, 1, 0]),
  });
  const check = async ({ files: [made] }: JobResult) => {
    expect(made?.masked).toEqual({ a: 1 });
    expect(made?.notes).toEqual(['a was masked by b and not by its further quality variable c']);
  };
  await joined([file], check, { maskAssessed: ['Bad'] });
});

it('a masked file says what it could not use, where quality is text, and turns flags whose dimensions have another order', async () => {
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
    async (result, open) => {
      expect(result.files[0]?.masked).toEqual({ c: 2 });
      expect(result.files[0]?.kept).toMatchObject({
        a: { values: 3, reason: 'its quality variable qc_a is text' },
      });
      const c = numbers(await (await open(0)).read('c'));
      expect(c.flatMap((value, at) => (value === 1 ? [] : [at]))).toEqual([0, 2]);
    },
    { maskAssessed: ['Bad'] },
  );
});

it('a masked file is not masked by a quality that says nothing, nor by flags of other inputs', async () => {
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

it('what an input does not have is filled with a measured value, and noted, where the type has no unused value', async () => {
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

it('what an input does not have is distinguished from what is masked, and from what is both', async () => {
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

it('variables that cannot be carried along are named with the reason, and the others are there', async () => {
  const values = new Array(1100 * 3).fill(1);
  const file = day(
    0,
    { turned: { type: 'float', dimensions: ['x', 'time'], values } },
    { dimensions: { x: 1100 }, timeIsFixed: true },
  );
  await joined([file], async (result, open) => {
    const { variables } = await open(0);
    expect(variables.map(({ name }) => name)).toContain('temp');
    expect(variables.map(({ name }) => name)).not.toContain('turned');
    expect(result.files[0]?.notes).toEqual([
      'turned is left out: time is not its slowest dimension, and 1100 positions are before it, of at most 1024',
    ]);
  });
  await joined([file], async (result) => expect(result.files[0]?.notes).toEqual([]), {
    variables: ['temp'],
  });
});

it('a moment that all counts of time begin at brings wider bounds where only the times themselves are known to fit', async () => {
  const counted = (since: string, begin: number): MadeFile => {
    const units = `seconds since ${since}`;
    const seconds = [0, 3600, 7200].map((second) => begin + second);
    const edges = seconds.flatMap((second) => [second, second + 1]);
    const time: MadeVariable = column('int', seconds, { units, bounds: 'edges' });
    return {
      ...{ time: 3, dimensions: { nv: 2 } },
      variables: { time, edges: { type: 'int', dimensions: ['time', 'nv'], values: edges } },
    };
  };
  const files = [counted('1970-01-01', FIRST), counted('2020-01-02', 0)];
  await joined(files, async (_, open) => {
    const dataset = await open(0);
    const types = dataset.variables.map(({ name, type }) => [name, type]);
    expect(types).toEqual([
      ['time', 'int'],
      ['edges', 'double'],
    ]);
    expect(numbers(await dataset.read('edges')).at(-1)).toBe(FIRST + DAY + 7201);
  });
});

it('a moment that all counts of time begin at is in every record where the files have it in every record', async () => {
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

it('a moment that all counts of time begin at moves the bounds of times with the times', async () => {
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

it('times that count from base_time without stating it are those of each input', async () => {
  const bare = (number: number): MadeFile => {
    const { time: _time, time_offset, ...others } = day(number).variables;
    const offset = { ...time_offset, attributes: { units: 'seconds' } } as MadeVariable;
    return { ...day(number), variables: { ...others, time_offset: offset } };
  };
  await joined([bare(0), bare(1)], async ({ files }, open) => {
    expect(files[0]).toMatchObject({ firstTime: FIRST, lastTime: FIRST + DAY + 7200 });
    expect(numbers(await (await open(0)).read('time_offset'))).toEqual([
      ...[0, 3600, 7200, DAY, DAY + 3600, DAY + 7200],
    ]);
  });
});

it('other times come along under any name, and before what was chosen', async () => {
  const units = { units: 'hours since 2020-01-01' };
  const when = column('double', [0, 1, 2], units);
  const temp = day(0).variables.temp as MadeVariable;
  await joined(
    [{ time: 3, variables: { temp, when } }],
    async (_, open) => {
      const { variables } = await open(0);
      expect(variables.map(({ name }) => name)).toEqual(['when', 'temp']);
    },
    { variables: ['temp'] },
  );
});

it('times that only later inputs have count from the first of those', async () => {
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

it('a row without a valid time fails no job, even when rows are sorted', async () => {
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

it('a manual stop is no problem of the input that was being looked at', async () => {
  const abort = new AbortController();
  const stopped = new Error('stopped manually');
  const open = async (): Promise<Dataset> => {
    abort.abort(stopped);
    throw stopped;
  };
  const inputs = [{ name: 'slow', open }];
  const job = joined([], async () => undefined, { inputs, signal: abort.signal });
  await expect(job).rejects.toBe(stopped);
});
