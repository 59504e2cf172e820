// Replaces values by -9999 inside time spans and where quality variables say so, and counts them.
import { textAttribute } from '../attribute.ts';
import type { Attribute, NumericArray, Values, Variable } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { type Stepwise, turn } from '../turns.ts';
import { lastOf, meant } from './group-names.ts';
import type { MaskSpan } from './job.ts';
import { MISSING, missingValues } from './missing.ts';
import {
  type Assessment,
  type FailingFlags,
  failing,
  failingFlags,
  qualityOf,
} from './quality-flags.ts';
import type { MergedVariable, Schema } from './schema.ts';
import { words } from './select.ts';

export interface MaskPlan {
  /** Spans by variable; only variables that can be masked. */
  readonly spans: ReadonlyMap<string, readonly MaskSpan[]>;
  /** Data variables with a quality variable, by name. */
  readonly quality: ReadonlyMap<string, string>;
  /** Variables that may lose values. */
  readonly affected: ReadonlySet<string>;
  readonly notes: readonly string[];
}

export interface MaskRequest {
  readonly masks: readonly MaskSpan[];
  readonly assessed: readonly Assessment[];
}

/** What a part of [first, last] seconds loses. Integers, times, coordinates and quality variables are never masked. */
export function* planMasks(
  schema: Schema,
  { masks, assessed }: MaskRequest,
  first: number,
  last: number,
): Stepwise<MaskPlan> {
  const variables = [...schema.variables.values()];
  const protectedNames = yield* namesNeverMasked(schema);
  const maskable = variables.filter(
    ({ name, type, perRecord }) =>
      perRecord && (type === 'float' || type === 'double') && !protectedNames.has(name),
  );
  const overlapping = masks.filter(({ start, end }) => start <= last && end >= first);
  const spans = new Map<string, readonly MaskSpan[]>();
  const same = new Map<string, readonly MaskSpan[]>();
  for (const { name } of maskable) {
    yield;
    const own = overlapping.filter(({ variables: of }) => of === 'all' || of.includes(name));
    if (own.length === 0) continue;
    // Variables with the same spans share one list, so that its rows are found once.
    const key = own.map((span) => overlapping.indexOf(span)).join();
    if (!same.has(key)) same.set(key, own);
    spans.set(name, same.get(key) ?? own);
  }
  const quality = assessed.length > 0 ? yield* qualityPairs(maskable, variables) : new Map();
  const named = overlapping.flatMap(({ variables: of }) => (of === 'all' ? [] : of));
  const notes = [...new Set(named)].flatMap((name) => {
    const variable = schema.variables.get(name);
    if (!variable || spans.has(name)) return [];
    const reason = protectedNames.has(name) ? 'a coordinate or quality variable' : variable.type;
    return [`${name} is ${reason} and was not masked`];
  });
  return { spans, quality, affected: new Set([...spans.keys(), ...quality.keys()]), notes };
}

/** Which bits of each quality variable count, by the attributes of the very input that they are read from. */
export function flagsOf(
  plan: MaskPlan,
  input: { readonly attributes: readonly Attribute[]; readonly variables: readonly Variable[] },
  assessed: readonly Assessment[],
): Map<string, FailingFlags> {
  const flags = new Map<string, FailingFlags>();
  if (plan.quality.size === 0) return flags;
  const byName = new Map(input.variables.map((variable) => [variable.name, variable]));
  for (const [name, qualityName] of plan.quality) {
    const quality = byName.get(qualityName);
    const found = quality && failingFlags(quality, input, assessed);
    if (found) flags.set(name, found);
  }
  return flags;
}

/** A block of rows with its columns as read, and the times of the rows. */
export interface MaskedBlock {
  readonly columns: ReadonlyMap<string, Values>;
  readonly times: Float64Array;
}

/** So many values are looked at before the event loop has its turn. */
const PIECE = 1 << 18;

/** Writes -9999 into the columns and adds to `counts` how many values were not missing before. */
export async function maskBlock(
  plan: MaskPlan,
  flags: ReadonlyMap<string, FailingFlags>,
  variables: ReadonlyMap<string, MergedVariable>,
  { columns, times }: MaskedBlock,
  counts: Map<string, number>,
): Promise<void> {
  const rowsBySpans = new Map<readonly MaskSpan[], Uint8Array | undefined>();
  for (const name of plan.affected) {
    const values = columns.get(name);
    const variable = variables.get(name);
    if (!values || !variable || !isNumeric(values)) continue;
    const spans = plan.spans.get(name);
    if (spans && !rowsBySpans.has(spans)) rowsBySpans.set(spans, rowsInside(times, spans));
    const rows = spans && rowsBySpans.get(spans);
    const quality = columns.get(plan.quality.get(name) ?? '');
    const flagged = flags.get(name);
    const bad =
      quality && flagged && isNumeric(quality) ? await allFailing(quality, flagged) : undefined;
    if (!rows && !bad) continue;
    const missing = missingValues(variable);
    let replaced = 0;
    for (let from = 0; from < values.length; from += PIECE) {
      const to = Math.min(values.length, from + PIECE);
      replaced += replace({ values, rows: times.length, masked: rows, bad, missing }, from, to);
      const due = turn();
      if (due) await due;
    }
    if (replaced > 0) counts.set(name, (counts.get(name) ?? 0) + replaced);
  }
}

async function allFailing(quality: NumericArray, flags: FailingFlags): Promise<Uint8Array> {
  if (quality.length <= PIECE) return failing(quality, flags);
  const all = new Uint8Array(quality.length);
  for (let from = 0; from < quality.length; from += PIECE) {
    all.set(failing(quality.subarray(from, from + PIECE), flags), from);
    await turn();
  }
  return all;
}

interface Replacing {
  readonly values: NumericArray;
  readonly rows: number;
  readonly masked: Uint8Array | undefined;
  readonly bad: Uint8Array | undefined;
  readonly missing: readonly number[];
}

/** Values [from, to). */
function replace(
  { values, rows, masked, bad, missing }: Replacing,
  from: number,
  to: number,
): number {
  const perRow = rows === 0 ? 0 : values.length / rows;
  // Quality is given for each value, or for each row when it has no other dimension.
  const badPerRow = bad && rows > 0 ? bad.length / rows : 0;
  let replaced = 0;
  for (let i = from; i < to; ) {
    const row = Math.floor(i / perRow);
    const all = masked?.[row] === 1 || (badPerRow === 1 && bad?.[row] === 1);
    for (const end = Math.min(to, (row + 1) * perRow); i < end; i++) {
      if (!all && !(badPerRow === perRow && bad?.[i] === 1)) continue;
      const value = values[i] as number;
      if (!missing.includes(value) && !Number.isNaN(value)) replaced++;
      (values as Float64Array)[i] = MISSING;
    }
  }
  return replaced;
}

/** One byte for each row; undefined when no row is inside. */
function rowsInside(times: Float64Array, spans: readonly MaskSpan[]): Uint8Array | undefined {
  const rows = new Uint8Array(times.length);
  let any = false;
  for (const { start, end } of spans) {
    for (let row = 0; row < times.length; row++) {
      const time = times[row] as number;
      if (time < start || time > end) continue;
      rows[row] = 1;
      any = true;
    }
  }
  return any ? rows : undefined;
}

/** Quality that has one value for each value, or one for each row, of the variable. */
function* qualityPairs(
  maskable: readonly MergedVariable[],
  variables: readonly MergedVariable[],
): Stepwise<Map<string, string>> {
  const asVariable = (merged: MergedVariable): Variable => ({
    ...merged,
    dimensions: merged.inner.map(({ name }) => name),
    shape: [],
  });
  const byName = new Map(variables.map((each) => [each.name, asVariable(each)]));
  const merges = new Map(variables.map((each) => [each.name, each]));
  const pairs = new Map<string, string>();
  for (const variable of maskable) {
    yield;
    const quality = qualityOf(asVariable(variable), byName);
    const merged = quality && merges.get(quality.name);
    if (!quality || !merged?.perRecord || ['float', 'double', 'char'].includes(quality.type))
      continue;
    const own = variable.inner.map(({ name }) => name).join();
    if (quality.dimensions.length === 0 || quality.dimensions.join() === own) {
      pairs.set(variable.name, quality.name);
    }
  }
  return pairs;
}

const PLACES = ['base_time', 'time_offset', 'time', 'lat', 'lon', 'alt', 'latitude', 'longitude'];

function* namesNeverMasked(schema: Schema): Stepwise<Set<string>> {
  const names = new Set([...PLACES, ...schema.timeUnits.keys(), schema.timeVariable]);
  for (const name of schema.lengths.keys()) names.add(name);
  for (const variable of schema.variables.values()) {
    yield;
    const own = lastOf(variable.name);
    const isPlace = PLACES.includes(own);
    if (isPlace || own.startsWith('qc_') || own.endsWith('_bounds')) names.add(variable.name);
    for (const attribute of ['coordinates', 'bounds']) {
      for (const name of words(textAttribute(variable, attribute)))
        names.add(meant(variable.name, name, (known) => schema.variables.has(known)) ?? name);
    }
  }
  return names;
}
