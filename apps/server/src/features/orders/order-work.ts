// What is computed of an order before it is placed: here for small ones, in the worker pool for
// those that would hold this thread.
import type { OrderRequest } from '@isobar/contract/orders/request.ts';
import { FactReader } from '../../core/facts/read-facts.ts';
import {
  lookUpIn,
  type ReportLookUp,
  type ReportRows,
  reportRowsOf,
} from '../../core/quality/spans.ts';
import { type EstimatedPlan, estimatePlan } from './estimate-plan.ts';
import { type FlaggedSelections, flaggedSelections } from './flagged-selections.ts';
import type { Sampled } from './forecast.ts';
import type { Db } from './order.ts';

/** Plain data, so that it can be sent to a thread. */
export interface OrderJob {
  readonly order: OrderRequest;
  /** The reports about the datastreams of the order. */
  readonly reports: ReportRows;
  readonly maximumFiles: number;
}

export interface EstimateJob extends OrderJob {
  /** By sampleKey; null: what has to be sampled is asked first. */
  readonly samples: readonly (readonly [key: string, sampled: Sampled])[] | null;
}

/** Both throw Problem 'too-large' for more files than an order holds, and the signal's reason. */
export interface OrderWork {
  estimate(job: EstimateJob, signal: AbortSignal): Promise<EstimatedPlan>;
  flagged(job: OrderJob, signal: AbortSignal): Promise<FlaggedSelections>;
}

/** Datastreams, ranges and file names that are looked at in the thread that answers calls. */
const MOST_HERE = 30;
/** Files of the datastreams of an order. */
const MOST_FILES_HERE = 1000;

/** The work of this thread. */
export function orderWorkHere(db: Db): OrderWork {
  const reader = new FactReader(db);
  return {
    estimate: ({ reports, ...job }, signal) =>
      estimatePlan(db, { ...job, reports: lookUpIn(reports) }, signal),
    flagged: ({ reports, ...job }, signal) =>
      flaggedSelections({ db, reader, reports: lookUpIn(reports) }, job, signal),
  };
}

/** Small orders are looked at here, as a thread takes longer to be asked; `pool` has all others. */
export function orderWork(db: Db, pool: OrderWork | undefined): OrderWork {
  const here = orderWorkHere(db);
  if (!pool) return here;
  const of = async (order: OrderRequest) => ((await isSmall(db, order)) ? here : pool);
  return {
    estimate: async (job, signal) => await (await of(job.order)).estimate(job, signal),
    flagged: async (job, signal) => await (await of(job.order)).flagged(job, signal),
  };
}

async function isSmall(db: Db, { selectedData }: OrderRequest): Promise<boolean> {
  const selected = selectedData.selectedDatastreams;
  const things = selected.reduce(
    (sum, { files, dates }) => sum + 1 + files.length + dates.length,
    0,
  );
  if (things > MOST_HERE) return false;
  const { files } = await db
    .selectFrom('datastreams')
    .select((e) => e.fn.sum<number | string | null>('file_count').as('files'))
    .where(
      'datastream',
      'in',
      selected.map(({ datastream }) => datastream),
    )
    .executeTakeFirstOrThrow();
  return Number(files ?? 0) <= MOST_FILES_HERE;
}

/** The job of an order by the tables as they are now. */
export const orderJob = (
  order: OrderRequest,
  tables: ReportLookUp,
  { maximumFiles }: { readonly maximumFiles: number },
): OrderJob => ({
  order,
  maximumFiles,
  reports: reportRowsOf(
    tables,
    order.selectedData.selectedDatastreams.map(({ datastream }) => datastream),
  ),
});
