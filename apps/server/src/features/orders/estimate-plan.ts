// How large an order would be, by its plan and samples of its files.
import { plural } from '@isobar/contract/count.ts';
import type { OrderRequest, SelectedDatastream } from '@isobar/contract/orders/request.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { countFiles, mergeRanges } from '../../core/catalogue/files.ts';
import type { ReportLookUp } from '../../core/quality/spans.ts';
import { inSteps } from '../../platform/admission/main-thread.ts';
import { mergedRangesOf } from './assess.ts';
import { type Forecast, forecast, type Sampled, sampleKey } from './forecast.ts';
import type { Db } from './order.ts';
import type { SampleJob } from './sample-job.ts';
import { type Plan, planSteps } from './steps/plan.ts';
import { selectionsOf } from './steps/retrieve.ts';

/** Samples per estimate; further selections are estimated from the sizes of their sources. */
const MOST_SAMPLES = 40;

export interface EstimatedPlan {
  /** What is selected. */
  readonly found: Found;
  /** Null as long as samples are wanted. */
  readonly forecast: Forecast | null;
  /** The samples that the forecast has to know. */
  readonly wanted: readonly WantedSample[];
}

interface Found {
  readonly files: number;
  readonly bytes: number;
}

export interface WantedSample {
  readonly key: string;
  /** The same for similar files: files of one datastream and year have one design. */
  readonly like: string;
  readonly job: SampleJob;
}

interface PlanJob {
  readonly order: OrderRequest;
  readonly reports: ReportLookUp;
  readonly maximumFiles: number;
  readonly samples: readonly (readonly [key: string, sampled: Sampled])[] | null;
}

/** Throws Problem 'too-large', or the signal's reason. */
export async function estimatePlan(
  db: Db,
  { order, reports, maximumFiles, samples }: PlanJob,
  signal: AbortSignal,
): Promise<EstimatedPlan> {
  const found = await refuseTooMany(db, order.selectedData.selectedDatastreams, maximumFiles);
  signal.throwIfAborted();
  const selections = await selectionsOf(db, reports, order);
  const merged = selections.map((one) => ({ ...one, ranges: mergeRanges(one.ranges) }));
  const plan = await inSteps(planSteps(0, order, merged));
  signal.throwIfAborted();
  const wanted = samples ? [] : wantedSamples(plan);
  if (wanted.length > 0) return { found, wanted, forecast: null };
  return { found, wanted, forecast: await inSteps(forecast(plan, new Map(samples))) };
}

/**
 * What is selected; throws Problem 'too-large' for more files than an order holds, before any is
 * looked at.
 */
export async function refuseTooMany(
  db: Db,
  selected: readonly SelectedDatastream[],
  maximumFiles: number,
): Promise<Found> {
  const sum = { files: 0, bytes: 0 };
  for (const one of selected) {
    const { files, bytes } = await countFiles(db, {
      datastream: one.datastream,
      ranges: one.files.length > 0 ? [] : mergedRangesOf(one),
      fileNames: one.files,
      scanNames: one.scanNames,
    });
    sum.files += files;
    sum.bytes += bytes;
  }
  if (sum.files > maximumFiles)
    throw new Problem('too-large', `An order holds at most ${plural(maximumFiles, 'file')}.`);
  return sum;
}

/** The file in the middle of a unit stands for all of them. */
function wantedSamples(plan: Plan): WantedSample[] {
  const wanted = new Map<string, WantedSample>();
  for (const unit of plan.units) {
    const key = sampleKey(plan, unit);
    const middle = plan.inputs[unit.inputs[Math.floor(unit.inputs.length / 2)] ?? -1];
    const variables = plan.treatments[unit.treatment]?.variables ?? [];
    if (key === null || unit.make === 'copy' || !middle || wanted.has(key)) continue;
    if (wanted.size >= MOST_SAMPLES) break;
    const { path, fileName, size } = middle;
    const like = `${key} ${new Date(middle.start * 1000).getUTCFullYear()}`;
    wanted.set(key, { key, like, job: { path, fileName, size, variables, make: unit.make } });
  }
  return [...wanted.values()];
}
