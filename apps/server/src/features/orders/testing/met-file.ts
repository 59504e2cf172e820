// A small meteorological file as archives of this kind have them, with values that a test can
// foretell.
import { type Attribute, ClassicWriter, type Definition } from '@isobar/netcdf';

export interface MetFile {
  /** Seconds UTC of the first sample. */
  readonly start: number;
  readonly samples: number;
  /** Seconds between samples. */
  readonly step: number;
  readonly datastream: string;
}

const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });
const missing: Attribute = { name: 'missing_value', type: 'float', value: Float32Array.of(-9999) };

/** Temperature at an instant: no two days alike. */
export const temperatureAt = (seconds: number): number =>
  Math.fround(15 + 10 * Math.sin(seconds / 13_751) + (seconds % 86_400) / 1e5);
export const humidityAt = (seconds: number): number =>
  Math.fround(50 + 40 * Math.cos(seconds / 9123));
/** 1 (Bad) for every tenth sample at the beginning of an hour. */
export const qualityAt = (seconds: number): number => (seconds % 3600 === 600 ? 1 : 0);

export async function writeMetFile(path: string, file: MetFile): Promise<void> {
  const midnight = Math.floor(file.start / 86_400) * 86_400;
  const day = new Date(midnight * 1000).toISOString().slice(0, 10);
  const units = `seconds since ${day} 00:00:00 0:00`;
  const variable = (name: string, longName: string, unit: string) => ({
    name,
    type: 'float' as const,
    dimensions: ['time'],
    attributes: [text('long_name', longName), text('units', unit), missing],
  });
  const definition: Definition = {
    dimensions: [{ name: 'time', length: 0, unlimited: true }],
    attributes: [text('datastream', file.datastream), text('site_id', file.datastream.slice(0, 3))],
    variables: [
      {
        name: 'base_time',
        type: 'int',
        dimensions: [],
        attributes: [text('units', 'seconds since 1970-1-1 0:00:00 0:00')],
      },
      {
        name: 'time_offset',
        type: 'double',
        dimensions: ['time'],
        attributes: [text('units', units)],
      },
      { name: 'time', type: 'double', dimensions: ['time'], attributes: [text('units', units)] },
      variable('temp_mean', 'Temperature mean', 'degC'),
      {
        name: 'qc_temp_mean',
        type: 'int',
        dimensions: ['time'],
        attributes: [
          text('long_name', 'Quality check results on field: Temperature mean'),
          text('units', '1'),
          text('bit_1_description', 'Value is outside the expected range.'),
          text('bit_1_assessment', 'Bad'),
        ],
      },
      variable('rh_mean', 'Relative humidity mean', '%'),
      { name: 'lat', type: 'float', dimensions: [], attributes: [text('units', 'degree_N')] },
      { name: 'lon', type: 'float', dimensions: [], attributes: [text('units', 'degree_E')] },
      { name: 'alt', type: 'float', dimensions: [], attributes: [text('units', 'm')] },
    ],
  };
  const instants = Array.from({ length: file.samples }, (_, i) => file.start + i * file.step);
  const writer = await ClassicWriter.create(path, definition, file.samples);
  await writer.writeFixed('base_time', Int32Array.of(midnight));
  await writer.writeFixed('lat', Float32Array.of(36.6));
  await writer.writeFixed('lon', Float32Array.of(-97.5));
  await writer.writeFixed('alt', Float32Array.of(315));
  const offsets = Float64Array.from(instants, (seconds) => seconds - midnight);
  await writer.writeRecords(
    new Map<string, Float64Array | Float32Array | Int32Array>([
      ['time_offset', offsets],
      ['time', offsets],
      ['temp_mean', Float32Array.from(instants, temperatureAt)],
      ['qc_temp_mean', Int32Array.from(instants, qualityAt)],
      ['rh_mean', Float32Array.from(instants, humidityAt)],
    ]),
    file.samples,
  );
  await writer.close();
}
