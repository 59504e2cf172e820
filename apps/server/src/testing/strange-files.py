# Makes NetCDF files that conventions allow and few programs write, one datastream each, of the first hours of 2019-01-01 (UTC).
#   python3 strange-files.py FOLDER  -> prints the names, as JSON
import json
import sys
import warnings

import netCDF4
import numpy as np

warnings.simplefilter('ignore')  # of the order of bytes
folder = sys.argv[1]
made = []
N = 24
rng = np.random.default_rng(7)


def new(code, format='NETCDF4', units='seconds since 2019-01-01 00:00:00', step=600.0, kind='f8', n=N, size=None, times=None, fill=None, time=True):
    name = f'sgp{code}E13.b1.20190101.000000.nc'
    made.append(name)
    f = netCDF4.Dataset(f'{folder}/{name}', 'w', format=format)
    f.datastream = f'sgp{code}E13.b1'
    if time:
        f.createDimension('time', size)
        t = f.createVariable('time', kind, ('time',), fill_value=fill)
        t.set_auto_maskandscale(False)
        t.units = units
        t.standard_name = 'time'
        t[:] = np.arange(n) * step if times is None else times
    return f


def add(f, name, kind, values, dims=('time',), fill=None, **attributes):
    v = f.createVariable(name, kind.lstrip('>'), dims, fill_value=fill, endian='big' if kind[0] == '>' else 'native')
    v.set_auto_maskandscale(False)
    for key, value in attributes.items():
        v.setncattr(key, value)
    if hasattr(v, 'set_auto_chartostring'):
        v.set_auto_chartostring(False)
    if values is not None:
        v[...] = values
    return v


def counting(kind, n=N):
    low = np.iinfo(kind).min if kind[-2] in 'iu' else -1
    high = np.iinfo(kind).max if kind[-2] in 'iu' else 1
    values = np.resize(np.array([0, 1, 2, 3, 5, 8, 13, 21, 34, 55], dtype=kind), n)
    values[0], values[-1], values[n // 2] = low, high, high - 1
    return values


INTEGERS = ['i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8']

with new('sfill') as f:
    add(f, 'short_minus_one', 'i2', np.where(np.arange(N) % 5 == 0, -1, np.arange(N)), fill=-1)
    add(f, 'two_marks', 'f4', np.where(np.arange(N) % 3 == 0, 1e20, np.arange(N) / 3), fill=1e20, missing_value=np.float32(-888.5))
    add(f, 'fill_nan', 'f8', np.where(np.arange(N) % 4 == 0, np.nan, np.arange(N) / 7), fill=np.nan)
    add(f, 'ubyte_255', 'u1', np.where(np.arange(N) % 2 == 0, 255, 1), fill=255)
    add(f, 'marks', 'i4', np.arange(N) * 7, missing_value=np.array([7, 14, 21], 'i4'))
    add(f, 'fill_zero', 'i4', np.arange(N) % 3, fill=0)
    add(f, 'text_mark', 'f4', np.arange(N), missing_value='-9999')
    add(f, 'never_written', 'f4', None)
with new('sinteger') as f:
    for kind in INTEGERS:
        add(f, f'of_{kind}', kind, counting(kind))
with new('svlen') as f:
    ragged = f.createVLType(np.int32, 'ragged')
    v = f.createVariable('lists', ragged, ('time',))
    for i in range(N):
        v[i] = np.arange(i % 4, dtype='i4')
    add(f, 'beside', 'f4', np.arange(N) / 9)
with new('scompound') as f:
    pair = f.createCompoundType(np.dtype([('re', 'f8'), ('im', 'f8')]), 'pair')
    v = f.createVariable('pairs', pair, ('time',))
    v[:] = np.array([(i, -i) for i in range(N)], dtype=pair.dtype)
    add(f, 'beside', 'f4', np.arange(N) / 9)
with new('senum') as f:
    clouds = f.createEnumType(np.uint8, 'cloud_t', {'clear': 0, 'cumulus': 1, 'missing': 255})
    v = f.createVariable('cloud', clouds, ('time',), fill_value=255)
    v.set_auto_maskandscale(False)
    v[:] = np.arange(N) % 2
    add(f, 'beside', 'f4', np.arange(N) / 9)
with new('snan') as f:
    x = rng.normal(size=N)
    x[::3] = np.nan
    add(f, 'x', 'f4', x, fill=np.nan, ancillary_variables='qc_x')
    add(f, 'qc_x', 'i4', (np.arange(N) % 6 == 1).astype('i4'), bit_1_description='Too large', bit_1_assessment='Bad', units='1')
with new('spack') as f:
    for kind in ['u1', 'u2', 'u4', 'i1', 'i2', 'i4', 'i8']:
        add(f, f'scaled_{kind}', kind, np.resize(np.array([0, 1, 2, 100, 101, 127], kind), N), fill=np.array(127, kind)[()], scale_factor=0.01, add_offset=5.0, units='K')
    add(f, 'single', 'i2', np.arange(N) * 37, scale_factor=np.float32(0.1), units='K')
    add(f, 'of_float', 'f4', np.arange(N) / 3, scale_factor=np.float64(2.5), units='K')
    add(f, 'by_integer', 'i2', np.arange(N), scale_factor=np.int32(10), units='K')
    add(f, 'negative', 'i2', np.arange(N), scale_factor=-0.5, add_offset=-1e-3, units='K')
    add(f, 'nothing', 'i2', np.arange(N), scale_factor=1.0, add_offset=0.0, units='K')
    add(f, 'qc_single', 'i2', (np.arange(N) % 5 == 2).astype('i2'), bit_1_description='Too large', bit_1_assessment='Bad', units='1')
with new('sunsigned', 'NETCDF3_CLASSIC') as f:
    add(f, 'byte_u', 'i1', np.arange(N) * 11 - 128, _Unsigned='true')
    add(f, 'byte_packed', 'i1', np.arange(N) * 11 - 128, fill=-1, _Unsigned='true', scale_factor=0.5, valid_range=np.array([0, -2], 'i1'))
    add(f, 'short_u', 'i2', np.arange(N) * 2000 - 20000, _Unsigned='true', missing_value=np.int16(-20000))
    add(f, 'int_u', 'i4', np.arange(N, dtype='i8') * 100_000_000 - 2_000_000_000, _Unsigned='true')
with new('smonth', units='months since 2018-12-01', step=1.0, n=1, times=[1.0]) as f:
    add(f, 'x', 'f4', [4.5])
with new('sunlimited') as f:
    f.createDimension('obs', None)
    f.createDimension('z', 3)
    add(f, 'sample', 'f4', rng.normal(size=(N, 5)), ('time', 'obs'))
    add(f, 'profile', 'f8', rng.normal(size=(N, 3)), ('time', 'z'))
    add(f, 'once', 'i4', np.arange(5), ('obs',))
with new('sbounds') as f:
    f['time'].bounds = 'time_bnds'
    f.createDimension('nv', 2)
    add(f, 'time_bnds', 'f8', np.stack([np.arange(N) * 600.0 - 300, np.arange(N) * 600.0 + 300], 1), ('time', 'nv'))
    add(f, 'rain', 'f4', rng.random(N), cell_methods='time: sum', units='mm')
for code, format in [('schar', 'NETCDF3_CLASSIC'), ('scharfour', 'NETCDF4')]:
    with new(code, format) as f:
        f.createDimension('strlen', 8)
        f.createDimension('two', 2)
        words = ['', 'a', 'rain', 'µm ', ' lead', '=1+1', 'x,"y"', 'eight888']
        cells = np.array([list(words[i % 8].encode('utf-8')[:8].ljust(8, b'\0')) for i in range(N)], 'u1').view('S1')
        add(f, 'weather', 'S1', cells, ('time', 'strlen'))
        add(f, 'pair', 'S1', np.repeat(cells[:, None, :], 2, 1), ('time', 'two', 'strlen'))
        add(f, 'letter', 'S1', np.array(list('abcdefghijklmnopqrstuvwx'), 'S1'), ('time',))
        add(f, 'station', 'S1', np.frombuffer(b'Lamont\0\0', 'S1'), ('strlen',))
        add(f, 'x', 'f4', np.arange(N))
with new('szero') as f:
    f.createDimension('none', 0)
    add(f, 'empty', 'f4', None, ('time', 'none'))
    add(f, 'x', 'f4', np.arange(N))
for code, format in [('sclassic', 'NETCDF3_CLASSIC'), ('soffset', 'NETCDF3_64BIT_OFFSET'), ('sfive', 'NETCDF3_64BIT_DATA'), ('sfourclassic', 'NETCDF4_CLASSIC')]:
    with new(code, format) as f:
        kinds = INTEGERS if code == 'sfive' else ['i1', 'i2', 'i4']
        f.createDimension('three', 3)
        for kind in kinds:
            add(f, f'of_{kind}', kind, counting(kind))
            add(f, f'odd_{kind}', kind, np.repeat(counting(kind)[:, None], 3, 1), ('time', 'three'))
        add(f, 'x', 'f4', rng.normal(size=N))
        add(f, 'fixed_odd', 'i1', [1, 2, 3], ('three',))
with new('sgroup') as f:
    add(f, 'x', 'f4', np.arange(N))
    g = f.createGroup('radar')
    h = g.createGroup('beam')
    g.createDimension('range', 4)
    add(g, 'range', 'f4', [1, 2, 3, 4], ('range',), units='km')
    add(h, 'power', 'f4', rng.normal(size=(N, 4)), ('time', 'range'), coordinates='range')
    add(h, 'x', 'i2', np.arange(N) * 3)
    g.setncattr('operator', 'nobody')
with new('sattribute') as f:
    for kind in [*INTEGERS, 'f4', 'f8']:
        f.setncattr(f'one_{kind}', np.array(3, kind)[()])
        f.setncattr(f'many_{kind}', np.array([1, 2, 3], kind))
    f.setncattr_string('words', ['one', 'zwei µ', ''])
    f.setncattr('empty', '')
    f.setncattr('lines', 'a\nb\r\nc\td')
    f.setncattr('nothing', np.array([], 'f4'))
    v = add(f, 'x', 'f4', np.arange(N), units='µg m-3', valid_range=np.array([0, 1e3], 'f4'))
    v.setncattr_string('names', ['a', 'b'])
with new('sunicode') as f:
    for name in ['温度', 'T_µ', 'Große', 'a b', 'p.q', 'x-y', 'n[0]', '_under', 'é']:
        add(f, name, 'f4', np.arange(N) / 8, long_name=f'{name} — ≤ 3 °C', units='°C')
with new('shuge') as f:
    f.setncattr('long_text', 'All work and no play. ' * 20_000)
    f.setncattr('long_list', np.arange(8000, dtype='f8') / 7)
    add(f, 'x', 'f4', np.arange(N), comment='y' * 60_000)
with new('shours', units='hours since 2019-01-01', kind='i4', step=1) as f:
    add(f, 'x', 'f4', np.arange(N))
with new('sdays', units='days since 1970-01-01 00:00:00 UTC', kind='f8', times=17897 + np.arange(N) / 48) as f:
    add(f, 'x', 'f4', np.arange(N))
with new('szone', units='seconds since 2018-12-31 18:00:00 -06:00') as f:
    add(f, 'x', 'f4', np.arange(N))
with new('siso', units='minutes since 2019-01-01T00:00:00Z', kind='f4', step=7.5) as f:
    add(f, 'x', 'f4', np.arange(N))
with new('smilli', units='milliseconds since 2019-01-01', kind='i8', step=600_000) as f:
    add(f, 'x', 'f4', np.arange(N))
with new('sback', times=np.arange(N)[::-1] * 600.0) as f:
    add(f, 'x', 'f4', np.arange(N))
with new('srepeat', times=np.repeat(np.arange(N / 2), 2) * 600.0) as f:
    add(f, 'x', 'f4', np.arange(N))
with new('sholes', times=np.where(np.arange(N) % 6 == 5, -1.0, np.arange(N) * 600.0), fill=-1.0) as f:
    add(f, 'x', 'f4', np.arange(N))
with new('sfixed', size=N) as f:
    add(f, 'x', 'f4', np.arange(N))
with new('slast') as f:
    f.createDimension('z', 3)
    add(f, 'turned', 'f4', rng.normal(size=(3, N)), ('z', 'time'))
    add(f, 'x', 'f4', np.arange(N))
with new('sbig') as f:
    add(f, 'float_big', '>f4', rng.normal(size=N))
    add(f, 'double_big', '>f8', rng.normal(size=N))
    add(f, 'short_big', '>i2', np.arange(N) * 300 - 3000)
    add(f, 'int_big', '>i4', np.arange(N) * 70_000)
with new('schunk') as f:
    f.createDimension('z', 7)
    v = f.createVariable('x', 'f4', ('time', 'z'), zlib=True, shuffle=True, fletcher32=True, complevel=9, chunksizes=(5, 3))
    v[:] = rng.normal(size=(N, 7))
    v = f.createVariable('few', 'f8', ('time',), chunksizes=(1000,), zlib=True)
    v[:] = rng.normal(size=N)
    v = f.createVariable('rough', 'f4', ('time',), zlib=True, least_significant_digit=2)
    v[:] = rng.normal(size=N)
with new('sstring') as f:
    v = f.createVariable('said', str, ('time',))
    for i, word in enumerate(np.resize(['', 'a', 'µ', '"q"', 'x,y', '-3', '@home', 'a\nb'], N)):
        v[i] = str(word)
    add(f, 'x', 'f4', np.arange(N))
with new('sextreme') as f:
    odd = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, 3.4028235e38, 1 / 3, 16777216.0, 1e10], 'f4')
    add(f, 'single', 'f4', np.resize(odd, N))
    add(f, 'double', 'f8', np.resize([0.1, -0.0, np.inf, np.nan, 5e-324, 1.7976931348623157e308, 2 / 3, 1e21, 123456789012345680.0], N))
    add(f, 'wide', 'i8', np.resize(np.array([2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63), -9999], 'i8'), N))
    add(f, 'wide_u', 'u8', np.resize(np.array([2**64 - 1, 2**63, 2**53 + 1, 0], 'u8'), N))
with new('snames') as f:
    for name in ['time_utc', 'time_utc_', 'a[0]', 'd=', 'c#', 'constructor', '__proto__', 'toString']:
        add(f, name, 'i4', np.arange(N))
    f.createDimension('two', 2)
    add(f, 'a', 'i4', np.arange(2 * N).reshape(N, 2), ('time', 'two'))
with new('soffsets', time=False) as f:
    f.createDimension('time', None)
    b = f.createVariable('base_time', 'i4')
    b.units = 'seconds since 1970-01-01 00:00:00 0:00'
    b[...] = 1546300800
    add(f, 'time_offset', 'f8', np.arange(N) * 600.0, units='seconds since 2019-01-01 00:00:00')
    add(f, 'x', 'f4', np.arange(N))
with new('sone', n=1) as f:
    add(f, 'x', 'f4', [3.25])
with new('sgrid', 'NETCDF3_CLASSIC') as f:
    f.createDimension('y', 2)
    f.createDimension('x', 3)
    f.createDimension('nv', 4)
    f.createDimension('edges', 2)
    add(f, 'y', 'f4', [1, 2], ('y',), units='km', bounds='y_bnds')
    add(f, 'y_bnds', 'f4', [[0.5, 1.5], [1.5, 2.5]], ('y', 'edges'))
    add(f, 'x', 'f4', [1, 2, 3], ('x',), units='km')
    add(f, 'lat2d', 'f8', rng.random((2, 3)), ('y', 'x'), units='degrees_north', bounds='lat_vertices')
    add(f, 'lon2d', 'f8', rng.random((2, 3)), ('y', 'x'), units='degrees_east')
    add(f, 'lat_vertices', 'f8', rng.random((2, 3, 4)), ('y', 'x', 'nv'))
    add(f, 'crs', 'i4', 7, (), grid_mapping_name='lambert_conformal_conic')
    add(f, 'flag', 'i1', rng.integers(0, 3, (N, 2, 3)), ('time', 'y', 'x'), flag_values=np.array([0, 1, 2], 'i1'), flag_meanings='a b c')
    add(f, 'wind', 'f4', rng.normal(size=(N, 2, 3)), ('time', 'y', 'x'), coordinates='lat2d lon2d', grid_mapping='crs', ancillary_variables='flag', units='m s-1')
    add(f, 'other', 'f4', np.arange(N))
with new('supper', time=False) as f:
    f.createDimension('Time', None)
    add(f, 'Time', 'f8', np.arange(N) * 600.0, ('Time',), units='Seconds Since 2019-01-01 00:00:00', standard_name='time', axis='T')
    add(f, 'x', 'f4', np.arange(N), ('Time',))
for how in ['szip', 'zstd', 'bzip2', 'blosc_lz4']:
    code = 's' + how.replace('_', '')
    # some builds of the C library have no plugins for these, and write what they cannot compress as it is
    with new(code) as f:
        f.createDimension('z', 16)
        options = {'compression': how} if getattr(f, f"has_{how.split('_')[0]}_filter")() else {}
        v = f.createVariable('x', 'f4', ('time', 'z'), chunksizes=(8, 16), **options)
        v[:] = np.arange(N * 16).reshape(N, 16) % 7
print(json.dumps(made))
