// What quality reports say about data that are ordered or delivered. Documents, mails and pages are
// all written from this list. Pure.
import * as z from 'zod/mini';
import { formatCount, formatShare, plural } from '../count.ts';
import { CODES, classNameOf } from './classes.ts';

const touchingReport = z.object({
  id: z.string(),
  /** Its class. A report of two classes is listed twice. */
  code: z.number(),
  subject: z.string(),
  /**
   * The parts of its spans inside the times of the data, as UTC days YYYY-MM-DD, both ends
   * included; ascending.
   */
  days: z.array(z.object({ start: z.string(), end: z.string() })),
  /** Those of the ordered variables that it is about; empty: all. */
  variables: z.array(z.string()),
  /**
   * Values of these variables inside its spans, and all their values; both 0 where the files do not
   * reveal their rows.
   */
  values: z.number(),
  of: z.number(),
  /**
   * Whether its values are replaced by missing ones; 'partly': in some files or variables they
   * could not be.
   */
  masked: z.enum(['yes', 'partly', 'no']),
});
export type TouchingReport = z.infer<typeof touchingReport>;

const whollyTouched = z.object({
  variable: z.string(),
  /** Ids of the reports that together cover all its values, sorted. */
  by: z.array(z.string()),
  /**
   * false: reports call all of its values incorrect or suspect, and they are delivered as they are.
   */
  masked: z.boolean(),
});
export type WhollyTouched = z.infer<typeof whollyTouched>;

/** One selection of an order. */
export const dataQuality = z.object({
  datastream: z.string(),
  /** Values of the ordered data variables; 0: not known. */
  values: z.number(),
  /** Of `values`, how many are inside spans of reports that mask them. */
  masked: z.number(),
  /** Those that weigh most come first. */
  reports: z.array(touchingReport),
  /** How many more reports there are; 0 unless the list was shortened. */
  more: z._default(z.number(), 0),
  /** Variables that are missing or doubtful throughout. */
  wholly: z.array(whollyTouched),
});
export type DataQuality = z.infer<typeof dataQuality>;

export const NO_REPORTS = 'No quality report affects these data.';

const MASKABLE: readonly number[] = [CODES.incorrect, CODES.suspect];

export const hasReports = (all: readonly DataQuality[]): boolean =>
  all.some(({ reports }) => reports.length > 0);

/**
 * The list with at most `most` reports of each selection, and as many variables and days of each
 * report.
 */
export const shortened = (all: readonly DataQuality[], most: number): DataQuality[] =>
  all.map((one) => ({
    ...one,
    reports: one.reports.slice(0, most).map((report) => ({
      ...report,
      variables: report.variables.slice(0, most),
      days: report.days.slice(0, most),
    })),
    more: one.more + Math.max(0, one.reports.length - most),
    wholly: one.wholly.slice(0, most),
  }));

/**
 * One sentence on a report: '2019-03-01 to 2019-03-03; temp_mean: 4,320 of 4,320 values (100 %),
 * not masked'.
 */
export function reportText(report: TouchingReport): string {
  const { variables, values, of, code, masked } = report;
  const names =
    variables.length === 0
      ? 'all variables'
      : variables.length > MOST_NAMED
        ? `${variables.slice(0, MOST_NAMED).join(', ')} and ${plural(variables.length - MOST_NAMED, 'more variable')}`
        : variables.join(', ');
  const share =
    of > 0
      ? `: ${formatCount(values)} of ${plural(of, 'value')} (${formatShare(values / of)})`
      : '';
  const done = MASKABLE.includes(code) ? `, ${MASKED_WORDS[masked]}` : '';
  return `${daysText(report.days)}; ${names}${share}${done}`;
}

const MOST_NAMED = 6;
const MOST_DAYS = 4;
const MASKED_WORDS = { yes: 'masked', partly: 'masked in part', no: 'not masked' } as const;

/** 'D200318.4 (Suspect)' */
export const reportName = ({ id, code }: Pick<TouchingReport, 'id' | 'code'>): string =>
  `${id} (${classNameOf(code)})`;

/**
 * One sentence for all variables that the same reports cover: 'All values of temp_mean are masked
 * by D200318.4.', 'All values of 18 variables are masked by D200318.4: atmos_pressure, temp_mean,
 * …'.
 */
export function whollyTexts(wholly: readonly WhollyTouched[]): string[] {
  const alike = Map.groupBy(wholly, ({ by, masked }) => `${masked} ${by.join(' ')}`);
  return [...alike.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const { by, masked } = first;
    const names = some.map(nameOf);
    const isLong = names.length > MOST_SUMMED;
    const named = isLong ? plural(names.length, 'variable') : names.join(', ');
    const reports = by.length > MOST_NAMED ? plural(by.length, 'report') : by.join(', ');
    const what = masked
      ? `All values of ${named} are masked by ${reports}`
      : `All values of ${named} are incorrect or suspect by ${reports}, and are not masked`;
    return [isLong ? `${what}: ${names.join(', ')}.` : `${what}.`];
  });
}

/** A selection as plain lines, without a dash in front of them. */
export function dataQualityLines({ datastream, reports, more, wholly }: DataQuality): string[] {
  return [
    ...whollyTexts(wholly).map((text) => `${datastream}: ${text}`),
    ...reports.map((one) => {
      const subject = one.subject === '' ? '' : ` ${one.subject}.`;
      return `${datastream}: ${reportName(one)}, ${reportText(one)}.${subject}`;
    }),
    ...(more > 0 ? [`${datastream}: and ${plural(more, 'more report')}.`] : []),
  ];
}

/** What to state with counts of values that reports cover; null where there are none. */
export const estimateNote = (all: readonly DataQuality[]): string | null =>
  all.some(({ reports }) => reports.some(({ of }) => of > 0)) ? ESTIMATED : null;

const ESTIMATED = 'Counts are approximate: they are derived from sizes and times of the files.';

/** '2 reports affect these data; all values of temp_mean are masked', for a card or a line. */
export function dataQualitySummary(all: readonly DataQuality[]): string {
  if (!hasReports(all)) return NO_REPORTS;
  const ids = new Set(all.flatMap(({ reports }) => reports.map(({ id }) => id)));
  const more = all.reduce((sum, one) => sum + one.more, 0);
  const count = ids.size + more;
  const first = `${plural(count, 'quality report')} ${count === 1 ? 'affects' : 'affect'} these data`;
  const whole = all.flatMap(({ wholly }) => wholly);
  const told = (masked: boolean, words: string): string[] => {
    const names = [...new Set(whole.filter((one) => one.masked === masked).map(nameOf))];
    if (names.length === 0) return [];
    const listed = names.length > MOST_SUMMED ? plural(names.length, 'variable') : names.join(', ');
    return [`all values of ${listed} are ${words}`];
  };
  return `${[first, ...told(true, 'masked'), ...told(false, 'incorrect or suspect')].join('; ')}.`;
}

const MOST_SUMMED = 3;
const nameOf = ({ variable }: WhollyTouched): string => variable;

function daysText(days: TouchingReport['days']): string {
  const named = days
    .slice(0, MOST_DAYS)
    .map(({ start, end }) => (start === end ? start : `${start} to ${end}`));
  const more = days.length - MOST_DAYS;
  return named.join(', ') + (more > 0 ? ` and ${plural(more, 'more range')}` : '');
}

/**
 * Whether reports mask so much that a person is warned before ordering: more than half of the
 * values.
 */
export const isMuchMasked = ({ values, masked }: Pick<DataQuality, 'values' | 'masked'>): boolean =>
  masked > values / 2;
