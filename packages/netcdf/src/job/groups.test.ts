// Groups, which outputs do not have: their variables come along under a joined name.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDataset } from '../open.ts';
import { expectSameAsNcdump } from '../testing/same-as-ncdump.ts';
import { hasNcdump, hasPython, ncdump, python, temporaryFolder } from '../testing/tools.ts';
import { concatenate } from './concatenate.ts';

const GROUPED = `
import sys, numpy as np, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    f.createDimension('time', None)
    t = f.createVariable('time', 'f8', ('time',)); t.units = 'seconds since 2020-01-01'; t[:] = [0, 60]
    g = f.createGroup('radar'); g.note = 'up'; g.createDimension('gate', 2)
    g.createVariable('power', 'f4', ('time', 'gate'))[:] = [[1, 2], [3, 4]]
    g.createVariable('gate', 'f4', ('gate',))[:] = [10, 20]`;

describe.skipIf(!hasPython || !hasNcdump)('groups (need Python netCDF4 and ncdump)', () => {
  it('are flattened in either family', async () => {
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
});
