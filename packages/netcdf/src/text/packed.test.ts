// Packed variables in text outputs: the measured values, as Python's netCDF4 decodes them, with a
// note.

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realFile } from '../../../../fixtures/real-files.ts';
import { concatenate } from '../job/concatenate.ts';
import type { OutputFormat } from '../job/output-formats.ts';
import { openDataset } from '../open.ts';
import { hasPython, python, temporaryFolder } from '../testing/tools.ts';

const WRITE = `
import sys, numpy as np, netCDF4
kinds = {'i1': (-128, 127), 'u1': (0, 255), 'i2': (-32768, 32767), 'u2': (0, 65535), 'i4': (-2**31, 2**31-1), 'u4': (0, 2**32-1), 'i8': (-10**12, 10**12), 'f4': (-5, 5), 'f8': (-5, 5)}
with netCDF4.Dataset(sys.argv[1], 'w', format=sys.argv[2]) as f:
    f.createDimension('time', None); f.createDimension('h', 2)
    t = f.createVariable('time', 'f8', ('time',)); t.units = 'seconds since 2019-01-01'; t[:] = np.arange(40.)
    rng = np.random.default_rng(3)
    def add(name, kind, attributes, fill=None, dims=('time',)):
        v = f.createVariable(name, kind, dims, fill_value=fill); v.set_auto_maskandscale(False)
        for key, value in attributes.items(): v.setncattr(key, value)
        low, high = kinds[kind]
        shape = (40,) if dims == ('time',) else (40, 2)
        x = rng.uniform(low, high, shape).astype(kind) if kind[0] == 'f' else rng.integers(low, high, shape, dtype='i8').astype(kind)
        x.flat[0] = low; x.flat[1] = high
        if fill is not None: x.flat[2] = fill
        if 'missing_value' in attributes and not isinstance(attributes['missing_value'], str): x.flat[3] = np.asarray(attributes['missing_value'], kind).flat[0]
        v[:] = x
    for kind in ['i1', 'i2', 'i4', 'f4', 'f8'] + (['u1', 'u2', 'u4', 'i8'] if sys.argv[2] == 'NETCDF4' else []):
        for at in ['f4', 'f8']:
            s, o = np.dtype(at).type(0.01), np.dtype(at).type(273.15)
            add(f'{kind}_{at}_scale', kind, {'scale_factor': s})
            add(f'{kind}_{at}_offset', kind, {'add_offset': o})
            add(f'{kind}_{at}_both', kind, {'scale_factor': s, 'add_offset': o})
            add(f'{kind}_{at}_odd', kind, {'scale_factor': np.dtype(at).type(1 / 3), 'add_offset': np.dtype(at).type(-0.125)}, dims=('time', 'h'))
    add('i2_fill', 'i2', {'scale_factor': 0.1, 'valid_range': np.array([-1000, 1000], 'i2')}, fill=-999)
    add('i2_missing', 'i2', {'scale_factor': 0.001, 'missing_value': np.int16(-9999)})
    add('i1_unsigned', 'i1', {'_Unsigned': 'true', 'scale_factor': 0.5, 'add_offset': -10.})
    add('i1_unsigned_fill', 'i1', {'_Unsigned': 'true', 'scale_factor': 0.5}, fill=-1)
    add('i2_unsigned_alone', 'i2', {'_Unsigned': 'true'})
    add('i4_unsigned', 'i4', {'_Unsigned': 'true', 'scale_factor': 1e-6})
`;

/**
 * The CSV against netCDF4: the largest difference of each variable in units of what 32 or 64 bits
 * can tell.
 */
const COMPARE = `
import sys, csv, json, numpy as np, netCDF4
path, text = sys.argv[1:]
f = netCDF4.Dataset(path); f.set_auto_mask(False)
lines = open(text, encoding='utf-8', newline='').read().split('\\r\\n')
comments = [l for l in lines if l.startswith('#')]
rows = list(csv.reader(l for l in lines if l and not l.startswith('#')))
head, rows = rows[0], rows[1:]
columns = {}
for n, name in enumerate(head[1:], 1): columns.setdefault(name.split('[')[0], []).append(n)
bad, compared, packed = [], 0, 0
for name, at in columns.items():
    v = f.variables[name]
    if v.dtype.kind not in 'iuf': continue
    column_notes = [c for c in comments if c.startswith(f'# column {name}: ')][0]
    f.set_auto_scale(True); x = np.asarray(v[...]).reshape(len(rows), -1)
    v.set_auto_scale(False); raw = np.asarray(v[...]).reshape(len(rows), -1); v.set_auto_scale(True)
    missing = np.zeros(raw.shape, bool)
    for a in ('missing_value', '_FillValue'):
        if a in v.ncattrs():
            for m in np.atleast_1d(v.getncattr(a)):
                if not isinstance(m, str): missing |= (raw == np.asarray(m).astype(raw.dtype))
    got = np.array([[float(row[n]) for n in at] for row in rows])
    isPacked = 'unpacked' in column_notes
    packed += isPacked
    if ('scale_factor' in v.ncattrs() or 'add_offset' in v.ncattrs() or '_Unsigned' in v.ncattrs()) != isPacked: bad.append(f'{name} is described as {column_notes}')
    if isPacked:
        mark = float(column_notes.split('missing ')[-1].split(';')[0])
        where = np.isnan(got) if np.isnan(mark) else got == mark
        if not (where == missing).all(): bad.append(f'{name}: missing values differ')
    single = any(getattr(v, a, np.float64(0)).dtype == np.float32 for a in ('scale_factor', 'add_offset') if a in v.ncattrs()) or v.dtype == np.float32
    good = ~missing & np.isfinite(x.astype(float))
    scale = np.maximum(np.abs(x.astype(float)), abs(float(getattr(v, 'add_offset', 0))) if isPacked else 0)
    eps = 2.0 ** -22 if single else 1e-12
    wrong = np.abs(got - x.astype(float))[good] > (eps * scale)[good]
    compared += int(good.sum())
    if wrong.any(): bad.append(f'{name}: {got[good][wrong][0]!r} is not {x[good][wrong][0]!r}')
print(json.dumps({'compared': compared, 'packed': packed, 'bad': bad}))
`;

interface Compared {
  readonly compared: number;
  readonly packed: number;
  readonly bad: readonly string[];
}

async function made(path: string, folder: string, format: OutputFormat): Promise<string> {
  const output = join(folder, `${basename(path)}.${format}`);
  const job = { variables: 'all', format, output } as const;
  const inputs = [{ name: basename(path), open: () => openDataset(path) }];
  const { files } = await concatenate({ ...job, inputs });
  return files[0]?.path ?? '';
}

const compare = (path: string, text: string): Compared =>
  JSON.parse(python(COMPARE, path, text)) as Compared;

describe.skipIf(!hasPython)('packed variables (needs Python netCDF4)', () => {
  it.each(['NETCDF4', 'NETCDF3_CLASSIC'])(
    '[P148] packed variables of %s are unpacked in CSV',
    async (format) => {
      using folder = temporaryFolder();
      const path = join(folder.path, 'packed.nc');
      python(WRITE, path, format);
      const { bad, packed, compared } = compare(path, await made(path, folder.path, 'csv'));
      expect(bad).toEqual([]);
      expect(packed).toBeGreaterThan(20);
      expect(compared).toBeGreaterThan(800);
    },
  );

  it('packed variables have the digits of their scale, and the unpacking is recorded in the header', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'packed.nc');
    python(WRITE, path, 'NETCDF4');
    const csv = await readFile(await made(path, folder.path, 'csv'), 'utf8');
    expect(csv).toContain('# Packed variables are unpacked here');
    expect(csv).toMatch(
      /# column i2_f8_both: .*unpacked: stored × 0\.01 \+ 273\.15; missing -9999/,
    );
    const lines = csv.split('\r\n').filter((line) => !line.startsWith('#'));
    const column = lines[0]?.split(',').indexOf('i2_f8_both') ?? -1;
    const cells = lines.slice(1, -1).map((line) => line.split(',')[column] ?? '');
    expect(cells[0]).toBe('-54.53');
    expect(cells.every((cell) => /^-?\d+(\.\d{1,2})?$/.test(cell))).toBe(true);
  });

  it('packed variables are unpacked in ICARTT too', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'packed.nc');
    python(WRITE, path, 'NETCDF3_CLASSIC');
    const text = await readFile(await made(path, folder.path, 'icartt'), 'utf8');
    expect(text).toContain('i2_f8_both is unpacked: stored x 0.01 + 273.15');
    const names = text.split('\n').find((line) => line.startsWith('Time_Start, Number'));
    const column = names?.split(', ').indexOf('i2_f8_both') ?? -1;
    const first = text.split('\n')[Number(text.split(',')[0])] ?? '';
    expect(first.split(',')[column]).toBe('-54.53');
  });

  it('beside those of real files, which are as stored', async () => {
    using folder = temporaryFolder();
    const names = ['sgpmetE13.b1.20190101.000000.cdf', 'sgpco2flx4mC1.b1.20201007.001500.nc'];
    for (const path of names.map(realFile)) {
      const found = compare(path, await made(path, folder.path, 'csv'));
      expect(found.bad, path).toEqual([]);
      expect(found.compared).toBeGreaterThan(50);
    }
  });
});
