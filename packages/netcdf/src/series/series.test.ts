// What a series says and refuses.
import { expect, it } from 'vitest';
import { textAttribute } from '../attribute.ts';
import { bytesSource } from '../byte-source.ts';
import type { NetcdfError } from '../netcdf-error.ts';
import { openDataset } from '../open.ts';
import { day, FIRST } from '../testing/made-days.ts';
import { type MadeFile, type MadeVariable, madeBytes } from '../testing/made-file.ts';
import { describedFile, madeSeries, ranged } from '../testing/made-series.ts';
import { openSeries } from './open-series.ts';
import { evenTimes, packTimes, spreadTimes, unpackTimes } from './row-times.ts';
import { shapeFrom, shapeOfParts, shapeParts, shapeText } from './shape-text.ts';

it('a series joins days whose times count from different moments in one axis of seconds since 1970 [AR6]', async () => {
  const series = await madeSeries(day(0), day(1));
  expect([...(await series.readTimes(2, 4))]).toEqual([FIRST + 7200, FIRST + 86400]);
  expect([...series.variables.keys()]).toEqual(['time', 'temp', 'lat']);
  expect(series.variable('temp')).toMatchObject({ files: 2, from: FIRST, to: FIRST + 93600 });
});

it('a series names the older of two meanings by the last day on which it held, with its flags [AR7]', async () => {
  const flags = (units: string) => ({
    pressure: ranged([1, 2, 3], { attributes: { units } }),
    qc_pressure: ranged([0, 1, 0], {
      type: 'int',
      attributes: { units: '1', bit_1_assessment: 'Bad' },
    }),
  });
  const series = await madeSeries(day(0, flags('hPa')), day(1, flags('hPa')), day(2, flags('kPa')));
  expect([...series.variables.keys()].filter((name) => name.includes('pressure'))).toEqual([
    'pressure',
    'qc_pressure',
    'pressure__to_20200102',
    'qc_pressure__to_20200102',
  ]);
  const law = { spans: [], assessed: ['Bad' as const] };
  const read = await series.readRows(['pressure__to_20200102', 'pressure'], 0, 9, law);
  const gone = -2147483648;
  expect([...(read.get('pressure__to_20200102') ?? [])]).toEqual([
    1,
    gone,
    3,
    1,
    gone,
    3,
    gone,
    gone,
    gone,
  ]);
  expect([...(read.get('pressure') ?? [])]).toEqual([
    gone,
    gone,
    gone,
    gone,
    gone,
    gone,
    1,
    gone,
    3,
  ]);
});

it('a series masks by flags whose own units changed while their data kept their meaning [AR11]', async () => {
  const flagged = (units: string) => ({
    qc_temp: ranged([0, 1, 0], { type: 'int', attributes: { units, bit_1_assessment: 'Bad' } }),
  });
  const series = await madeSeries(day(0, flagged('unitless')), day(1, flagged('1')));
  const read = await series.readRows(['temp'], 0, 6, { spans: [], assessed: ['Bad'] });
  expect([...(read.get('temp') ?? [])]).toEqual([0, -9999, 0.5, 1, -9999, 1.5]);
});

it('a series never masks coordinates, times and flags [AR11]', async () => {
  const series = await madeSeries(
    day(0, { alt: ranged([1, 2, 3]), qc_temp: ranged([4, 5, 6], { type: 'int' }) }),
  );
  const spans = [{ variables: 'all' as const, start: 0, end: 1e11 }];
  const read = await series.readRows(['time', 'alt', 'qc_temp', 'temp'], 0, 3, {
    spans,
    assessed: [],
  });
  expect([...(read.get('alt') ?? [])]).toEqual([1, 2, 3]);
  expect([...(read.get('qc_temp') ?? [])]).toEqual([4, 5, 6]);
  expect([...(read.get('temp') ?? [])]).toEqual([-9999, -9999, -9999]);
  expect(read.get('time')?.[0]).toBe(FIRST);
});

it.each<[string, MadeVariable, string, readonly number[], readonly string[]]>([
  ['small integers', ranged([1, 2, 3], { type: 'byte' }), 'short', [1, 2, 3], ['_FillValue']],
  ['integers', ranged([1, 2, 3]), 'int', [1, 2, 3], ['_FillValue']],
  [
    'large integers',
    ranged([1, 2, 3], { type: 'int' }),
    'double',
    [1, 2, 3],
    ['_FillValue', 'missing_value'],
  ],
  [
    'packed integers, which stay packed',
    ranged([1, 2, 3], { attributes: { scale_factor: 2 } }),
    'int',
    [1, 2, 3],
    ['scale_factor', '_FillValue'],
  ],
  [
    'large packed integers, as measured',
    ranged([1, 2, 3], { type: 'int', attributes: { scale_factor: 2 } }),
    'double',
    [2, 4, 6],
    ['_FillValue', 'missing_value'],
  ],
  [
    'unsigned integers, as measured',
    ranged([1, -1, 3], { attributes: { _Unsigned: 'true' } }),
    'double',
    [1, 65_535, 3],
    ['_FillValue', 'missing_value'],
  ],
])('a series has room for a missing value in %s [AR9]', async (_what, x, type, values, names) => {
  const series = await madeSeries(day(0, { x }));
  const { attributes, ...shown } = series.variable('x');
  expect([shown.type, attributes.map(({ name }) => name)]).toEqual([type, names]);
  expect([...((await series.readRows(['x'], 0, 3)).get('x') ?? [])]).toEqual(values);
});

it('a series shows unsigned integers of two sizes as what they count', async () => {
  const unsigned = (type: 'byte' | 'short') =>
    ranged([1, -1, 3], { type, attributes: { _Unsigned: 'true', _FillValue: 9 } });
  const series = await madeSeries(
    day(0, { x: unsigned('byte') }),
    day(1, { x: unsigned('short') }),
  );
  expect([...((await series.readRows(['x'], 0, 6)).get('x') ?? [])]).toEqual([
    ...[1, 255, 3, 1, 65_535, 3],
  ]);
});

it('a series writes names of dimensions as those of variables', async () => {
  const x = ranged([1, 2, 3, 4, 5, 6], { dimensions: ['time', 'wind height'] });
  const series = await madeSeries(day(0, { x }, { dimensions: { 'wind height': 2 } }));
  expect(series.variable('x').inner).toEqual([{ name: 'wind_height', length: 2 }]);
});

it('a file whose times are all missing has no rows for a series', async () => {
  const time = ranged([-1, -1, -1], {
    attributes: { units: 'seconds since 2020-01-01', missing_value: -1 },
  });
  await expect(describedFile(day(0, { time }), 'day0')).rejects.toMatchObject({ code: 'no-time' });
});

it('a series opens a file once while it is read, and closes each that is open', async () => {
  const counts = { opened: 0, closed: 0 };
  const files = [0, 1].map(async (number) => {
    const file = await describedFile(day(number), `day${number}`);
    const open = async () => {
      counts.opened++;
      const dataset = await file.open();
      const close = dataset.close.bind(dataset);
      dataset.close = async () => {
        counts.closed++;
        await close();
      };
      return dataset;
    };
    return { ...file, open };
  });
  const series = await openSeries(await Promise.all(files));
  for (const rows of [1, 3, 6]) await series.readRows(['temp'], 0, rows);
  await series.readFixed('lat');
  expect([counts, series.fileAt(2), series.fileAt(3)]).toEqual([{ opened: 2, closed: 0 }, 0, 1]);
  await series.close();
  expect(counts).toEqual({ opened: 2, closed: 2 });
});

it('a series counts moments without time by their moment and not by their stored number', async () => {
  const launch = (since: string): Record<string, MadeVariable> => ({
    launch: { type: 'int', values: [60], attributes: { units: `seconds since ${since}` } },
  });
  const series = await madeSeries(day(0, launch('2020-01-01')), day(1, launch('2020-01-02')));
  const { launch: moments } = Object.fromEntries(await series.readRows(['launch'], 2, 4));
  expect([...(moments ?? [])]).toEqual([FIRST + 60, FIRST + 86460]);
  expect(series.timeUnits.get('launch')).toEqual({ secondsPerUnit: 1, epochSeconds: 0 });
});

it('a series lets attributes name the variables as the series does', async () => {
  const made = (units: string) => ({
    speed: ranged([1, 2, 3], { attributes: { units, ancillary_variables: 'qc_speed' } }),
    qc_speed: ranged([0, 0, 0], { type: 'int', attributes: { bit_1_assessment: 'Bad' } }),
  });
  const series = await madeSeries(day(0, made('knot')), day(1, made('m/s')));
  expect(textAttribute(series.variable('speed__to_20200101'), 'ancillary_variables')).toBe(
    'qc_speed__to_20200101',
  );
});

it('a series refuses rows outside of it, unknown names, and files that changed', async () => {
  const series = await madeSeries(day(0));
  const refused = async (read: Promise<unknown>) =>
    await read.then(
      () => 'read',
      (error: NetcdfError) => error.code,
    );
  expect(await refused(series.readRows(['temp'], 0, 4))).toBe('out-of-range');
  expect(await refused(series.readRows(['none'], 0, 1))).toBe('no-such-variable');
  expect(await refused(series.readRows(['lat'], 0, 1))).toBe('invalid');
  const file = await describedFile(day(0), 'day0');
  const changed = await openSeries([
    { ...file, rows: 2, open: async () => await openDataset(bytesSource(madeBytes(day(0)))) },
  ]);
  expect(await refused(changed.readRows(['temp'], 0, 1))).toBe('changed');
  expect(await refused(openSeries([]))).toBe('invalid');
});

it('a series that opens several files at once throws the first failure, opens no more than that many, and reads again afterwards', async () => {
  const files = await Promise.all([0, 1, 2, 3, 4].map((n) => describedFile(day(n), `day${n}`)));
  let failing = true;
  const opened: string[] = [];
  const guarded = files.map((file, n) => ({
    ...file,
    open: async () => {
      opened.push(file.name);
      if (failing && n > 0) throw new Error(`${file.name} cannot be opened`);
      return await file.open();
    },
  }));
  const series = await openSeries(guarded, { atOnce: 3 });
  await expect(series.readRows(['temp'], 0, series.rows)).rejects.toThrow('day1 cannot be opened');
  expect(opened).toEqual(['day0', 'day1', 'day2', 'day3']);
  failing = false;
  expect((await series.readRows(['temp'], 0, series.rows)).get('temp')).toHaveLength(series.rows);
  await series.close();
});

it('a series keeps a shape as text, numbers that JSON cannot write among them', async () => {
  const { shape } = await describedFile(
    day(0, { x: ranged([1, 2, 3], { type: 'double', attributes: { _FillValue: Number.NaN } }) }),
    'a',
  );
  expect(shapeFrom(shapeText(shape))).toEqual(shape);
  expect(() => shapeFrom('[0,{}]')).toThrow('version');
});

it('a series keeps times of rows to the last bit, and evenly spaced ones as two numbers', async () => {
  const even = Float64Array.from({ length: 1440 }, (_, row) => FIRST + row * 60);
  expect(evenTimes(even)).toEqual({ first: FIRST, step: 60 });
  expect(spreadTimes({ first: FIRST, step: 60 }, 1440)).toEqual(even);
  const uneven = Float64Array.of(FIRST, FIRST + 60, Number.NaN, FIRST + 179.9999);
  expect(evenTimes(uneven)).toBeUndefined();
  expect(evenTimes(Float64Array.of(Number.NaN))).toBeUndefined();
  expect(await unpackTimes(await packTimes(uneven), 4)).toEqual(uneven);
  await expect(unpackTimes(await packTimes(uneven), 3)).rejects.toThrow('times');
  await expect(unpackTimes(new Uint8Array(5), 3)).rejects.toThrow('cannot be read');
});

it('the description of a series lists what changed with its dates, and says each fact once, however many files it concerns [AR2]', async () => {
  const pressure = (units: string, more: Partial<MadeVariable> = {}) => ({
    pressure: ranged([1, 2, 3], { attributes: { units }, ...more }),
  });
  const series = await madeSeries(
    ...[0, 1, 2, 3].map((n) => day(n, { ...pressure('hPa'), only: ranged([1, 2, 3]) })),
    ...[8, 9].map((n) => day(n, pressure('kPa', { type: 'float' }))),
  );
  const rows = series.changes.map(({ subject, aspect, value, variable, files }) => [
    subject,
    aspect,
    value,
    variable,
    files,
  ]);
  expect(rows).toEqual([
    ['pressure', 'units', 'hPa', 'pressure__to_20200104', 4],
    ['pressure', 'units', 'kPa', 'pressure', 2],
    ['pressure', 'type', 'short', 'pressure__to_20200104', 4],
    ['pressure', 'type', 'float', 'pressure', 2],
    ['only', 'presence', 'in 4 of 6 files', 'only', 4],
    ['', 'gap', '4 days without files', '', 0],
  ]);
  expect(series.changes[0]).toMatchObject({ from: FIRST, to: FIRST + 3 * 86_400 + 7200 });
  expect(series.notes).toEqual([
    'pressure from 2020-01-01 to 2020-01-04 is pressure__to_20200104: its units were "hPa"',
    'pressure__to_20200104 states no missing value; it is stored as int so that one has room',
    'only states no missing value; it is stored as int so that one has room',
    'only is in 4 of 6 files, from 2020-01-01 to 2020-01-04; it is missing elsewhere',
  ]);
});

it('the description of a series counts times that repeat or go back, in files and between them [AR6]', async () => {
  const turned = { ...day(1), variables: { ...day(1).variables } };
  turned.variables.time = {
    ...(turned.variables.time as MadeVariable),
    values: [7200, 3600, 3600],
  };
  const series = await madeSeries(day(0), turned, day(1)); // the last begins first
  expect(series.notes).toEqual([
    '2 times are missing or not later than the one before, in day1; rows are kept',
    'times begin before those of the file before end in day1',
  ]);
});

it('the description of a series counts times that are missing, and keeps their rows [AR6]', async () => {
  const timeless = { ...day(1), variables: { ...day(1).variables } };
  timeless.variables.time = {
    ...(timeless.variables.time as MadeVariable),
    values: [0, Number.NaN, 7200],
  };
  const series = await madeSeries(day(0), timeless);
  expect(series.rows).toBe(6);
  expect(series.notes).toEqual([
    '1 time is missing or not later than the one before, in day1; rows are kept',
  ]);
});

/** A table of 300 entries that counts from `first`, and two heights. */
const tabled = (n: number, first: number, more: Record<string, MadeVariable> = {}): MadeFile =>
  day(
    n,
    {
      table: ranged(
        Array.from({ length: 300 }, (_, i) => i + first),
        { dimensions: ['entry'] },
      ),
      height: ranged([10, 20 + first], { dimensions: ['height'] }),
      power: ranged([1, 2, 3, 4, 5, 6], { dimensions: ['time', 'height'] }),
      ...more,
    },
    { dimensions: { entry: 300, height: 2 } },
  );

it('a series leaves out tables and coordinates that more than 24 files have other values of, with a note; a few values of each stay apart [AR7]', async () => {
  const days = (count: number) => Array.from({ length: count }, (_, n) => tabled(n, n));
  const few = await madeSeries(...days(3));
  for (const name of ['table', 'power'])
    expect([...few.variables.keys()].filter((one) => one.startsWith(name))).toHaveLength(3);

  const many = await madeSeries(...days(30));
  expect([...many.variables.keys()]).toEqual(['time', 'temp', 'lat', 'power']);
  expect(many.variable('power').inner).toEqual([{ name: 'height', length: 2 }]);
  const read = await many.readRows(['power'], 87, 90);
  expect([...(read.get('power') ?? [])]).toEqual([1, 2, 3, 4, 5, 6]);
  for (const name of ['table', 'height'])
    expect(many.notes).toContain(`${name} has other values in more than 24 files and is left out`);
});

it('a shape that is split into shared and own text is parsed from it again, and files that differ in values share the same text', async () => {
  const odd = ranged([1, 2, 3], { attributes: { comment: 'holds "digest":"abc" in quotes' } });
  const { shape } = await describedFile(tabled(0, 0, { odd }), 'day');
  const { common, digests } = shapeParts(shapeText(shape));
  expect(digests).toHaveLength(2);
  expect(shapeOfParts(shapeFrom(common), digests)).toEqual(shape);
  const other = await describedFile(tabled(1, 7, { odd }), 'day');
  expect(shapeParts(shapeText(other.shape)).common).toBe(common);
});
