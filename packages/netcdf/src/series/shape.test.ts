// What the shape of a file says of its variables, so that their values can be read without its
// header; nothing where it does not say all.
import { expect, it } from 'vitest';
import { type FileShape, knownVariables, type ShapeVariable } from './shape.ts';

const variable = (name: string, more: Partial<ShapeVariable> = {}): ShapeVariable => ({
  ...{ name, type: 'float', hasTime: true, inner: [], attributes: [], countsTime: false },
  ...more,
});
const units = (value: string) => ({ name: 'units', type: 'char' as const, value });
const HEIGHTS = [{ name: 'height', length: 3 }];
const shapeOf = (...variables: readonly ShapeVariable[]): FileShape => ({
  ...{ timeVariable: 'time', timeDimension: 'obs', variables, leftOut: [], globals: [] },
});

it('the shape of a file tells variables with their dimensions and lengths, but for times and texts', () => {
  const shape = shapeOf(
    variable('time', { type: 'double', countsTime: true }),
    variable('temp', { inner: HEIGHTS, attributes: [units('degC')] }),
    variable('height', { hasTime: false, inner: HEIGHTS }),
    variable('lat', { hasTime: false }),
    variable('note', { type: 'string' }),
  );
  expect(knownVariables(shape, 5)).toEqual({
    dimensions: [
      { name: 'obs', length: 5, unlimited: true },
      { name: 'height', length: 3, unlimited: false },
    ],
    variables: [
      {
        ...{ name: 'temp', type: 'float', attributes: [units('degC')] },
        ...{ dimensions: ['obs', 'height'], shape: [5, 3] },
      },
      { name: 'height', type: 'float', attributes: [], dimensions: ['height'], shape: [3] },
      { name: 'lat', type: 'float', attributes: [], dimensions: [], shape: [] },
    ],
  });
});

it('the shape of a file does not tell all where two variables have one name, or an attribute was cut', () => {
  const other = variable('temp', { hasTime: false });
  expect(knownVariables(shapeOf(variable('temp'), other), 5)).toBeUndefined();
  const long = variable('temp', { attributes: [units('x'.repeat(10_000))] });
  expect(knownVariables(shapeOf(long), 5)).toBeUndefined();
  expect(knownVariables(shapeOf(variable('temp')), 5)).toBeDefined();
});
