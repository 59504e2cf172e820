// Which reports on delivered data came since, or are no longer in force: times and variables, each
// second once. Pure.
import type { ReportChange } from '@isobar/contract/orders/changes.ts';
import { countDays, mergeSpans, type Span } from '@isobar/contract/orders/span.ts';
import {
  aboutVariable,
  countSeconds,
  touchedVariables,
  touches,
  within,
} from '@isobar/contract/quality/affected.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { className } from '../quality/reports.ts';
import { type ReportedSpan, rowsOn, spanOf } from '../quality/spans.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import { holdingOf, type KeptHolding, type KeptHoldings, keptSpanOf } from './evidence.ts';

/** Times listed of one report; days and share count all of them. */
const SPANS_LISTED = 20;

/** Throws TableError where the table of reports is not there. */
export function reportChanges(tables: CuratedTables, kept: KeptHoldings): ReportChange[] {
  const changes: ReportChange[] = [];
  const byDatastream = new Map<string, ReportedSpan[]>();
  for (const span of kept.reports.map(keptSpanOf))
    byDatastream.set(span.datastream, [...(byDatastream.get(span.datastream) ?? []), span]);
  for (const holding of kept.holdings) {
    const rows = rowsOn(tables, [holdingOf(holding)]);
    const now = rows.map((row) => ({ ...spanOf(row), row }));
    const then = (byDatastream.get(holding.datastream) ?? []).filter((span) =>
      touches(span, holdingOf(holding)),
    );
    if (now.length === 0 && then.length === 0) continue;
    const known = Map.groupBy(then, keyOf);
    for (const span of now)
      for (const part of partsOf(holding, span, known.get(keyOf(span)) ?? []))
        changes.push(changeOf('reported', holding, span, part, span.row));
    const inForce = Map.groupBy(now, keyOf);
    for (const span of then)
      for (const part of partsOf(holding, span, inForce.get(keyOf(span)) ?? []))
        changes.push(changeOf('unreported', holding, span, part));
  }
  return merged(changes);
}

/** The same report, datastream and class: what it stated before of the same data is not new. */
const keyOf = ({ id, code }: ReportedSpan): string => `${id} ${code}`;

interface Part {
  /** Empty: all. */
  readonly variables: readonly string[];
  readonly spans: readonly Span[];
}

/**
 * What a report states of a holding beyond what `known` states: variables of the same remaining
 * times together.
 */
function partsOf(
  holding: KeptHolding,
  span: ReportedSpan,
  known: readonly ReportedSpan[],
): readonly Part[] {
  const touched = touchedVariables(span, holding);
  const times = within([span], holding.ranges);
  if (touched === null || times.length === 0) return [];
  if (known.length === 0) return [{ variables: touched, spans: times }];
  const rest = (covers: (one: ReportedSpan) => boolean) => without(times, known.filter(covers));
  if (touched.length === 0) {
    const spans = rest(({ variables }) => variables.length === 0);
    return spans.length > 0 ? [{ variables: [], spans }] : [];
  }
  const parts = new Map<string, { variables: string[]; spans: readonly Span[] }>();
  for (const name of touched) {
    const spans = rest((one) => aboutVariable(one)(name));
    if (spans.length === 0) continue;
    const key = spans.map(({ start, end }) => `${start}/${end}`).join();
    const known = parts.get(key);
    if (known) known.variables.push(name);
    else parts.set(key, { variables: [name], spans });
  }
  return [...parts.values()];
}

/** The parts of some spans that no other span covers; whole seconds. */
export function without(spans: readonly Span[], taken: readonly Span[]): readonly Span[] {
  if (taken.length === 0) return mergeSpans(spans);
  const cuts = mergeSpans(taken);
  const left: Span[] = [];
  for (const span of mergeSpans(spans)) {
    let { start } = span;
    for (const cut of cuts) {
      if (cut.end < start) continue;
      if (cut.start > span.end) break;
      if (cut.start > start) left.push({ start, end: cut.start - 1 });
      start = cut.end + 1;
    }
    if (start <= span.end) left.push({ start, end: span.end });
  }
  return left;
}

function changeOf(
  kind: ReportChange['kind'],
  holding: KeptHolding,
  span: ReportedSpan,
  { variables, spans }: Part,
  row?: Parameters<typeof className>[0] & { readonly subject: string },
): ReportChange {
  const held = countSeconds(mergeSpans(holding.ranges));
  return {
    kind,
    report: span.id,
    subject: row?.subject ?? '',
    code: span.code,
    className: className(row ?? { quality_code: span.code, quality_name: '' }),
    datastream: span.datastream,
    variables: [...variables],
    spans: spans.slice(0, SPANS_LISTED).map((one) => ({
      start: formatInstant(one.start),
      end: formatInstant(one.end),
    })),
    days: countDays(spans),
    share: held > 0 ? Math.min(1, countSeconds(spans) / held) : 0,
    values: null,
    harmless: kind === 'unreported' || isMasked(holding, variables, spans),
  };
}

/**
 * Whether the order masked all of these values already; files that were delivered as archived have
 * nothing masked.
 */
function isMasked(
  { masks, copied }: KeptHolding,
  variables: readonly string[],
  spans: readonly Span[],
): boolean {
  if (masks.length === 0 || within(copied, spans).length > 0) return false;
  const covering = (name: string | null) =>
    masks
      .filter(
        (mask) => mask.variables === 'all' || (name !== null && mask.variables.includes(name)),
      )
      .map(({ start, end }) => ({ start: Math.ceil(start), end: Math.floor(end) }));
  const names = variables.length > 0 ? variables : [null];
  return names.every((name) => without(spans, covering(name)).length === 0);
}

/** The same change of two selections of one datastream once. */
function merged(changes: readonly ReportChange[]): ReportChange[] {
  const unique = new Map(changes.map((change) => [JSON.stringify(change), change]));
  return [...unique.values()];
}
