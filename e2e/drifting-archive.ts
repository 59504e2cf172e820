// A made archive of one datastream whose files drift as real ones do, with reports: for tests and
// benchmarks of arrays.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Attribute,
  ClassicWriter,
  type Definition,
  Hdf5Writer,
  type NumericArray,
  type VariableDefinition,
} from '@isobar/netcdf';

export const DRIFTING = 'sgpdriftE13.b1';
const DAY = 86_400;
const FIRST = Date.UTC(2020, 0, 1) / 1000;

export interface DriftingOptions {
  readonly days: number;
  /** Rows of a day. */
  readonly rows: number;
  /** Plain variables besides those that drift. */
  readonly plain?: number;
}

type Texts = Readonly<Record<string, string | number>>;
interface Made extends VariableDefinition {
  readonly values: NumericArray;
}

const attributesOf = (texts: Texts, type: 'float' | 'short' | 'double' = 'float'): Attribute[] =>
  Object.entries(texts).map(([name, value]): Attribute => {
    if (typeof value === 'string') return { name, type: 'char', value };
    const own = name === 'scale_factor' || name === 'add_offset' ? 'double' : type;
    const list =
      own === 'short'
        ? Int16Array.of(value)
        : own === 'float'
          ? Float32Array.of(value)
          : Float64Array.of(value);
    return { name, type: own, value: list };
  });

const timed = (
  name: string,
  values: NumericArray,
  of: Omit<VariableDefinition, 'name' | 'dimensions'>,
  ...inner: string[]
): Made => ({
  name,
  dimensions: ['time', ...inner],
  ...of,
  values,
});

/**
 * Writes the files below `folder`/sgp, and their reports into `folder`/tables. Resolves the paths
 * in the order of their times.
 */
export async function writeDriftingArchive(
  folder: string,
  { days, rows, plain = 0 }: DriftingOptions,
): Promise<string[]> {
  await mkdir(join(folder, 'archive/sgp'), { recursive: true });
  const paths: string[] = [];
  for (let day = 0; day < days; day++) {
    const isTwice = day % 5 === 3;
    const parts = isTwice ? [0, 1] : [0];
    for (const part of parts) {
      const path = join(folder, 'archive/sgp', nameOf(day, part));
      const count = Math.max(1, Math.floor(rows / parts.length));
      await writeFileOf(path, { day, part, count, days, plain, step: DAY / rows });
      paths.push(path);
    }
  }
  return paths;
}

function nameOf(day: number, part: number): string {
  const date = new Date((FIRST + day * DAY) * 1000).toISOString().slice(0, 10).replaceAll('-', '');
  return `${DRIFTING}.${date}.${part === 0 ? '000000' : '120000'}.${day % 4 === 2 ? 'nc' : 'cdf'}`;
}

interface OfFile {
  readonly day: number;
  readonly part: number;
  readonly count: number;
  readonly days: number;
  readonly plain: number;
  readonly step: number;
}

async function writeFileOf(path: string, of: OfFile): Promise<void> {
  const variables = variablesOf(of);
  const heights = heightsOf(of);
  const definition: Definition = {
    dimensions: [
      { name: 'time', length: of.count, unlimited: true },
      { name: 'height', length: heights.length, unlimited: false },
      { name: 'letters', length: 6, unlimited: false },
    ],
    attributes: attributesOf({
      Conventions: 'ARM-1.3',
      title: 'Made values that drift',
      serial_number: of.day < of.days / 2 ? 'A1' : 'B2',
      history: `made for day ${of.day}`,
    }),
    variables: variables.map(({ values: _, ...variable }) => variable),
  };
  const isClassic = path.endsWith('.cdf');
  const writer = isClassic
    ? await ClassicWriter.create(path, definition, of.count)
    : await Hdf5Writer.create(path, definition, of.count);
  const columns = new Map<string, NumericArray>();
  for (const { name, dimensions, values } of variables)
    if (dimensions[0] === 'time') columns.set(name, values);
    else await writer.writeFixed(name, values);
  await writer.writeRecords(columns, of.count);
  await writer.close();
}

/** The levels change their values at three quarters, and their number at half. */
const heightsOf = ({ day, days }: OfFile): Float32Array =>
  day < days / 2
    ? Float32Array.of(10, 20, 40)
    : day < (days * 3) / 4
      ? Float32Array.of(10, 20, 40, 80)
      : Float32Array.of(10, 25, 40, 80);

function variablesOf(of: OfFile): Made[] {
  const { day, part, count, days, plain, step } = of;
  const half = day >= days / 2;
  const midnight = FIRST + day * DAY;
  const begin = midnight + part * (DAY / 2);
  const isUneven = day % 3 === 1;
  const times = Float64Array.from({ length: count }, (_, row) => {
    if (day === 4 && row === 3) return begin + step * 1.5; // goes back
    return begin + row * step + (isUneven && row % 2 === 1 ? 0.25 : 0);
  });
  const inMinutes = day % 2 === 1;
  const base = inMinutes ? midnight : 0;
  const heights = heightsOf(of);
  const at = (row: number) => day * count + row;
  const temperatures = Float64Array.from({ length: count }, (_, row) =>
    row % 13 === 6 ? -9999 : (at(row) % 400) / 8 - 20,
  );
  const made: Made[] = [
    {
      name: 'base_time',
      type: 'int',
      dimensions: [],
      attributes: attributesOf({ units: 'seconds since 1970-01-01 00:00:00' }),
      values: Int32Array.of(midnight),
    },
    timed(
      'time',
      times.map((time) => (time - base) / (inMinutes ? 60 : 1)),
      {
        type: 'double',
        attributes: attributesOf({
          units: inMinutes
            ? `minutes since ${new Date(base * 1000).toISOString().slice(0, 10)} 00:00:00`
            : 'seconds since 1970-01-01 00:00:00',
        }),
      },
    ),
    timed(
      'time_offset',
      times.map((time) => time - midnight),
      {
        type: 'double',
        attributes: attributesOf({
          units: `seconds since ${new Date(midnight * 1000).toISOString().slice(0, 10)} 00:00:00`,
        }),
      },
    ),
    half
      ? timed(
          'pressure',
          Float32Array.from({ length: count }, (_, row) => 98 + (at(row) % 50) / 10),
          {
            type: 'float',
            attributes: attributesOf({ units: 'kPa', long_name: 'Pressure', missing_value: -9999 }),
          },
        )
      : timed(
          'pressure',
          Int16Array.from({ length: count }, (_, row) =>
            row % 11 === 5 ? -9999 : 100 + (at(row) % 90),
          ),
          {
            type: 'short',
            attributes: attributesOf(
              {
                units: 'hPa',
                long_name: 'Pressure',
                scale_factor: 0.5,
                add_offset: 900,
                missing_value: -9999,
              },
              'short',
            ),
          },
        ),
    timed(
      'qc_pressure',
      Int32Array.from({ length: count }, (_, row) => (row % 7 === 2 ? 1 : row % 7 === 4 ? 2 : 0)),
      {
        type: 'int',
        attributes: attributesOf({
          units: '1',
          long_name: 'Quality of pressure',
          flag_method: 'bit',
          bit_1_description: 'beyond limits',
          bit_1_assessment: 'Bad',
          bit_2_description: 'close to limits',
          bit_2_assessment: 'Indeterminate',
        }),
      },
    ),
    timed('temp', day % 3 === 0 ? temperatures : Float32Array.from(temperatures), {
      type: day % 3 === 0 ? 'double' : 'float',
      attributes: attributesOf(
        {
          units: 'degC',
          long_name: 'Air temperature',
          ...(day % 6 === 5 ? { _FillValue: -9999 } : { missing_value: -9999 }),
        },
        day % 3 === 0 ? 'double' : 'float',
      ),
    }),
    timed(
      'count',
      Int8Array.from({ length: count }, (_, row) => (at(row) % 256) - 128),
      {
        type: 'byte',
        attributes: attributesOf({ units: 'count', long_name: 'Drops' }),
      },
    ),
    timed(
      'moments',
      Float32Array.from({ length: count * heights.length }, (_, n) => day + n / 16),
      {
        type: 'float',
        attributes: attributesOf({ units: 'm/s', long_name: 'Velocity', missing_value: -9999 }),
      },
      'height',
    ),
    {
      name: 'height',
      type: 'float',
      dimensions: ['height'],
      attributes: attributesOf({ units: 'm', long_name: 'Height' }),
      values: heights,
    },
    {
      name: 'mode',
      type: 'char',
      dimensions: ['letters'],
      attributes: attributesOf({ long_name: 'Mode' }),
      values: Uint8Array.from(Buffer.from(half ? 'second' : 'first ')),
    },
    {
      name: 'lat',
      type: 'float',
      dimensions: [],
      attributes: attributesOf({ units: 'degree_N', long_name: 'Latitude' }),
      values: Float32Array.of(half ? 36.625 : 36.5),
    },
  ];
  if (day % 4 === 1)
    made.push(
      timed(
        'rain',
        Float32Array.from({ length: count }, (_, row) => row / 4),
        {
          type: 'float',
          attributes: attributesOf({ units: 'mm', long_name: 'Rain', missing_value: -9999 }),
        },
      ),
    );
  for (let n = 0; n < plain; n++)
    made.push(
      timed(
        `plain${n}`,
        Float32Array.from({ length: count }, (_, row) => (at(row) * (n + 1)) % 1000),
        {
          type: 'float',
          attributes: attributesOf({ units: 'm', long_name: `Plain ${n}`, missing_value: -9999 }),
        },
      ),
    );
  return made;
}

/** Reports on the datastream: seconds UTC, both ends included. */
export const DRIFTING_REPORTS = [
  { variables: 'temp', code: 4, start: FIRST + DAY + 3600, end: FIRST + 2 * DAY + 7199 },
  { variables: 'all', code: 3, start: FIRST + 6 * DAY, end: FIRST + 6 * DAY + 21_600 },
  { variables: 'pressure', code: 3, start: FIRST + 3 * DAY, end: FIRST + 3 * DAY + 40_000 },
  {
    variables: 'moments;count',
    code: 4,
    start: FIRST + 5 * DAY + 100,
    end: FIRST + 7 * DAY + 1000,
  },
  { variables: 'temp', code: 5, start: FIRST, end: FIRST + 30 * DAY },
] as const;

/** Writes them as the table of a home. */
export async function writeDriftingReports(tables: string, head: string): Promise<void> {
  const columns = head.trim().split(',');
  const instant = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
  const lines = DRIFTING_REPORTS.map(({ variables, code, start, end }, index) => {
    const values: Record<string, string | number> = {
      dqr_id: `D20${index}`,
      datastream: DRIFTING,
      variables: variables === 'all' ? '' : variables,
      quality_code: code,
      quality_name: 'Made',
      open_ended: 'no',
      extent: 'all',
      start_time: instant(start),
      end_time: instant(end),
      subject: 'Made',
      description: 'Made for tests',
    };
    return columns.map((name) => values[name] ?? '').join(',');
  });
  await writeFile(
    join(tables, 'quality-reports.csv'),
    `${[columns.join(','), ...lines].join('\n')}\n`,
  );
}
