// Hour facts and the search for days over HTTP.
import {
  daysFeed,
  listDaysExamples,
  listFacts,
  readDistribution,
  readFacts,
  readSentence,
  searchEvents,
} from '@isobar/contract/calls/fact-calls.ts';
import type { EventReply } from '@isobar/contract/calls/facts.ts';
import { parseDays } from '@isobar/contract/facts/days-address.ts';
import { daysCsv } from '@isobar/contract/facts/days-csv.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { plottedVariables } from '../../core/catalogue/plotted.ts';
import { wantDays } from '../../core/facts/due-days.ts';
import { FactReader, type HourRange, hoursIn, unknownHours } from '../../core/facts/read-facts.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Tables } from '../../store/tables.ts';
import {
  columnsReply,
  distributionOf,
  MOST_PLAIN_ROWS,
  MOST_ROWS,
  plainColumns,
  rowsOf,
} from './columns.ts';
import { daysExamples } from './examples.ts';
import { daysAtom, type FeedPublisher } from './feed.ts';
import { limitsOf } from './limits.ts';
import type { LookFeature } from './look-routes.ts';
import { registerLook } from './look-routes.ts';
import { lifeOf, readRange } from './range.ts';
import { type DaysJob, planSearch } from './search.ts';
import { type SentenceInput, understandSentence } from './sentence.ts';
import {
  type FactSources,
  knownHours,
  type ListedVariable,
  listedVariables,
  variableNamed,
} from './variable-hours.ts';

export interface FactsFeature extends LookFeature {
  /** Answers a search that was checked, in a thread of the pool. */
  readonly findDays: (job: DaysJob) => Promise<EventReply>;
  /** Starts threads of the pool before the first question comes. */
  readonly warm: () => void;
  readonly publisher: FeedPublisher;
  readonly index: SentenceInput['index'];
  readonly understand: SentenceInput['understand'];
}

/**
 * What the datastream is known to measure comes first, in the order of its plots; the others follow
 * by name.
 */
function plottedFirst(
  listed: readonly ListedVariable[],
  plotted: readonly string[],
): readonly ListedVariable[] {
  const places = new Map(plotted.map((name, place) => [name, place]));
  const placeOf = ({ variable }: ListedVariable) => places.get(variable) ?? plotted.length;
  return listed.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** What facts are read from, with the limits of the tables as they are now. */
function sourcesOf({ db, tables }: Pick<FactsFeature, 'db' | 'tables'>) {
  const reader = new FactReader(db);
  return async (): Promise<FactSources> => {
    const known = await tables();
    return { db, reader, limits: (datastream) => limitsOf(known, datastream) };
  };
}

/** Hour facts of one variable, as JSON or as plain numbers. */
export function registerFactColumns<S>(
  http: Http<S>,
  feature: Pick<FactsFeature, 'db' | 'tables'>,
): void {
  const { db } = feature;
  const sources = sourcesOf(feature);
  http.route(readFacts, async ({ params, query, reply }) => {
    const { datastream, variable } = params;
    const range = readRange(query, await lifeOf(db, datastream));
    await want(db, datastream, range);
    const { now, others } = await variableNamed(db, datastream, variable, 'variable');
    const all = [now, ...others];
    const chosen = query.units === undefined ? now : all.find(({ units }) => units === query.units);
    if (!chosen)
      throw new Problem(
        'not-found',
        `query.units: ${variable} has ${all.map(({ units }) => units).join(', ')}`,
      );
    const isPlain = query.format === 'float32';
    const most = isPlain ? MOST_PLAIN_ROWS : MOST_ROWS;
    const hours = query.hours ?? Math.ceil(hoursIn(range) / most);
    if (hoursIn(range) / hours > most)
      throw new Problem('too-large', `query.hours: with ${hours} there are more than ${most} rows`);
    const of = { datastream, ...chosen };
    const rows = await rowsOf(await sources(), of, range, hours);
    if (isPlain) return reply.type('application/octet-stream').send(plainColumns(rows));
    const rest = all.filter(({ units }) => units !== chosen.units);
    return columnsReply(of, rest, range, hours, rows);
  });
}

export function registerFacts<S>(http: Http<S>, feature: FactsFeature): void {
  registerLook(http, feature);
  const { db, tables, findDays } = feature;
  const sources = sourcesOf(feature);
  const knownFirst = async (datastream: string): Promise<readonly ListedVariable[]> =>
    plottedFirst(
      await listedVariables(db, datastream),
      (await plottedVariables({ db, tables }, datastream)) ?? [],
    );
  const examples = kept(async () => daysExamples(await sources(), knownFirst));
  http.route(listFacts, async ({ params: { datastream } }) => {
    const life = await lifeOf(db, datastream);
    feature.warm(); // who lists variables looks at one next
    const whole = readRange({}, life);
    const due = (await unknownHours(db, datastream, whole)).reduce((sum, one) => sum + one, 0);
    return {
      datastream,
      start: formatInstant(life.start),
      end: formatInstant(life.end),
      daysDue: Math.ceil(due / 24),
      variables: await knownFirst(datastream),
    };
  });
  registerFactColumns(http, feature);
  http.route(readDistribution, async ({ params, query }) => {
    const range = readRange(query, await lifeOf(db, params.datastream));
    await want(db, params.datastream, range);
    const known = await knownHours(
      await sources(),
      params,
      { ...query, reports: [] },
      range,
      'query',
    );
    return { units: known.units, ...distributionOf(known.values) };
  });
  http.route(searchEvents, async ({ body, reply }) => {
    const found = await findDays(
      await planSearch({ db, tables: await tables() }, body, Date.now()),
    );
    if (body.format === 'json') return found;
    reply.header('content-disposition', 'attachment; filename="days.csv"');
    return reply.type('text/csv; charset=utf-8').send(daysCsv(found));
  });
  http.route(daysFeed, async ({ query, reply }) => {
    const { search, ignored } = parseDays(query.search);
    if (ignored[0] !== undefined)
      throw new Problem('bad-request', `query.search: '${ignored[0]}' means nothing here.`);
    const found = await findDays(
      await planSearch({ db, tables: await tables() }, search, Date.now()),
    );
    reply.header('cache-control', 'public, max-age=300');
    return reply
      .type('application/atom+xml; charset=utf-8')
      .send(daysAtom(feature.publisher, search, found));
  });
  http.route(listDaysExamples, async ({ reply }) => {
    reply.header('cache-control', `public, max-age=${EXAMPLES_S}`);
    return { examples: await examples() };
  });
  http.route(readSentence, async ({ query: { text } }) => understandSentence(feature, text));
}

/** How long examples are kept, in seconds; without any they are looked for again soon. */
const EXAMPLES_S = 600;
const NO_EXAMPLES_S = 30;

/**
 * Answers what was found before while that is fresh; callers at the same time wait for one search.
 */
function kept<T>(find: () => Promise<readonly T[]>): () => Promise<T[]> {
  let found: Promise<readonly T[]> | undefined;
  let untilMs = 0;
  return async () => {
    if (!found || performance.now() >= untilMs) {
      found = find();
      untilMs = performance.now() + EXAMPLES_S * 1000;
    }
    try {
      const list = await found;
      if (list.length === 0) untilMs = Math.min(untilMs, performance.now() + NO_EXAMPLES_S * 1000);
      return [...list];
    } catch (error) {
      untilMs = 0;
      throw error;
    }
  };
}

const want = (db: Kysely<Tables>, datastream: string, { from, to }: HourRange): Promise<void> =>
  wantDays(db, datastream, [{ from, to: to - 1 }], Date.now());
