// Reads the samples of a block for a time grid: measured values, and how each of them may be used.
import type { NumericArray, Variable } from '../dataset.ts';
import { elementCount } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { held, item } from '../held.ts';
import { missingTest } from '../job/missing.ts';
import { type Assessment, failingFlags, qualityOf } from '../job/quality-flags.ts';
import { isBig, putNumber, typeOf } from '../numeric-array.ts';
import { unpacked, unpackingOf } from '../packing.ts';
import type { Masking } from '../series/masking.ts';
import type { Series, SeriesVariable } from '../series/series.ts';
import { turn } from '../yielding.ts';
import { INDETERMINATE, type Samples, UNUSABLE, USABLE } from './bins.ts';
import type { SortedBlock } from './sorted-rows.ts';

/** Rows with fewer others between them are read in one go. */
const NEAR = 1024;
/** Values that are looked at before other work may run. */
const PIECE = 1 << 16;

export class SampleReader {
  private readonly series: Series;
  private readonly variables: readonly SeriesVariable[];
  private readonly masking: Masking;
  /** The quality variable of each variable that has one. */
  private readonly quality = new Map<string, string>();
  /** Variables whose quality has states, of which 0 may be one that doubts. */
  private readonly withStates = new Set<string>();
  private readonly bounds: string | undefined;

  /**
   * `masking`: the spans of reports; what is assessed Bad is never used. `bounds`: the variable of
   * the samples' cells, where there is one.
   */
  constructor(
    series: Series,
    names: readonly string[],
    {
      spans,
      assessed = [],
      bounds,
    }: Partial<Masking> & Pick<Masking, 'spans'> & { readonly bounds: string | undefined },
  ) {
    this.series = series;
    this.variables = names.map((name) => series.variable(name));
    this.masking = { spans, assessed: [...new Set<Assessment>(['Bad', ...assessed])] };
    this.bounds = bounds;
    const byName = new Map([...series.variables].map(([name, each]) => [name, described(each)]));
    for (const name of names) {
      const quality = qualityOf(held(byName, name), byName);
      if (!quality || quality.name === name) continue;
      this.quality.set(name, quality.name);
      const { values, fields } = failingFlags(quality, quality, ['Indeterminate']) ?? {};
      if (values?.size || fields?.length) this.withStates.add(name);
    }
  }

  /** Two numbers for each sample, where the series has them. */
  async readBounds(block: SortedBlock): Promise<Float64Array | undefined> {
    if (this.bounds === undefined) return undefined;
    const columns = await this.rowsOf(block, [this.bounds], { spans: [], assessed: [] });
    const bounds = columns.get(this.bounds);
    return bounds instanceof Float64Array ? bounds : undefined;
  }

  /** By name of the variable. */
  async read(block: SortedBlock): Promise<Map<string, Samples>> {
    const names = this.variables.map(({ name }) => name);
    const flags = [...new Set(this.quality.values())].filter(
      (name) => this.series.variables.get(name)?.perRecord,
    );
    const columns = await this.rowsOf(block, [...names, ...flags], this.masking);
    const doubted = names.filter((name) => this.mayBeDoubtful(name, columns));
    const strict: Masking = { ...this.masking, assessed: ['Bad', 'Indeterminate'] };
    const without = doubted.length > 0 ? await this.rowsOf(block, doubted, strict) : new Map();
    const samples = new Map<string, Samples>();
    for (const variable of this.variables) {
      const { name } = variable;
      samples.set(name, await samplesOf(variable, held(columns, name), without.get(name)));
    }
    return samples;
  }

  /** Bits that are zero everywhere in a block doubt nothing. */
  private mayBeDoubtful(name: string, columns: ReadonlyMap<string, NumericArray>): boolean {
    const quality = this.quality.get(name);
    if (quality === undefined) return false;
    const flags = columns.get(quality);
    return !flags || this.withStates.has(name) || flags.some((flag) => Number(flag) !== 0);
  }

  private async rowsOf(
    { rows, first, times }: SortedBlock,
    names: readonly string[],
    masking: Masking,
  ): Promise<Map<string, NumericArray>> {
    if (!rows) return await this.series.readRows(names, first, first + times.length, masking);
    const inOrder = Uint32Array.from(rows.keys()).sort((a, b) => item(rows, a) - item(rows, b));
    const columns = new Map<string, NumericArray>();
    for (let from = 0; from < inOrder.length; ) {
      const start = item(rows, item(inOrder, from));
      let to = from + 1;
      while (to < inOrder.length && rowAt(rows, inOrder, to) - rowAt(rows, inOrder, to - 1) < NEAR)
        to++;
      const stop = rowAt(rows, inOrder, to - 1) + 1;
      const read = await this.series.readRows(names, start, stop, masking);
      for (const [name, values] of read) {
        const perRow = values.length / (stop - start);
        const all = columns.get(name) ?? emptyLike(values, rows.length * perRow);
        columns.set(name, all);
        for (let at = from; at < to; at++) {
          const source = (rowAt(rows, inOrder, at) - start) * perRow;
          const target = item(inOrder, at) * perRow;
          for (let k = 0; k < perRow; k++)
            putNumber(all, target + k, values[source + k] ?? Number.NaN);
        }
      }
      from = to;
    }
    return columns;
  }
}

const rowAt = (rows: Uint32Array, order: Uint32Array, at: number): number =>
  item(rows, item(order, at));

const emptyLike = (values: NumericArray, length: number): NumericArray =>
  new (typeOf(values))(length);

const described = ({ inner, ...variable }: SeriesVariable): Variable => ({
  ...variable,
  dimensions: inner.map(({ name }) => name),
  shape: inner.map(({ length }) => length),
});

/** Numbers of one row. */
export const innerCount = ({ inner }: SeriesVariable): number =>
  elementCount(inner.map(({ length }) => length));

/** `strict`: the values of the block with those missing, too, that are assessed Indeterminate. */
async function samplesOf(
  variable: SeriesVariable,
  stored: NumericArray,
  strict: NumericArray | undefined,
): Promise<Samples> {
  const unpacking = unpackingOf(variable);
  const measured = await unpacked(unpacking, stored);
  const values = isNumeric(measured) && !isBig(measured) ? measured : new Float64Array(0);
  const isMissing = missingTest(variable);
  const uses = new Uint8Array(stored.length);
  for (let from = 0; from < stored.length; from += PIECE) {
    const to = Math.min(stored.length, from + PIECE);
    for (let i = from; i < to; i++) {
      const isThere = !isMissing(stored[i] ?? Number.NaN) && Number.isFinite(values[i]);
      if (!isThere) uses[i] = UNUSABLE;
      else if (strict && isGone(strict[i], isMissing)) uses[i] = INDETERMINATE;
      else uses[i] = USABLE;
    }
    const due = turn();
    if (due) await due;
  }
  return { values, uses };
}

const isGone = (
  value: number | bigint | undefined,
  isMissing: (value: number | bigint) => boolean,
): boolean => isMissing(value ?? Number.NaN) || Number.isNaN(Number(value));
