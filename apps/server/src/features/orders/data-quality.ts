// What quality reports say about the data of one selection: which touch it, on which days, for how
// many of its values, masked or not. Pure.
import { mergeSpans, type Span } from '@isobar/contract/orders/span.ts';
import {
  aboutVariable,
  type Holding,
  touches,
  variablesTogether,
  within,
} from '@isobar/contract/quality/affected.ts';
import { CODES, weightOf } from '@isobar/contract/quality/classes.ts';
import type {
  DataQuality,
  TouchingReport,
  WhollyTouched,
} from '@isobar/contract/quality/data-quality.ts';
import { formatDay } from '@isobar/contract/time.ts';
import type { Header } from '../../core/catalogue/header.ts';
import type { ReportedSpan } from '../../core/quality/spans.ts';
import { type CountedFile, countRows, type DesignRows, rowsByDesign } from './counted-rows.ts';

/** A span of a report with what the report is about. */
export type NamedSpan = ReportedSpan & { readonly subject: string };

export interface DataQualityInput {
  readonly datastream: string;
  /** By start. */
  readonly files: readonly CountedFile[];
  /** By design. */
  readonly headers: ReadonlyMap<string, Header>;
  /** Null: whole files. */
  readonly ranges: readonly Span[] | null;
  /** Empty: all. */
  readonly variables: readonly string[];
  /** Of all times of the datastream. */
  readonly reports: readonly NamedSpan[];
  /** Whether values inside this span are to be replaced by missing ones. */
  readonly isMasked: (span: NamedSpan) => boolean;
  /** Variables whose values could not be replaced; 'all': those of some files. */
  readonly unmasked: ReadonlySet<string> | 'all';
}

/** Yields after each piece of work that is worth a turn of the event loop. */
export function* dataQualityOf(
  input: DataQualityInput,
): Generator<undefined, DataQuality, undefined> {
  const { datastream, files, variables } = input;
  const held = heldTimes(files, input.ranges);
  const holding: Holding = { datastream, variables, ranges: held };
  const touching = held.length === 0 ? [] : input.reports.filter((span) => touches(span, holding));
  const designs = yield* rowsByDesign(files, input.headers, variables);
  const byReport = Map.groupBy(touching, ({ id, code }) => `${code} ${id}`);
  const reports: TouchingReport[] = [];
  for (const own of byReport.values()) {
    yield;
    const [first] = own;
    if (!first) continue;
    const names = variablesTogether(own, { variables });
    const counted = countIn(designs, own, held);
    reports.push({
      id: first.id,
      code: first.code,
      subject: first.subject,
      days: daysWithin(own, held),
      variables: names,
      ...counted,
      masked: isOfNone(designs, own) ? 'no' : maskedState(input, own, names),
    });
  }
  const counts = yield* overVariables(input, touching, designs, held);
  reports.sort(
    (a, b) =>
      weightOf(a.code) - weightOf(b.code) || b.values - a.values || a.id.localeCompare(b.id),
  );
  return { datastream, reports, more: 0, ...counts };
}

/** The times of the files that were ordered. */
function heldTimes(files: readonly CountedFile[], ranges: readonly Span[] | null): readonly Span[] {
  const whole = mergeSpans(
    files.map(({ start, end }) => ({ start: Math.floor(start), end: Math.floor(end) })),
  );
  return ranges === null ? whole : within(whole, mergeSpans(ranges));
}

const daysWithin = (own: readonly NamedSpan[], held: readonly Span[]): TouchingReport['days'] => {
  const days: { start: string; end: string }[] = [];
  for (const { start, end } of within(own, held)) {
    const [first, last] = [formatDay(start), formatDay(end)];
    const before = days.at(-1);
    if (before && followsOn(before.end, start)) before.end = last;
    else days.push({ start: first, end: last });
  }
  return days;
};

/** Whether an instant is on a day or on the day after it. */
const followsOn = (day: string, instant: number): boolean =>
  formatDay(instant) <= day || formatDay(instant - DAY) <= day;
const DAY = 86_400;

function countIn(
  designs: readonly DesignRows[],
  own: readonly NamedSpan[],
  held: readonly Span[],
): { values: number; of: number } {
  let values = 0;
  let of = 0;
  for (const { rows, cells } of designs) {
    for (const { spans, cells: each } of sameSpans(own, cells)) {
      values += countRows(rows, within(spans, held)) * each;
      of += countRows(rows, held) * each;
    }
  }
  return { values, of };
}

/**
 * Variables that the same spans are about, with what each has for one time. Those that none is
 * about are left out.
 */
function sameSpans(
  spans: readonly NamedSpan[],
  cells: ReadonlyMap<string, number>,
): { spans: readonly NamedSpan[]; names: string[]; cells: number }[] {
  const groups = new Map<string, { spans: NamedSpan[]; names: string[]; cells: number }>();
  const isAbout = spans.map(aboutVariable);
  for (const [name, each] of cells) {
    const of = [...spans.keys()].filter((at) => isAbout[at]?.(name));
    if (of.length === 0) continue;
    const key = of.join();
    const known = groups.get(key);
    if (known) {
      known.names.push(name);
      known.cells += each;
    } else
      groups.set(key, { spans: of.flatMap((at) => spans[at] ?? []), names: [name], cells: each });
  }
  return [...groups.values()];
}

type VariableCounts = Pick<DataQuality, 'wholly' | 'values' | 'masked'>;

function* overVariables(
  input: DataQualityInput,
  touching: readonly NamedSpan[],
  designs: readonly DesignRows[],
  held: readonly Span[],
): Generator<undefined, VariableCounts, undefined> {
  const bad = touching.filter(({ code }) => code === CODES.incorrect || code === CODES.suspect);
  const each = new Map<string, { all: number; masked: number; bad: number; by: Set<string> }>();
  let values = 0;
  let masked = 0;
  for (const { rows, cells } of designs) {
    const all = countRows(rows, held);
    for (const [name, perRow] of cells) {
      values += all * perRow;
      const sum = each.get(name) ?? { all: 0, masked: 0, bad: 0, by: new Set<string>() };
      each.set(name, { ...sum, all: sum.all + all });
    }
    for (const { spans, names, cells: perRow } of sameSpans(bad, cells)) {
      yield;
      const flagged = countRows(rows, within(spans, held));
      const masks = spans.filter((span) => input.isMasked(span));
      const lost = countRows(rows, within(masks, held));
      for (const name of names) {
        const sum = each.get(name);
        if (!sum) continue;
        const lostHere = canMask(input, name) ? lost : 0;
        sum.masked += lostHere;
        sum.bad += flagged;
        masked += (lostHere * perRow) / names.length;
        for (const { id } of lostHere > 0 ? masks : spans) sum.by.add(id);
      }
    }
  }
  const wholly = [...each].flatMap(([variable, sum]): WhollyTouched[] => {
    const isMasked = sum.masked === sum.all;
    if (sum.all === 0 || !(isMasked || sum.bad === sum.all)) return [];
    return [{ variable, by: [...sum.by].sort(), masked: isMasked }];
  });
  return { wholly, values, masked: Math.round(masked) };
}

const canMask = ({ unmasked }: DataQualityInput, name: string): boolean =>
  unmasked !== 'all' && !unmasked.has(name);

/**
 * Whether no file has values of a report's variables: they are others, or quality variables, of
 * which none is masked.
 */
function isOfNone(designs: readonly DesignRows[], own: readonly NamedSpan[]): boolean {
  const isAbout = own.map(aboutVariable);
  const names = designs.flatMap(({ cells }) => [...cells.keys()]);
  return names.length > 0 && !names.some((name) => isAbout.some((is) => is(name)));
}

function maskedState(
  input: DataQualityInput,
  own: readonly NamedSpan[],
  names: readonly string[],
): TouchingReport['masked'] {
  const masks = own.filter((span) => input.isMasked(span));
  if (masks.length === 0) return 'no';
  const { unmasked } = input;
  const isLeft =
    unmasked === 'all' ||
    (names.length === 0 ? unmasked.size > 0 : names.some((name) => unmasked.has(name)));
  return masks.length < own.length || isLeft ? 'partly' : 'yes';
}
