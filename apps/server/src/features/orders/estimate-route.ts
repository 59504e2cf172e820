// POST orders/estimate: how large an order would be and how long it would take, before it is
// placed.
import type { OrderEstimate } from '@isobar/contract/calls/estimate.ts';
import { estimateOrder } from '@isobar/contract/calls/order-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { LRUCache } from 'lru-cache';
import { ORDER_JOB } from '../../core/orders/machine.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Log } from '../../platform/log/log.ts';
import { knownPace } from './estimate.ts';
import type { WantedSample } from './estimate-plan.ts';
import type { Sampled } from './forecast.ts';
import { ORDER_BYTES, readOrderForm } from './form.ts';
import type { Db } from './order.ts';
import { type OrderWork, orderJob } from './order-work.ts';
import type { Sampler } from './sample-job.ts';
import type { OrderSettings } from './settings.ts';
import { waitFor } from './wait.ts';

export interface EstimateInput {
  readonly db: Db;
  readonly tables: () => Promise<CuratedTables>;
  readonly work: OrderWork;
  readonly sampler: Sampler;
  readonly log: Log;
  readonly settings: Pick<OrderSettings, 'maximumFiles'>;
}

/** Samples that are remembered, until their files change. */
const MOST_KNOWN = 2000;

type KnownSamples = LRUCache<string, Promise<Sampled | null>>;

export function registerEstimate<S>(http: Http<S>, input: EstimateInput): void {
  const { db, tables, work, settings } = input;
  const known: KnownSamples = new LRUCache({ max: MOST_KNOWN });
  http.route(
    estimateOrder,
    async ({ request, signal }): Promise<OrderEstimate> => {
      const { order } = await readOrderForm(request);
      const job = orderJob(order, await tables(), settings);
      const first = await work.estimate({ ...job, samples: null }, signal);
      const { found, forecast } = first.forecast
        ? first
        : await work.estimate(
            { ...job, samples: await samplesOf(first.wanted, known, input) },
            signal,
          );
      if (!forecast) throw new Problem('unexpected', 'The order could not be estimated.');
      const ahead = await ordersAhead(db);
      const { seconds } = waitFor(await knownPace(db), ahead, found.files, found.bytes);
      const { selections } = forecast;
      return { ...forecast, selections: [...selections], seconds: Math.ceil(seconds), ahead };
    },
    { bodyLimit: ORDER_BYTES },
  );
}

/** Those that can be made, by their keys. */
async function samplesOf(
  wanted: readonly WantedSample[],
  known: KnownSamples,
  { sampler, log }: EstimateInput,
): Promise<(readonly [string, Sampled])[]> {
  const made = wanted.map(({ key, like, job }) => {
    const sample =
      known.get(like) ??
      sampler.sample(job).catch((error: unknown) => {
        log.debug({ err: error, file: job.fileName }, 'no sample could be made');
        known.delete(like);
        return null;
      });
    known.set(like, sample);
    return [key, sample] as const;
  });
  const samples: (readonly [string, Sampled])[] = [];
  for (const [key, sample] of made) {
    const found = await sample;
    if (found) samples.push([key, found]);
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
