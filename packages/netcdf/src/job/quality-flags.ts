// Understands quality variables: which of their bits or values mean Bad, and which Indeterminate.
import { findAttribute, numbersAttribute, textAttribute } from '../attribute.ts';
import type { Attribute, NcType, NumericArray, Variable } from '../dataset.ts';
import { besides, lastOf, resolveName } from './group-names.ts';
import { isQuality, words } from './select.ts';

export type Assessment = 'Bad' | 'Indeterminate';

/**
 * A value counts when it has one of the bits of `mask`, when it is one of `values`, or when its
 * bits within the mask of one of `fields` equal the value of that field.
 */
export interface FailingFlags {
  readonly mask: bigint;
  readonly values: ReadonlySet<number>;
  readonly fields?: readonly { readonly mask: bigint; readonly value: bigint }[];
  /** Quality that is itself missing has no bits. */
  readonly missing?: ReadonlySet<number>;
}

type IsWanted = (assessment: string) => boolean;

interface HasAttributes {
  readonly attributes: readonly Attribute[];
}

/**
 * By `bit_N_assessment` of the variable, else `flag_N_assessment` of the value N, else `flag_masks`
 * or `flag_values` with `flag_assessments` (or telling `flag_meanings`), else the older global
 * `qc_bit_N_assessment`. undefined when nothing is assessed so.
 */
export function failingFlags(
  quality: Variable,
  file: HasAttributes,
  wanted: readonly Assessment[],
): FailingFlags | undefined {
  const isWanted = (assessment: string) => wanted.some((each) => each === meantBy(assessment));
  const told =
    bits(quality, isWanted) ??
    assessedStates(quality, isWanted) ??
    flagged(quality, isWanted) ??
    bits(file, isWanted);
  if (!told) return undefined;
  const { mask, values, fields = [] } = told;
  if (mask === 0n && values.size === 0 && fields.length === 0) return undefined;
  return { ...told, missing: statedIn(quality) };
}

/**
 * Some archives use the words of an order's choices: Incorrect for Bad, Suspect for Indeterminate.
 */
const ASSESSMENTS: Readonly<Record<Assessment, readonly string[]>> = {
  Bad: ['bad', 'incorrect'],
  Indeterminate: ['indeterminate', 'suspect', 'questionable'],
};

function meantBy(assessment: string): Assessment | undefined {
  const word = assessment.trim().toLowerCase();
  if (ASSESSMENTS.Bad.includes(word)) return 'Bad';
  return ASSESSMENTS.Indeterminate.includes(word) ? 'Indeterminate' : undefined;
}

const statedIn = (quality: Variable): Set<number> =>
  new Set([
    -9999,
    ...['missing_value', '_FillValue'].flatMap((name) => numbersAttribute(quality, name) ?? []),
  ]);

const bitsOf = (quality: NumericArray): number =>
  quality instanceof Float32Array || quality instanceof Float64Array
    ? 64
    : quality.BYTES_PER_ELEMENT * 8;

/** Which of `quality`'s values count, one byte for each. */
export function failing(quality: NumericArray, flags: FailingFlags): Uint8Array {
  const result = new Uint8Array(quality.length);
  // A negative number has no more bits than its type.
  const width = bitsOf(quality);
  const mask = BigInt.asUintN(width, flags.mask);
  const low = Number(mask & 0xffffffffn);
  const isNarrow = mask <= 0xffffffffn;
  const fields = flags.fields ?? [];
  const missing = flags.missing ?? ONLY_USUAL;
  for (let i = 0; i < quality.length; i++) {
    const value = quality[i] ?? Number.NaN;
    if (typeof value === 'number' && !Number.isInteger(value)) continue;
    const hit =
      typeof value === 'bigint' || !isNarrow
        ? (BigInt.asUintN(width, BigInt(value)) & mask) !== 0n
        : (value & low) !== 0;
    if (hit && !missing.has(Number(value))) result[i] = 1;
    else if (flags.values.size > 0 && flags.values.has(Number(value))) result[i] = 1;
    else if (fields.length > 0 && isOneOf(BigInt.asUintN(width, BigInt(value)), fields))
      result[i] = missing.has(Number(value)) ? 0 : 1;
  }
  return result;
}

const ONLY_USUAL: ReadonlySet<number> = new Set([-9999]);

const isOneOf = (value: bigint, fields: NonNullable<FailingFlags['fields']>): boolean =>
  fields.some((field) => (value & field.mask) === field.value);

/**
 * The quality variable of a data variable, by name, as an ancillary variable, or by a usual name if
 * it assesses values.
 */
export function qualityOf<V extends Variable>(
  variable: Variable,
  byName: ReadonlyMap<string, V>,
): V | undefined {
  const { name } = variable;
  const named = byName.get(besides(name, `qc_${lastOf(name)}`));
  if (named) return named;
  const [ancillary] = ancillaryQuality(variable, byName);
  if (ancillary) return ancillary;
  return USUAL_NAMES.map((usual) => byName.get(besides(name, usual(lastOf(name))))).find(
    (other) => other && failingFlags(other, other, ['Bad', 'Indeterminate']),
  );
}

/** All that a data variable names as its quality. */
export const ancillaryQuality = <V extends Variable>(
  variable: Variable,
  byName: ReadonlyMap<string, V>,
): readonly V[] =>
  words(textAttribute(variable, 'ancillary_variables')).flatMap((other) => {
    const found = byName.get(resolveName(variable.name, other, (known) => byName.has(known)) ?? '');
    return found && isQuality(found) ? [found] : [];
  });

/** What the quality of a variable is called where no attribute leads to it. */
const USUAL_NAMES: readonly ((of: string) => string)[] = [
  (of) => `${of}_qc`,
  (of) => `${of}_QC`,
  (of) => `qc_flag_${of}`,
  (of) => `${of}_qc_flag`,
  (of) => `${of}_quality_flag`,
  (of) => `${of}_flag`,
];

/** Bit n has the value 2^(n-1). undefined when no bit is assessed. */
function bits(of: HasAttributes, isWanted: IsWanted): FailingFlags | undefined {
  const assessed = numbered(of, /^(?:qc_)?bit_(\d+)_assessment$/i).filter(
    ({ n }) => n >= 1 && n <= 64,
  );
  if (assessed.length === 0) return undefined;
  const wanted = assessed.filter(({ assessment }) => isWanted(assessment));
  return {
    mask: wanted.reduce((mask, { n }) => mask | (1n << BigInt(n - 1)), 0n),
    values: new Set(),
  };
}

/** One assessment for each value, not for each bit. */
function assessedStates(of: HasAttributes, isWanted: IsWanted): FailingFlags | undefined {
  const assessed = numbered(of, /^flag_(\d+)_assessment$/i);
  if (assessed.length === 0) return undefined;
  const wanted = assessed.filter(({ assessment }) => isWanted(assessment));
  return { mask: 0n, values: new Set(wanted.map(({ n }) => n)) };
}

function numbered(of: HasAttributes, pattern: RegExp): { n: number; assessment: string }[] {
  return of.attributes.flatMap(({ name, value }) => {
    const n = pattern.exec(name)?.[1];
    return n !== undefined && typeof value === 'string'
      ? [{ n: Number(n), assessment: value.trim() }]
      : [];
  });
}

/** What archives write instead of an assessment in the flag_meanings of a simple state. */
const MEANINGS: readonly (readonly [RegExp, Assessment])[] = [
  [/bad|incorrect|fail/i, 'Bad'],
  [/indeterminate|suspect|questionable/i, 'Indeterminate'],
];
/** `not_bad` is not bad. */
const DENIED = /^(not?|non|without)(_|-|$)/i;

function flagged(quality: Variable, isWanted: IsWanted): FailingFlags | undefined {
  const assessments = listed(quality, 'flag_assessments');
  const meanings = listed(quality, 'flag_meanings');
  const counts = (index: number): boolean => {
    const meaning = meanings[index] ?? '';
    const meant = DENIED.test(meaning)
      ? undefined
      : MEANINGS.find(([pattern]) => pattern.test(meaning))?.[1];
    return isWanted(assessments[index] ?? meant ?? '');
  };
  const masks = bitsAttribute(quality, 'flag_masks');
  const values = bare(quality, 'flag_values');
  // Masks and values together: states that are stored in some of the bits.
  if (masks && values) {
    const exact = bitsAttribute(quality, 'flag_values') ?? [];
    const fields = masks.flatMap((mask, index) => {
      const value = exact[index];
      return value !== undefined && counts(index) ? [{ mask, value }] : [];
    });
    return { mask: 0n, values: new Set(), fields };
  }
  if (masks) {
    const wanted = masks.filter((_, index) => counts(index));
    return { mask: wanted.reduce((all, mask) => all | mask, 0n), values: new Set() };
  }
  if (!values) return undefined;
  return { mask: 0n, values: new Set(values.filter((_, index) => counts(index))) };
}

/** One text for each flag, also where they are several strings, in which blanks part nothing. */
function listed(of: Variable, name: string): readonly string[] {
  const value = findAttribute(of, name)?.value;
  const isSeveral = Array.isArray(value) && value.length > 1;
  return isSeveral ? value.map(String) : words(textAttribute(of, name));
}

/** Numbers, also as a text that has their types: '0b, 1b, 2ub'. */
function bare(of: Variable, name: string): number[] | undefined {
  const text = textAttribute(of, name);
  if (text === undefined) return numbersAttribute(of, name);
  const numbers = words(text).map((word) =>
    Number(word.replace(/(?<=[\d.])(?:u?b|u?s|u?ll|u|l|f)$/i, '')),
  );
  return numbers.length > 0 && numbers.every(Number.isFinite) ? numbers : undefined;
}

/**
 * The numbers of an attribute as bits, 64 of them exactly; the highest of a type may make them
 * negative.
 */
function bitsAttribute(of: Variable, name: string): bigint[] | undefined {
  const found = findAttribute(of, name);
  const value = found?.value;
  const isBig = value instanceof BigInt64Array || value instanceof BigUint64Array;
  const all = isBig
    ? [...value]
    : bare(of, name)?.map((number) => BigInt(Number.isInteger(number) ? number : 0));
  if (!found || !all) return undefined;
  const width = found.type === 'int64' || found.type === 'uint64' ? 64 : WIDTHS[found.type];
  return all.map((bits) => BigInt.asUintN(width ?? 64, bits));
}

const WIDTHS: Partial<Record<NcType, number>> = {
  byte: 8,
  ubyte: 8,
  short: 16,
  ushort: 16,
  int: 32,
  uint: 32,
};
