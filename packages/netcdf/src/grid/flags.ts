// The flags of values on a time grid: bits 1 to 13 as ARM's transformations write them, with their
// meanings and assessments.
import type { Attribute } from '../dataset.ts';

/** Bit n has the value 2^(n-1). */
const bit = (n: number): number => 2 ** (n - 1);

export const FLAG = {
  /** No value could be made; the value is missing. */
  bad: bit(1),
  /** A sample that its own quality variable assesses Indeterminate was used. */
  indeterminate: bit(2),
  /** The nearest usable sample is not the nearest sample. */
  notNearest: bit(5),
  /** Samples that are missing, Bad or inside a report were left out. */
  someLeftOut: bit(6),
  /** No sample overlaps the cell. */
  noSample: bit(8),
  /** Samples overlap the cell, and none is usable. */
  noneUsable: bit(9),
  badDeviation: bit(10),
  indeterminateDeviation: bit(11),
  badShare: bit(12),
  indeterminateShare: bit(13),
} as const;

const MEANINGS: readonly (readonly [meaning: string, assessment: 'Bad' | 'Indeterminate'])[] = [
  ['QC_BAD: no value could be made, value set to missing_value', 'Bad'],
  ['QC_INDETERMINATE: an input sample that was used is assessed Indeterminate', 'Indeterminate'],
  ['QC_INTERPOLATE: an unusable neighbour was skipped; not used here', 'Indeterminate'],
  ['QC_EXTRAPOLATE: both samples are on one side; not used here', 'Indeterminate'],
  ['QC_NOT_USING_CLOSEST: the nearest usable sample is not the nearest sample', 'Indeterminate'],
  [
    'QC_SOME_BAD_INPUTS: some samples were missing, Bad or inside a data quality report and were left out',
    'Indeterminate',
  ],
  ['QC_ZERO_WEIGHT: all weights are zero; not used here', 'Indeterminate'],
  ['QC_OUTSIDE_RANGE: no sample overlaps the cell, value set to missing_value', 'Bad'],
  ['QC_ALL_BAD_INPUTS: no sample of the cell is usable, value set to missing_value', 'Bad'],
  ['QC_BAD_STD: the standard deviation is greater than std_bad_max', 'Bad'],
  ['QC_INDETERMINATE_STD: the standard deviation is greater than std_ind_max', 'Indeterminate'],
  ['QC_BAD_GOODFRAC: the good share is less than goodfrac_bad_min', 'Bad'],
  ['QC_INDETERMINATE_GOODFRAC: the good share is less than goodfrac_ind_min', 'Indeterminate'],
];

interface Limit {
  readonly bad?: number | undefined;
  readonly indeterminate?: number | undefined;
}

/**
 * Limits that set a flag and leave the value as it is. `deviation` in the units of the variable,
 * `share` from 0 to 1.
 */
export interface GridLimits {
  readonly deviation?: Limit | undefined;
  readonly share?: Limit | undefined;
}

/** The flags that the limits set; a value that is missing is given none of them. */
export function limitFlags(
  { deviation, share }: GridLimits,
  found: { readonly deviation: number; readonly share: number },
): number {
  let flags = 0;
  if (found.deviation > (deviation?.bad ?? Number.POSITIVE_INFINITY)) flags |= FLAG.badDeviation;
  else if (found.deviation > (deviation?.indeterminate ?? Number.POSITIVE_INFINITY))
    flags |= FLAG.indeterminateDeviation;
  if (found.share < (share?.bad ?? 0)) flags |= FLAG.badShare;
  else if (found.share < (share?.indeterminate ?? 0)) flags |= FLAG.indeterminateShare;
  return flags;
}

/**
 * The attributes of a quality variable on a grid, by which this package and ARM's tools read it.
 */
export function flagAttributes(of: string, limits: GridLimits): Attribute[] {
  const { deviation, share } = limits;
  const stated: readonly (readonly [string, number | undefined])[] = [
    ['std_bad_max', deviation?.bad],
    ['std_ind_max', deviation?.indeterminate],
    ['goodfrac_bad_min', share?.bad],
    ['goodfrac_ind_min', share?.indeterminate],
  ];
  return [
    text('long_name', `Quality check results on variable: ${of}`),
    text('units', '1'),
    text('flag_method', 'bit'),
    ...MEANINGS.flatMap(([meaning, assessment], index) => [
      text(`bit_${index + 1}_description`, meaning),
      text(`bit_${index + 1}_assessment`, assessment),
    ]),
    ...stated.flatMap(([name, value]): Attribute[] =>
      value === undefined ? [] : [{ name, type: 'double', value: Float64Array.of(value) }],
    ),
  ];
}

export const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });
