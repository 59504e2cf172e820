// Shapes that are the same have the same text.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FileShape, ShapeVariable } from './shape.ts';
import { isSameShape, shapeText } from './shape-text.ts';

/** Of so few values that two are often the same. */
const few = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const attribute = fc.oneof(
  fc.record({ name: few('units', 'title'), type: few('char' as const), value: few('K', 'm') }),
  fc.record({
    name: few('missing_value', 'title'),
    type: few('float' as const),
    value: few([], [1], [NaN], [1, NaN]).map((list) => Float32Array.from(list)),
  }),
  fc.record({ name: few('names'), type: few('string' as const), value: few(['a'], ['a', 'b']) }),
);
const attributes = fc.array(attribute, { maxLength: 1 });
const variable = fc.record(
  {
    name: few('temp', 'rh'),
    type: few('float' as const, 'short' as const),
    hasTime: fc.boolean(),
    inner: few([], [{ name: 'height', length: 2 }], [{ name: 'height', length: 3 }]),
    attributes,
    countsTime: fc.boolean(),
    digest: few('x', 'y'),
  },
  { requiredKeys: ['name', 'type', 'hasTime', 'inner', 'attributes', 'countsTime'] },
);
const shape: fc.Arbitrary<FileShape> = fc.record({
  timeVariable: few('time', 'time_offset'),
  timeDimension: few('time', 'obs'),
  variables: fc.array(variable, { maxLength: 1 }),
  leftOut: few([], ['cell']),
  globals: attributes,
});

/** A variable with one field of another. */
const withOf = (first: ShapeVariable, second: ShapeVariable, key: string): ShapeVariable =>
  Object.assign(
    {},
    first,
    Object.fromEntries(Object.entries(second).filter(([name]) => name === key)),
  );

it('two shapes are the same if and only if their texts are, whichever part differs', () => {
  fc.assert(
    fc.property(shape, shape, (one, other) => {
      // One part of the other at a time, as two shapes that are drawn alone differ in many.
      for (const mixed of [
        ...[one, { ...one, timeVariable: other.timeVariable }],
        ...[
          { ...one, timeDimension: other.timeDimension },
          { ...one, leftOut: other.leftOut },
        ],
        ...[
          { ...one, variables: other.variables },
          { ...one, globals: other.globals },
        ],
        ...one.variables.flatMap((first) =>
          other.variables.flatMap((second) =>
            Object.keys(first).map((key) => ({
              ...one,
              variables: [withOf(first, second, key)],
            })),
          ),
        ),
      ])
        expect(isSameShape(one, mixed)).toBe(shapeText(one) === shapeText(mixed));
    }),
    { numRuns: 500 },
  );
});
