// POST orders/flagged: how many samples masking would take and how many are missing, before an order is placed.
import type { Flagged } from '@isobar/contract/calls/flagged.ts';
import { flaggedOfOrder } from '@isobar/contract/calls/order-calls.ts';
import type { SelectedDatastream } from '@isobar/contract/orders/request.ts';
import { mergeSpans, type Span, startOfDay } from '@isobar/contract/orders/span.ts';
import { type AffectedSpan, within } from '@isobar/contract/quality/affected.ts';
import { type DataQuality, shortened } from '@isobar/contract/quality/data-quality.ts';
import { headersOf } from '../../core/catalogue/designs.ts';
import { type FileRecord, filesOf } from '../../core/catalogue/files.ts';
import { wantYears } from '../../core/facts/due-days.ts';
import { sharesOf, type VariableShare } from '../../core/facts/masked-share.ts';
import { FactReader } from '../../core/facts/read-facts.ts';
import { yearOf } from '../../core/facts/year-days.ts';
import { allOf, spansOn } from '../../core/quality/spans.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { inSteps } from '../../platform/admission/main-thread.ts';
import type { Http } from '../../platform/http/http.ts';
import { isRaw, mergedRangesOf } from './assess.ts';
import { type EstimateInput, refuseTooMany } from './estimate-route.ts';
import { flaggedOf, NOTHING } from './flagged.ts';
import { ORDER_BYTES, readOrderForm } from './form.ts';
import type { Db } from './order.ts';
import { qualityOfSelection } from './selection-quality.ts';

/** Most reports, variables and ranges of days that are listed of each selection. */
const MOST_LISTED = 100;

interface Sources {
  readonly db: Db;
  readonly reader: FactReader;
  readonly tables: CuratedTables;
}

export function registerFlagged<S>(
  http: Http<S>,
  { db, tables, settings }: Pick<EstimateInput, 'db' | 'tables' | 'settings'>,
): void {
  const reader = new FactReader(db);
  http.route(
    flaggedOfOrder,
    async ({ request, signal }) => {
      const { order } = await readOrderForm(request);
      const { selectedDatastreams } = order.selectedData;
      await refuseTooMany(db, selectedDatastreams, settings);
      const sources = { db, reader, tables: await tables() };
      const selections: Flagged[] = [];
      const quality: DataQuality[] = [];
      for (const selected of selectedDatastreams) {
        signal.throwIfAborted();
        selections.push(await flaggedIn(sources, selected));
        quality.push(await qualityOfSelection(db, sources.tables, selected));
      }
      return { selections, quality: shortened(quality, MOST_LISTED) };
    },
    { bodyLimit: ORDER_BYTES },
  );
}

async function flaggedIn(
  { db, reader, tables }: Sources,
  selected: SelectedDatastream,
): Promise<Flagged> {
  const { datastream, files: fileNames, scanNames, variables } = selected;
  if (isRaw(datastream)) return NOTHING;
  const ranges = fileNames.length > 0 ? [] : mergedRangesOf(selected);
  const files = await filesOf(db, { datastream, ranges, fileNames, scanNames });
  const reports = spansOn(tables, allOf(datastream));
  const counted =
    scanNames.length > 0 ? null : await countedIn({ db, reader, tables }, selected, files, reports);
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

/** From hour facts; null while those are not there, which makes them come first. */
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
  await wantYears(db, datastream, [yearOf(first.start), yearOf(last.end)], Date.now());
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
