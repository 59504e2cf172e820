// Sets of plots, never listed one by one: for each datastream its variables and its days, each
// variable on each of the days.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { DAY_SECONDS, formatCompactDay, parseCompact } from '@isobar/contract/time.ts';
import { breathe } from '../../platform/admission/main-thread.ts';
import type { DayRuns, PlotHolding } from '../../ports/plot-holdings.ts';
import type { Constraints } from './plot-constraints.ts';
import type { QuicklookDocument } from './quicklook.ts';
import { unsupported } from './refusals.ts';

export type PlotSet = readonly PlotHolding[];
/** What plots are counted and sorted by. */
export type PlotField = 'ds' | 'vn' | 'month' | 'dated';

/** Bounds the work of one search; the unit is one datastream, value or day that is looked at. */
export class Steps {
  #left = 2_000_000;
  #sinceBreath = 0;

  /**
   * Lets other callers in from time to time. Throws SearchRefused (400) when the search costs too
   * much.
   */
  async spend(steps: number): Promise<void> {
    this.#left -= steps;
    this.#sinceBreath += steps;
    if (this.#left < 0)
      throw unsupported('this is too much work: narrow the search by ds or month');
    if (this.#sinceBreath < 2000) return;
    this.#sinceBreath = 0;
    await breathe();
  }
}

export const sizeOf = (set: PlotSet): number =>
  set.reduce((sum, { variables, days }) => sum + variables.length * daysIn(days), 0);

const daysIn = (runs: DayRuns): number =>
  runs.reduce((sum, [first, after]) => sum + after - first, 0);

/** Those that have the values. */
export function within(set: PlotSet, { ds, vn, month, dated }: Constraints): PlotSet {
  const spans = [month && runsOf(month, monthRun), dated && runsOf(dated, dayRun)];
  const found: PlotHolding[] = [];
  for (const one of set) {
    if (ds && !ds.includes(one.ds)) continue;
    const variables = vn ? one.variables.filter((name) => vn.includes(name)) : one.variables;
    if (variables.length === 0) continue;
    let { days } = one;
    for (const runs of spans) if (runs) days = common(days, runs);
    if (days.length > 0) found.push({ ds: one.ds, variables, days });
  }
  return found;
}

/** Gives the part of the set with one value of the field; every call counts as steps. */
export function narrowing(set: PlotSet, field: PlotField, steps: Steps) {
  const byName = field === 'ds' ? Map.groupBy(set, ({ ds }) => ds) : null;
  return async (value: string): Promise<PlotSet> => {
    await steps.spend(byName ? 1 : set.length + 1);
    return byName ? (byName.get(value) ?? []) : within(set, { [field]: [value] });
  };
}

/** Each value that a field has in the set, and how many plots have it; unordered. */
export async function countsOf(
  set: PlotSet,
  field: PlotField,
  steps: Steps,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const add = (value: string, count: number) => counts.set(value, (counts.get(value) ?? 0) + count);
  if (field === 'dated') return await countsOfDays(set, steps);
  for (const { ds, variables, days } of set) {
    if (field === 'ds') add(ds, variables.length * daysIn(days));
    else if (field === 'vn') for (const name of variables) add(name, daysIn(days));
    else for (const [month, count] of monthsOf(days)) add(month, variables.length * count);
    await steps.spend(days.length + variables.length);
  }
  return counts;
}

/**
 * Adds up where runs begin and end, so that a day costs one step however many datastreams have it.
 */
async function countsOfDays(set: PlotSet, steps: Steps): Promise<Map<string, number>> {
  const changes = new Map<number, number>();
  const change = (day: number, by: number) => changes.set(day, (changes.get(day) ?? 0) + by);
  for (const { variables, days } of set) {
    for (const [first, after] of days) {
      change(first, variables.length);
      change(after, -variables.length);
    }
    await steps.spend(days.length);
  }
  const edges = [...changes].sort(([a], [b]) => a - b);
  const counts = new Map<string, number>();
  let count = 0;
  for (const [i, [from, by]] of edges.entries()) {
    count += by;
    const to = edges[i + 1]?.[0] ?? from;
    if (count === 0) continue;
    await steps.spend(to - from);
    for (let day = from; day < to; day++) counts.set(textOfDay(day), count);
  }
  return counts;
}

function monthsOf(runs: DayRuns): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [first, after] of runs) {
    let day = first;
    while (day < after) {
      const month = textOfDay(day).slice(0, 6);
      const next = Math.min(after, monthRun(month)?.[1] ?? after);
      counts.set(month, (counts.get(month) ?? 0) + next - day);
      day = next;
    }
  }
  return counts;
}

type Run = readonly [number, number];

/** The merged runs of the texts; what is no day or month has none. */
function runsOf(texts: readonly string[], run: (text: string) => Run | null): DayRuns {
  const sorted = texts.map(run).filter((one) => one !== null);
  const merged: [number, number][] = [];
  for (const [first, after] of sorted.sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && first <= last[1]) last[1] = Math.max(last[1], after);
    else merged.push([first, after]);
  }
  return merged;
}

function dayRun(text: string): Run | null {
  const seconds = /^\d{8}$/.test(text) ? parseCompact(text) : null;
  return seconds === null ? null : [seconds / DAY_SECONDS, seconds / DAY_SECONDS + 1];
}

export function monthRun(text: string): Run | null {
  const seconds = /^\d{6}$/.test(text) ? parseCompact(`${text}01`) : null;
  if (seconds === null) return null;
  const next = new Date((seconds + 31 * DAY_SECONDS) * 1000);
  const after = Date.UTC(next.getUTCFullYear(), next.getUTCMonth(), 1) / 1000;
  return [seconds / DAY_SECONDS, after / DAY_SECONDS];
}

function common(days: DayRuns, runs: DayRuns): DayRuns {
  const found: Run[] = [];
  let at = 0;
  for (const [first, after] of days) {
    while ((runs[at]?.[1] ?? Number.POSITIVE_INFINITY) <= first) at++;
    for (let i = at; i < runs.length; i++) {
      const [from, to] = runs[i] ?? [0, 0];
      if (from >= after) break;
      found.push([Math.max(first, from), Math.min(after, to)]);
    }
  }
  return found;
}

/** Texts of days that were needed before: some ten thousand in all. */
const TEXTS = new Map<number, string>();

export function textOfDay(day: number): string {
  const known = TEXTS.get(day);
  if (known) return known;
  const text = formatCompactDay(day * DAY_SECONDS);
  if (TEXTS.size < 100_000) TEXTS.set(day, text);
  return text;
}

/** The address of a plot; `dated` is YYYYMMDD. */
export const plotDocument = (ds: string, vn: string, dated: string): QuicklookDocument => ({
  id: `${ds}.${vn}.${dated}`,
  url: `${SERVICE_PATHS.quicklooks}/plots/${encodeURIComponent(ds)}/${encodeURIComponent(vn)}/${dated}.svg`,
  dated,
  vn,
  ds,
  month: dated.slice(0, 6),
});
