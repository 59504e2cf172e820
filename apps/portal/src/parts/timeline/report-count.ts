// How many reports there are, in words: in all, inside a window, and by class. Every list and
// timeline counts here.
import { formatCount, plural } from '@isobar/contract/count.ts';
import {
  QUALITY_CLASSES,
  type QualityRange,
  type Span,
} from '@isobar/contract/quality/timeline.ts';
import { hasReport } from './report-key.ts';

type Counts = { readonly reports: number; readonly gaps: number; readonly limited: number };

/** Each report once; gaps are missing data without a report, limited periods have none either. */
function countsOf(ranges: readonly QualityRange[]): Counts {
  const bare = ranges.filter((range) => !hasReport(range));
  return {
    reports: new Set(ranges.filter(hasReport).map((range) => range.reportId)).size,
    gaps: bare.filter(({ name }) => name === 'missing').length,
    limited: bare.filter(({ name }) => name !== 'missing').length,
  };
}

/**
 * '57 reports', and '1 of 57 reports' where a window of hours shows only some of the time; without
 * reports the gaps or limited periods. Empty: there is none of these.
 */
export function reportCount(ranges: readonly QualityRange[], window: Span | null = null): string {
  const all = countsOf(ranges);
  const inside = window === null ? all : countsOf(ranges.filter((range) => isIn(range, window)));
  const of = (some: number, whole: string): string =>
    window === null ? whole : `${formatCount(some)} of ${whole}`;
  if (all.reports > 0) return of(inside.reports, plural(all.reports, 'report'));
  if (all.gaps > 0) return of(inside.gaps, plural(all.gaps, 'gap'));
  return all.limited > 0 ? of(inside.limited, plural(all.limited, 'limited period')) : '';
}

/** '19 reports and 36 gaps': everything that a list of these has. Empty: nothing. */
export function listedCount(ranges: readonly QualityRange[]): string {
  const { reports, gaps, limited } = countsOf(ranges);
  const parts = [
    ...(reports > 0 ? [plural(reports, 'report')] : []),
    ...(gaps > 0 ? [plural(gaps, 'gap')] : []),
    ...(limited > 0 ? [plural(limited, 'limited period')] : []),
  ];
  return parts.length > 2 ? `${parts[0]}, ${parts.slice(1).join(' and ')}` : parts.join(' and ');
}

const isIn = ({ start, end }: QualityRange, [from, to]: Span): boolean => start < to && end > from;

/**
 * '1 incorrect, 2 suspect, 3 gaps': each report once; gaps are missing data without a report.
 * Empty: none.
 */
export const countText = (ranges: readonly QualityRange[]): string =>
  QUALITY_CLASSES.filter(({ name }) => name !== 'routine')
    .flatMap(({ name, legend }) => {
      const all = ranges.filter((range) => range.name === name);
      const told = all.filter(hasReport);
      const reports = new Set(told.map(({ reportId }) => reportId)).size;
      const bare = all.length - told.length;
      const word = legend.toLowerCase();
      const rest = name === 'missing' ? plural(bare, 'gap') : `${bare} ${word}`;
      return [...(reports > 0 ? [`${reports} ${word}`] : []), ...(bare > 0 ? [rest] : [])];
    })
    .join(', ');
