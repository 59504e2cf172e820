// The place of a file, as its header and its single values give it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Attribute, ClassicWriter, openDataset } from '@isobar/netcdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPlace } from './place.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-place-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Made {
  readonly values: readonly number[];
  readonly attributes: readonly Attribute[];
}

/** As single numbers, whose digits are those of a float. */
const degrees = (value: number, attributes: Readonly<Record<string, string>> = {}): Made => ({
  values: [value],
  attributes: Object.entries(attributes).map(([name, text]) => ({
    name,
    type: 'char',
    value: text,
  })),
});

async function placeIn(variables: Readonly<Record<string, Made>>) {
  const path = join(folder, 'x.nc');
  const definition = {
    dimensions: [{ name: 'track', length: 2, unlimited: false }],
    attributes: [],
    variables: Object.entries(variables).map(([name, { values, attributes }]) => ({
      ...{ name, type: 'float' as const, attributes },
      dimensions: values.length > 1 ? ['track'] : [],
    })),
  };
  const writer = await ClassicWriter.create(path, definition, 0);
  for (const [name, { values }] of Object.entries(variables))
    await writer.writeFixed(name, Float32Array.from(values));
  await writer.close();
  const dataset = await openDataset(path);
  return await readPlace(dataset).finally(() => dataset.close());
}

it('a file has the place that its single values give, in five decimals, east of Greenwich up to 180 degrees', async () => {
  expect(await placeIn({ lat: degrees(36.605), lon: degrees(262.515), alt: degrees(318) })).toEqual(
    { latitude: 36.605, longitude: -97.48499, altitude: 318 },
  );
  expect(
    await placeIn({ station_latitude: degrees(-90), 'longitude.instrument': degrees(180) }),
  ).toEqual({ latitude: -90, longitude: 180, altitude: null });
  const named = (standard_name: string) => ({ standard_name });
  expect(
    await placeIn({
      y: degrees(1, named('latitude')),
      x: degrees(2, named('longitude')),
      elevation: degrees(3),
    }),
  ).toEqual({ latitude: 1, longitude: 2, altitude: 3 });
});

it('a file has no place where a number stands for a missing one, in the precision of its type, or is on no globe', async () => {
  const lon = degrees(10);
  expect(await placeIn({ lat: degrees(-88.8, { missing_value: '-88.8' }), lon })).toBeNull();
  expect(await placeIn({ lat: degrees(-9999), lon })).toBeNull();
  expect(await placeIn({ lat: degrees(Number.NaN), lon })).toBeNull();
  expect(await placeIn({ lat: degrees(90.5), lon })).toBeNull();
  expect(await placeIn({ lat: degrees(50), lon: degrees(-361) })).toBeNull();
  expect(await placeIn({ lat: degrees(50) })).toBeNull();
  expect(
    (await placeIn({ lat: degrees(50), lon, alt: degrees(-999.9, { missing_value: '-999.9' }) }))
      ?.altitude,
  ).toBeNull();
});

it('a file whose places change along it has none', async () => {
  const along = { values: [50, 51], attributes: [] };
  expect(await placeIn({ lat: along, lon: along })).toBeNull();
});
