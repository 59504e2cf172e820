// CSV files with the small description next to them: as loggers write them, and what is reported if
// one of the two is wrong.
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textAttribute } from '../attribute.ts';
import { bytesSource } from '../byte-source.ts';
import type { Dataset } from '../dataset.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { openDataset } from '../open.ts';
import { cellCount, cellsOf, numberOf } from './cells.ts';
import { clockOf } from './clock-format.ts';
import { parseDescription } from './description.ts';
import { isDescription } from './open-text.ts';
import { lineBatches, textOf } from './text-lines.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'isobar-csv-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function made(table: string, description: unknown, name = 'x.csv.json'): Promise<Dataset> {
  await writeFile(join(root, 'x.csv'), table);
  await writeFile(
    join(root, name),
    typeof description === 'string' ? description : JSON.stringify(description),
  );
  return await openDataset(join(root, 'x.csv'));
}
const message = async (opening: Promise<unknown>): Promise<string> => {
  const error = await opening.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NetcdfError);
  return (error as NetcdfError).message;
};
const start = Date.UTC(2020, 5, 1) / 1000;

describe('a CSV file with a description beside it', () => {
  it('a CSV file with a description beside it is read when only the time column is described', async () => {
    const dataset = await made(
      'when,T_air [degC],RH (%),note\n2020-06-01 00:00:00,11.5,80,1\n2020-06-01T00:10:00Z,,81,2\n',
      { time: { column: 'when' } },
    );
    expect(dataset.variables.map(({ name }) => name)).toEqual(['time', 'T_air', 'RH', 'note']);
    expect(await dataset.read('time')).toEqual(Float64Array.of(start, start + 600));
    expect(await dataset.read('T_air')).toEqual(Float64Array.of(11.5, -9999));
    expect(await dataset.readEvery('T_air', 0, 2, 2)).toEqual(Float64Array.of(11.5));
    expect(textAttribute(dataset.variable('T_air'), 'units')).toBe('degC');
    expect(textAttribute(dataset.variable('RH'), 'units')).toBe('%');
    await dataset.close();
  });

  it('a CSV file with a description beside it is read as a logger writes it: lines before, units below, quotes, several words for missing', async () => {
    const table = [
      '"TOA5","station","CR1000"',
      '"TIMESTAMP","AirTC_Avg","Rain;mm","Status"',
      '"TS","Deg C","mm",""',
      '"2020-06-01 01:00:00",11.5,"NAN","ok, it ""works"""',
      '',
      '"2020-06-01 01:10:00",-999.00,0.2,"-"',
    ].join('\r\n');
    const dataset = await made(`\ufeff${table}`, {
      skip: 1,
      unitsLine: true,
      missing: ['-999', '-'],
      time: { column: 'TIMESTAMP', format: '%Y-%m-%d %H:%M:%S', zone: '+01:00' },
      columns: {
        AirTC_Avg: { name: 'air_temperature', standard_name: 'air_temperature', units: 'degC' },
        Status: { text: true },
      },
      attributes: { title: 'Weather of our roof', site: 'Roof' },
      place: { latitude: 51.5, longitude: -0.1, altitude: 30 },
    });
    expect(await dataset.read('time')).toEqual(Float64Array.of(start, start + 600));
    expect(await dataset.read('air_temperature')).toEqual(Float64Array.of(11.5, -9999));
    expect(await dataset.read('Rain;mm')).toEqual(Float64Array.of(-9999, 0.2));
    expect(await dataset.read('Status')).toEqual(['ok, it "works"', '']);
    expect(await dataset.read('latitude')).toEqual(Float64Array.of(51.5));
    expect(textAttribute(dataset.variable('Rain;mm'), 'units')).toBe('mm');
    expect(textAttribute(dataset, 'title')).toBe('Weather of our roof');
    await dataset.close();
  });

  it('a CSV file with a description beside it is read by the description of its folder, with blanks, comments and times in two columns', async () => {
    const table = '# hand-written\n01.06.2020  00:00   3.5\n# again\n01.06.2020  00:01   1.5D0\n';
    const dataset = await made(
      table,
      {
        separator: 'blank',
        comment: '#',
        names: ['day', 'clock', 'wind'],
        time: { columns: ['day', 'clock'], format: '%d.%m.%Y %H:%M' },
        columns: { wind: { units: 'm s-1', standard_name: 'wind_speed' } },
      },
      'csv.json',
    );
    expect(await dataset.read('time')).toEqual(Float64Array.of(start, start + 60));
    expect(await dataset.read('wind')).toEqual(Float64Array.of(3.5, 1.5));
    await dataset.close();
  });

  it.each([
    ['quoted names', '"t","x"\n2020-06-01,1\n', {}],
    ['a comment', '# made\nt,x\n2020-06-01,1\n', { comment: '#' }],
    ['values', '2020-06-01,1\n', { names: ['t', 'x'] }],
  ])(
    'a CSV file with a description beside it begins with a byte order mark before %s',
    async (_, table, more) => {
      const dataset = await made(`\ufeff${table}`, { time: { column: 't' }, ...more });
      expect(await dataset.readRows(['time', 'x'], 0, 1)).toEqual([
        Float64Array.of(start),
        Float64Array.of(1),
      ]);
      await dataset.close();
    },
  );

  it('a CSV file with a description beside it counts from the described epoch', async () => {
    const dataset = await made('t;x\n0.5;1\n', {
      time: { column: 't', units: 'days since 2020-06-01' },
    });
    expect(await dataset.read('time')).toEqual(Float64Array.of(start + 43_200));
    await dataset.close();
  });

  it('a CSV file with a description beside it may have one column, whose times hold a blank', async () => {
    const dataset = await made('t\n2020-06-01 00:10:00\n', { time: { column: 't' } });
    expect(await dataset.read('time')).toEqual(Float64Array.of(start + 600));
    await dataset.close();
  });

  it('a CSV file with a description beside it leaves out the described columns, and gives each column a name of its own', async () => {
    const long = 'y'.repeat(120);
    const dataset = await made(`t,x,x,x,time,a/b c,${long},secret\n2020-06-01,1,2,3,4,5,6,7\n`, {
      time: { column: 't' },
      columns: { secret: { leaveOut: true } },
    });
    expect(dataset.variables.map(({ name }) => name)).toEqual([
      'time',
      'x',
      'x_2',
      'x_3',
      'time_2',
      'a_b_c',
      'y'.repeat(100),
    ]);
    await dataset.close();
  });
});

describe('an error names what is wrong', () => {
  const time = { column: 't' };
  it.each([
    ['{', 'is no JSON'],
    [[], 'has no object'],
    [{}, 'does not say which column is the time'],
    [{ time: {} }, 'a time without a column'],
    [{ time, colums: {} }, 'says colums, which is nothing that is known here'],
    [{ time, skip: -1 }, 'says skip, which is no count'],
    [{ time, separator: '##' }, 'a separator that is none of'],
    [{ time: { column: 't', zone: 'CET' } }, 'a time zone that is not like +01:00'],
    [{ time: { column: 'T' } }, "no column 'T'; it has t, x"],
    [{ time, columns: { y: {} } }, "no column 'y'"],
    [{ time, columns: { x: { units: [] } } }, 'neither a text nor a number'],
    [{ time: { column: 't', format: '%Q' } }, 'The time format has %Q'],
    [{ time: { column: 't', units: 'months since 2000' } }, 'which is not a date'],
    [{ time, place: { latitude: 100, longitude: 0 } }, 'a place without latitude'],
    [{ time: 'noon' }, 'has no object {…} at time'],
    [{ time, place: [] }, 'has no object {…} at place'],
    [{ time, skip: 9 }, 'no line of column names'],
    [{ time, names: Array(6000).fill('x') }, '6000 columns'],
  ])('an error names what is wrong of the description %j', async (description, told) => {
    expect(await message(made('t,x\n2020-06-01,1\n', description))).toContain(told);
  });

  it('an error names what is wrong of a description that is larger than a megabyte, and of no smaller one', async () => {
    const sized = (size: number) => JSON.stringify({ time, separator: null }).padEnd(size);
    const dataset = await made('t,x\n2020-06-01,1\n', sized(2 ** 20));
    expect(await dataset.read('x')).toEqual(Float64Array.of(1));
    await dataset.close();
    expect(await message(made('t,x\n2020-06-01,1\n', sized(2 ** 20 + 1)))).toContain(
      'larger than 1 MB',
    );
  });

  it('an error names what is wrong of a column that is not there, with thirty that are', async () => {
    const titles = Array.from({ length: 40 }, (_, n) => `x${n}`).join();
    expect(await message(made(`${titles}\n`, { time }))).toMatch(/'t'; it has x0, .*, x29\.$/);
  });

  it('an error names what is wrong of the table', async () => {
    const read = async (table: string) => {
      const dataset = await made(table, { time });
      return await dataset.read('x').finally(() => dataset.close());
    };
    expect(await message(read('t,x\n2020-06-01,1\n2020-06-02\n'))).toContain('Line 3 has 1 values');
    expect(await message(read('t,x\n2020-06-01,"1\n'))).toContain('Line 2: A quote is not closed');
    expect(await message(read('t,x\n2020-06-01,abc\n'))).toContain("Line 2, x: 'abc'");
    expect(await message(read('t,x\n2020-06-01,0x10\n'))).toContain("'0x10'");
    expect(await message(read('t,x\n2020-06-01,\0\n'))).toContain('NUL');
    expect(await read('t,x\n2020-06-01,1,\n')).toEqual(Float64Array.of(1));
  });

  it('where there is no description, or it is a link that may lead anywhere', async () => {
    await writeFile(join(root, 'x.csv'), 't,x\n2020-06-01,1\n');
    expect(await message(openDataset(join(root, 'x.csv')))).toContain('x.csv.json, or csv.json');
    await writeFile(join(root, 'elsewhere.json'), '{"time":{"column":"t"}}');
    await symlink(join(root, 'elsewhere.json'), join(root, 'x.csv.json'));
    expect(await message(openDataset(join(root, 'x.csv')))).toContain('needs a description');
  });
});

describe('cells', () => {
  it('cells come back as they were written, quoted or not, whatever blanks are around them', () => {
    const cell = fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, '').trim());
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        fc.constantFrom('', ' ', '  '),
        (cells, all, around) => {
          const quoted = cells.map((text) =>
            all || /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
          );
          const line = quoted.map((text) => `${around}${text}${around}`).join();
          expect(cellsOf(line, ',')).toEqual(cells);
          expect(cellCount(line, ',')).toBe(cells.length);
        },
      ),
      { numRuns: 500, seed: 1 },
    );
  });

  it('cells are numbers only where a reader would take them for numbers', () => {
    const numbers = ['1', '-1.5', '+.5', '1.', '1e3', '1.5D+03', 'NaN', '-inf'];
    expect(numbers.map(numberOf)).toEqual([1, -1.5, 0.5, 1, 1000, 1500, Number.NaN, -Infinity]);
    expect(numberOf('9'.repeat(60))).toBe(1e60);
    for (const none of ['', '0x1', '1,5', 'one', '1e', '--1', '1 2', '9'.repeat(61)])
      expect(numberOf(none)).toBeUndefined();
  });
});

it('times are read by any format, and those that do not exist are refused', () => {
  const iso = clockOf(undefined, 'Z');
  expect(iso('2020-06-01T00:00:01.5+02:00')).toBe(start + 1.5 - 7200);
  const never = [
    '2020-02-30',
    '2020-06-01 25:00',
    '2020-06-01 24:30',
    '2020-06-01 24:00:01',
    '2020-06-01 23:60',
  ];
  expect([...never, '1.6.2020', ''].map(iso)).toEqual(Array(7).fill(undefined));
  expect(['2020-05-31 24:00', '2020-05-31T23:59:60Z'].map(iso)).toEqual([start, start]);
  expect(['2020000', '2021366', '2020153'].map(clockOf('%Y%j', 'Z'))).toEqual([
    undefined,
    undefined,
    start,
  ]);
  expect(clockOf('%y%j %H%M', '-00:30')('20153 0000')).toBe(start + 1800);
  expect(clockOf('%d-%b-%Y %H:%M %p', 'Z')('01-Jun-2020 12:05 AM')).toBe(start + 300);
  expect(clockOf('%Y.%m (%d)', 'Z')('2020.06 (01)')).toBe(start);
});

it('no description does worse than be refused', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('time', 'columns', 'place', 'names'),
      (value, key) => {
        const text = JSON.stringify({ time: { column: 't' }, [key]: value });
        try {
          parseDescription(Buffer.from(text), 'x.csv.json');
        } catch (error) {
          expect(error).toBeInstanceOf(NetcdfError);
        }
      },
    ),
    { numRuns: 500, seed: 2 },
  );
});

describe('lines of a text', () => {
  async function linesOf(text: string, from?: number, to?: number) {
    const bytes = Buffer.from(text, 'latin1');
    const found: { text: string; offset: number }[] = [];
    for await (const { lines, offsets } of lineBatches(bytesSource(bytes), from ?? 0, to))
      found.push(...lines.map((line, n) => ({ text: line, offset: offsets[n] ?? -1 })));
    return found;
  }
  /** Of 10 to 999 characters: some lines go over the end of a block of a megabyte. */
  const long = Array.from({ length: 6000 }, (_, n) => `${n}:`.padEnd(10 + ((n * 7919) % 990), 'x'));

  it.each(['\n', '\r\n'])(
    'lines of a text are found with where each begins, whatever its end is: %j',
    async (end) => {
      let offset = 0;
      const expected = long.map((text) => {
        const begin = offset;
        offset += text.length + end.length;
        return { text, offset: begin };
      });
      expect(await linesOf(long.join(end))).toEqual(expected);
      const [second = { offset: 0 }, third = { offset: 0 }] = [expected[1], expected[5990]];
      expect(await linesOf(long.join(end), second.offset, third.offset)).toEqual(
        expected.slice(1, 5990),
      );
    },
  );

  it('lines of a text may be empty, and are a megabyte at most', async () => {
    expect((await linesOf('a\n\n\r\nb\r')).map(({ text }) => text)).toEqual(['a', '', '', 'b']);
    const most = 'x'.repeat(2 ** 20);
    for (const end of ['', '\n', '\nb'])
      expect((await linesOf(`a\n${most}${end}`)).map(({ text }) => text.length)).toEqual(
        end === '\nb' ? [1, 2 ** 20, 1] : [1, 2 ** 20],
      );
    for (const end of ['', '\n', '\nb', most])
      await expect(linesOf(`a\n${most}x${end}`)).rejects.toThrow(/longer than 1 MB/);
  });
});

it('the text of a line is UTF-8 where that is valid and Latin-1 elsewhere', () => {
  const asRead = (text: string, encoding: 'utf8' | 'latin1') =>
    textOf(Buffer.from(text, encoding).toString('latin1'));
  expect(['°C', 'µg m³', 'm'].map((text) => asRead(text, 'utf8'))).toEqual(['°C', 'µg m³', 'm']);
  expect(['°C', 'µg m³'].map((text) => asRead(text, 'latin1'))).toEqual(['°C', 'µg m³']);
});

it('descriptions are no data of an archive', () => {
  const paths = [
    'a/csv.json',
    'csv.json',
    'a/b.CSV.json',
    'b.dat.json',
    'a/other.json',
    'a/my-csv.json',
    'b.csv',
  ];
  expect(paths.filter(isDescription)).toEqual(paths.slice(0, 4));
});
