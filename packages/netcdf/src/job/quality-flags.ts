// Understands quality variables: which of their bits or values mean Bad, and which Indeterminate.
import { numbersAttribute, textAttribute } from '../attribute.ts';
import type { Attribute, NumericArray, Variable } from '../dataset.ts';
import { besides, lastOf, meant } from './group-names.ts';
import { isQuality, words } from './select.ts';

export type Assessment = 'Bad' | 'Indeterminate';

/** A value counts when it has one of the bits of `mask` or is one of `values`. */
export interface FailingFlags {
  readonly mask: bigint;
  readonly values: ReadonlySet<number>;
}

type IsWanted = (assessment: string) => boolean;

interface HasAttributes {
  readonly attributes: readonly Attribute[];
}

/**
 * By `bit_N_assessment` of the variable, else `flag_masks` or `flag_values` with `flag_assessments` (or telling
 * `flag_meanings`), else `flag_N_assessment` of the value N, else the older global `qc_bit_N_assessment`. undefined when
 * nothing is assessed so.
 */
export function failingFlags(
  quality: Variable,
  file: HasAttributes,
  wanted: readonly Assessment[],
): FailingFlags | undefined {
  const isWanted = (assessment: string) =>
    wanted.some((each) => each.toLowerCase() === assessment.toLowerCase());
  const told =
    bits(quality, isWanted) ??
    flagged(quality, isWanted) ??
    states(quality, isWanted) ??
    bits(file, isWanted);
  return told && (told.mask !== 0n || told.values.size > 0) ? told : undefined;
}

/** Which of `quality`'s values count, one byte for each. */
export function failing(quality: NumericArray, flags: FailingFlags): Uint8Array {
  const result = new Uint8Array(quality.length);
  const low = Number(flags.mask & 0xffffffffn);
  const isNarrow = flags.mask <= 0xffffffffn;
  for (let i = 0; i < quality.length; i++) {
    const value = quality[i] ?? Number.NaN;
    if (typeof value === 'number' && !Number.isInteger(value)) continue;
    const hit =
      typeof value === 'bigint' || !isNarrow
        ? (BigInt.asUintN(64, BigInt(value)) & flags.mask) !== 0n
        : (value & low) !== 0;
    if (hit && !isMissing(value)) result[i] = 1;
    else if (flags.values.size > 0 && flags.values.has(Number(value))) result[i] = 1;
  }
  return result;
}

/** The quality variable of a data variable, by name or as an ancillary variable. */
export function qualityOf<V extends Variable>(
  variable: Variable,
  byName: ReadonlyMap<string, V>,
): V | undefined {
  const { name } = variable;
  const named = byName.get(besides(name, `qc_${lastOf(name)}`));
  if (named) return named;
  return words(textAttribute(variable, 'ancillary_variables'))
    .map((other) => byName.get(meant(name, other, (known) => byName.has(known)) ?? ''))
    .find((other) => isQuality(other));
}

/** Quality that is itself missing has no bits. */
function isMissing(value: number | bigint): boolean {
  return Number(value) === -9999;
}

/** Bit n has the value 2^(n-1). undefined when no bit is assessed at all. */
function bits(of: HasAttributes, isWanted: IsWanted): FailingFlags | undefined {
  const assessed = numbered(of, /^(?:qc_)?bit_(\d+)_assessment$/).filter(
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
function states(of: HasAttributes, isWanted: IsWanted): FailingFlags | undefined {
  const assessed = numbered(of, /^flag_(\d+)_assessment$/);
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

/** What archives write instead of an assessment, in the meanings of a simple state. */
const MEANINGS: readonly (readonly [RegExp, Assessment])[] = [
  [/bad|incorrect|fail/i, 'Bad'],
  [/indeterminate|suspect|questionable/i, 'Indeterminate'],
];

function flagged(quality: Variable, isWanted: IsWanted): FailingFlags | undefined {
  const assessments = words(textAttribute(quality, 'flag_assessments'));
  const masks = numbersAttribute(quality, 'flag_masks');
  if (masks && assessments.length > 0) {
    const wanted = masks.filter((_, index) => isWanted(assessments[index] ?? ''));
    const unsigned = wanted.map((mask) => BigInt.asUintN(32, BigInt(Math.trunc(mask))));
    return { mask: unsigned.reduce((all, mask) => all | mask, 0n), values: new Set() };
  }
  const values = numbersAttribute(quality, 'flag_values');
  if (!values) return undefined;
  const meanings = words(textAttribute(quality, 'flag_meanings'));
  const wanted = values.filter((_, index) => {
    const meant = MEANINGS.find(([pattern]) => pattern.test(meanings[index] ?? ''))?.[1];
    return isWanted(assessments[index] ?? meant ?? '');
  });
  return { mask: 0n, values: new Set(wanted) };
}
