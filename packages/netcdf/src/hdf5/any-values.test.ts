// Any part of any variable of NetCDF-4 as numpy has it that was written: all types and ranks, and
// what was never written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dataset, Values } from '../dataset.ts';
import { itemsOf } from '../numeric-array.ts';
import { openDataset } from '../open.ts';
import { hasPython, python, temporaryFolder } from '../testing/tools.ts';

const WRITE = `
import sys, json, numpy as np, netCDF4
kinds = ['i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f4', 'f8', 'S1', str]
shapes = {'row': ('time',), 'table': ('time', 'n'), 'grown': ('time', 'other'), 'turned': ('n', 'time'), 'cube': ('other', 'n', 'time'), 'one': (), 'fixed': ('n',)}
random = np.random.default_rng(7)
def some(kind, shape):
    numbers = np.asarray(random.integers(1, 100, shape))
    if kind is str: return np.array(np.vectorize(lambda n: 'ä' * (n % 4) + str(n), otypes=[object])(numbers), object)
    if kind == 'S1': return np.vectorize(lambda n: chr(97 + n % 26), otypes=['S1'])(numbers)
    return numbers.astype(kind)
whole = {}
def note(name, values):
    whole[name] = {'shape': list(values.shape), 'values': [ord(x or chr(0)) if values.dtype.kind == 'S' else str(x) if values.dtype.kind in 'iuO' else x for x in values.reshape(-1).tolist()]}
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    lengths = {'time': 9, 'other': 5, 'n': 3}
    stored = {'time': 6, 'other': 4, 'n': 3}
    for name in lengths: f.createDimension(name, None if name != 'n' else 3)
    for name, dimension in (('all_times', 'time'), ('all_others', 'other')):
        f.createVariable(name, 'f8', (dimension,))[:] = np.arange(float(lengths[dimension]))
        note(name, np.arange(float(lengths[dimension])))
    for kind in kinds:
        for shape, dimensions in shapes.items():
            for written in (True, False):
                name = f"{'text' if kind is str else kind}_{shape}_{'some' if written else 'none'}"
                v = f.createVariable(name, kind, dimensions)
                fill = '' if kind is str else netCDF4.default_fillvals[kind]
                values = np.full([lengths[d] for d in dimensions], fill, object if kind is str else kind)
                if written:
                    part = tuple(slice(0, stored[d]) for d in dimensions) or ...
                    values[part] = some(kind, [stored[d] for d in dimensions])
                    v[part] = values[part]
                note(name, values)
json.dump(whole, open(sys.argv[2], 'w'))
`;

/** Bytes that are read at once. */
const SLICE = 64 * 2 ** 20;
const LONG = 2 * SLICE + 1000;
const WIDE = SLICE + 1000;
const MARKED = [
  0,
  ...[SLICE, 2 * SLICE].flatMap((at) => [at - 2, at - 1, at, at + 1, at + 2]),
  LONG - 1,
];
const LARGE = `
import sys, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    for name, length in (('l', ${LONG}), ('w', ${WIDE}), ('row', 3)): f.createDimension(name, length)
    l = f.createVariable('long', 'u1', ('l',), chunksizes=(1 << 20,), fill_value=0)
    w = f.createVariable('wide', 'u1', ('row', 'w'), chunksizes=(1, 1 << 20), fill_value=0)
    for n, at in enumerate([${MARKED.join()}]):
        l[at] = n + 1
        if at < ${WIDE}: w[1, at] = n + 1
`;

interface Whole {
  readonly shape: readonly number[];
  readonly values: readonly (string | number)[];
}

describe.skipIf(!hasPython)('any part of any variable (needs Python netCDF4)', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let wholes: Record<string, Whole>;
  let dataset: Dataset;
  beforeAll(async () => {
    folder = temporaryFolder();
    const [path, json] = [join(folder.path, 'any.nc'), join(folder.path, 'any.json')];
    python(WRITE, path, json);
    wholes = JSON.parse(readFileSync(json, 'utf8'));
    dataset = await openDataset(path);
  });
  afterAll(async () => {
    await dataset?.close();
    folder?.[Symbol.dispose]();
  });

  /** The elements of these positions along an axis. */
  function part({ shape, values }: Whole, axis: number, positions: (at: number) => boolean) {
    const below = shape.slice(axis + 1).reduce((product, length) => product * length, 1);
    const length = shape[axis] ?? 1;
    return values.filter((_, n) => positions(Math.floor(n / below) % length));
  }
  const plain = (values: Parameters<typeof itemsOf>[0], like: Whole) =>
    Array.from(itemsOf(values), (value) =>
      typeof like.values[0] === 'string' ? String(value) : value,
    );

  it('any part of any variable is what was written, and the fill value of the format elsewhere: whole, as rows, as rows apart and along each axis', async () => {
    expect(Object.keys(wholes).sort()).toEqual(dataset.variables.map(({ name }) => name).sort());
    for (const [name, one] of Object.entries(wholes)) {
      expect(dataset.variable(name).shape, name).toEqual(one.shape);
      expect(plain(await dataset.read(name), one), name).toEqual(one.values);
    }
    const range = fc.tuple(fc.nat(9), fc.nat(9), fc.integer({ min: 1, max: 4 }), fc.nat(2));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(wholes)), range, async (name, some) => {
        const one = wholes[name] as Whole;
        const [from, length, every, axis] = some;
        const rows = one.shape[0] ?? 1;
        // A scalar gives its one value, whichever rows are asked for.
        const start = one.shape.length === 0 ? 0 : Math.min(from, rows);
        const stop = one.shape.length === 0 ? 1 : Math.min(rows, start + length);
        const isIn = (at: number) => at >= start && at < stop;
        const label = `${name} ${start}:${stop}:${every}`;
        expect(plain(await dataset.read(name, start, stop), one), label).toEqual(
          part(one, 0, isIn),
        );
        expect(plain(await dataset.readEvery(name, start, stop, every), one), label).toEqual(
          part(one, 0, (at) => isIn(at) && (at - start) % every === 0),
        );
        const along = one.shape[axis];
        if (along === undefined)
          await expect(dataset.readAlong?.(name, axis, 0, 0)).rejects.toMatchObject({
            code: 'out-of-range',
            message: expect.stringContaining(`number ${axis + 1}`),
          });
        else
          expect(
            plain((await dataset.readAlong?.(name, axis, 0, Math.min(length, along))) ?? [], one),
            `${label} along ${axis}`,
          ).toEqual(part(one, axis, (at) => at < length));
      }),
      { numRuns: 100 },
    );
  });

  it('any part of any variable is the same where it takes more than the 64 MB that are read at once', async () => {
    const path = join(folder.path, 'large.nc');
    python(LARGE, path);
    const large = await openDataset(path);
    const marks = (values: Values) => {
      const found = [];
      for (let at = 0; at < values.length; at++) if (values[at] !== 0) found.push([at, values[at]]);
      return found;
    };
    const marked = MARKED.map((at, n) => [at, n + 1] as const);
    const even = marked.filter(([at]) => at % 2 === 0).map(([at, value]) => [at / 2, value]);
    expect(marks(await large.read('long'))).toEqual(marked);
    expect(marks(await large.readEvery('long', 0, LONG, 2))).toEqual(even);
    const inRow = marked.filter(([at]) => at < WIDE);
    expect(marks(await large.read('wide', 1, 2))).toEqual(inRow);
    expect(marks(await large.readEvery('wide', 1, 3, 2))).toEqual(inRow);
    await large.close();
  });
});
