// Groups, which outputs do not have: their variables come along under a joined name.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textAttribute } from '../attribute.ts';
import { openDataset } from '../open.ts';
import { expectSameAsNcdump } from '../testing/same-as-ncdump.ts';
import { hasNcdump, hasPython, ncdump, python, temporaryFolder } from '../testing/tools.ts';
import { concatenate } from './concatenate.ts';
import { flattenedInWords, resolveName } from './group-names.ts';

const GROUPED = `
import sys, numpy as np, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    f.createDimension('time', None)
    t = f.createVariable('time', 'f8', ('time',)); t.units = 'seconds since 2020-01-01'; t[:] = [0, 60]
    g = f.createGroup('radar'); g.note = 'up'; g.createDimension('gate', 2)
    g.createVariable('power', 'f4', ('time', 'gate'))[:] = [[1, 2], [3, 4]]
    g.createVariable('gate', 'f4', ('gate',))[:] = [10, 20]`;

const CLASHING = `
import sys, numpy as np, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    f.radar_note = 'root'
    f.createDimension('time', None)
    t = f.createVariable('time', 'f8', ('time',)); t.units = 'seconds since 2020-01-01'; t[:] = [0, 60]
    f.createDimension('radar_gate', 3)
    f.createVariable('radar_gate', 'f4', ('radar_gate',))[:] = [1, 2, 3]
    r = f.createVariable('radar_power', 'f4', ('time',)); r[:] = [5, 6]; r.coordinates = 'radar_gate'
    g = f.createGroup('radar'); g.note = 'up'; g.createDimension('gate', 2)
    p = g.createVariable('power', 'f4', ('time', 'gate')); p[:] = [[1, 2], [3, 4]]; p.coordinates = 'gate time'
    g.createVariable('gate', 'f4', ('gate',))[:] = [10, 20]
    q = g.createVariable('qc_power', 'i4', ('time', 'gate')); q[:] = [[0, 1], [0, 0]]; q.bit_1_assessment = 'Bad'`;

describe.skipIf(!hasPython || !hasNcdump)('groups (needs Python netCDF4 and ncdump)', () => {
  it('groups are flattened in either family', async () => {
    using folder = temporaryFolder();
    const source = join(folder.path, 'grouped.nc');
    python(GROUPED, source);
    for (const format of ['classic', 'netcdf4'] as const) {
      const output = join(folder.path, `${format}.nc`);
      const result = await concatenate({
        inputs: [{ name: 'grouped', open: () => openDataset(source) }],
        variables: ['radar/power'],
        output,
        format,
      });
      expect(result.problems).toEqual([]);
      expect(result.files[0]?.notes).toEqual([
        'groups of the source are joined to the names of their variables: radar/power is radar_power, radar/gate is radar_gate',
      ]);
      const dataset = await openDataset(output);
      await expectSameAsNcdump(dataset, ncdump(output));
      expect(dataset.variables.map(({ name, dimensions }) => [name, dimensions])).toEqual([
        ['time', ['time']],
        ['radar_power', ['time', 'radar_gate']],
        ['radar_gate', ['radar_gate']],
      ]);
      expect(dataset.attributes).toEqual([{ name: 'radar_note', type: 'char', value: 'up' }]);
      expect(await dataset.read('radar_power')).toEqual(Float32Array.of(1, 2, 3, 4));
      await dataset.close();
    }
  });

  it('groups keep apart what has the same joined name, and refer to the same variables', async () => {
    using folder = temporaryFolder();
    const source = join(folder.path, 'clashing.nc');
    python(CLASHING, source);
    for (const format of ['classic', 'netcdf4'] as const) {
      const output = join(folder.path, `${format}.nc`);
      const result = await concatenate({
        inputs: [{ name: 'clashing', open: () => openDataset(source) }],
        variables: ['radar/power', 'radar_power'],
        maskAssessed: ['Bad'],
        output,
        format,
      });
      expect(result.problems).toEqual([]);
      expect(result.files[0]?.masked).toEqual({ 'radar/power': 1 });
      const dataset = await openDataset(output);
      await expectSameAsNcdump(dataset, ncdump(output));
      expect(dataset.variables.map(({ name }) => name)).toEqual([
        'time',
        'radar_gate',
        'radar_power',
        'radar_power_2',
        'radar_gate_2',
        'radar_qc_power',
      ]);
      expect(await dataset.read('radar_power')).toEqual(Float32Array.of(5, 6));
      expect(await dataset.read('radar_power_2')).toEqual(Float32Array.of(1, -9999, 3, 4));
      const power = dataset.variable('radar_power_2');
      expect(power.dimensions).toEqual(['time', 'radar_gate_2']);
      expect(textAttribute(power, 'coordinates')).toBe('radar_gate_2 time');
      expect(textAttribute(dataset, 'radar_note')).toBe('root');
      expect(textAttribute(dataset, 'radar_note_2')).toBe('up');
      await dataset.close();
    }
  });
});

it('notes about variables name a few of them, and count the rest', () => {
  const names = Array.from({ length: 7 }, (_, i) => `g/v${i}`);
  const stored = new Map(names.map((name) => [name, name.replace('/', '_')]));
  expect(flattenedInWords(['time', 'v0'], stored)).toEqual([]);
  expect(flattenedInWords(['time', ...names], stored)).toEqual([
    'groups of the source are joined to the names of their variables: g/v0 is g_v0, g/v1 is g_v1, g/v2 is g_v2, g/v3 is g_v3, g/v4 is g_v4, and so on for 2 more',
  ]);
});

it.each([
  ['gate', 'radar/low/gate'],
  ['range', 'radar/range'],
  ['time', 'time'],
  ['/gate', 'gate'],
  ['/range', undefined],
  ['height', undefined],
])(
  '%s in a group refers to the nearest object of that name, or to one from the root after a slash',
  (name, full) => {
    const known = ['radar/low/gate', 'radar/gate', 'gate', 'radar/range', 'time', 'other/height'];
    expect(resolveName('radar/low/power', name, (each) => known.includes(each))).toBe(full);
  },
);
