// What changed in the archive since an order was delivered: its files and the reports on its data.
// Pure.
import * as z from 'zod/mini';

/** A file as it was read for a delivery, or as it is now. */
export const fileVersion = z.object({
  file: z.string(),
  bytes: z.number(),
  /** Hex; null: not known. */
  sha256: z.nullable(z.string()),
});
export type FileVersion = z.infer<typeof fileVersion>;

/**
 * 'replaced': a file of the same name has different bytes. 'grown': the same, of a file that was
 * still being written when it was delivered. 'withdrawn': there is no file of that name any more.
 */
export const FILE_CHANGES = ['replaced', 'grown', 'withdrawn'] as const;

export const fileChange = z.object({
  kind: z.enum(FILE_CHANGES),
  datastream: z.string(),
  file: z.string(),
  /** First and last sample, UTC. */
  start: z.string(),
  end: z.string(),
  /** As the delivery was made of it. */
  before: fileVersion,
  /** As the archive has it now; of a withdrawn file those that hold its times instead. */
  now: z.array(fileVersion),
  /** Day on which the archive noticed it, YYYY-MM-DD; null: not known. */
  noticed: z.nullable(z.string()),
  /** Names in the delivery of what was made of it; the first ones. */
  delivered: z.array(z.string()),
});
export type FileChange = z.infer<typeof fileChange>;

/**
 * 'reported': a report in force now that the delivery did not come with. 'unreported': one that is
 * no longer in force.
 */
export const REPORT_CHANGES = ['reported', 'unreported'] as const;

export const reportChange = z.object({
  kind: z.enum(REPORT_CHANGES),
  report: z.string(),
  subject: z.string(),
  code: z.number(),
  /** Name of the class. */
  className: z.string(),
  datastream: z.string(),
  /** Those of the delivery that it is about; empty: all. */
  variables: z.array(z.string()),
  /** The times of the delivery that it is about, UTC, both ends included; the first ones. */
  spans: z.array(z.object({ start: z.string(), end: z.string() })),
  /** UTC days that these times touch. */
  days: z.number(),
  /** Share of the delivered time, 0 to 1. */
  share: z.number(),
  /** Values of these variables in the hours concerned, from hour facts; null: not known. */
  values: z.nullable(z.number()),
  /** True: the delivery has these values masked already. */
  harmless: z.boolean(),
});
export type ReportChange = z.infer<typeof reportChange>;

/**
 * What one change is, so that it is reported once: a second replacement of a file is another
 * change.
 */
export function fileChangeKey({ kind, datastream, file, now }: FileChange): string {
  const versions = now.map((one) => `${one.file}:${one.sha256 ?? one.bytes}`).join(',');
  return ['file', kind, datastream, file, kind === 'replaced' ? versions : ''].join('|');
}

export function reportChangeKey(change: ReportChange): string {
  const { kind, report, code, datastream, variables, spans, days, harmless } = change;
  const times = spans.map(({ start, end }) => `${start}/${end}`).join(',');
  return [
    ...['report', kind, report, code, datastream, variables.join(','), times, days],
    harmless ? 'harmless' : '',
  ].join('|');
}

/** Whether the owner of a delivery has to know: it may not be used as before. */
export const fileChangeMatters = ({ kind }: Pick<FileChange, 'kind'>): boolean =>
  kind === 'replaced' || kind === 'withdrawn';

export const reportChangeMatters = ({
  kind,
  harmless,
}: Pick<ReportChange, 'kind' | 'harmless'>): boolean => kind === 'reported' && !harmless;

/** How many of each. */
export const changeCounts = z.object({
  replaced: z.number(),
  withdrawn: z.number(),
  grown: z.number(),
  /** Reports that came since, those apart that are about masked values only. */
  reported: z.number(),
  harmless: z.number(),
  unreported: z.number(),
});
export type ChangeCounts = z.infer<typeof changeCounts>;

export interface Changes {
  readonly files: readonly FileChange[];
  readonly reports: readonly ReportChange[];
}

export function countChanges({ files, reports }: Changes): ChangeCounts {
  const of = (kind: FileChange['kind']) => files.filter((change) => change.kind === kind).length;
  const reported = reports.filter(({ kind }) => kind === 'reported');
  const ids = (some: readonly ReportChange[]) => new Set(some.map(({ report }) => report)).size;
  return {
    replaced: of('replaced'),
    withdrawn: of('withdrawn'),
    grown: of('grown'),
    reported: ids(reported.filter(({ harmless }) => !harmless)),
    harmless: ids(reported.filter(({ harmless }) => harmless)),
    unreported: ids(reports.filter(({ kind }) => kind === 'unreported')),
  };
}

/**
 * How many changes have to be known: replaced and withdrawn files, and reports on values that are
 * not masked.
 */
export const changesThatMatter = (counts: ChangeCounts): number =>
  counts.replaced + counts.withdrawn + counts.reported;

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** '2 files were replaced, 1 was withdrawn, 1 report is new'; empty: nothing that matters. */
export function changesInWords(counts: ChangeCounts): string {
  const { replaced, withdrawn, reported } = counts;
  return [
    ...(replaced > 0 ? [`${plural(replaced, 'file')} replaced`] : []),
    ...(withdrawn > 0 ? [`${plural(withdrawn, 'file')} withdrawn`] : []),
    ...(reported > 0 ? [`${plural(reported, 'new quality report')}`] : []),
  ].join(', ');
}

/** GET {order}/orders/{orderId}/changes. */
export const orderChanges = z.object({
  orderId: z.int(),
  /**
   * False: whether anything changed is not known, because nothing was kept that the delivery could
   * be compared by (it is older than that, or older than the archive keeps it). Everything below is
   * empty then.
   */
  known: z._default(z.boolean(), true),
  /** When the delivery was made, UTC. */
  delivered: z.string(),
  /** When it was last compared with the archive; null: it has not been yet. */
  checked: z.nullable(z.string()),
  /** When a change was last found; null: nothing has changed. */
  changed: z.nullable(z.string()),
  counts: changeCounts,
  /** The changes that matter first; at most 1,000 files. */
  files: z.array(fileChange),
  reports: z.array(reportChange),
  /** Files that changed and are not in the list. */
  filesLeftOut: z.number(),
  /** What an order of only what changed would bring; null: there is nothing to order. */
  onlyChanged: z.nullable(z.object({ files: z.number(), bytes: z.number() })),
});
export type OrderChanges = z.infer<typeof orderChanges>;
