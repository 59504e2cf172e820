// A file of a ship: positions every hour of a day, one of them missing, packed or plain.
import { type Attribute, ClassicWriter, type Definition } from '@isobar/netcdf';

const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });
const number = (name: string, value: number): Attribute => ({
  name,
  type: 'double',
  value: Float64Array.of(value),
});

/** `lon` and `lat` by hour; NaN is written as missing. `packed`: as tenths in short integers. */
export async function writeCourse(
  path: string,
  course: readonly (readonly [lon: number, lat: number])[],
  packed = false,
): Promise<void> {
  const type = packed ? 'short' : 'float';
  const missing: Attribute = packed
    ? { name: '_FillValue', type: 'short', value: Int16Array.of(-9999) }
    : { name: 'missing_value', type: 'float', value: Float32Array.of(-9999) };
  const attributes = [missing, ...(packed ? [number('scale_factor', 0.1)] : [])];
  const definition: Definition = {
    dimensions: [{ name: 'time', length: 0, unlimited: true }],
    attributes: [],
    variables: [
      {
        name: 'time',
        type: 'double',
        dimensions: ['time'],
        attributes: [text('units', 'seconds since 2019-01-01 00:00:00 0:00')],
      },
      { name: 'lat', type, dimensions: ['time'], attributes },
      { name: 'lon', type, dimensions: ['time'], attributes },
    ],
  };
  const stored = (degrees: number): number =>
    Number.isNaN(degrees) ? -9999 : packed ? Math.round(degrees * 10) : degrees;
  const column = (degrees: readonly number[]) =>
    packed ? Int16Array.from(degrees, stored) : Float32Array.from(degrees, stored);
  const writer = await ClassicWriter.create(path, definition, course.length);
  await writer.writeRecords(
    new Map<string, Float64Array | Float32Array | Int16Array>([
      ['time', Float64Array.from(course, (_, i) => i * 3600)],
      ['lat', column(course.map(([, lat]) => lat))],
      ['lon', column(course.map(([lon]) => lon))],
    ]),
    course.length,
  );
  await writer.close();
}
