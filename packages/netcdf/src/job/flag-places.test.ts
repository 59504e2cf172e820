// The places of flags, compared with a slow search by the names of dimensions.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Variable } from '../dataset.ts';
import { placesInFile } from './flag-places.ts';

const LENGTHS: Readonly<Record<string, number>> = { time: 3, height: 2, band: 4, beam: 1 };
const INNER = ['height', 'band', 'beam'];

const variable = (name: string, dimensions: readonly string[]): Variable => ({
  ...{ name, type: 'int', dimensions, attributes: [] },
  shape: dimensions.map((one) => LENGTHS[one] ?? 0),
});

/** The position in each dimension of item `index` of a variable. */
function positions({ dimensions, shape }: Variable, index: number): Map<string, number> {
  const at = new Map<string, number>();
  let left = index;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const length = shape[axis] ?? 1;
    at.set(dimensions[axis] ?? '', left % length);
    left = Math.floor(left / length);
  }
  return at;
}

it('the flag of each value is the one at the same place of the dimensions that both have', () => {
  const dimensions = fc.shuffledSubarray(INNER);
  const flags = fc.shuffledSubarray(INNER);
  fc.assert(
    fc.property(dimensions, flags, fc.boolean(), (inner, own, perTime) => {
      const data = variable('wind', ['time', ...inner]);
      const quality = variable('qc_wind', perTime ? ['time', ...own] : own);
      const found = placesInFile(data, quality);
      const isOther = !own.every((one) => inner.includes(one));
      expect(found === undefined).toBe(isOther);
      if (isOther) return;
      const items = (of: Variable) => of.shape.reduce((all, length) => all * length, 1);
      const size = items(data) / 3;
      for (let index = 0; index < items(data); index++) {
        const at = positions(data, index);
        const flag =
          (perTime ? Math.floor(index / size) * (found?.count ?? 0) : 0) +
          (found?.places[index % size] ?? -1);
        for (const [name, position] of positions(quality, flag))
          expect(at.get(name)).toBe(position);
      }
    }),
  );
});

it('flags have no places where a dimension comes twice, or very many hold for all times', () => {
  expect(placesInFile(variable('wind', ['time', 'band']), variable('qc', ['band', 'band']))).toBe(
    undefined,
  );
  const many: Variable = { ...variable('qc', ['band']), shape: [(1 << 22) + 1] };
  const wide: Variable = { ...variable('wind', ['time', 'band']), shape: [1, (1 << 22) + 1] };
  expect(placesInFile(wide, many)).toBeUndefined();
  expect(placesInFile(wide, { ...many, dimensions: ['time', 'band'], shape: [1, 4] })?.count).toBe(
    4,
  );
});
