// One day of made-up instruments: a temperature every minute with a gap and failed checks, profiles
// of backscatter, balloons.
import { type Attribute, ClassicWriter, type Definition } from '@isobar/netcdf';

/** 2019-01-01 00:00:00 UTC. */
export const DAY = Date.UTC(2019, 0, 1) / 1000;
export const LEVELS = 4;

/** Minutes of the day: without a sample, with a missing value, and failing a check. */
export const GAP = { first: 600, last: 719 } as const;
export const MISSING_MINUTE = 300;
export const BAD_MINUTES: readonly number[] = [100, 101, 1000];
export const DOUBTFUL_MINUTE = 200;
export const temperatureAt = (minute: number): number => 10 + minute / 144;

const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });

const PROFILES: Definition['dimensions'] = [
  { name: 'time', length: 0, unlimited: true },
  { name: 'height', length: LEVELS, unlimited: false },
];
const HEIGHT: Definition['variables'][number] = {
  name: 'height',
  type: 'float',
  dimensions: ['height'],
  attributes: [text('units', 'km')],
};
const SECONDS_OF_DAY: Definition['variables'][number] = {
  name: 'time',
  type: 'double',
  dimensions: ['time'],
  attributes: [text('units', 'seconds since 2019-01-01 00:00:00 0:00')],
};
const MISSING: Attribute = {
  name: 'missing_value',
  type: 'float',
  value: Float32Array.of(-9999),
};
const HEIGHTS = Float32Array.of(1, 2, 3, 4);

export async function writeDayFile(path: string): Promise<void> {
  const definition: Definition = {
    dimensions: PROFILES,
    attributes: [],
    variables: [
      SECONDS_OF_DAY,
      HEIGHT,
      {
        name: 'temp',
        type: 'float',
        dimensions: ['time'],
        attributes: [text('long_name', 'Air <temperature>'), text('units', 'degC'), MISSING],
      },
      {
        name: 'qc_temp',
        type: 'int',
        dimensions: ['time'],
        attributes: [text('bit_1_assessment', 'Bad'), text('bit_2_assessment', 'Indeterminate')],
      },
      {
        name: 'backscatter',
        type: 'float',
        dimensions: ['time', 'height'],
        attributes: [text('long_name', 'Backscatter'), text('units', '1/(m sr)'), MISSING],
      },
      { name: 'serial', type: 'int', dimensions: [], attributes: [] },
    ],
  };
  const minutes = Array.from({ length: 1440 }, (_, i) => i).filter(
    (minute) => minute < GAP.first || minute > GAP.last,
  );
  const writer = await ClassicWriter.create(path, definition, minutes.length);
  await writer.writeFixed(HEIGHT.name, HEIGHTS);
  await writer.writeFixed('serial', Int32Array.of(7));
  await writer.writeRecords(
    new Map<string, Float64Array | Float32Array | Int32Array>([
      ['time', Float64Array.from(minutes, (minute) => minute * 60)],
      ['temp', Float32Array.from(minutes, valueAt)],
      ['qc_temp', Int32Array.from(minutes, qualityAt)],
      [
        'backscatter',
        Float32Array.from(
          minutes.flatMap((minute) => [0, 1, 2, 3].map((level) => minute / 1440 + level)),
        ),
      ],
    ]),
    minutes.length,
  );
  await writer.close();
}

/** Profiles of backscatter at these hours of the day. */
export async function writeImageFile(path: string, hours: readonly number[]): Promise<void> {
  const definition: Definition = {
    dimensions: PROFILES,
    attributes: [],
    variables: [
      {
        name: 'time',
        type: 'double',
        dimensions: ['time'],
        attributes: [text('units', 'hours since 2019-01-01 00:00:00 0:00')],
      },
      HEIGHT,
      { name: 'backscatter', type: 'float', dimensions: ['time', 'height'], attributes: [] },
    ],
  };
  const writer = await ClassicWriter.create(path, definition, hours.length);
  await writer.writeFixed(HEIGHT.name, HEIGHTS);
  const values = hours.flatMap((hour) => [0, 1, 2, 3].map((level) => hour + level + 1));
  await writer.writeRecords(
    new Map<string, Float64Array | Float32Array>([
      ['time', Float64Array.from(hours)],
      ['backscatter', Float32Array.from(values)],
    ]),
    hours.length,
  );
  await writer.close();
}

/**
 * A mask of three classes, and velocities of which the lowest gate alone has values, -4 m/s at
 * most: they fail a check from noon on. All other gates are missing, which the check counts as
 * failures too.
 */
export async function writeMaskFile(path: string): Promise<void> {
  const definition: Definition = {
    dimensions: PROFILES,
    attributes: [],
    variables: [
      SECONDS_OF_DAY,
      HEIGHT,
      {
        name: 'mask',
        type: 'byte',
        dimensions: ['time', 'height'],
        attributes: [
          text('units', '1'),
          { name: 'flag_values', type: 'byte', value: Int8Array.of(0, 2, 7) },
          text('flag_meanings', 'clear mixed_phase snow'),
        ],
      },
      {
        name: 'velocity',
        type: 'float',
        dimensions: ['time', 'height'],
        attributes: [text('units', 'm/s'), MISSING],
      },
      {
        name: 'qc_velocity',
        type: 'int',
        dimensions: ['time', 'height'],
        attributes: [text('bit_1_assessment', 'Bad'), text('bit_2_assessment', 'Bad')],
      },
    ],
  };
  const minutes = Array.from({ length: 1440 }, (_, i) => i);
  const gates = <T>(of: (minute: number, gate: number) => T): T[] =>
    minutes.flatMap((minute) => [0, 1, 2, 3].map((gate) => of(minute, gate)));
  const writer = await ClassicWriter.create(path, definition, minutes.length);
  await writer.writeFixed(HEIGHT.name, HEIGHTS);
  await writer.writeRecords(
    new Map<string, Float64Array | Float32Array | Int32Array | Int8Array>([
      ['time', Float64Array.from(minutes, (minute) => minute * 60)],
      ['mask', Int8Array.from(gates((_, gate) => [0, 2, 7, 0][gate] ?? 0))],
      ['velocity', Float32Array.from(gates((_, gate) => (gate === 0 ? -4 : -9999)))],
      [
        'qc_velocity',
        Int32Array.from(gates((minute, gate) => (gate > 0 ? 1 : minute >= 720 ? 2 : 0))),
      ],
    ]),
    minutes.length,
  );
  await writer.close();
}

function valueAt(minute: number): number {
  if (minute === MISSING_MINUTE) return -9999;
  return BAD_MINUTES.includes(minute) ? 900 : temperatureAt(minute);
}

const qualityAt = (minute: number): number =>
  BAD_MINUTES.includes(minute) ? 1 : minute === DOUBTFUL_MINUTE ? 2 : 0;

export type Ascending = { readonly start: number; readonly way: 'balloon' | 'aircraft' };

/** Two balloons of a day, and an aircraft that goes up and down. Seconds since midnight. */
export const ASCENTS: readonly Ascending[] = [
  { start: 19_800, way: 'balloon' },
  { start: 63_000, way: 'balloon' },
  { start: 70_000, way: 'aircraft' },
];
/** A balloon that is launched five minutes before midnight, and is in the air for ten. */
export const LATE: Ascending = { start: 86_100, way: 'balloon' };
const SECONDS = 600;

export async function writeSondeFile(path: string, { start, way }: Ascending): Promise<void> {
  const definition: Definition = {
    dimensions: [{ name: 'time', length: 0, unlimited: true }],
    attributes: [],
    variables: [
      SECONDS_OF_DAY,
      {
        name: 'tdry',
        type: 'float',
        dimensions: ['time'],
        attributes: [
          text('units', 'degC'),
          { name: 'missing_value', type: 'float', value: Float32Array.of(-9999) },
        ],
      },
      { name: 'alt', type: 'float', dimensions: ['time'], attributes: [text('units', 'm')] },
    ],
  };
  const seconds = Array.from({ length: SECONDS }, (_, i) => i);
  const height = (i: number): number =>
    way === 'balloon' ? 300 + 5 * i + 4 * Math.sin(i) : 2000 + 1500 * Math.sin(i / 40);
  const writer = await ClassicWriter.create(path, definition, SECONDS);
  await writer.writeRecords(
    new Map<string, Float64Array | Float32Array>([
      ['time', Float64Array.from(seconds, (i) => start + i)],
      ['tdry', Float32Array.from(seconds, (i) => (i >= 200 && i < 220 ? -9999 : 20 - i / 20))],
      ['alt', Float32Array.from(seconds, height)],
    ]),
    SECONDS,
  );
  await writer.close();
}
