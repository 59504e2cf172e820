// Every rule of a cart and of an order, as a list of findings (specification part 2 section 5).
// Messages verbatim.
import { formatBytes, roundBytes } from '../size.ts';
import { endOfDay, formatDayTime } from '../time.ts';
import { type DeliveryOption, type LimitCode, tooLargeFor } from './delivery.ts';
import { WARNING_BYTES } from './limits.ts';
import { type Span, startOfDay } from './span.ts';

/** One selected datastream, in numbers. */
export type CheckedSelection = {
  readonly datastream: string;
  readonly fileCount: number;
  readonly bytes: number;
  readonly dates: readonly Span[];
  /** First and last sample that exist; null if unknown. */
  readonly available: Span | null;
  /** The dates take everything that is available, and no single files were chosen. */
  readonly defaultRange: boolean;
  /** Share of its values that the data flagging filter replaces, 0 to 1; absent: not known. */
  readonly masked?: number;
};

export type CheckedOrder = {
  readonly selections: readonly CheckedSelection[];
  /** File formats that are chosen (quality filter codes are not counted). */
  readonly formatCount: number;
  /** The destinations of the order. */
  readonly delivery: readonly DeliveryOption[];
  /** What is wrong with the address of a web hook. */
  readonly webHookProblem?: string | null;
  /** What is wrong with the levels of one file. */
  readonly levelsProblem?: string | null;
  /** The server's maxOrderSize. */
  readonly maxOrderBytes: number;
  /** The files that one order may have here. */
  readonly maxFiles: number;
};

/**
 * 'refusal': cannot be ordered like this. 'question': only after the person has agreed. 'warning':
 * worth a thought.
 */
export type FindingKind = 'refusal' | 'question' | 'warning';

export type Finding = {
  readonly code: FindingCode;
  readonly kind: FindingKind;
  readonly message: string;
  /** The label of the button that agrees to a question. */
  readonly proceed?: string;
};

export type FindingCode =
  | 'empty'
  | 'no-format'
  | 'no-files'
  | 'too-many-files'
  | LimitCode
  | 'web-hook'
  | 'levels'
  | 'dates-out-of-range'
  | 'some-without-files'
  | 'masked-wholly'
  | 'over-maximum-size'
  | 'default-range'
  | 'over-500-gb';

export const EMPTY_CART = 'Your Cart is Empty!';
export const NO_FORMAT = 'At least one file format needs to be selected.';
export const NO_FILES =
  'None of your selections contain any files. Please update your selections and try again.';
export const SOME_WITHOUT_FILES =
  'One or more of your selections have no files available for the specified date range.';
export const tooManyFiles = (most: number): string =>
  `Your order request exceeds the maximum file limit of ${most} files. Please update your selections and try again.`;
export const DEFAULT_RANGE =
  'You have selected data streams with a default time range, which may result in significant data size.';
export const OVER_500_GB =
  'You have selected data streams which exceeds the maximum order limit of 500GB.';
/** Follows the warnings. */
export const ARE_YOU_SURE = 'Are you sure you want to continue?';

export const heldForReview = (bytes: number, maxOrderBytes: number): string =>
  `Orders greater than ${roundBytes(maxOrderBytes)} are automatically held for review. This may add a short delay in the delivery of your ${formatBytes(bytes)} order.`;

/** Asked before an order of nothing but missing values. */
export const maskedWholly = (datastreams: readonly string[]): string =>
  `Quality reports mask every value of ${datastreams.join(', ')} in these dates: the files would hold nothing but missing values.`;

/**
 * All findings: refusals first, then questions, then warnings. Without findings, the order can go.
 */
export function checkOrder(order: CheckedOrder): readonly Finding[] {
  return RULES.flatMap((rule) => rule(order) ?? []);
}

/** The findings that prevent an order; the server refuses an order that has any. */
export const refusals = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter((finding) => finding.kind === 'refusal');

export const totalFiles = (selections: readonly Pick<CheckedSelection, 'fileCount'>[]): number =>
  selections.reduce((sum, selected) => sum + selected.fileCount, 0);

export const totalBytes = (selections: readonly Pick<CheckedSelection, 'bytes'>[]): number =>
  selections.reduce((sum, selected) => sum + selected.bytes, 0);

type Rule = (order: CheckedOrder) => Finding | null;

const hasFiles = (selected: CheckedSelection): boolean => selected.fileCount > 0;

const RULES: readonly Rule[] = [
  ({ selections }) =>
    selections.length === 0 ? { code: 'empty', kind: 'refusal', message: EMPTY_CART } : null,
  ({ formatCount }) =>
    formatCount === 0 ? { code: 'no-format', kind: 'refusal', message: NO_FORMAT } : null,
  ({ selections }) => {
    const wrong = selections.find(outOfRange);
    return wrong
      ? { code: 'dates-out-of-range', kind: 'refusal', message: rangeMessage(wrong) }
      : null;
  },
  ({ selections }) =>
    selections.length > 0 && !selections.some(hasFiles)
      ? { code: 'no-files', kind: 'refusal', message: NO_FILES }
      : null,
  ({ selections, maxFiles }) =>
    totalFiles(selections) > maxFiles
      ? { code: 'too-many-files', kind: 'refusal', message: tooManyFiles(maxFiles) }
      : null,
  ({ delivery, selections }) => {
    const bytes = totalBytes(selections);
    const [over] = delivery.flatMap((option) => tooLargeFor(option, bytes) ?? []);
    return over ? { code: over.code, kind: 'refusal', message: over.message } : null;
  },
  ({ webHookProblem }) =>
    webHookProblem ? { code: 'web-hook', kind: 'refusal', message: webHookProblem } : null,
  ({ levelsProblem }) =>
    levelsProblem ? { code: 'levels', kind: 'refusal', message: levelsProblem } : null,
  ({ selections }) =>
    selections.length > 1 && selections.some(hasFiles) && !selections.every(hasFiles)
      ? {
          code: 'some-without-files',
          kind: 'question',
          message: SOME_WITHOUT_FILES,
          proceed: 'Proceed to order',
        }
      : null,
  ({ selections }) => {
    const empty = selections.filter((one) => hasFiles(one) && one.masked === 1);
    return empty.length > 0
      ? {
          code: 'masked-wholly',
          kind: 'question',
          message: maskedWholly(empty.map(({ datastream }) => datastream)),
          proceed: 'Order without values',
        }
      : null;
  },
  ({ selections, maxOrderBytes }) => {
    const bytes = totalBytes(selections);
    return bytes > maxOrderBytes
      ? {
          code: 'over-maximum-size',
          kind: 'question',
          message: heldForReview(bytes, maxOrderBytes),
          proceed: 'Proceed',
        }
      : null;
  },
  ({ selections }) =>
    selections.some((selected) => selected.defaultRange && hasFiles(selected))
      ? { code: 'default-range', kind: 'warning', message: DEFAULT_RANGE }
      : null,
  ({ selections }) =>
    totalBytes(selections) > WARNING_BYTES
      ? { code: 'over-500-gb', kind: 'warning', message: OVER_500_GB }
      : null,
];

/** A start after its end, or a date outside the days for which there is data. */
function outOfRange({ dates, available }: CheckedSelection): boolean {
  return dates.some(({ start, end }) => {
    if (!(start <= end)) return true;
    if (available === null) return false;
    return start < startOfDay(available.start) || end > endOfDay(available.end);
  });
}

function rangeMessage({ datastream, available }: CheckedSelection): string {
  if (!available) return `A date range of ${datastream} starts after it ends.`;
  const { start, end } = available;
  return `The dates of ${datastream} must lie between ${formatDayTime(start)} and ${formatDayTime(end)} UTC, the start not after the end.`;
}
