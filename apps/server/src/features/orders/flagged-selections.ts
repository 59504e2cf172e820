// How many samples masking would take from the selections of an order, and how many are missing.
import type { Flagged } from '@isobar/contract/calls/flagged.ts';
import type { OrderRequest, SelectedDatastream } from '@isobar/contract/orders/request.ts';
import { mergeSpans, type Span, startOfDay } from '@isobar/contract/orders/span.ts';
import { type AffectedSpan, within } from '@isobar/contract/quality/affected.ts';
import { type DataQuality, shortened } from '@isobar/contract/quality/data-quality.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import { headersOf } from '../../core/catalogue/designs.ts';
import { type FileRecord, filesOf } from '../../core/catalogue/files.ts';
import { wantDays } from '../../core/facts/due-days.ts';
import { sharesOf, type VariableShare } from '../../core/facts/masked-share.ts';
import type { FactReader } from '../../core/facts/read-facts.ts';
import { allOf, type ReportLookUp, spansOn } from '../../core/quality/spans.ts';
import { inSteps } from '../../platform/admission/main-thread.ts';
import { isRaw, mergedRangesOf } from './assess.ts';
import { refuseTooMany } from './estimate-plan.ts';
import { flaggedOf, NOTHING } from './flagged.ts';
import type { Db } from './order.ts';
import { qualityOfSelection } from './selection-quality.ts';

/** Most reports, variables and ranges of days that are listed of each selection. */
const MOST_LISTED = 100;

export interface FlaggedSelections {
  readonly selections: readonly Flagged[];
  readonly quality: readonly DataQuality[];
}

interface Sources {
  readonly db: Db;
  readonly reader: FactReader;
  readonly reports: ReportLookUp;
}

/**
 * Of each selection of an order, in the order of the request. Throws Problem 'too-large', or the
 * signal's reason.
 */
export async function flaggedSelections(
  sources: Sources,
  { order, maximumFiles }: { readonly order: OrderRequest; readonly maximumFiles: number },
  signal: AbortSignal,
): Promise<FlaggedSelections> {
  const { selectedDatastreams } = order.selectedData;
  await refuseTooMany(sources.db, selectedDatastreams, maximumFiles);
  const selections: Flagged[] = [];
  const quality: DataQuality[] = [];
  for (const selected of selectedDatastreams) {
    signal.throwIfAborted();
    selections.push(await flaggedIn(sources, selected));
    quality.push(await qualityOfSelection(sources.db, sources.reports, selected));
  }
  return { selections, quality: shortened(quality, MOST_LISTED) };
}

async function flaggedIn(sources: Sources, selected: SelectedDatastream): Promise<Flagged> {
  const { db } = sources;
  const { datastream, files: fileNames, scanNames, variables } = selected;
  if (isRaw(datastream)) return NOTHING;
  const ranges = fileNames.length > 0 ? [] : mergedRangesOf(selected);
  const files = await filesOf(db, { datastream, ranges, fileNames, scanNames });
  const reports = spansOn(sources.reports, allOf(datastream));
  const counted = scanNames.length > 0 ? null : await countedIn(sources, selected, files, reports);
  if (counted) return counted;
  const headers = await headersOf(db, datastream);
  return await inSteps(
    flaggedOf({
      files,
      headers: new Map(headers.map(({ design, header }) => [design, header])),
      ranges: ranges.length > 0 ? ranges : null,
      variables,
      reports,
    }),
  );
}

/**
 * Hour facts of more time, seconds, are not computed while a user waits: a checkout is over before
 * they are there.
 */
const MOST_WANTED = 100 * DAY_SECONDS;

/**
 * From hour facts; null while those are not there, which makes them come first where they are few.
 */
async function countedIn(
  { db, reader }: Sources,
  { datastream, files: fileNames, variables, dates }: SelectedDatastream,
  files: readonly FileRecord[],
  reports: readonly AffectedSpan[],
): Promise<Flagged | null> {
  const isWhole = fileNames.length > 0 || dates.length === 0;
  const ranges = isWhole
    ? files.map(({ start, end }) => ({ start: Math.floor(start), end: Math.floor(end) }))
    : mergedRangesOf({ dates });
  const [first, last] = [files[0], files.at(-1)];
  if (!first || !last || ranges.length === 0) return null;
  const inside = within(ranges, [{ start: startOfDay(first.start), end: latest(files) }]);
  const spans = inside.map(({ start, end }) => ({ from: start, to: end }));
  if (spans.reduce((sum, { from, to }) => sum + to - from, 0) <= MOST_WANTED)
    await wantDays(db, datastream, spans, Date.now());
  const starts = files.map(({ start }) => start);
  const shares = await sharesOf(db, reader, {
    datastream,
    variables,
    ranges: inside,
    reports,
    starts,
  });
  if (!shares) return null;
  const sum = (of: (share: VariableShare) => number): number =>
    shares.variables.reduce((all, one) => all + of(one), 0);
  return {
    samples: Math.round(sum(({ values, missing }) => values + missing)),
    incorrect: Math.round(sum((one) => one.incorrect)),
    suspect: Math.round(sum((one) => one.suspect)),
    either: Math.round(sum((one) => one.either)),
    isCounted: true,
    variables: shares.variables.map((one) => ({ ...one })),
    hours: hoursOf(ranges),
    hoursWithout: hoursOf(ranges) - (shares.hours - shares.hoursWithout),
  };
}

const latest = (files: readonly FileRecord[]): number =>
  files.reduce((last, { end }) => Math.max(last, Math.floor(end)), Number.NEGATIVE_INFINITY);

/** Hours that the ranges touch. */
const hoursOf = (ranges: readonly Span[]): number =>
  mergeSpans(ranges).reduce(
    (sum, { start, end }) => sum + Math.floor(end / 3600) - Math.floor(start / 3600) + 1,
    0,
  );
