// What an order would deliver, before it is placed: its plan, with sizes from small samples. Pure.
import { gridBytes } from '../../core/grid/grid-methods.ts';
import { isJoined, type Plan, type Unit } from './steps/plan.ts';

/** What a sample of one file showed. */
export interface Sampled {
  /** Rows of the file along time. */
  readonly rows: number;
  /** Bytes of the file that are not rows: its header and everything stored once. */
  readonly sourceHead: number;
  readonly size: number;
  /** Bytes of an output apart from its rows, and for each row. */
  readonly head: number;
  readonly perRow: number;
}

export interface Forecast {
  readonly files: number;
  readonly bytes: number;
  /** Files and bytes of each selection, in the order of the request. */
  readonly selections: readonly { readonly files: number; readonly bytes: number }[];
}

/** Share of a file's rows that are in the ranges, which are in order, none overlapping another. */
export function shareOf(
  { start, end }: { readonly start: number; readonly end: number },
  ranges: readonly { readonly start: number; readonly end: number }[] | null,
): number {
  if (ranges === null) return 1;
  const length = end - start;
  let covered = 0;
  for (let at = firstEndingAt(ranges, start); at < ranges.length; at += 1) {
    const range = ranges[at];
    if (!range || range.start > end) break;
    if (length <= 0) return 1;
    covered += Math.max(0, Math.min(range.end, end) - Math.max(range.start, start));
  }
  return length <= 0 ? 0 : Math.min(1, covered / length);
}

/** The place of the first range that ends at this time or later. */
function firstEndingAt(ranges: readonly { readonly end: number }[], time: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Which sample a unit needs; null: it is copied as it is. Inputs of one datastream are assumed to
 * be alike.
 */
export const sampleKey = (plan: Plan, { make, treatment }: Unit): string | null => {
  const how = plan.treatments[treatment];
  return make === 'copy' || !how || how.grid
    ? null
    : JSON.stringify([how.datastream, make, [...how.variables].sort()]);
};

/**
 * `samples` by sampleKey; without a sample, an output is assumed to be as large as its inputs.
 * Ranges of treatments must be in order, none overlapping another. A step for each unit.
 */
export function* forecast(
  plan: Plan,
  samples: ReadonlyMap<string, Sampled>,
): Generator<undefined, Forecast, undefined> {
  const selections = plan.treatments.map(() => ({ files: 0, bytes: 0 }));
  for (const unit of plan.units) {
    const gridded = griddedOf(plan, unit);
    if (gridded.length > 0) {
      for (const { treatment, bytes } of gridded) {
        const own = selections[treatment];
        if (own) own.bytes += bytes;
      }
      const first = selections[unit.treatment];
      if (first) first.files += 1;
      continue;
    }
    const how = plan.treatments[unit.treatment];
    const sum = selections[unit.treatment];
    if (!how || !sum) continue;
    yield;
    const inputs = unit.inputs.flatMap((n) => plan.inputs[n] ?? []);
    const sample = samples.get(sampleKey(plan, unit) ?? '');
    const shares = inputs.map((input) => shareOf(input, how.ranges));
    const rowBytes = inputs.map((input, i) => {
      if (unit.make === 'copy') return input.size;
      if (!sample) return input.size * (shares[i] ?? 0);
      return rowsOf(input.size, sample) * (shares[i] ?? 0) * sample.perRow;
    });
    const every = unit.make === 'copy' ? 1 : (how.oneFile?.every ?? 1);
    const bytes = rowBytes.reduce((all, one) => all + one, 0) / every;
    const withRows = unit.make === 'copy' ? inputs.length : shares.filter((one) => one > 0).length;
    const isOne = unit.make !== 'copy' && how.oneFile !== undefined;
    const files = isOne
      ? Math.min(1, withRows)
      : isJoined(unit.make, how)
        ? Math.max(
            withRows > 0 ? 1 : 0,
            Math.ceil(bytes / (how.joinTo ?? Number.POSITIVE_INFINITY)),
          )
        : withRows;
    sum.files += files;
    sum.bytes += bytes + (unit.make === 'copy' ? 0 : files * (sample?.head ?? 0));
  }
  return {
    files: selections.reduce((all, one) => all + one.files, 0),
    bytes: Math.round(selections.reduce((all, one) => all + one.bytes, 0)),
    selections: selections.map((one) => ({ files: one.files, bytes: Math.round(one.bytes) })),
  };
}

/** What each treatment adds to a file on a time grid; none for units that are on no grid. */
function griddedOf(
  plan: Plan,
  unit: Unit,
): { readonly treatment: number; readonly bytes: number }[] {
  if (unit.make === 'copy') return [];
  return (unit.parts ?? [unit]).flatMap(({ treatment, inputs }) => {
    const how = plan.treatments[treatment];
    if (!how?.grid) return [];
    const files = inputs.flatMap((n) => plan.inputs[n] ?? []);
    const first = Math.min(...files.map(({ start }) => start));
    const last = Math.max(...files.map(({ end }) => end));
    const spans = how.ranges ?? [{ start: first, end: last }];
    const seconds = spans.reduce(
      (sum, { start, end }) => sum + Math.max(0, Math.min(end, last) - Math.max(start, first)),
      0,
    );
    return [{ treatment, bytes: gridBytes(seconds, how.grid.step, how.grid.variables.length) }];
  });
}

/** By its size, because files of one datastream differ in the number of their rows. */
function rowsOf(size: number, { rows, sourceHead, size: sampled }: Sampled): number {
  const each = (sampled - sourceHead) / Math.max(1, rows);
  return each > 0 ? Math.max(0, (size - sourceHead) / each) : rows;
}
