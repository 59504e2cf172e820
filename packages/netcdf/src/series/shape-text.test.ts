// A shape as text gives the same shape back, whole and in two parts, with numbers that JSON does
// not have; a text of a different version is refused.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Attribute } from '../dataset.ts';
import type { FileShape, ShapeVariable } from './shape.ts';
import { shapeFrom, shapeKey, shapeOfParts, shapeParts, shapeText } from './shape-text.ts';

const OWN = { noNullPrototype: true } as const;
const text = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('', '"digest":"a"', '\\"digest":"', 'é\u2028'),
);
const numbers = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });
/** Zero has no sign in a text. */
const plain = (value: number): number => value + 0;
const OF_TYPE: readonly fc.Arbitrary<Pick<Attribute, 'type' | 'value'>>[] = [
  text.map((value) => ({ type: 'char', value })),
  fc.array(text, { maxLength: 3 }).map((value) => ({ type: 'string', value })),
  numbers(fc.double().map(plain)).map((all) => ({
    ...{ type: 'double', value: Float64Array.from(all) },
  })),
  numbers(fc.float().map(plain)).map((all) => ({
    ...{ type: 'float', value: Float32Array.from(all) },
  })),
  numbers(fc.integer({ min: -128, max: 127 })).map((all) => ({
    ...{ type: 'byte', value: Int8Array.from(all) },
  })),
  numbers(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })).map((all) => ({
    ...{ type: 'int64', value: BigInt64Array.from(all) },
  })),
  numbers(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })).map((all) => ({
    ...{ type: 'uint64', value: BigUint64Array.from(all) },
  })),
];
const attributes = fc.array(
  fc.tuple(text, fc.oneof(...OF_TYPE)).map(([name, of]): Attribute => ({ name, ...of })),
  { maxLength: 4 },
);
const variables = fc.array(
  fc.record(
    {
      ...{ name: text, type: fc.constantFrom('float', 'double', 'char'), attributes },
      ...{ hasTime: fc.boolean(), countsTime: fc.boolean() },
      inner: fc.array(fc.record({ name: text, length: fc.nat(9) }, OWN), { maxLength: 2 }),
      storedDimensions: fc.array(text, { maxLength: 2 }),
      digest: fc.stringMatching(/^[0-9a-f]{0,20}$/),
    },
    {
      ...OWN,
      requiredKeys: ['name', 'type', 'attributes', 'hasTime', 'countsTime', 'inner'],
    },
  ),
  { maxLength: 4 },
);
const shapes: fc.Arbitrary<FileShape> = fc.record(
  {
    ...{ timeVariable: text, timeDimension: text, leftOut: fc.array(text, { maxLength: 2 }) },
    ...{ globals: attributes, variables: variables as fc.Arbitrary<readonly ShapeVariable[]> },
  },
  OWN,
);

it('a shape is the same after it was text, whole and in parts, and the parts of files that differ in digests are shared', () => {
  fc.assert(
    fc.property(shapes, (shape) => {
      const whole = shapeText(shape);
      expect(shapeFrom(whole)).toStrictEqual(shape);
      expect(shapeText(shapeFrom(whole))).toBe(whole);
      const { common, digests } = shapeParts(whole);
      expect(digests).toEqual(shape.variables.flatMap(({ digest }) => digest ?? []));
      expect(shapeOfParts(shapeFrom(common), digests)).toStrictEqual(shape);
      const others = shape.variables.map((one) =>
        one.digest === undefined ? one : { ...one, digest: `${one.digest}0` },
      );
      const other = shapeText({ ...shape, variables: others });
      expect(shapeParts(other).common).toBe(common);
      expect(other === whole).toBe(digests.length === 0);
      expect(shapeKey(other) === shapeKey(whole)).toBe(digests.length === 0);
    }),
    { numRuns: 200 },
  );
});

it('the key of a text is the beginning of its SHA-256', () => {
  // The example of FIPS 180-2.
  expect(shapeKey('abc')).toBe('ba7816bf8f01cfea4141');
});

it.each(['[2,{}]', '{"0":1}', '[]', 'null'])('the text %s is refused as no shape', (wrong) => {
  expect(() => shapeFrom(wrong)).toThrow('The text is not a shape of this version.');
});
