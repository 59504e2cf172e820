// What an order request amounts to: each selection against the archive, then every rule of the
// contract.
import { isRawLevel } from '@isobar/contract/catalogue/data-level.ts';
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import {
  type CheckedSelection,
  checkOrder,
  refusals,
  totalBytes,
  totalFiles,
} from '@isobar/contract/orders/check.ts';
import { deliveryOptions } from '@isobar/contract/orders/delivery.ts';
import { formatOf } from '@isobar/contract/orders/formats.ts';
import { formatsFor } from '@isobar/contract/orders/own-choices.ts';
import {
  type OrderRequest,
  type SelectedDatastream,
  secondsOf,
} from '@isobar/contract/orders/request.ts';
import { isDefaultRange } from '@isobar/contract/orders/selection.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { bytesAbove, roundBytes } from '@isobar/contract/size.ts';
import { headersOf } from '../../core/catalogue/designs.ts';
import { countFiles, filesOf, mergeRanges, type SecondsRange } from '../../core/catalogue/files.ts';
import { gridBytes, gridPlan } from '../../core/grid/grid-methods.ts';
import { limitedAccess } from '../../core/quality/limited-access.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Db, Suspension } from './order.ts';

export interface Assessment {
  readonly files: number;
  /** Of the whole source files: what is delivered may be less. */
  readonly bytes: number;
  /**
   * A lower bound of the bytes delivered; selections with chosen variables count as 0, because
   * their size is not known yet.
   */
  readonly takes: number;
  /** Why it has to wait for an operator; null: it does not have to. */
  readonly suspension: Suspension | null;
}

export interface OrderLimits {
  /** Larger orders wait for an operator. */
  readonly maximumBytes: number;
  readonly maximumFiles: number;
}

/**
 * Throws Problem 'invalid-order' with the message of the first rule that is broken, and all of them
 * in its details.
 */
export async function assess(
  db: Db,
  tables: CuratedTables,
  request: OrderRequest,
  { maximumBytes, maximumFiles }: OrderLimits,
): Promise<Assessment> {
  const selected = request.selectedData.selectedDatastreams;
  const countFor = (one: Partial<SelectedDatastream>): number =>
    formatsFor(request.selectedData, one).filter((format) => format !== 'SMQC').length;
  const selections: CheckedSelection[] = [];
  let takes = 0;
  for (const [index, one] of selected.entries()) {
    const selection = await measure(db, one, index);
    selections.push(selection);
    if (isRaw(one.datastream)) takes += selection.bytes;
    else if (one.variables.length === 0) takes += selection.bytes * countFor(one);
  }
  checkOneFile(request);
  if (request.selectedData.timeGrid) await checkGrid(db, request, selections, maximumBytes);
  const refused = refusals(
    checkOrder({
      selections,
      formatCount: selected.length > 0 ? Math.min(...selected.map(countFor)) : countFor({}),
      delivery: deliveryOptions(request.deliveryBits),
      maxOrderBytes: maximumBytes,
      maxFiles: maximumFiles,
    }),
  );
  if (refused[0])
    throw new Problem('invalid-order', refused[0].message, {
      details: refused.map((finding) => ({ path: finding.code, reason: finding.message })),
    });
  const bytes = totalBytes(selections);
  const suspension = reviewOf(tables, request, bytes, maximumBytes);
  return { files: totalFiles(selections), bytes, takes, suspension };
}

/** Throws Problem 'invalid-order' for what does not go with one file, with the reason. */
function checkOneFile({ selectedData }: OrderRequest): void {
  const { oneFile, timeGrid, sortTimes, selectedDatastreams } = selectedData;
  if (!oneFile) return;
  const refuse = (message: string) => new Problem('invalid-order', message);
  if (timeGrid)
    throw refuse(
      'On a time grid all files of a datastream are one already: choose one of the two.',
    );
  if (sortTimes) throw refuse('Rows of one file keep their order: they cannot be sorted by time.');
  for (const [index, one] of selectedDatastreams.entries()) {
    const { datastream } = one;
    if (isRaw(datastream))
      throw invalid(
        index,
        'datastream',
        `${datastream} is raw data, which is delivered as it is and cannot become one file.`,
      );
    const isFlight = formatsFor(selectedData, one).some(
      (code) => formatOf(code, isAerial(datastream))?.maker === 'icartt',
    );
    if (isFlight)
      throw invalid(
        index,
        'datastream',
        `ICARTT files hold one flight each: ${datastream} cannot become one file in this format.`,
      );
  }
}

/**
 * Throws Problem 'invalid-order' for a selection of which nothing can be put on the grid, and for a
 * grid that takes more bytes than an order may: a step may be much shorter than the interval of the
 * samples.
 */
async function checkGrid(
  db: Db,
  { selectedData }: OrderRequest,
  selections: readonly CheckedSelection[],
  maximumBytes: number,
): Promise<void> {
  const { timeGrid, selectedDatastreams } = selectedData;
  let bytes = 0;
  for (const [index, one] of selectedDatastreams.entries()) {
    if (isRaw(one.datastream))
      throw invalid(
        index,
        'datastream',
        `${one.datastream} is raw data, which is delivered as it is and cannot be put on a time grid.`,
      );
    const { variables, leftOut } = await gridPlan(
      db,
      one.datastream,
      one.variables,
      one.gridVariables ?? [],
    );
    const [first] = leftOut;
    if (variables.length === 0)
      throw invalid(
        index,
        'variables',
        `Nothing of ${one.datastream} can be put on a time grid${first ? `: ${first.reason}` : '.'}`,
      );
    const { dates, available } = selections[index] ?? { dates: [], available: null };
    const spans = dates.length > 0 ? mergeRanges(dates) : available ? [available] : [];
    const seconds = spans.reduce((sum, { start, end }) => {
      const from = Math.max(start, available?.start ?? start);
      const to = Math.min(end, available?.end ?? end);
      return sum + Math.max(0, to - from);
    }, 0);
    bytes += gridBytes(seconds, timeGrid?.step ?? 1, variables.length);
  }
  if (bytes > maximumBytes)
    throw new Problem(
      'invalid-order',
      `A time grid with this step would take ${bytesAbove(bytes, maximumBytes)}; one order may take ${roundBytes(maximumBytes)}. Choose a longer step or fewer days.`,
    );
}

/** Why an order of this size has to wait for an operator; null: it does not have to. */
export function reviewOf(
  tables: CuratedTables,
  request: OrderRequest,
  bytes: number,
  maximumBytes: number,
): Suspension | null {
  const limited = request.selectedData.selectedDatastreams.some((one) =>
    limitedAccess(tables, one.datastream, one.files.length > 0 ? [] : rangesOf(one)),
  );
  if (limited) return 'Restricted';
  return bytes > maximumBytes ? 'Oversize' : null;
}

/** The dates of a selection. */
export const rangesOf = (one: Pick<SelectedDatastream, 'dates'>): SecondsRange[] =>
  one.dates.map(secondsOf);

/** The same, in order and none touching another: for what only counts. */
export const mergedRangesOf = (one: Pick<SelectedDatastream, 'dates'>): SecondsRange[] =>
  mergeRanges(rangesOf(one));

/** Crewed and uncrewed aircraft have the facility letters F and U. */
export const isAerial = (datastream: string): boolean =>
  /^[FU]/.test(parseDatastream(datastream)?.facilityCode ?? '');

/** Raw levels are delivered as they are, whatever else was asked for. */
export const isRaw = (datastream: string): boolean =>
  isRawLevel(parseDatastream(datastream)?.dataLevel ?? datastream.split('.').at(-1) ?? '');

async function measure(db: Db, one: SelectedDatastream, index: number): Promise<CheckedSelection> {
  const life = await db
    .selectFrom('datastreams')
    .select(['start_s', 'end_s'])
    .where('datastream', '=', one.datastream)
    .executeTakeFirst();
  if (!life)
    throw invalid(index, 'datastream', `There is no datastream ${one.datastream} in this archive.`);
  const available = { start: Number(life.start_s), end: Number(life.end_s) };
  const ranges = rangesOf(one);
  const selection = {
    datastream: one.datastream,
    ranges,
    fileNames: one.files,
    scanNames: one.scanNames,
  };
  if (one.files.length > 0) await requireFiles(db, selection, index);
  if (one.variables.length > 0 && !isRaw(one.datastream)) await requireVariables(db, one, index);
  const { files, bytes } = await countFiles(db, selection);
  return {
    datastream: one.datastream,
    fileCount: files,
    bytes,
    dates: one.files.length > 0 ? [] : ranges,
    available,
    defaultRange: one.files.length === 0 && isDefaultRange(ranges, available),
  };
}

async function requireFiles(
  db: Db,
  selection: Parameters<typeof filesOf>[1],
  index: number,
): Promise<void> {
  const found = new Set((await filesOf(db, selection)).map((file) => file.fileName));
  const unknown = selection.fileNames.find((name) => !found.has(name));
  if (unknown !== undefined)
    throw invalid(index, 'files', `${selection.datastream} has no file ${unknown.slice(0, 100)}.`);
}

/** A datastream whose headers are not known may have any variable; its files will show. */
async function requireVariables(db: Db, one: SelectedDatastream, index: number): Promise<void> {
  const designs = await headersOf(db, one.datastream);
  if (designs.length === 0) return;
  const known = new Set(
    designs.flatMap(({ header }) => header.variables.map((variable) => variable.name)),
  );
  const unknown = one.variables.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw invalid(index, 'variables', `${one.datastream} has no variable ${unknown}.`);
}

const invalid = (index: number, field: string, message: string): Problem =>
  new Problem('invalid-order', message, {
    details: [{ path: `selectedData.selectedDatastreams.${index}.${field}`, reason: message }],
  });
