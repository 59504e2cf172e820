// The index of plots over the store: nothing is stored for each plot, they follow from the files
// and their variables.

import { DAY_SECONDS } from '@isobar/contract/time.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { filterPath } from '@isobar/search-engine/language/filter-path.ts';
import { breathe } from '../../platform/admission/main-thread.ts';
import type { PlotHolding, PlotHoldings } from '../../ports/plot-holdings.ts';
import type { ReadOnlyIndex } from '../../ports/search-index.ts';
import { oneIndex } from './one-index.ts';
import { aggregatePlots } from './plot-aggregate.ts';
import { type Constraints, constraintsOf } from './plot-constraints.ts';
import { hitsOf } from './plot-hits.ts';
import { monthRun, type PlotSet, Steps, sizeOf, within } from './plot-set.ts';
import { PLOT_INDEX, QUICKLOOK_FIELDS } from './quicklook.ts';
import { unsupported } from './refusals.ts';

/** What the archive can draw. */
export interface Plotted {
  /** Names of the variables of a datastream that have plots; null: there is no such datastream. */
  variables(datastream: string): Promise<readonly string[] | null>;
  /** Midnights, seconds UTC, of the days in [from, to) that have plots; ascending. */
  days(datastream: string, from: number, to: number): Promise<readonly number[]>;
  /** All of the above for many datastreams; may be some minutes old. */
  readonly holdings: PlotHoldings;
}

/**
 * Up to so many of both are read from the files as they are now; more is answered from what was
 * read lately.
 */
const FEW = { datastreams: 10, months: 12 } as const;
/** Most datastreams of one search. */
const MOST_DATASTREAMS = 5000;

export const openPlotSearch = (plotted: Plotted): ReadOnlyIndex =>
  oneIndex({
    name: PLOT_INDEX,
    mapping: QUICKLOOK_FIELDS,
    reply: async (body, paths) => {
      const reply = await searchPlots(plotted, body);
      const text =
        paths.length > 0 ? JSON.stringify(filterPath(reply, paths)) : await replyText(reply);
      return new TextEncoder().encode(text);
    },
    close: async () => {},
  });

async function searchPlots(plotted: Plotted, body: SearchBody): Promise<SearchReply> {
  const started = performance.now();
  for (const part of ['highlight', 'min_score'] as const)
    if (body[part] !== undefined) throw unsupported(`[${part}] is not supported by ${PLOT_INDEX}`);
  const asked = body.query ? constraintsOf(body.query) : {};
  const wanted = body.aggs ?? body.aggregations;
  const steps = new Steps();
  const all = await candidates(plotted, isGlobal(wanted) ? {} : asked);
  await steps.spend(all.length);
  const found = within(all, asked);
  const shown = body.post_filter ? within(found, constraintsOf(body.post_filter)) : found;
  const hits = await hitsOf(shown, body, steps);
  const aggregations = wanted && (await aggregatePlots(found, all, wanted, steps));
  return {
    took: Math.round(performance.now() - started),
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      ...(body.track_total_hits === false
        ? {}
        : { total: { value: sizeOf(shown), relation: 'eq' as const } }),
      max_score: null,
      hits,
    },
    ...(aggregations ? { aggregations } : {}),
  };
}

/** Hits that are written before other calls are answered. */
const WRITTEN_AT_ONCE = 200;

/** The reply as JSON; ten thousand hits are not written in one go. */
async function replyText({ hits: { hits, ...sums }, ...rest }: SearchReply): Promise<string> {
  const written: string[] = [];
  for (let from = 0; from < hits.length; from += WRITTEN_AT_ONCE) {
    const some = hits.slice(from, from + WRITTEN_AT_ONCE);
    written.push(some.map((hit) => JSON.stringify(hit)).join(','));
    await breathe();
  }
  return `{"hits":${withMember(sums, `"hits":[${written.join(',')}]`)},${JSON.stringify(rest).slice(1)}`;
}

/** An object that is not empty as JSON, with a member that is JSON already. */
const withMember = (object: object, member: string): string =>
  `${JSON.stringify(object).slice(0, -1)},${member}}`;

/** `global` looks at every plot, whatever the query. */
const isGlobal = (wanted: SearchBody['aggs']): boolean =>
  Object.values(wanted ?? {}).some((one) => 'global' in one);

/** The plots that may have the values; more than those that do. */
async function candidates(plotted: Plotted, { ds, month, dated }: Constraints): Promise<PlotSet> {
  const names = ds && [...new Set(ds)];
  const months = month ?? dated?.map((day) => day.slice(0, 6));
  const few = months && [...new Set(months)];
  if (names && few && names.length <= FEW.datastreams && few.length <= FEW.months)
    return await fewHoldings(plotted, names.toSorted(), few.toSorted());
  const tooMany = `that are too many datastreams: name at most ${MOST_DATASTREAMS} (ds)`;
  if (names && names.length > MOST_DATASTREAMS) throw unsupported(tooMany);
  const holdings = await plotted.holdings.of(names ?? null, MOST_DATASTREAMS);
  if (!holdings) throw unsupported(tooMany);
  return holdings;
}

async function fewHoldings(
  plotted: Plotted,
  names: readonly string[],
  months: readonly string[],
): Promise<PlotSet> {
  const found: PlotHolding[] = [];
  for (const ds of names) {
    const variables = (await plotted.variables(ds)) ?? [];
    if (variables.length === 0) continue;
    const days: [number, number][] = [];
    for (const run of months.map(monthRun)) {
      if (!run) continue;
      const [from, to] = [run[0] * DAY_SECONDS, run[1] * DAY_SECONDS];
      for (const midnight of await plotted.days(ds, from, to))
        days.push([midnight / DAY_SECONDS, midnight / DAY_SECONDS + 1]);
    }
    found.push({ ds, variables, days });
  }
  return found;
}
