// One file for each datastream of an order, whatever changed between its files, and what is chosen
// of its rows.
import * as z from 'zod/mini';

const name = z.string().check(z.minLength(1), z.maxLength(200));

/** Values of a coordinate from `from` to `to`, both included. */
export const levelBox = z
  .object({ dimension: name, from: z.number(), to: z.number() })
  .check(z.refine(({ from, to }) => from <= to, 'ends below where it begins'));
export type LevelBox = z.infer<typeof levelBox>;

export const oneFile = z.object({
  /** One row of so many. */
  every: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
  levels: z.optional(z.array(levelBox).check(z.maxLength(10))),
  /** Only variables with no dimension besides time and these. */
  dimensions: z.optional(z.array(name).check(z.maxLength(20))),
  /** Packed values become measured ones. */
  unpacked: z.optional(z.boolean()),
  /** NetCDF becomes NetCDF-4 with this compression; 0: none. */
  compression: z.optional(z.int().check(z.gte(0), z.lte(9))),
});
export type OneFile = z.infer<typeof oneFile>;

/** What the checkout asks about it; null or empty: everything. */
export const oneFileOptions = z.readonly(
  z.object({
    every: z.number(),
    levels: z.string(),
    dimensions: z.nullable(z.string()),
    unpacked: z.boolean(),
    compression: z.nullable(z.number()),
  }),
);
export type OneFileOptions = z.infer<typeof oneFileOptions>;

export const DEFAULT_ONE_FILE: OneFileOptions = {
  every: 1,
  levels: '',
  dimensions: null,
  unpacked: false,
  compression: null,
};

/** Of a text such as 'height:0:3000, range:0:5000'; null: it is no such text. */
export function readLevels(text: string): LevelBox[] | null {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const boxes = parts.map((part) => {
    const [, dimension = '', from = '', to = ''] = /^([^:]+):([^:]+):([^:]+)$/.exec(part) ?? [];
    return levelBox.safeParse({
      dimension: dimension.trim(),
      from: numberOf(from),
      to: numberOf(to),
    });
  });
  return boxes.length <= 10 && boxes.every((box) => box.success)
    ? boxes.flatMap(({ data }) => data ?? [])
    : null;
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** The request for what was chosen; null: the levels are no such text. */
export function oneFileOf(options: OneFileOptions): OneFile | null {
  const levels = readLevels(options.levels);
  if (levels === null) return null;
  const { every, dimensions, unpacked, compression } = options;
  return {
    ...(every > 1 ? { every } : {}),
    ...(levels.length > 0 ? { levels } : {}),
    ...(dimensions === null ? {} : { dimensions: namesIn(dimensions) }),
    ...(unpacked ? { unpacked } : {}),
    ...(compression === null ? {} : { compression }),
  };
}

const namesIn = (text: string): string[] =>
  text.split(/[\s,]+/).filter((word) => word !== '' && word !== 'time');

/** Each choice in words, for a README. */
export function oneFileInWords({
  every,
  levels,
  dimensions,
  unpacked,
  compression,
}: OneFile): string[] {
  return [
    'all files in one along time, whatever changed between them; a variable whose units or levels changed is called NAME__to_YYYYMMDD up to that day',
    ...(every === undefined || every === 1 ? [] : [`one row of ${every}`]),
    ...(levels ?? []).map(({ dimension, from, to }) => `${dimension} from ${from} to ${to}`),
    ...(dimensions === undefined
      ? []
      : [`only variables of the dimensions ${['time', ...dimensions].join(', ')}`]),
    ...(unpacked === true ? ['packed values as measured ones'] : []),
    ...(compression === undefined ? [] : [`NetCDF-4 with compression ${compression}`]),
  ];
}
