# Are the values of delivered files those of their sources? Reads claims as JSON from standard input, prints what differs as JSON.
#   [{"source", "delivered", "format": "netcdf" | "csv" | "cells", "first"?, "last"?, "names"?, "csv"?, "masks"?: [{"variables"?, "first", "last"}]}]
# "cells" is a table as JSON, [[title, cells]], in the columns of the "csv". Masks hold for all variables, or for those named.
# Only Python's netCDF4, cftime and csv are used, nothing of Isobar.
import csv
import json
import math
import re
import sys

import cftime
import netCDF4
import numpy as np

EPOCH = 'seconds since 1970-01-01 00:00:00'


def opened(path):
    f = netCDF4.Dataset(path)
    f.set_auto_maskandscale(False)
    f.set_auto_chartostring(False)
    f.set_always_mask(False)
    return f


def variables(group, prefix=''):
    for name, v in group.variables.items():
        yield prefix + name, v
    for name, g in group.groups.items():
        yield from variables(g, f'{prefix}{name}/')


def clock(f):
    """Name of the dimension of time, and its values as seconds since 1970; NaN where there is none."""
    name = next(n for n in ('time', 'Time', 'time_offset') if n in f.variables)
    v = f.variables[name]
    raw = np.asarray(v[...], 'f8')
    none = np.isin(np.asarray(v[...]), np.asarray(getattr(v, '_FillValue', np.nan)))
    units = v.units.replace('milliseconds', 'seconds').replace('Seconds Since', 'seconds since')
    if 'milliseconds' in v.units:
        raw = raw / 1000
    if 'months' in units:
        raw, units = raw * 365.242198781 / 12, units.replace('months', 'days')
    when = cftime.num2date(np.where(none, 0, raw), units, 'standard')
    seconds = np.asarray(cftime.date2num(when, EPOCH, 'standard'), 'f8')
    return v.dimensions[0], np.where(none, np.nan, seconds)


def same(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype.kind in 'OU' or b.dtype.kind in 'OU':
        return a.shape == b.shape and a.tolist() == b.tolist()
    if a.shape != b.shape or a.dtype.newbyteorder('=') != b.dtype.newbyteorder('='):
        return False
    a, b = (x.astype(x.dtype.newbyteorder('<')) for x in (a, b))
    return a.tobytes() == b.tobytes() or (a.dtype.kind == 'f' and np.array_equal(a, b, equal_nan=True))


def near(a, b):
    return a.shape == b.shape and np.allclose(a, b, rtol=0, atol=1e-3, equal_nan=True)


def readable(v):
    return v.dtype is str or isinstance(v.datatype, (np.dtype, netCDF4.EnumType))


def rows_of(v, f, dimension, keep):
    values = v[...]
    if dimension not in v.dimensions:
        return values
    return np.take(values, np.flatnonzero(keep), axis=v.dimensions.index(dimension))


def clean(value):
    if isinstance(value, str):
        return value.rstrip('\0')
    return ''.join(value) if isinstance(value, list) and len(value) == 1 else value


def netcdf(claim, f, dimension, keep, when, found):
    out = opened(claim['delivered'])
    own, compared, absent, masked = dict(variables(out)), 0, [], []
    for name, v in variables(f):
        if claim.get('names') is not None and name not in claim['names']:
            continue
        w = own.get(name, own.get(name.replace('/', '_')))
        if w is None:
            absent.append(name)
            continue
        if not readable(v):
            found.append(f'{name} is there, and no plain type')
            continue
        compared += 1
        expected = np.asarray(rows_of(v, f, dimension, keep))
        given = np.asarray(w[...])
        if v.dtype == 'S1' and w.dtype is str:
            found.append(f'{name} became a string')
        if claim.get('masks') and maskable(name, v, dimension):
            hit = masked_rows(claim, name, when[keep])
            stated = np.concatenate([np.atleast_1d(getattr(w, key, [])).astype(given.dtype) for key in ('missing_value', '_FillValue')])
            mark = given[hit].ravel()[:1]
            is_mark = (given == mark) | (np.isnan(given) & np.isnan(mark) if given.dtype.kind == 'f' else False)
            if not is_mark[hit].all() or not (np.isin(mark, stated).all() or np.isnan(mark).all() and np.isnan(stated.astype('f8')).any()):
                found.append(f'{name}: {given[hit].ravel()[:4]} is not masked by {stated}')
            if not same(given[~hit], expected[~hit]):
                found.append(f'{name}: other values than the masked ones differ')
            fresh = not np.isin(mark, np.concatenate([np.atleast_1d(m) for m in marks(v)] or [np.array([], given.dtype)])).any() if given.dtype.kind != 'f' else False
            if fresh and mark[0] != -9999 and is_mark[~hit].any():
                found.append(f'{name}: {mark} stands for values that are none too')
            masked.append(name)
            continue
        if name in ('time', 'Time', 'time_offset'):
            _, there = clock(out)
            if not near(there, when[keep]):
                found.append(f'times of {name}: {there[:3]} for {when[keep][:3]}')
        elif dimension in v.dimensions and v.dimensions[0] != dimension and given.shape != expected.shape:
            expected = np.moveaxis(expected, v.dimensions.index(dimension), 0)
            if not same(given, expected):
                found.append(f'values of {name}, turned')
        elif 'bnds' in name and 'time' in name:
            if given.shape != expected.shape:
                found.append(f'shape of {name}')
        elif not same(given, expected):
            found.append(f'values of {name}: {given.dtype}{given.shape} {given.ravel()[:4]} for {expected.dtype}{expected.shape} {expected.ravel()[:4]}')
        for key in v.ncattrs():
            if key in ('units', 'calendar') and name in ('time', 'Time', 'time_offset'):
                continue
            if '/' in name and key in ('coordinates', 'bounds'):
                continue  # they name what has other names without groups
            mine, theirs = clean(v.getncattr(key)), clean(w.getncattr(key)) if key in w.ncattrs() else None
            if theirs is None or not (mine == theirs if isinstance(mine, str) else same(mine, theirs)):
                found.append(f'attribute {key} of {name}: {str(theirs)[:60]} for {str(mine)[:60]}')
    for key in f.ncattrs():
        mine, theirs = clean(f.getncattr(key)), clean(out.getncattr(key)) if key in out.ncattrs() else None
        if key != 'history' and (theirs is None or not (mine == theirs if isinstance(mine, str) else same(mine, theirs))):
            found.append(f'attribute {key}: {str(theirs)[:60]} for {str(mine)[:60]}')
    out.close()
    return compared, absent, masked


def masked_rows(claim, name, when):
    hit = np.zeros(when.shape, bool)
    for mask in claim['masks']:
        if 'variables' not in mask or name in mask['variables']:
            hit |= (when >= mask['first']) & (when <= mask['last'])
    return hit


def maskable(name, v, dimension):
    """Not what tells the time or the quality, and no text."""
    kind = np.dtype(v.dtype).kind if v.dtype is not str else 'O'
    return dimension in v.dimensions and kind in 'iuf' and name not in ('time', 'Time', 'time_offset', 'time_bnds') and not name.startswith('qc_')


def table(path):
    """Columns in their order, what comments tell of each variable, and where its columns are."""
    with open(path, encoding='utf-8', newline='') as file:
        text = file.read()
    comments = [line for line in text.split('\r\n') if line.startswith('#')]
    rows = list(csv.reader(text[len('\r\n'.join(comments)) + 2:].splitlines(keepends=True)))
    told, places, at = {}, {}, 1
    for line in comments:
        if line.startswith('# column '):
            name, _, rest = line[9:].partition(': ')
            many = re.search(r'; (\d+) columns ', rest)
            told[name] = rest
            places[name] = range(at, at + (int(many[1]) if many else 1))
            at = places[name].stop
    return [[title, [row[i] for row in rows[1:]]] for i, title in enumerate(rows[0])], told, places


def unsigned(v, raw):
    flag = str(getattr(v, '_Unsigned', '')).lower()
    if raw.dtype.kind == 'i' and flag == 'true':
        return raw.view(raw.dtype.str.replace('i', 'u'))
    return raw


def marks(v):
    found = []
    for key in ('missing_value', '_FillValue'):
        for m in np.atleast_1d(getattr(v, key, [])):
            try:
                found.append(np.array(m).astype(v.dtype))
            except (ValueError, OverflowError):
                pass
    return found


def number(v, key):
    value = getattr(v, key, None)
    return None if value is None or isinstance(value, str) else float(value)


def column(name, v, cells, raw, told, isTable, found):
    scale, offset = number(v, 'scale_factor'), number(v, 'add_offset')
    isPacked = raw.dtype.kind in 'iuf' and ((scale or 1) != 1 or (offset or 0) != 0 or unsigned(v, raw).dtype != raw.dtype)
    values = unsigned(v, raw)
    missing = np.zeros(raw.shape, bool)
    for m in marks(v):
        missing |= (raw == m) | (np.isnan(raw) & np.isnan(m) if raw.dtype.kind == 'f' else False)
    mark = told.get(name, '').split('missing ')[-1].split(';')[0].split(' or ')[0]
    wrong = []
    for cell, value, none in zip(cells, values.tolist(), missing.tolist()):
        if isTable and cell is None:
            ok = none or value == -9999 or (isinstance(value, float) and math.isnan(value))
        elif isPacked and none:
            ok = not isTable and (str(cell) == mark or (mark == 'NaN' and str(cell).lower() == 'nan'))
        elif isPacked:
            right = value * (1 if scale is None else scale) + (offset or 0)
            single = any(getattr(getattr(v, k, None), 'dtype', None) == np.float32 for k in ('scale_factor', 'add_offset')) or raw.dtype == np.float32
            ok = abs(float(cell) - right) <= max(abs(right), abs(offset or 0)) * (2.0**-22 if single else 1e-12)
        elif raw.dtype.kind == 'f':
            ok = same(np.array(float(cell)).astype(raw.dtype), np.array(value).astype(raw.dtype)) or (math.isnan(value) and str(cell).lower() == 'nan')
        else:
            ok = int(cell) == value
        if not ok:
            wrong.append((cell, value))
    if wrong:
        found.append(f'{name}: {len(wrong)} cells, first {wrong[0][0]!r} for {wrong[0][1]!r}')
    if isPacked and not isTable and 'unpacked' not in told.get(name, ''):
        found.append(f'{name} is not told as unpacked')


def texts(v, raw):
    if raw.dtype.kind == 'S':
        flat = raw.reshape(-1, raw.shape[-1]) if raw.ndim > 1 else raw.reshape(-1, 1)
        def decoded(row):
            data = b''.join(x or b'\0' for x in row).rstrip(b'\0')
            try:
                return data.decode('utf-8')
            except UnicodeDecodeError:
                return data.decode('latin-1')
        return [decoded(row) for row in flat]
    return [str(x) for x in raw.ravel()]


def plain(text):
    return text.rstrip('\0 ').replace('\r', '')


def cells(claim, f, dimension, keep, when, found):
    isTable = claim['format'] == 'cells'
    columns, told, places = table(claim['csv'] if isTable else claim['delivered'])
    if isTable:
        titles = [title for title, _ in columns]
        with open(claim['delivered']) as file:
            columns = json.load(file)
        if [title.lstrip("'") for title in titles] != [title for title, _ in columns]:
            found.append(f'columns {[title for title, _ in columns][:5]} for {titles[:5]}')
    stamps = columns[0][1]
    there = [math.nan if x in (None, '') else x if isTable else cftime_seconds(x) for x in stamps]
    if not near(np.array(there, 'f8'), when[keep]):
        found.append(f'times: {len(there)} {there[:3]} for {int(keep.sum())} {when[keep][:3].tolist()}')
        return 0, [], []
    compared, absent = 0, []
    for name, v in variables(f):
        if dimension not in v.dimensions or name in ('time', 'Time', 'time_offset', 'base_time'):
            continue
        short = name if name in places else name.replace('/', '_')
        if short not in places or not readable(v):
            absent.append(name)
            continue
        compared += 1
        raw = np.moveaxis(np.asarray(rows_of(v, f, dimension, keep)), v.dimensions.index(dimension), 0)
        given = [cell for row in zip(*(columns[i][1] for i in places[short])) for cell in row]
        if raw.dtype.kind in 'SOU':
            expected = texts(v, raw)
            wrong = [(a, b) for a, b in zip(given, expected) if plain(a or '') not in (plain(b), plain(f"'{b}"))]
            if len(given) != len(expected) or wrong:
                found.append(f'{name}: {len(wrong)} texts of {len(expected)}/{len(given)}, first {wrong[:1]}')
        elif len(given) != raw.size:
            found.append(f'{name}: {len(given)} cells for {raw.size}')
        else:
            column(short, v, given, raw.ravel(), told, isTable, found)
    return compared, absent, []


def cftime_seconds(text):
    date, _, rest = text.rstrip('Z').partition('T')
    seconds = sum(float(x) * y for x, y in zip(rest.split(':'), (3600, 60, 1)))
    return np.datetime64(date).astype('datetime64[s]').astype('i8') + seconds


results = []
for claim in json.load(sys.stdin):
    found = []
    f = opened(claim['source'])
    dimension, when = clock(f)
    with np.errstate(invalid='ignore'):
        keep = (when >= claim['first']) & (when <= claim['last']) if 'first' in claim else np.ones(when.shape, bool)
    act = netcdf if claim['format'] == 'netcdf' else cells
    try:
        compared, absent, masked = act(claim, f, dimension, keep, when, found)
    except Exception as error:
        compared, absent, masked = 0, [], []
        found.append(f'{type(error).__name__}: {error}')
    f.close()
    results.append({'compared': compared, 'absent': absent, 'masked': masked, 'found': found})
print(json.dumps(results))
