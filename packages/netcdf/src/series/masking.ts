// Masks of a series: the rules of an order, applied to each file by the names and flags that it has
// itself.
import type { Values } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { held, item } from '../held.ts';
import type { MaskSpan } from '../job/job.ts';
import { MaskTally, maskBlock } from '../job/mask.ts';
import { flagsOf, type MaskPlan, planMasks } from '../job/mask-plan.ts';
import type { Mark } from '../job/missing.ts';
import type { Assessment } from '../job/quality-flags.ts';
import type { MergedVariable, Schema } from '../job/schema.ts';
import { runYielding } from '../yielding.ts';
import { markOf } from './join.ts';
import type { SeriesView, ViewedVariable } from './view.ts';

/** What becomes missing. */
export interface Masking {
  /** Spans of reports, by the names of variables in the files; both ends belong to a span. */
  readonly spans: readonly MaskSpan[];
  /**
   * The assessments whose values are masked too, as the quality variable of each variable states
   * them.
   */
  readonly assessed: readonly Assessment[];
  /** What was masked is added to it, by names of the series. */
  readonly tally?: MaskTally;
}

export interface MaskableBlock {
  /** The read columns, keyed by their names in the series. */
  readonly columns: ReadonlyMap<string, Values>;
  /** Seconds since 1970 UTC. */
  readonly times: Float64Array;
  readonly start: number;
  readonly stop: number;
}

/** Plans that are kept of one shape: reports begin and end at few times. */
const MOST_PLANS = 64;

/** Masks what is read of files of one shape. */
export class ShapeMasks {
  private readonly own: Schema;
  private readonly viewed: readonly ViewedVariable[];
  private readonly variables: ReadonlyMap<string, MergedVariable>;
  private readonly marks = new Map<string, Mark>();
  /** By list of spans: plans by the assessments, and by the spans that times overlap. */
  private readonly plans = new WeakMap<Masking['spans'], Map<string, MaskPlan>>();

  /** `own`: the schema of such a file alone; `schema`: that of the series. */
  constructor(own: Schema, viewed: readonly ViewedVariable[], schema: Schema) {
    this.own = own;
    this.viewed = viewed;
    const variables = new Map<string, MergedVariable>();
    for (const { source, shown } of viewed) {
      const merged = schema.variables.get(shown.name);
      if (!merged) continue;
      variables.set(source, merged);
      const mark = markOf(merged);
      if (mark !== undefined) this.marks.set(source, mark);
    }
    this.variables = variables;
  }

  /** Changes the columns. Reads quality variables that are not among them. */
  async mask(view: SeriesView, masking: Masking, block: MaskableBlock): Promise<void> {
    const tally = new MaskTally(masking.tally?.present !== undefined);
    const [first, last] = extentOf(block.times);
    const plan = await this.planOf(masking, first, last);
    const columns = new Map<string, Values>();
    for (const { source, shown } of this.viewed) {
      const values = block.columns.get(shown.name);
      if (values && plan.affected.has(source)) columns.set(source, values);
    }
    if (columns.size === 0) return;
    const needed = {
      ...plan,
      quality: new Map([...plan.quality].filter(([name]) => columns.has(name))),
    };
    const fixed = new Map<string, Values>();
    await this.addQuality(view, needed, block, columns, fixed);
    const flags = flagsOf(needed, view.dataset, masking.assessed);
    const run = { plan: needed, marks: this.marks, variables: this.variables, tally };
    await maskBlock(run, flags, { columns, times: block.times, fixed });
    if (masking.tally) this.add(tally, masking.tally);
  }

  /** It depends on which spans the times overlap, and not on the times themselves. */
  private async planOf({ spans, assessed }: Masking, first: number, last: number) {
    const overlapping = spans.filter(({ start, end }) => start <= last && end >= first);
    const places = overlapping.map((span) => spans.indexOf(span));
    const key = `${assessed.join()} ${places.join()}`;
    const known = this.plans.get(spans) ?? new Map<string, MaskPlan>();
    this.plans.set(spans, known);
    const found = known.get(key);
    if (found) return found;
    const request = { masks: overlapping, assessed };
    const plan = await runYielding(planMasks(this.own, request, first, last));
    if (known.size >= MOST_PLANS) known.clear();
    known.set(key, plan);
    return plan;
  }

  private add(own: MaskTally, to: MaskTally): void {
    for (const { source, shown } of this.viewed) {
      to.lose(shown.name, own.masked.get(source) ?? 0);
      const present = own.present?.get(source);
      if (present !== undefined) to.find(shown.name, present);
      const kept = own.kept.get(source);
      if (kept) to.keep(shown.name, kept.values, kept.reason);
    }
    to.timelessRows += own.timelessRows;
  }

  /** Flags are used as the file has them. */
  private async addQuality(
    view: SeriesView,
    { quality }: MaskPlan,
    block: MaskableBlock,
    columns: Map<string, Values>,
    fixed: Map<string, Values>,
  ): Promise<void> {
    const missing: string[] = [];
    for (const { name, perRecord } of quality.values()) {
      if (perRecord ? columns.has(name) || missing.includes(name) : fixed.has(name)) continue;
      if (!perRecord) {
        fixed.set(name, await view.dataset.read(name));
        continue;
      }
      const shown = this.asRead(name, block);
      if (shown) columns.set(name, shown);
      else missing.push(name);
    }
    if (missing.length === 0) return;
    const read = await view.dataset.readRows(missing, block.start, block.stop);
    for (const [index, name] of missing.entries()) columns.set(name, item(read, index));
  }

  /** The column of a quality variable, where it was read and is what the file has. */
  private asRead(source: string, { columns }: MaskableBlock): Values | undefined {
    const viewed = this.viewed.find((each) => each.source === source);
    if (viewed?.showing.as !== 'stored') return undefined;
    const values = columns.get(viewed.shown.name);
    const isSame = held(this.own.variables, source).type === this.variables.get(source)?.type;
    return values && isNumeric(values) && isSame ? values : undefined;
  }
}

/** The first and the last of times in any order; those that are not known are left out. */
function extentOf(times: Float64Array): [number, number] {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    if (!Number.isFinite(time)) continue;
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return [first, last];
}
