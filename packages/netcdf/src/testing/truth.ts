// What Python's netCDF4 and numpy make of a concatenation, to compare our files with.
import { python } from './tools.ts';

/** A file of ours and the files that it was made from. */
export interface Claim {
  readonly sources: readonly string[];
  readonly output: string;
  /** Rows of each source; all when omitted. */
  readonly rows?: readonly (readonly [start: number, stop: number])[];
  /** Values that must be -9999: rows of the output, by variable. */
  readonly masked?: Readonly<Record<string, readonly (readonly [start: number, stop: number])[]>>;
}

/**
 * Everything in which the outputs differ from what was claimed of them: values of every variable
 * (times as moments, the rest bit by bit), types, dimensions and attributes; and how many variables
 * were compared.
 */
export function differences(claims: readonly Claim[]): { compared: number; found: string[] } {
  return JSON.parse(python(SCRIPT, JSON.stringify(claims))) as {
    compared: number;
    found: string[];
  };
}

const SCRIPT = `
import sys, json, re, netCDF4, numpy as np
from cftime import date2num, num2date
found, compared = [], 0
EPOCH = 'seconds since 1970-01-01'

def clean(x): return x.rstrip('\\0') if isinstance(x, str) else x
def same(a, b):
    a, b = clean(a), clean(b)
    if isinstance(a, str) or isinstance(b, str): return a == b
    a, b = np.asarray(a), np.asarray(b)
    return a.shape == b.shape and a.dtype == b.dtype and (a.tobytes() == b.tobytes() or np.array_equal(a, b, equal_nan=a.dtype.kind == 'f'))
def moments(v, values):
    units = clean(v.units)
    base = date2num(num2date(0, units), EPOCH)
    return values.astype('f8') * {'seconds': 1, 'minutes': 60, 'hours': 3600, 'days': 86400}[units.split()[0]] + base
def counts_time(v): return 'units' in v.ncattrs() and isinstance(v.units, str) and ' since ' in v.units and v.name != 'base_time'

for claim in json.loads(sys.argv[1]):
    where = claim['output']
    out = netCDF4.Dataset(where); out.set_auto_maskandscale(False); out.set_auto_chartostring(False)
    ins = [netCDF4.Dataset(p) for p in claim['sources']]
    for f in ins: f.set_auto_maskandscale(False); f.set_auto_chartostring(False)
    first = ins[0]
    for name, d in out.dimensions.items():
        if name != 'time' and name in first.dimensions and len(d) != len(first.dimensions[name]): found.append(f'{where}: dimension {name}')
    for a in first.ncattrs():
        if a != 'history' and not same(out.getncattr(a), first.getncattr(a)): found.append(f'{where}: attribute {a}')
    for name, v in out.variables.items():
        compared += 1
        rows = claim.get('rows') or [[0, None]] * len(ins)
        own = [f.variables[name] for f in ins if name in f.variables]
        values = v[...]
        if 'time' in v.dimensions:
            parts = []
            for f, (lo, hi) in zip(ins, rows):
                n = len(range(*slice(lo, hi).indices(len(f.dimensions['time']))))
                if name not in f.variables: parts.append(np.full((n,) + v.shape[1:], -9999, v.dtype)); continue
                s = f.variables[name]
                x = s[lo:hi] if 'time' in s.dimensions else np.broadcast_to(s[...], (n,) + s.shape)
                parts.append(moments(s, x) if counts_time(s) else x)
            expected = np.concatenate(parts)
            if counts_time(v):
                if values.shape != expected.shape or np.abs(moments(v, values) - expected).max() > 1e-5: found.append(f'{where}: times of {name}')
                continue
            for lo, hi in claim.get('masked', {}).get(name, []): expected[lo:hi] = -9999
        else: expected = own[0][...]
        if values.shape != np.shape(expected) or not same(np.asarray(values), np.asarray(expected, dtype=np.asarray(values).dtype) if np.asarray(values).dtype.kind != 'O' else np.asarray(expected)): found.append(f'{where}: values of {name}')
        for a in own[0].ncattrs():
            if a not in v.ncattrs() or not same(v.getncattr(a), own[0].getncattr(a)):
                if a not in ('missing_value', '_FillValue') and not (a == 'units' and counts_time(v)): found.append(f'{where}: attribute {a} of {name}')
    for f in [out] + ins: f.close()
print(json.dumps({'compared': compared, 'found': found[:50]}))
`;
