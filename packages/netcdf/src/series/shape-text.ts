// A shape as text, for an index: equal shapes give equal text.
import { createHash } from 'node:crypto';
import type { Attribute, NcType } from '../dataset.ts';
import { arrayOf, isFixedType, isNumeric } from '../element.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { numbersOf, putNumber } from '../numeric-array.ts';
import type { FileShape, ShapeVariable } from './shape.ts';

/**
 * Name, type, and the value: text as it is, texts and numbers as a list; numbers are written as
 * text, so that NaN survives.
 */
type AttributeText = readonly [name: string, type: NcType, value: string | readonly string[]];

interface Written {
  readonly timeVariable: string;
  readonly timeDimension: string;
  readonly variables: readonly (Omit<ShapeVariable, 'attributes'> & {
    readonly attributes: readonly AttributeText[];
  })[];
  readonly leftOut: readonly string[];
  readonly globals: readonly AttributeText[];
}

const VERSION = 1;

export function shapeText(shape: FileShape): string {
  const written: Written = {
    timeVariable: shape.timeVariable,
    timeDimension: shape.timeDimension,
    variables: shape.variables.map(
      ({ name, type, hasTime, inner, attributes, countsTime, storedDimensions, digest }) => ({
        ...{ name, type, hasTime, inner, countsTime },
        ...(storedDimensions ? { storedDimensions } : {}),
        ...(digest === undefined ? {} : { digest }),
        attributes: attributes.map(asText),
      }),
    ),
    leftOut: shape.leftOut,
    globals: shape.globals.map(asText),
  };
  return JSON.stringify([VERSION, written]);
}

/** Twenty hex digits, the same for the same text. */
export const shapeKey = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 20);

/** Throws NetcdfError `invalid` for a text that shapeText did not make. */
export function shapeFrom(text: string): FileShape {
  const parsed = JSON.parse(text);
  if (!Array.isArray(parsed) || parsed[0] !== VERSION)
    throw new NetcdfError('invalid', 'The text is not a shape of this version.');
  const written: Written = parsed[1]; // made by shapeText of this version
  const { variables, globals, ...rest } = written;
  return {
    ...rest,
    globals: globals.map(read),
    variables: variables.map((variable) => ({
      ...variable,
      attributes: variable.attributes.map(read),
    })),
  };
}

function asText({ name, type, value }: Attribute): AttributeText {
  if (typeof value === 'string') return [name, type, value];
  return [name, type, isNumeric(value) ? Array.from(numbersOf(value), String) : value];
}

function read([name, type, value]: AttributeText): Attribute {
  if (typeof value === 'string' || !isFixedType(type) || type === 'char')
    return { name, type, value };
  const numbers = new (arrayOf(type))(value.length);
  value.forEach((text, index) => {
    const isBig = type === 'int64' || type === 'uint64';
    putNumber(numbers, index, isBig ? BigInt(text) : Number(text));
  });
  return { name, type, value: numbers };
}

/**
 * A text of shapeText in two parts: what many files have in common, and digests of values, which
 * may differ in every file.
 */
export interface ShapeParts {
  readonly common: string;
  /** In the order of the variables that have one. */
  readonly digests: readonly string[];
}

const DIGEST = /"digest":"([^"\\]*)"/g; // in the text of an attribute the quotes are escaped

export function shapeParts(text: string): ShapeParts {
  const digests: string[] = [];
  const common = text.replace(DIGEST, (_, digest: string) => {
    digests.push(digest);
    return '"digest":""';
  });
  return { common, digests };
}

/**
 * Shapes of parts; `common`: shapeFrom of that part, whose variables without digests are shared by
 * all.
 */
export function shapeOfParts(common: FileShape, digests: readonly string[]): FileShape {
  let next = 0;
  const variables = common.variables.map((variable) =>
    variable.digest === undefined ? variable : { ...variable, digest: digests[next++] ?? '' },
  );
  return { ...common, variables };
}
