// From a cart and the choices of the checkout to the order request that is sent (specification part
// 2 sections 3 and 9).

import {
  DEFAULT_DELIVERY,
  type DeliveryOption,
  deliveryBits,
} from '@isobar/contract/orders/delivery.ts';
import { FILE_FORMATS, type FileFormat } from '@isobar/contract/orders/formats.ts';
import { MERGED_MEGABYTES } from '@isobar/contract/orders/limits.ts';
import { type OneFileOptions, oneFileOf } from '@isobar/contract/orders/one-file.ts';
import type {
  DqrFilter,
  OrderRequest,
  SelectedDatastream,
} from '@isobar/contract/orders/request.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { mergeSpans, type Span } from '@isobar/contract/orders/span.ts';
import type { GridOptions, TimeGrid } from '@isobar/contract/orders/time-grid.ts';
import { formatDay, formatDayTime } from '@isobar/contract/time.ts';

/** What the checkout asks once for the whole order. */
export type OrderOptions = {
  readonly formats: readonly FileFormat[];
  /** Files are joined along time, up to 2048 MB each. */
  readonly concatenate: boolean;
  /**
   * Rows that go back in time are put in order, and rows whose time has occurred before are
   * dropped.
   */
  readonly sortTimes: boolean;
  /** All variables are put on one time grid; null: rows stay as they are. */
  readonly timeGrid: GridOptions | null;
  /**
   * One file for each datastream, whatever changed between its files; null: as the other choices
   * say. Never with a time grid.
   */
  readonly oneFile: OneFileOptions | null;
  readonly delivery: readonly DeliveryOption[];
  readonly sendConfEmail: boolean;
  /** Staging path; only with the delivery option extraDestination. */
  readonly stagingPath: string | null;
  /** Address of the web hook, and what is wrong with it; only with the delivery option webHook. */
  readonly webHook: { readonly url: string; readonly problem: string | null };
};

/** File formats and joining of one datastream, where they differ from those of the order. */
export type OwnChoices = Pick<OrderOptions, 'formats' | 'concatenate'>;

/** What the checkout asks for each datastream, in addition to the selection of the cart. */
export type OrderedSelection = {
  readonly selection: Selection;
  /** Values named by quality reports of these classes become -9999. */
  readonly dqrFilter: readonly DqrFilter[];
  /** Values that fail the file's own quality variables become -9999. */
  readonly qcFilter: boolean;
  readonly epochCode: string | null;
  /** Absent or null: those of the order. */
  readonly own?: OwnChoices | null;
};

/** By default NetCDF, bulk transfer and the data server are on. */
export const DEFAULT_OPTIONS: OrderOptions = {
  formats: ['ANDR'],
  concatenate: false,
  sortTimes: false,
  timeGrid: null,
  oneFile: null,
  delivery: DEFAULT_DELIVERY,
  sendConfEmail: true,
  stagingPath: null,
  webHook: { url: '', problem: null },
};

/** A format switched on or off; null if it is the last one, which must stay. */
export function toggleFormat(
  formats: readonly FileFormat[],
  format: FileFormat,
): readonly FileFormat[] | null {
  const next = FILE_FORMATS.map(({ code }) => code).filter((known) =>
    known === format ? !formats.includes(known) : formats.includes(known),
  );
  return next.length > 0 ? next : null;
}

/** The request for some selections; those without files must have been left out. */
export function orderRequestOf(
  ordered: readonly OrderedSelection[],
  options: OrderOptions,
  idempotencyKey: string,
): OrderRequest {
  const isOne = options.oneFile !== null && options.timeGrid === null;
  const staged = options.stagingPath !== null && options.delivery.includes('extraDestination');
  const delivery = options.delivery.filter((option) => option !== 'extraDestination' || staged);
  return {
    selectedData: {
      selectedDatastreams: ordered.map((one) => selectedDatastreamOf(one, options)),
      mergedOutput: options.concatenate && !isOne,
      maxMb: options.concatenate && !isOne ? MERGED_MEGABYTES : null,
      outputFormat: [
        ...options.formats,
        ...(ordered.some((one) => one.qcFilter) ? (['SMQC'] as const) : []),
      ],
      ...(options.sortTimes && !isOne ? { sortTimes: true } : {}),
      ...(options.oneFile && isOne ? { oneFile: oneFileOf(options.oneFile) ?? {} } : {}),
      ...(options.timeGrid ? { timeGrid: timeGridOf(options.timeGrid) } : {}),
    },
    deliveryBits: deliveryBits(delivery),
    sendConfEmail: options.sendConfEmail,
    extraDestinations: staged && options.stagingPath !== null ? [options.stagingPath] : [],
    ...(delivery.includes('webHook') ? { webHook: { url: options.webHook.url } } : {}),
    idempotencyKey,
  };
}

/** What is wrong with the levels of one file; null: nothing. */
export const levelsProblem = (oneFile: OneFileOptions | null): string | null =>
  oneFile === null || oneFileOf(oneFile)
    ? null
    : 'Write levels as NAME:FROM:TO, such as height:0:3000.';

/**
 * Date-only values for whole days (epoch mode, single days), dates with time otherwise. Seconds
 * UTC -> text.
 */
export function requestDates(selection: Selection): SelectedDatastream['dates'] {
  const wholeDays = selection.isEpoch || selection.multipleDates;
  const text = wholeDays ? formatDay : formatDayTime;
  return mergeSpans(selection.dates).map(({ start, end }: Span) => ({
    startDate: text(start),
    endDate: text(end),
  }));
}

const timeGridOf = ({ step, merge, longestSample }: GridOptions): TimeGrid => ({
  step,
  merge,
  ...(longestSample === null ? {} : { longestSample }),
});

/** `isOne`: all files of a datastream become one anyway. */
const ownFormats = ({ formats, concatenate }: OwnChoices, isOne: boolean) => ({
  outputFormat: [...formats],
  ...(isOne ? {} : { mergedOutput: concatenate, maxMb: concatenate ? MERGED_MEGABYTES : null }),
});

function selectedDatastreamOf(
  one: OrderedSelection,
  { timeGrid, oneFile }: OrderOptions,
): SelectedDatastream {
  const { selection } = one;
  const { variables, datastream } = selection;
  const methods = (timeGrid?.chosen[datastream] ?? []).filter(
    ({ name }) => variables.length === 0 || variables.includes(name),
  );
  return {
    datastream: selection.datastream,
    scanNames: [...selection.scanNames],
    dates: requestDates(selection),
    files: selection.files.map((file) => file.filename),
    variables: [...selection.variables],
    dqrFilter: [...one.dqrFilter],
    qcFilter: one.qcFilter,
    ...(one.own ? ownFormats(one.own, timeGrid !== null || oneFile !== null) : {}),
    ...(methods.length > 0 ? { gridVariables: methods } : {}),
    ...(selection.isEpoch && one.epochCode ? { epochCode: one.epochCode } : {}),
  };
}
