// GEOMS in HDF5, as NDACC publishes it: no dimension scales, times in days since 2000, attributes
// of its own.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { numbersAttribute, textAttribute } from '../attribute.ts';
import { bytesSource } from '../byte-source.ts';
import { openDataset } from '../open.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { findTimeAxis, readTimeRange } from '../time/time-axis.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder[Symbol.dispose]());

const TIMES = [4383.5, 4383.75, 4384];

async function write(path: string): Promise<void> {
  const h5 = await import('h5wasm/node');
  await h5.ready;
  const file = new h5.File(path, 'w');
  const globals = {
    DATA_DESCRIPTION: 'FTIR ozone columns',
    DATA_LOCATION: 'JUNGFRAUJOCH',
    DATA_SOURCE: 'FTIR.O3_ULG002',
    DATA_START_DATE: '20120101T120000Z',
    PI_AFFILIATION: 'University of Liege;ULG',
  };
  for (const [name, value] of Object.entries(globals)) file.create_attribute(name, value);
  const put = (
    name: string,
    data: Float32Array | Float64Array,
    shape: number[],
    own: { units: string; depend: string; about: string },
  ) => {
    const dataset = file.create_dataset({ name, data, shape });
    dataset.create_attribute('VAR_NAME', name);
    dataset.create_attribute('VAR_UNITS', own.units);
    dataset.create_attribute('VAR_DEPEND', own.depend);
    dataset.create_attribute('VAR_DESCRIPTION', own.about);
    dataset.create_attribute('VAR_FILL_VALUE', -90000);
  };
  put('DATETIME', Float64Array.from(TIMES), [3], {
    units: 'MJD2K',
    depend: 'DATETIME',
    about: 'Time',
  });
  put('ALTITUDE', Float32Array.of(1, 2), [2], {
    units: 'km',
    depend: 'ALTITUDE',
    about: 'Altitude',
  });
  put('LATITUDE.INSTRUMENT', Float32Array.of(46.55), [1], {
    ...{ units: 'deg', depend: 'CONSTANT', about: 'Latitude of the instrument' },
  });
  put('O3.COLUMN_ABSORPTION.SOLAR', Float32Array.of(1, -90000, 3), [3], {
    ...{ units: 'molec m-2', depend: 'DATETIME', about: 'Total column of ozone' },
  });
  put('O3.MIXING.RATIO.VOLUME', Float32Array.of(1, 2, 3, 4, 5, 6), [3, 2], {
    ...{ units: 'ppmv', depend: 'DATETIME;ALTITUDE', about: 'Ozone profile' },
  });
  put('TURNED', Float32Array.of(1, 2, 3, 4, 5, 6), [3, 2], {
    ...{ units: '1', depend: 'ALTITUDE;DATETIME', about: 'Described the other way round' },
  });
  file.close();
}

it('a GEOMS file has its dimensions, units, names and times', async () => {
  const path = join(folder.path, 'groundbased_ftir.o3_ulg002_jungfraujoch.h5');
  await write(path);
  const dataset = await openDataset(path);
  const by = (name: string) => dataset.variable(name).dimensions;
  expect(by('O3.COLUMN_ABSORPTION.SOLAR')).toEqual(['DATETIME']);
  expect(by('O3.MIXING.RATIO.VOLUME')).toEqual(['DATETIME', 'ALTITUDE']);
  expect(by('TURNED')).toEqual(['DATETIME', 'ALTITUDE']);
  expect(dataset.dimensions).toContainEqual({ name: 'DATETIME', length: 3, unlimited: true });
  const column = dataset.variable('O3.COLUMN_ABSORPTION.SOLAR');
  expect(textAttribute(column, 'units')).toBe('molec m-2');
  expect(textAttribute(column, 'long_name')).toBe('Total column of ozone');
  expect(numbersAttribute(column, '_FillValue')).toEqual([-90000]);
  expect(textAttribute(dataset, 'title')).toBe('FTIR ozone columns');
  expect(await readTimeRange(dataset, await findTimeAxis(dataset))).toEqual({
    first: Date.UTC(2012, 0, 1, 12) / 1000,
    last: Date.UTC(2012, 0, 2) / 1000,
  });
  expect(await dataset.read('O3.MIXING.RATIO.VOLUME', 1, 2)).toEqual(Float32Array.of(3, 4));
  await dataset.close();
});

it('a GEOMS file is refused by name where it is HDF4, with what to do', async () => {
  const bytes = Buffer.alloc(64);
  bytes.set([0x0e, 0x03, 0x13, 0x01]);
  await expect(openDataset(bytesSource(bytes))).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('HDF4'),
  });
});
