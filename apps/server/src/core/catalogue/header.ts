// The header of a file as the store keeps it: one JSON per datastream and design, in `designs.header`.
import type { Attribute, Dataset } from '@isobar/netcdf';
import * as z from 'zod';

/**
 * Texts, or numbers. A number that JSON cannot hold (NaN, an infinity, an integer beyond 2^53) stands as its text. One
 * value stands alone, several as a list.
 */
const attribute = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]),
});

export const storedHeader = z.object({
  format: z.enum(['cdf1', 'cdf2', 'cdf5', 'netcdf4']),
  /** Lengths are those of the file whose header was read; of an unlimited one they differ from file to file. */
  dimensions: z.array(z.object({ name: z.string(), length: z.number(), unlimited: z.boolean() })),
  attributes: z.array(attribute),
  variables: z.array(
    z.object({
      name: z.string(),
      /** As NetCDF calls it: float, short … */
      type: z.string(),
      /** Slowest first; none: a scalar. */
      dimensions: z.array(z.string()),
      attributes: z.array(attribute),
    }),
  ),
});
export type StoredHeader = z.infer<typeof storedHeader>;
export type StoredAttribute = z.infer<typeof attribute>;
export type StoredVariable = StoredHeader['variables'][number];

/** What to keep of an opened file; its JSON goes into `designs.header`. */
export function headerOf(
  dataset: Pick<Dataset, 'format' | 'dimensions' | 'attributes' | 'variables'>,
): StoredHeader {
  return {
    format: dataset.format,
    dimensions: dataset.dimensions.map(({ name, length, unlimited }) => ({
      name,
      length,
      unlimited,
    })),
    attributes: dataset.attributes.map(stored),
    variables: dataset.variables.map(({ name, type, dimensions, attributes }) => ({
      name,
      type,
      dimensions: [...dimensions],
      attributes: attributes.map(stored),
    })),
  };
}

/** Reads `designs.header`. Throws when the store holds something else. */
export const parseHeader = (json: string): StoredHeader => storedHeader.parse(JSON.parse(json));

/** The text of an attribute, numbers as their text, several values joined by ', '; undefined when it is absent. */
export function attributeText(
  of: { readonly attributes: readonly StoredAttribute[] },
  name: string,
): string | undefined {
  const value = of.attributes.find((a) => a.name === name)?.value;
  return Array.isArray(value) ? value.join(', ') : value?.toString();
}

function stored({ name, value }: Attribute): StoredAttribute {
  if (typeof value === 'string') return { name, value };
  const values = Array.from<string | number | bigint, string | number>(
    value as Iterable<string | number | bigint>, // every kind of list iterates over one of these
    (item) => (typeof item === 'string' ? item : jsonNumber(item)),
  );
  return { name, value: values.length === 1 ? (values[0] as string | number) : values };
}

function jsonNumber(number: number | bigint): number | string {
  const plain = Number(number);
  const exact = typeof number === 'bigint' ? Number.isSafeInteger(plain) : Number.isFinite(plain);
  return exact ? plain : String(number);
}
