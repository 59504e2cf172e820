// Decides what a mask concerns: which variables lose values in which spans and by whose quality,
// and which cannot; pure.
import { textAttribute } from '../attribute.ts';
import type { Attribute, Variable } from '../dataset.ts';
import { isRowIndex } from '../time/counted-rows.ts';
import type { Stepwise } from '../yielding.ts';
import { flagPlaces } from './flag-places.ts';
import { lastOf, resolveName } from './group-names.ts';
import type { MaskSpan } from './job.ts';
import {
  type Assessment,
  ancillaryQuality,
  type FailingFlags,
  failingFlags,
  qualityOf,
} from './quality-flags.ts';
import type { MergedVariable, Schema } from './schema.ts';
import { words } from './select.ts';

export interface MaskPlan {
  /** Spans by variable. */
  readonly spans: ReadonlyMap<string, readonly MaskSpan[]>;
  /** Data variables with a quality variable, by name. */
  readonly quality: ReadonlyMap<string, QualityPair>;
  /** Variables that may lose values. */
  readonly affected: ReadonlySet<string>;
  /** Those among them that cannot, with the reason; the values that they would lose are counted. */
  readonly reasons: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

export interface QualityPair {
  readonly name: string;
  /** False: the same flags hold for all records. */
  readonly perRecord: boolean;
  /**
   * For each value of a record, the index of the flag for its quality; undefined: there is none,
   * and `reason` says why.
   */
  readonly places: Int32Array | undefined;
  readonly reason: string;
  /** The quality is text, so that the values that it flags are not known. */
  readonly isText: boolean;
}

export interface MaskRequest {
  readonly masks: readonly MaskSpan[];
  readonly assessed: readonly Assessment[];
}

/**
 * What is masked in a part whose times go from `first` to `last`, in seconds. Times, coordinates
 * and quality variables are never masked.
 */
export function* planMasks(
  schema: Schema,
  { masks, assessed }: MaskRequest,
  first: number,
  last: number,
): Stepwise<MaskPlan> {
  const variables = [...schema.variables.values()];
  const protectedNames = yield* namesNeverMasked(schema);
  const data = variables.filter(({ name, perRecord }) => perRecord && !protectedNames.has(name));
  const overlapping = masks.filter(({ start, end }) => start <= last && end >= first);
  const spans = new Map<string, readonly MaskSpan[]>();
  const same = new Map<string, readonly MaskSpan[]>();
  for (const { name } of data) {
    yield;
    const own = overlapping.filter(({ variables: of }) => of === 'all' || of.includes(name));
    if (own.length === 0) continue;
    // Variables with the same spans share one list, so that its rows are found once.
    const key = own.map((span) => overlapping.indexOf(span)).join();
    if (!same.has(key)) same.set(key, own);
    spans.set(name, same.get(key) ?? own);
  }
  const quality: ReadonlyMap<string, QualityPair> =
    assessed.length > 0 ? yield* qualityPairs(data, variables) : new Map();
  const reasons = new Map<string, string>();
  for (const { name, type } of data)
    if (type === 'char' || type === 'string')
      reasons.set(name, 'it is text, which has no missing value');
  const named = overlapping.flatMap(({ variables: of }) => (of === 'all' ? [] : of));
  const notes = [...new Set(named)].flatMap((name) => {
    const variable = schema.variables.get(name);
    if (!variable || spans.has(name)) return [];
    const reason = protectedNames.has(name)
      ? 'a coordinate or quality variable'
      : 'the same for all times';
    return [`${name} is ${reason} and was not masked`];
  });
  for (const note of unusedQuality(data, variables, quality, assessed)) notes.push(note);
  return {
    spans,
    quality,
    affected: new Set([...spans.keys(), ...quality.keys()]),
    reasons,
    notes,
  };
}

/**
 * Which bits of each quality variable count, by the attributes of the input that they are read
 * from.
 */
export function flagsOf(
  plan: MaskPlan,
  input: { readonly attributes: readonly Attribute[]; readonly variables: readonly Variable[] },
  assessed: readonly Assessment[],
): Map<string, FailingFlags> {
  const flags = new Map<string, FailingFlags>();
  if (plan.quality.size === 0) return flags;
  const byName = new Map(input.variables.map((variable) => [variable.name, variable]));
  for (const [name, pair] of plan.quality) {
    const quality = byName.get(pair.name);
    const found = quality && failingFlags(quality, input, assessed);
    if (found) flags.set(name, found);
  }
  return flags;
}

/**
 * One quality variable masks its data; that a file has another one which assesses them too is
 * noted.
 */
function unusedQuality(
  data: readonly MergedVariable[],
  variables: readonly MergedVariable[],
  used: ReadonlyMap<string, QualityPair>,
  assessed: readonly Assessment[],
): readonly string[] {
  const byName = new Map(variables.map((each) => [each.name, asVariable(each)]));
  return data.flatMap((variable) => {
    const own = used.get(variable.name)?.name;
    if (own === undefined) return [];
    return ancillaryQuality(asVariable(variable), byName)
      .filter((other) => other.name !== own && failingFlags(other, other, assessed))
      .map(
        ({ name }) =>
          `${variable.name} was masked by ${own} and not by its further quality variable ${name}`,
      );
  });
}

const asVariable = (merged: MergedVariable): Variable => ({
  ...merged,
  dimensions: merged.inner.map(({ name }) => name),
  shape: [],
});

function* qualityPairs(
  data: readonly MergedVariable[],
  variables: readonly MergedVariable[],
): Stepwise<Map<string, QualityPair>> {
  const byName = new Map(variables.map((each) => [each.name, asVariable(each)]));
  const merges = new Map(variables.map((each) => [each.name, each]));
  const pairs = new Map<string, QualityPair>();
  for (const variable of data) {
    yield;
    const quality = qualityOf(asVariable(variable), byName);
    const merged = quality && merges.get(quality.name);
    if (merged && merged.name !== variable.name) pairs.set(variable.name, pairOf(variable, merged));
  }
  return pairs;
}

function pairOf(variable: MergedVariable, quality: MergedVariable): QualityPair {
  const { name, perRecord, type } = quality;
  const pair = { name, perRecord, places: undefined, isText: false };
  if (type === 'char' || type === 'string')
    return { ...pair, isText: true, reason: `its quality variable ${name} is text` };
  const found = flagPlaces(variable.inner, quality.inner, perRecord);
  if (!found) return { ...pair, reason: `its quality variable ${name} has another shape` };
  return { ...pair, places: found.places, reason: '' };
}

const PLACES = ['base_time', 'time_offset', 'time', 'lat', 'lon', 'alt', 'latitude', 'longitude'];

function* namesNeverMasked(schema: Schema): Stepwise<Set<string>> {
  const names = new Set([...PLACES, ...schema.timeUnits.keys(), schema.timeVariable]);
  for (const name of schema.lengths.keys()) names.add(name);
  for (const variable of schema.variables.values()) {
    yield;
    const own = lastOf(variable.name);
    const isPlace = PLACES.includes(own);
    const isFlags = own.startsWith('qc_') || own.startsWith('aqc_');
    if (isPlace || isFlags || isRowIndex(variable) || own.endsWith('_bounds'))
      names.add(variable.name);
    for (const attribute of ['coordinates', 'bounds']) {
      for (const name of words(textAttribute(variable, attribute)))
        names.add(resolveName(variable.name, name, (known) => schema.variables.has(known)) ?? name);
    }
  }
  // A quality variable may have any name: one that another variable names as its quality is no data
  // either.
  const asVariables = new Map(
    [...schema.variables.values()].map((each) => [
      each.name,
      { ...each, dimensions: [], shape: [] },
    ]),
  );
  for (const variable of asVariables.values()) {
    yield;
    const quality = qualityOf(variable, asVariables);
    if (quality) names.add(quality.name);
  }
  return names;
}
