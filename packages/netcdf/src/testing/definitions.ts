// Random definitions and values of files, for tests that write and read back.
import fc from 'fast-check';
import type { Definition } from '../classic/layout.ts';
import type { Attribute, NumericArray } from '../dataset.ts';
import { arrayOf, convert, type FixedType } from '../element.ts';

export const CLASSIC_TYPES: readonly FixedType[] = [
  'byte',
  'char',
  'short',
  'int',
  'float',
  'double',
];
export const ALL_TYPES: readonly FixedType[] = [
  ...CLASSIC_TYPES,
  'ubyte',
  'ushort',
  'uint',
  'int64',
  'uint64',
];

export interface RandomFile {
  readonly definition: Definition;
  readonly records: number;
  /** Values of every variable, all records of it. */
  readonly values: ReadonlyMap<string, NumericArray>;
}

export function randomFile(types: readonly FixedType[]): fc.Arbitrary<RandomFile> {
  return fc
    .record({
      records: fc.integer({ min: 0, max: 9 }),
      lengths: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
      hasRecords: fc.boolean(),
      attributes: fc.array(randomAttribute(types), { maxLength: 3 }),
      variables: fc.array(
        fc.record({
          type: fc.constantFrom(...types),
          isRecord: fc.boolean(),
          dimensions: fc.array(fc.nat(2), { maxLength: 2 }),
          attributes: fc.array(randomAttribute(types), { maxLength: 2 }),
        }),
        { maxLength: 6 },
      ),
      seed: fc.nat(),
    })
    .map(({ records, lengths, hasRecords, attributes, variables, seed }) => {
      const fixed = lengths.map((length, index) => ({
        name: `d${index}`,
        length,
        unlimited: false,
      }));
      const dimensions = hasRecords
        ? [{ name: 'time', length: 0, unlimited: true }, ...fixed]
        : fixed;
      const definition: Definition = {
        dimensions,
        attributes: named(attributes, 'a'),
        variables: variables.map((variable, index) => ({
          name: index === 0 ? 'tempé rature' : `v${index}`,
          type: variable.type,
          dimensions: [
            ...(variable.isRecord && hasRecords ? ['time'] : []),
            ...variable.dimensions.flatMap((each) => fixed[each]?.name ?? []),
          ],
          attributes: named(variable.attributes, 'b'),
        })),
      };
      return { definition, records, values: valuesOf(definition, records, seed) };
    });
}

function randomAttribute(types: readonly FixedType[]): fc.Arbitrary<Omit<Attribute, 'name'>> {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .filter((value) => !value.includes('\0'))
    .map((value): Omit<Attribute, 'name'> => ({ type: 'char', value }));
  const numbers = fc
    .tuple(
      fc.constantFrom(...types),
      fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 1, maxLength: 4 }),
    )
    .map(
      ([type, list]): Omit<Attribute, 'name'> =>
        type === 'char' ? { type, value: list.join() } : { type, value: convert(list, type) },
    );
  return fc.oneof(text, numbers);
}

function named(attributes: readonly Omit<Attribute, 'name'>[], prefix: string): Attribute[] {
  return attributes.map((attribute, index) => ({ ...attribute, name: `${prefix}${index}` }));
}

function valuesOf(
  definition: Definition,
  records: number,
  seed: number,
): Map<string, NumericArray> {
  let state = seed | 1;
  const byte = () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state >>> 24;
  };
  const lengthOf = (name: string) => {
    const dimension = definition.dimensions.find((each) => each.name === name);
    return dimension?.unlimited ? records : (dimension?.length ?? 0);
  };
  return new Map(
    definition.variables.map(({ name, type, dimensions }) => {
      const count = dimensions.reduce((product, each) => product * lengthOf(each), 1);
      const values = new (arrayOf(type as FixedType))(count);
      const isFloat = type === 'float' || type === 'double';
      const bytes = new Uint8Array(values.buffer);
      // Any bits will do for integers; floats stay finite so that they compare as numbers, text
      // stays ASCII.
      if (isFloat) for (let i = 0; i < count; i++) values[i] = ((byte() - 128) / 7) as never;
      else
        for (let i = 0; i < bytes.length; i++)
          bytes[i] = type === 'char' ? 97 + (byte() % 26) : byte();
      return [name, values];
    }),
  );
}
