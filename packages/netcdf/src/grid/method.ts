// Which way of gridding suits a variable, and which ways are refused, with the reason; pure.
import { findAttribute, textAttribute } from '../attribute.ts';
import type { SeriesVariable } from '../series/series.ts';

export const METHODS = ['mean', 'sum', 'nearest', 'vector'] as const;
/** `vector`: the mean of a wind, of a pair of a speed and the direction that it comes from. */
export type GridMethod = (typeof METHODS)[number];

/** Each method as the law of the grid has it, in one sentence for readers. */
export const METHOD_SENTENCES: Readonly<Record<GridMethod, string>> = {
  mean: 'The mean of the usable samples, each weighted by the part of it that is inside the cell.',
  sum: 'The sum of the usable samples, each by the part of it that is inside the cell; never scaled up for samples that are missing.',
  nearest: 'The usable sample nearest to the start of the cell, of those that overlap it.',
  vector:
    'The means of the eastward and northward components give speed and direction; the mean of the speeds is beside them.',
};

const CODES = ['flag_values', 'flag_masks', 'flag_meanings'];
const isInteger = ({ type }: SeriesVariable): boolean => type !== 'float' && type !== 'double';
const unitsOf = (variable: SeriesVariable): string =>
  textAttribute(variable, 'units')?.trim() ?? '';
const wordsOf = (variable: SeriesVariable): string =>
  `${variable.name} ${textAttribute(variable, 'long_name') ?? ''}`.toLowerCase();

export const isCode = (variable: SeriesVariable): boolean =>
  CODES.some((name) => findAttribute(variable, name)) ||
  variable.attributes.some(({ name }) => /^(bit|flag)_\d+_/i.test(name)) ||
  /^(qc|aqc)_/.test(variable.name) ||
  /(^|_)code(_|$)/.test(variable.name) ||
  (isInteger(variable) && unitsOf(variable) === '');

const isAngle = (variable: SeriesVariable): boolean =>
  /^deg(ree)?s?$|^°$|^rad(ian)?s?$/i.test(unitsOf(variable)) &&
  /direction|azimuth|heading|wdir/.test(wordsOf(variable));

/** Decibels and other logarithms: a mean of them is no logarithm of the mean. */
const isLogarithmic = (variable: SeriesVariable): boolean =>
  /^dB([A-Z].*)?$|^Bel$|^log|\(log|dex$/i.test(unitsOf(variable));

/** Amounts since the sample before, such as millimetres of rain in a minute. */
const isAmount = (variable: SeriesVariable): boolean => {
  const isLength = /^(mm|cm|m|kg ?m-2|kg\/m\^?2)$/i.test(unitsOf(variable));
  const cells = textAttribute(variable, 'cell_methods') ?? '';
  return (
    /time: sum/.test(cells) ||
    (isLength &&
      /rain|precip|snowfall/.test(wordsOf(variable)) &&
      !/rate|depth/.test(wordsOf(variable)))
  );
};

/** The speed that belongs to a wind direction: `wdir_vec_mean` goes with `wspd_vec_mean` or `wspd_arith_mean`. */
export function speedOf(
  direction: SeriesVariable,
  variables: ReadonlyMap<string, SeriesVariable>,
): SeriesVariable | undefined {
  if (!isAngle(direction) || !/wind|wdir/.test(wordsOf(direction))) return undefined;
  const speeds = [...variables.values()].filter(
    (each) =>
      each.perRecord &&
      /^(m ?(s-1|s\^-1|\/ ?s)|knots?|km ?(h-1|\/ ?h))$/i.test(unitsOf(each)) &&
      /wind[ _-]?speed|wspd/.test(wordsOf(each)) &&
      !/std|max|min|gust/.test(wordsOf(each)) &&
      each.inner.map(({ name }) => name).join() === direction.inner.map(({ name }) => name).join(),
  );
  const ofName = (word: string) => direction.name.replace(/wdir|dir(ection)?/, word);
  return (
    speeds.find(
      ({ name }) => name === ofName('wspd') || name === ofName('spd') || name === ofName('speed'),
    ) ?? speeds[0]
  );
}

/** What is proposed for a variable that has a value for every row; `because`: why none is. */
export function proposedMethod(
  variable: SeriesVariable,
  variables: ReadonlyMap<string, SeriesVariable>,
): { readonly method: GridMethod } | { readonly because: string } {
  for (const method of METHODS_IN_ORDER(variable)) {
    const because = refusal(variable, method, variables);
    if (because === undefined) return { method };
    if (method === 'nearest') return { because };
  }
  return { because: `${variable.name} suits no method` };
}

const METHODS_IN_ORDER = (variable: SeriesVariable): readonly GridMethod[] => {
  if (isCode(variable)) return ['nearest'];
  if (isAngle(variable)) return ['vector', 'nearest'];
  return isAmount(variable) ? ['sum', 'nearest'] : ['mean', 'nearest'];
};

/** Why a method does not suit a variable, as a sentence; undefined when it does. `asStored`: the mean of logarithms is wanted. */
export function refusal(
  variable: SeriesVariable,
  method: GridMethod,
  variables: ReadonlyMap<string, SeriesVariable>,
  { asStored = false }: { readonly asStored?: boolean } = {},
): string | undefined {
  const { name, type, perRecord } = variable;
  if (!perRecord) return `${name} is the same for all times.`;
  if (type === 'char' || type === 'string') return `${name} is text.`;
  if (type === 'int64' || type === 'uint64')
    return `${name} has integers of 64 bits, which cannot be masked.`;
  if (method === 'nearest') return undefined;
  if (isCode(variable)) return `${name} is a code or a flag: only its nearest value has a meaning.`;
  if (method === 'vector')
    return speedOf(variable, variables)
      ? undefined
      : `${name} has no wind speed beside it, so it cannot be averaged as a vector.`;
  if (isAngle(variable))
    return `${name} is an angle: its ${method} has no meaning without a speed.`;
  if (isLogarithmic(variable) && !asStored)
    return `${name} is logarithmic (${unitsOf(variable)}): its ${method} is not that of the quantity. Choose "as stored" to have it all the same.`;
  return undefined;
}
