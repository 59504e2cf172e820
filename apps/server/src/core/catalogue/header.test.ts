// The stored header: everything of a real file's header, and nothing that JSON would lose.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDataset } from '@isobar/netcdf';
import { describe, expect, it } from 'vitest';
import { attributeText, headerOf, parseHeader, type StoredHeader } from './header.ts';

const REAL = fileURLToPath(
  new URL(
    '../../../../../../shared/data/archive/sgpmetE13.b1.20190101.000000.cdf',
    import.meta.url,
  ),
);

describe('the stored header', () => {
  it('survives JSON with numbers that JSON does not know', () => {
    const header = headerOf({
      format: 'cdf5',
      dimensions: [{ name: 'time', length: 3, unlimited: true }],
      attributes: [
        { name: 'history', type: 'char', value: 'made' },
        { name: 'flags', type: 'string', value: ['good', 'bad'] },
        { name: 'id', type: 'int64', value: BigInt64Array.of(2n ** 60n) },
        { name: 'none', type: 'int', value: new Int32Array(0) },
      ],
      variables: [
        {
          name: 'temp',
          type: 'float',
          dimensions: ['time'],
          shape: [3],
          attributes: [
            { name: '_FillValue', type: 'float', value: Float32Array.of(Number.NaN) },
            { name: 'valid_range', type: 'double', value: Float64Array.of(-40, Infinity) },
            { name: 'count', type: 'int64', value: BigInt64Array.of(7n) },
          ],
        },
      ],
    });
    const read = parseHeader(JSON.stringify(header));
    expect(read).toEqual(header);
    expect(read.attributes.map((a) => a.value)).toEqual([
      'made',
      ['good', 'bad'],
      '1152921504606846976',
      [],
    ]);
    expect(read.variables[0]?.attributes.map((a) => a.value)).toEqual([
      'NaN',
      [-40, 'Infinity'],
      7,
    ]);
    expect(attributeText(read, 'flags')).toBe('good, bad');
    expect(attributeText(read.variables[0] as StoredHeader['variables'][0], 'count')).toBe('7');
    expect(attributeText(read, 'absent')).toBeUndefined();
  });

  it('refuses what is none', () => {
    expect(() => parseHeader('{"format":"cdf1"}')).toThrow();
    expect(() => parseHeader('nonsense')).toThrow();
  });

  it.skipIf(!existsSync(REAL))('holds the header of a real file', async () => {
    const dataset = await openDataset(REAL);
    const header = parseHeader(JSON.stringify(headerOf(dataset)));
    await dataset.close();
    const temperature = header.variables.find((v) => v.name === 'temp_mean');
    expect(temperature).toMatchObject({ type: 'float', dimensions: ['time'] });
    expect(attributeText(temperature as StoredHeader['variables'][0], 'units')).toBe('degC');
    expect(header.dimensions.find((d) => d.name === 'time')).toMatchObject({ unlimited: true });
    expect(attributeText(header, 'facility_id')).toMatch(/^E13/);
  });
});
