// The calls of the screen 'Look' over HTTP.
import { readSample, readWindow, readWindowState } from '@isobar/contract/calls/look-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { DAY_SECONDS, parseDay, parseInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { wantDays } from '../../core/facts/due-days.ts';
import type { TimeSpan } from '../../core/facts/timed-rows.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Tables } from '../../store/tables.ts';
import { planSample, planWindow } from './look.ts';
import type { LookAnswer, LookJob } from './look-job.ts';
import { windowState } from './look-state.ts';
import { type Life, lifeOf, mostSeconds } from './range.ts';
import { listedVariables, variableNamed } from './variable-hours.ts';

export interface LookFeature {
  readonly db: Kysely<Tables>;
  readonly tables: () => Promise<CuratedTables>;
  /** Runs in the worker pool. */
  readonly look: (job: LookJob) => Promise<LookAnswer>;
}

export function registerLook<S>(http: Http<S>, { db, tables, look }: LookFeature): void {
  http.route(readWindow, async ({ params, query }) => {
    const { datastream, variable } = params;
    const life = await lifeOf(db, datastream);
    const span = spanOf(query, life);
    await wantDays(db, datastream, [span], Date.now());
    const facts = await variableOf(db, datastream, variable, query.units);
    const { columns, units } = query;
    const job = await planWindow(db, await tables(), {
      ...{ datastream, variable, span, columns, units, facts, life },
      onlyFacts: query.source === 'facts',
    });
    const answer = await look(job);
    if (answer.is === 'window') return answer.reply;
    throw new TypeError('A window was asked for.');
  });
  http.route(readSample, async ({ params, query }) => {
    await lifeOf(db, params.datastream);
    await variableNamed(db, params.datastream, params.variable, 'variable');
    const time = instantOf(query.time, 'query.time');
    const job = await planSample(db, await tables(), { ...params, time, within: query.within });
    const answer = await look(job);
    if (answer.is === 'sample') return answer.reply;
    throw new TypeError('A sample was asked for.');
  });
  http.route(readWindowState, async ({ params, query }) => {
    const span = spanOf(query, await lifeOf(db, params.datastream));
    return await windowState(db, await tables(), params, span);
  });
}

/** The variable in these units, or in its present ones. Throws Problem 'not-found'. */
async function variableOf(
  db: Kysely<Tables>,
  datastream: string,
  variable: string,
  units: string | undefined,
) {
  const { now, others } = await variableNamed(db, datastream, variable, 'variable');
  const chosen = [now, ...others].find((one) => units === undefined || one.units === units);
  const listed = await listedVariables(db, datastream);
  const longName = listed.find((one) => one.variable === variable)?.longName ?? '';
  return { ...(chosen ?? now), longName };
}

/**
 * A bare day as an end counts with that day; absent ends are those of the datastream. Throws
 * Problem 'bad-request'.
 */
function spanOf(
  given: { readonly from?: string | undefined; readonly to?: string | undefined },
  life: Life,
): TimeSpan {
  const from = given.from === undefined ? life.start : instantOf(given.from, 'query.from');
  const day = given.to === undefined ? null : parseDay(given.to);
  const to =
    given.to === undefined
      ? life.end + 1
      : day === null
        ? instantOf(given.to, 'query.to')
        : day + DAY_SECONDS;
  if (to <= from) throw new Problem('bad-request', 'query.to: is not after the start');
  if (to - from > mostSeconds(life))
    throw new Problem(
      'bad-request',
      'query.to: is more than a century after the start, and longer after it than there are data',
    );
  return { from, to };
}

const SECONDS = /^-?\d{1,12}(\.\d+)?$/;

/** An instant in UTC, or seconds since 1970. */
function instantOf(text: string, field: string): number {
  const seconds = SECONDS.test(text) ? Number(text) : parseInstant(text);
  if (seconds !== null && Math.abs(seconds) < 1e11) return seconds;
  throw new Problem('bad-request', `${field}: is no time (YYYY-MM-DDTHH:MM:SSZ)`);
}
