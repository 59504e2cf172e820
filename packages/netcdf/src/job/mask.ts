// Makes values missing inside time spans and where quality variables flag them, and counts them.
import type { NumericArray, Values } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { turn } from '../yielding.ts';
import type { MaskSpan } from './job.ts';
import { knownMark } from './mask-mark.ts';
import type { MaskPlan, QualityPair } from './mask-plan.ts';
import { type Mark, missingTest } from './missing.ts';
import { type FailingFlags, failing } from './quality-flags.ts';
import type { MergedVariable } from './schema.ts';

/** A block of rows with its columns as read, and the times of the rows. */
export interface MaskedBlock {
  readonly columns: ReadonlyMap<string, Values>;
  readonly times: Float64Array;
  /** Flags that hold for all records, by the name of the quality variable. */
  readonly fixed: ReadonlyMap<string, Values>;
}

/** What a mask did, by variable; it grows block by block. */
export class MaskTally {
  /** Values that became missing ones and were not before. */
  readonly masked = new Map<string, number>();
  /** Values that were there before, of variables that a mask is about; undefined: not counted. */
  readonly present: Map<string, number> | undefined;
  /** Flagged values that stay as they are, with the reason. */
  readonly kept = new Map<string, { values: number; reason: string }>();
  /** Rows without a time, which cannot be placed in any span. */
  timelessRows = 0;

  constructor(countsPresent = false) {
    this.present = countsPresent ? new Map() : undefined;
  }

  find(name: string, values: number): void {
    this.present?.set(name, (this.present.get(name) ?? 0) + values);
  }

  lose(name: string, values: number): void {
    if (values > 0) this.masked.set(name, (this.masked.get(name) ?? 0) + values);
  }

  keep(name: string, values: number, reason: string): void {
    if (values === 0) return;
    const before = this.kept.get(name);
    if (before) before.values += values;
    else this.kept.set(name, { values, reason });
  }
}

export interface MaskRun {
  readonly plan: MaskPlan;
  /** What stands for missing, by variable; values of a variable without a mark are only counted. */
  readonly marks: ReadonlyMap<string, Mark>;
  readonly variables: ReadonlyMap<string, MergedVariable>;
  readonly tally: MaskTally;
}

/** Values that are looked at before the loop yields. */
const PIECE = 1 << 18;

export const NO_ROOM = 'its type has no value left that could stand for a missing one';

/** Changes the columns and adds to the tally. */
export async function maskBlock(
  { plan, marks, variables, tally }: MaskRun,
  flags: ReadonlyMap<string, FailingFlags>,
  { columns, times, fixed }: MaskedBlock,
): Promise<void> {
  const rowsBySpans = new Map<readonly MaskSpan[], Uint8Array | undefined>();
  if (plan.spans.size > 0) tally.timelessRows += times.filter(Number.isNaN).length;
  for (const name of plan.affected) {
    const values = columns.get(name);
    const variable = variables.get(name);
    if (!values || !variable) continue;
    const spans = plan.spans.get(name);
    if (spans && !rowsBySpans.has(spans)) rowsBySpans.set(spans, rowsInside(times, spans));
    const rows = spans && rowsBySpans.get(spans);
    const bad = await badOf(name, plan, flags, { columns, times, fixed }, tally);
    const missing = missingTest(variable);
    if (tally.present) tally.find(name, await countPresent(values, missing, textLength(variable)));
    if (!rows && !bad) continue;
    const mark = marks.get(name);
    const reason = plan.reasons.get(name) ?? NO_ROOM;
    const perValue = textLength(variable);
    const replacing = { values, rows: times.length, masked: rows, bad, missing, mark, perValue };
    let replaced = 0;
    const count = values.length / perValue;
    for (let from = 0; from < count; from += PIECE) {
      replaced += replace(replacing, from, Math.min(count, from + PIECE));
      const due = turn();
      if (due) await due;
    }
    if (mark === undefined) tally.keep(name, replaced, reason);
    else tally.lose(name, replaced);
  }
}

/** How many values are there: all texts, and numbers that are neither missing nor NaN. */
async function countPresent(
  values: Values,
  missing: (value: Mark | string) => boolean,
  perValue: number,
): Promise<number> {
  if (perValue > 1 || !isNumeric(values)) return values.length / perValue;
  let count = 0;
  for (let from = 0; from < values.length; from += PIECE) {
    const to = Math.min(values.length, from + PIECE);
    for (let i = from; i < to; i++) {
      const value = values[i] ?? Number.NaN;
      if (!missing(value) && !Number.isNaN(value)) count++;
    }
    const due = turn();
    if (due) await due;
  }
  return count;
}

/** Characters that make one text. */
const textLength = ({ type, inner }: MergedVariable): number =>
  type === 'char' ? Math.max(1, inner.at(-1)?.length ?? 1) : 1;

interface Bad {
  readonly flagged: Uint8Array;
  /** For each value of a row, the index of its flag. */
  readonly places: Int32Array;
  /** Flags of one row; 0 when the same hold for all rows. */
  readonly perRow: number;
}

async function badOf(
  name: string,
  plan: MaskPlan,
  flags: ReadonlyMap<string, FailingFlags>,
  { columns, times, fixed }: MaskedBlock,
  tally: MaskTally,
): Promise<Bad | undefined> {
  const pair: QualityPair | undefined = plan.quality.get(name);
  const failingOnes = flags.get(name);
  if (!pair || !failingOnes) return undefined;
  const quality = (pair.perRecord ? columns : fixed).get(pair.name);
  if (!quality || !isNumeric(quality) || pair.isText) {
    if (quality) tally.keep(name, times.length, pair.reason);
    return undefined;
  }
  const flagged = await allFailing(quality, failingOnes);
  if (!pair.places) {
    tally.keep(
      name,
      flagged.reduce((sum, flag) => sum + flag, 0),
      pair.reason,
    );
    return undefined;
  }
  const perRow = pair.perRecord && times.length > 0 ? flagged.length / times.length : 0;
  return { flagged, places: pair.places, perRow };
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
  readonly values: Values;
  readonly rows: number;
  readonly masked: Uint8Array | undefined;
  readonly bad: Bad | undefined;
  readonly missing: (value: Mark | string) => boolean;
  readonly mark: Mark | undefined;
  readonly perValue: number;
}

/** Values [from, to); texts are counted, and stay. */
function replace(
  { values, rows, masked, bad, missing, mark, perValue }: Replacing,
  from: number,
  to: number,
): number {
  const perRow = rows === 0 ? 0 : values.length / perValue / rows;
  let replaced = 0;
  for (let i = from; i < to; ) {
    const row = Math.floor(i / perRow);
    const first = row * perRow;
    const all = masked?.[row] === 1;
    for (const end = Math.min(to, first + perRow); i < end; i++) {
      const flag = bad
        ? bad.flagged[row * bad.perRow + (bad.places[(i - first) * perValue] ?? 0)]
        : 0;
      if (!all && flag !== 1) continue;
      const value = values[i] ?? Number.NaN;
      if (perValue > 1 || !isNumeric(values)) replaced++;
      else if (!missing(value) && !Number.isNaN(value)) replaced++;
      if (mark !== undefined) (values as Float64Array)[i] = mark as number;
    }
  }
  return replaced;
}

/** One byte for each row; undefined when no row is inside. A row without a time is in none. */
function rowsInside(times: Float64Array, spans: readonly MaskSpan[]): Uint8Array | undefined {
  const rows = new Uint8Array(times.length);
  let any = false;
  for (const { start, end } of spans) {
    for (let row = 0; row < times.length; row++) {
      const time = times[row] ?? Number.NaN;
      if (!(time >= start && time <= end)) continue;
      rows[row] = 1;
      any = true;
    }
  }
  return any ? rows : undefined;
}

/** Variables whose missing value can be chosen only when all of their values have been read. */
export const withoutMark = (
  plan: MaskPlan,
  variables: ReadonlyMap<string, MergedVariable>,
): MergedVariable[] =>
  [...plan.affected].flatMap((name) => {
    const variable = variables.get(name);
    return variable && knownMark(variable) === 'choose' ? [variable] : [];
  });
