// POST orders/estimate: how large an order would be and how long it would take, before it is placed.

import type { OrderEstimate } from '@isobar/contract/calls/estimate.ts';
import { estimateOrder } from '@isobar/contract/calls/order-calls.ts';
import { plural } from '@isobar/contract/count.ts';
import type { SelectedDatastream } from '@isobar/contract/orders/request.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { countFiles, mergeRanges } from '../../core/catalogue/files.ts';
import { ORDER_JOB } from '../../core/orders/machine.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { inSteps } from '../../platform/admission/main-thread.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Log } from '../../platform/log/log.ts';
import { mergedRangesOf } from './assess.ts';
import { knownPace } from './estimate.ts';
import { forecast, type Sampled, sampleKey } from './forecast.ts';
import { ORDER_BYTES, readOrderForm } from './form.ts';
import type { Db } from './order.ts';
import type { Sampler } from './sample-job.ts';
import type { OrderSettings } from './settings.ts';
import { type Plan, planSteps } from './steps/plan.ts';
import { selectionsOf } from './steps/retrieve.ts';
import { waitFor } from './wait.ts';

export interface EstimateInput {
  readonly db: Db;
  readonly tables: () => Promise<CuratedTables>;
  readonly sampler: Sampler;
  readonly log: Log;
  readonly settings: Pick<OrderSettings, 'maximumFiles'>;
}

/** Samples per estimate; further selections are estimated from the sizes of their sources. */
const MOST_SAMPLES = 40;
/** Samples that are remembered, until their files change. */
const MOST_KNOWN = 2000;

export function registerEstimate<S>(http: Http<S>, input: EstimateInput): void {
  const { db, tables, settings } = input;
  const known = new Map<string, Promise<Sampled | null>>();
  http.route(
    estimateOrder,
    async ({ request, signal }): Promise<OrderEstimate> => {
      const { order } = await readOrderForm(request);
      const found = await refuseTooMany(db, order.selectedData.selectedDatastreams, settings);
      signal.throwIfAborted();
      const selections = await selectionsOf(db, await tables(), order);
      const merged = selections.map((one) => ({ ...one, ranges: mergeRanges(one.ranges) }));
      const plan = await inSteps(planSteps(0, order, merged));
      signal.throwIfAborted();
      const samples = await samplesOf(plan, known, input);
      const told = await inSteps(forecast(plan, samples));
      const ahead = await ordersAhead(db);
      const { seconds } = waitFor(await knownPace(db), ahead, found.files, found.bytes);
      return { ...told, selections: [...told.selections], seconds: Math.ceil(seconds), ahead };
    },
    { bodyLimit: ORDER_BYTES },
  );
}

/** What is selected; throws Problem 'too-large' for more files than an order holds, before any is looked at. */
export async function refuseTooMany(
  db: Db,
  selected: readonly SelectedDatastream[],
  { maximumFiles }: Pick<OrderSettings, 'maximumFiles'>,
): Promise<{ readonly files: number; readonly bytes: number }> {
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
async function samplesOf(
  plan: Plan,
  known: Map<string, Promise<Sampled | null>>,
  { sampler, log }: EstimateInput,
): Promise<ReadonlyMap<string, Sampled>> {
  const asked = new Map<string, Promise<Sampled | null>>();
  for (const unit of plan.units) {
    const key = sampleKey(plan, unit);
    const middle = plan.inputs[unit.inputs[Math.floor(unit.inputs.length / 2)] ?? -1];
    const variables = plan.treatments[unit.treatment]?.variables ?? [];
    if (key === null || unit.make === 'copy' || !middle || asked.has(key)) continue;
    if (asked.size >= MOST_SAMPLES) break;
    const { path, fileName, size } = middle;
    // Remembered for similar files: files of about one size and year have one design.
    const like = `${key} ${new Date(middle.start * 1000).getUTCFullYear()}`;
    const { make } = unit;
    const sample =
      known.get(like) ??
      sampler.sample({ path, fileName, size, variables, make }).catch((error: unknown) => {
        log.debug({ err: error, file: fileName }, 'no sample could be made');
        known.delete(like);
        return null;
      });
    known.set(like, sample);
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    asked.set(key, sample);
  }
  const samples = new Map<string, Sampled>();
  for (const [key, sample] of asked) {
    const found = await sample;
    if (found) samples.set(key, found);
  }
  return samples;
}

async function ordersAhead(db: Db): Promise<number> {
  const row = await db
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('kind', '=', ORDER_JOB)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
